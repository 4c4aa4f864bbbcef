-- What a field may hold is said by the config alone: `required` is no `not null` here and choices are no check, so that another
-- status, another profile or a field that may be left empty needs no change of the database. Ids, keys, `versao`, instants and
-- what no field describes keep theirs; so do defaults, which only records made before a field rely on.
alter table usuarios drop constraint if exists usuarios_tipo_check;
alter table fornecedores drop constraint if exists fornecedores_status_check;
alter table tickets drop constraint if exists tickets_id_status_ticket_check;
alter table empresas alter column ativo drop not null;
alter table filiais alter column id_empresa drop not null;
alter table usuarios alter column tipo drop not null, alter column ativo drop not null;
alter table fornecedores alter column id_empresa drop not null, alter column status drop not null;
alter table modelos_formulario alter column id_empresa drop not null, alter column id_filial drop not null;
alter table modelos_formulario_item alter column id_modelo_formulario drop not null;
alter table tickets
  alter column id_empresa drop not null, alter column id_filial drop not null, alter column id_modelo_formulario drop not null,
  alter column id_usuario drop not null, alter column id_status_ticket drop not null;
