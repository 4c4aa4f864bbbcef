-- What became of the robots' attempts, by when they ended: what their queues' pages tell.
create index historico_robos on historico (recurso, data_criacao, id) where acao in ('rpa-concluir', 'rpa-falhar', 'rpa-expirar');
