-- Who has a record open now. Nothing of it is worth more than half a minute, so it is not in the log: a crash of the database empties it.
create unlogged table presencas (
  recurso text not null,
  id_registro integer not null,
  id_usuario integer not null,
  -- When they last said that they are writing; null: they are not.
  escreveu_em timestamptz,
  -- The last renewal; -infinity: they left.
  visto_em timestamptz not null default now(),
  -- When they came, left, began or stopped writing: what others are told of. A renewal leaves it, and so every index, as it is.
  mudou_em timestamptz not null default now(),
  primary key (recurso, id_registro, id_usuario)
);
create index on presencas (mudou_em);
