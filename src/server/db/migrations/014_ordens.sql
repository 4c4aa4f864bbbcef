-- Indexes of lists come with the config's orders, filters and scopes (see ../indexes.ts), for tickets as for any resource.
-- Those that it asks for just so are its own from now on; the others are made anew with the number of the record at their end,
-- or begin with what another one begins with.
alter index if exists tickets_id_empresa_data_criacao_id_idx rename to ordem_tickets_id_empresa_data_criacao;
alter index if exists tickets_data_criacao_id_idx rename to ordem_tickets_data_criacao;
alter index if exists tickets_id_empresa_data_finalizacao_idx rename to filtro_tickets_id_empresa_data_finalizacao;
drop index if exists
  tickets_id_empresa_id_status_ticket_data_criacao_idx, tickets_id_status_ticket_data_criacao_idx,
  tickets_id_filial_data_criacao_id_idx, tickets_id_usuario_data_criacao_idx,
  tickets_id_empresa_codigo_transportadora_data_criacao_idx,
  filiais_id_empresa_idx, usuarios_id_empresa_idx, fornecedores_id_empresa_idx,
  modelos_formulario_id_empresa_idx, modelos_formulario_id_filial_idx;
