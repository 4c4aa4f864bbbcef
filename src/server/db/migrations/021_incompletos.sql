-- Records in which a start found something missing that the config had not asked for before: by field, until they are saved with it.
create table incompletos (
  recurso text not null,
  id_registro integer not null,
  campo text not null,
  primary key (recurso, id_registro, campo)
);
