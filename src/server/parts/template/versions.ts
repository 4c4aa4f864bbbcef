/**
 * Versions of a template's items (rules: Templates 7).
 * The first record opened with a version closes it, which stores the version's items; the next item change opens a new version.
 * Both lock the template, so that a record's version always has the record's items.
 */
import {sql, type RawBuilder} from 'kysely';
import type {Config} from '../../../schema/shapes/config.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {listVersionedItems, type VersionedItems} from '../../../schema/versions.ts';
import type {VersionItem} from '../../../schema/apiShapes.ts';
import {storedUserId, type Actor} from '../../context.ts';
import {columnOf, resourceOf, tableOf, versionTable} from '../../db/sqlNames.ts';
import type {DbOrTrx, Sql} from '../../db/tables.ts';
import type {StoredFormItem} from './formItems.ts';

/** Current version of a template; `closed` once a record was opened with it. */
export interface VersionState {
  versao: number;
  closed: boolean;
}

export const FIRST_VERSION: VersionState = {versao: 1, closed: false};

/** Versioned items of this resource; undefined: no versions. */
export const findVersionedItems = (config: Config, items: string): VersionedItems | undefined =>
  listVersionedItems(config).find(versioned => versioned.items === items);

export const versionsTableSql = ({items}: Pick<VersionedItems, 'items'>): Sql =>
  sql.table(versionTable(items));

/** Newest stored version of template `alias`, as one JSON value. */
export const newestVersionJson = (versioned: VersionedItems, alias: string): RawBuilder<VersionState | null> => sql`(
  select json_build_object('versao', v.versao, 'closed', v.itens is not null) from ${versionsTableSql(versioned)} as v
  where v.id_registro = ${sql.ref(`${alias}.id`)} order by v.versao desc limit 1)`;

const toVersionItem = ({id, descricao, tipoCampo, obrigatorio, mostrarConsultaTicket}: StoredFormItem): VersionItem =>
  ({id, descricao, tipoCampo, obrigatorio, mostrarConsultaTicket});
export const versionItems = (items: readonly StoredFormItem[]): VersionItem[] => items.map(toVersionItem);

/** Stores the items of an open version; of concurrent calls the first wins. The first version has its template's age. */
export const storeClosedVersion = (
  versioned: VersionedItems, id: unknown, {versao}: VersionState, items: readonly StoredFormItem[],
): Sql => sql`
  insert into ${versionsTableSql(versioned)} as v (id_registro, versao, data_criacao, itens)
  select m.id, ${versao}::integer, m.data_criacao, ${JSON.stringify(versionItems(items))}::jsonb
  from ${sql.table(tableOf(versioned.of))} as m where m.id = ${id}
  on conflict (id_registro, versao) do update set itens = excluded.itens where v.itens is null`;

type Item = {id: number} | {record: RecordValues};

/**
 * Locks an item's template, and opens a new version where the current one is closed.
 * Callers run it before they lock or write the item, because opening a record locks the template before its items.
 *
 * @returns statements combined with the change; empty for other resources
 */
export const openNextVersion = async (
  trx: DbOrTrx, config: Config, name: string, actor: Pick<Actor, 'id'>, item: Item,
): Promise<Sql[]> => {
  const versioned = findVersionedItems(config, name);
  if (versioned === undefined) return [];
  const items = resourceOf(config, name);
  const field = items.fields[versioned.by];
  if (field === undefined) return [];
  const templateId = 'record' in item
    ? sql`${item.record[versioned.by] ?? null}`
    : sql`(select i.${sql.ref(columnOf(versioned.by, field))} from ${sql.table(tableOf(name))} as i where i.id = ${item.id})`;
  const {rows: [locked]} = await sql<{id: number}>`
    select m.id from ${sql.table(tableOf(versioned.of))} as m
    where m.id = ${templateId} for update`.execute(trx);
  if (locked === undefined) return [];
  const table = versionsTableSql(versioned);
  return [sql`
    insert into ${table} (id_registro, versao, id_usuario)
    select v.id_registro, v.versao + 1, ${storedUserId(actor)} from ${table} as v
    where v.id_registro = ${locked.id} and v.itens is not null
      and v.versao = (select max(n.versao) from ${table} as n where n.id_registro = ${locked.id})`];
};
