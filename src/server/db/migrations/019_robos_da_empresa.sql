-- The same of one company's records alone.
create index historico_robos_da_empresa on historico (recurso, (depois ->> '$empresa'), data_criacao, id)
  where acao in ('rpa-concluir', 'rpa-falhar', 'rpa-expirar');
