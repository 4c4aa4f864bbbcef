-- A faster and more thorough `balcao_norm`; what depends on it is made again. The texts that lists search and order by are
-- kept in this form, in columns made at start from the config (see ../ordering.ts), and so are the indexes on them.
do $mudanca$
declare
  dependente regclass;
begin
  for dependente in
    select distinct objid::regclass from pg_depend
    where classid = 'pg_class'::regclass and refclassid = 'pg_proc'::regclass and refobjid = 'balcao_norm(text)'::regprocedure
  loop
    execute format('drop index %s', dependente);
  end loop;
end $mudanca$;

-- Search without case and accents; the same as `normalised` in src/schema/text.ts. Immutable, so that it can be kept.
-- The Latin capitals that are no letter with an accent are named: under the locale C, lower() knows none of them.
create or replace function balcao_norm(text) returns text language sql immutable strict parallel safe as
$$ select translate(
  lower(regexp_replace(normalize($1, nfd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]', '', 'g')),
  'ÆÐØÞĐĦĲĿŁŊŒŦẞ', 'æðøþđħĳŀłŋœŧß') $$;

-- Names that are now the same: the newest stays, as a name saved again replaces the one before.
delete from filtros_salvos a using filtros_salvos b
  where a.id_usuario = b.id_usuario and a.recurso = b.recurso and balcao_norm(a.nome) = balcao_norm(b.nome) and a.id < b.id;
create unique index filtros_salvos_nome on filtros_salvos (id_usuario, recurso, balcao_norm(nome));
