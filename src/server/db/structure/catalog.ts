/** The database's present structure: tables, columns, indexes, comments, triggers. */
import {sql} from 'kysely';
import type {DbOrTrx} from '../tables.ts';

export interface Catalog {
  tables: ReadonlyMap<string, ReadonlyMap<string, string>>;
  indexes: readonly {
    table: string; name: string; /** null: an expression. */ first: string | null;
    /** All columns it depends on, in expressions and predicates too. */
    columns: readonly string[];
    /** false: the build was interrupted. */
    valid: boolean;
  }[];
  references: ReadonlyMap<string, string>;
  /** Comments of columns (`tickets.total`) and functions (`calcular_tickets`): their definitions. */
  comments: ReadonlyMap<string, string>;
  triggers: ReadonlySet<string>;
  trigram: 'installed' | 'installable' | 'absent';
}

export const readCatalog = async (db: DbOrTrx): Promise<Catalog> => {
  const columns = await sql<{table: string; column: string; type: string}>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`.execute(db);
  const tables = new Map<string, Map<string, string>>();
  for (const {table, column, type} of columns.rows) {
    const types = tables.get(table) ?? new Map<string, string>();
    tables.set(table, types.set(column, type));
  }
  const indexes = await sql<Catalog['indexes'][number]>`
    select t.relname as table, i.relname as name, a.attname as first, x.indisvalid as valid,
      array(
        select own.attname::text from pg_attribute own where own.attrelid = i.oid
        union select a.attname::text from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.classid = 'pg_class'::regclass and d.objid = i.oid and d.refclassid = 'pg_class'::regclass and d.refobjid = t.oid
      ) as columns
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
    where t.relnamespace = current_schema()::regnamespace`.execute(db);
  const references = await sql<{of: string; target: string}>`
    select t.relname || '.' || a.attname as of, g.relname as target
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class g on g.oid = c.confrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and t.relnamespace = current_schema()::regnamespace`.execute(db);
  const comments = await sql<{of: string; comment: string}>`
    select c.relname || '.' || a.attname as of, d.description as comment
    from pg_description d join pg_class c on c.oid = d.objoid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid
    where d.classoid = 'pg_class'::regclass and c.relnamespace = current_schema()::regnamespace and not a.attisdropped
    union all
    select p.proname, d.description from pg_description d join pg_proc p on p.oid = d.objoid
    where d.classoid = 'pg_proc'::regclass and p.pronamespace = current_schema()::regnamespace`.execute(db);
  const triggers = await sql<{name: string}>`
    select g.tgname as name from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where not g.tgisinternal and t.relnamespace = current_schema()::regnamespace`.execute(db);
  const extension = await sql<{trigram: Catalog['trigram']}>`
    select case
      when exists (select from pg_extension where extname = 'pg_trgm') then 'installed'
      when exists (
        select from pg_available_extension_versions v
        where v.name = 'pg_trgm' and (
          (v.trusted and has_database_privilege(current_database(), 'create'))
          or (select rolsuper from pg_roles where rolname = current_user))
      ) then 'installable'
      else 'absent' end as trigram`.execute(db);
  return {
    tables, indexes: indexes.rows, references: new Map(references.rows.map(({of, target}) => [of, target])),
    comments: new Map(comments.rows.map(({of, comment}) => [of, comment])),
    triggers: new Set(triggers.rows.map(({name}) => name)), trigram: extension.rows[0]?.trigram ?? 'absent',
  };
};
