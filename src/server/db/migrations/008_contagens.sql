-- How many records there are by place, status and day: kept by triggers that are made at start from the config's dashboard
-- (see ../counts/definition.ts). A change only appends to `contagens_mudancas`, so that nobody waits for anybody; a job
-- folds what was appended into `contagens` (../counts/fold.ts). The truth is always the sum of both.
create table contagens (
  -- 'criado': by the day of creation; 'entrou': by the day a status was entered; 'agora': whatever the day.
  marco text collate "C" not null,
  -- 0: all together; 1: by company; 2: by company and branch.
  nivel smallint not null,
  -- 0 where it does not count, and for a record without one.
  id_filial integer not null,
  id_empresa integer not null,
  dia date not null,
  status text collate "C" not null,
  quantidade integer not null,
  primary key (marco, nivel, id_filial, id_empresa, dia, status)
  -- Room in each page, so that a count that changes stays in it and no index has to be told.
) with (fillfactor = 80);

create table contagens_mudancas (
  marco text collate "C" not null,
  id_filial integer not null,
  id_empresa integer not null,
  dia date not null,
  status text collate "C" not null,
  quantidade integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- What is being counted, as it was defined when the counting began.
create table contagens_de (
  unica boolean primary key default true check (unica),
  definicao text not null,
  data_criacao timestamptz not null default now()
);

-- The records of one person and of one carrier, whose numbers no count by place can give.
create index on tickets (id_usuario, data_criacao);
create index on tickets (id_empresa, codigo_transportadora, data_criacao) where codigo_transportadora is not null;
-- Those finished in some days, of one company and of all.
create index on tickets (id_empresa, data_finalizacao) where data_finalizacao is not null;
create index filtro_tickets_data_finalizacao on tickets (data_finalizacao) where data_finalizacao is not null;
-- Those that wait for a robot or are in its hands, and those it worked on.
create index on tickets (id_status_ticket, data_criacao);
create index on tickets_historico (id_usuario, id_ticket);
