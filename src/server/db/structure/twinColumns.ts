/** Renamed fields: the new column copies the old one, and a trigger keeps both equal while the config has `was`, for the version before. */
import {sql} from 'kysely';
import type {Field} from '../../../schema/shapes/fields.ts';
import {compileToText} from '../staticSql.ts';
import {columnOf, quoted, twinTrigger} from '../sqlNames.ts';
import type {DbOrTrx, Sql} from '../tables.ts';
import type {Catalog} from './catalog.ts';
import {plpgsqlBlock, lockTableExclusivelySql, rowWriteLock, type Change, type FieldColumn} from './change.ts';

/** The old column of a renamed field, where it exists with the same type. */
export const renamedFromColumn = (
  {tables}: Catalog, {table, field, type}: Pick<FieldColumn, 'table' | 'field' | 'type'>,
): string | undefined => {
  const column = field.was === undefined ? undefined : columnOf(field.was, field);
  return column !== undefined && tables.get(table)?.get(column) === type ? column : undefined;
};

/** The column with the field's present values: its own, or the old one of a renamed field. */
export const valueColumnOf = (existing: ReadonlyMap<string, string>, name: string, field: Field): string | undefined =>
  [name, field.was ?? name].map(fieldName => columnOf(fieldName, field)).find(column => existing.has(column));

const linkColumns = (table: string, column: string, twin: string): string => {
  const [name, now, old] = [quoted(twinTrigger(table, column)), quoted(column), quoted(twin)];
  return plpgsqlBlock(`create function ${name}() returns trigger language plpgsql as $par$ begin
    if tg_op = 'UPDATE' then
      if new.${now} is distinct from old.${now} then new.${old} := new.${now}; else new.${now} := new.${old}; end if;
    elsif new.${now} is null then new.${now} := new.${old};
    else new.${old} := new.${now};
    end if;
    return new;
  end $par$`, `create trigger ${name} before insert or update on ${quoted(table)} for each row execute function ${name}()`);
};

const inHistory = (old: Sql): Sql => sql`(jsonb_exists(antes, ${old}) or jsonb_exists(depois, ${old}))`;
const inFilters = (old: Sql): Sql => sql`(jsonb_exists(filtro, ${old}) or jsonb_exists(colunas, ${old}) or ordenacao ->> 'campo' = ${old})`;

const renameField = (of: string, was: string, name: string): Change => {
  const [recurso, old, now] = [sql.lit(of), sql.lit(was), sql.lit(name)];
  const moved = (columnName: string): Sql => {
    const column = sql.ref(columnName);
    return sql`${column} = case when jsonb_exists(${column}, ${old})
      then (${column} - ${old}::text) || jsonb_build_object(${now}::text, ${column} -> ${old}) else ${column} end`;
  };
  return {
    sentence: `Histórico e filtros salvos de ${of} {levados} de ${was} para ${name}.`, lock: rowWriteLock('historico', of),
    sql: compileToText(sql`with told as (
      update historico set ${sql.join([moved('antes'), moved('depois')])} where recurso = ${recurso} and ${inHistory(old)}),
      missed as (delete from incompletos where recurso = ${recurso} and campo = ${old} returning recurso, id_registro),
      missing as (insert into incompletos select recurso, id_registro, ${now} from missed on conflict do nothing),
      sent as (update campos_arquivos set campo = ${now} where recurso = ${recurso} and campo = ${old})
      update filtros_salvos set ${moved('filtro')},
        colunas = (select jsonb_agg(case when one = to_jsonb(${old}::text) then to_jsonb(${now}::text) else one end order by place)
          from jsonb_array_elements(colunas) with ordinality as each (one, place)),
        ordenacao = case when ordenacao ->> 'campo' = ${old} then jsonb_set(ordenacao, '{campo}', to_jsonb(${now}::text)) else ordenacao end
      where recurso = ${recurso} and ${inFilters(old)}`),
  };
};

/**
 * Renames entries that the version before wrote under the old name since both columns are linked.
 * Starts of one day look for them, as long as a rollout may take. The resource's history is read once for each such field.
 */
export const oldFieldNameChanges = async (
  db: DbOrTrx, catalog: Catalog, columns: readonly FieldColumn[], since: Date,
): Promise<Change[]> => {
  const changes: Change[] = [];
  for (const column of columns) {
    const {of, table, name, field: {was = ''}} = column;
    if (renamedFromColumn(catalog, column) === undefined || !catalog.triggers.has(twinTrigger(table, column.column))) continue;
    const [recurso, old] = [sql.lit(of), sql.lit(was)];
    const {rows: [row]} = await sql<{found: boolean}>`
      select exists (select from historico where recurso = ${recurso} and data_criacao >= ${since} and ${inHistory(old)})
        or exists (select from campos_arquivos where recurso = ${recurso} and campo = ${old})
        or exists (select from filtros_salvos where recurso = ${recurso} and ${inFilters(old)}) as found`.execute(db);
    if (row?.found === true) changes.push(renameField(of, was, name));
  }
  return changes;
};

/** Copies values and links both columns, once for each field: the trigger marks it as done. */
export const twinChanges = (catalog: Catalog, column: FieldColumn): Change[] => {
  const {of, table, name, field: {was = ''}} = column;
  const twin = renamedFromColumn(catalog, column);
  if (twin === undefined || catalog.triggers.has(twinTrigger(table, column.column))) return [];
  const [newColumn, oldColumn] = [quoted(column.column), quoted(twin)];
  return [
    {
      sentence: `Valores de ${was} em ${of} {levados} para ${name}.`, lock: rowWriteLock(table),
      sql: `update ${quoted(table)} set ${newColumn} = ${oldColumn} where ${newColumn} is null and ${oldColumn} is not null`,
    },
    renameField(of, was, name),
    {
      sentence: `Colunas ${table}.${twin} e ${column.column} {ligadas}: o que se grava em uma vale para a outra, ` +
        'enquanto was estiver no campo.',
      sql: linkColumns(table, column.column, twin), lock: {mode: 'SHARE ROW EXCLUSIVE', table},
    },
  ];
};

/** Unlinks twin columns. The version before, whose config lacks the new name, leaves them linked. */
export const unlinkTwinChanges = (catalog: Catalog, columns: readonly FieldColumn[]): Change[] => columns.flatMap(column => {
  const name = twinTrigger(column.table, column.column);
  return !catalog.triggers.has(name) || renamedFromColumn(catalog, column) !== undefined ? [] : [{
    sentence: `Colunas de ${column.name} em ${column.of} {separadas}: nenhuma diz mais que tinha outro nome, e a de antes fica como está.`,
    sql: plpgsqlBlock(
      lockTableExclusivelySql(column.table), `drop function ${quoted(name)} cascade`,
    ), lock: {mode: 'ACCESS EXCLUSIVE', table: column.table},
  }];
});
