-- What a record has of its own (a frozen form, files) stands in tables that the start makes from the config, for every resource
-- that declares the part (see ../parts.ts). Those of the tickets were here before; from now on they are what it would have made.
alter table tickets_formularios rename column id_ticket to id_registro;
alter table tickets_formularios rename constraint tickets_formularios_id_ticket_fkey to tickets_formularios_id_registro_fkey;
alter index tickets_formularios_id_ticket_idx rename to tickets_formularios_id_registro_idx;
alter table tickets_arquivos rename column id_ticket to id_registro;
alter table tickets_arquivos rename constraint tickets_arquivos_id_ticket_fkey to tickets_arquivos_id_registro_fkey;
alter index tickets_arquivos_id_ticket_idx rename to tickets_arquivos_id_registro_idx;
