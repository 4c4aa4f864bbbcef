/**
 * Versions of a template's items (rules: Templates 7). The first record that is opened with a version closes it: what its items are
 * then is kept. The next change of an item opens the next. Who opens a record holds the template, who changes an item holds it
 * against them, so that no record says a version whose items are not its own.
 */
import {sql, type RawBuilder} from 'kysely';
import type {Config} from '../../../schema/config/config.ts';
import type {Values} from '../../../schema/fields/validate.ts';
import {versionedItems, type Versioned} from '../../../schema/versions.ts';
import type {VersionItem} from '../../../schema/wire.ts';
import type {Actor} from '../../context.ts';
import {columnOf, resourceOf, tableOf, versionTable} from '../../db/names.ts';
import type {DbOrTrx, Sql} from '../../db/tables.ts';
import type {FormItem} from './items.ts';

/** The version a template stands at; `closed` once a record was opened with it. */
export interface Version {
  versao: number;
  closed: boolean;
}

/** Before anything was recorded of it. */
export const FIRST_VERSION: Version = {versao: 1, closed: false};

/** The items' versions, where the template of this resource keeps them. */
export const versionedBy = (config: Config, items: string): Versioned | undefined =>
  versionedItems(config).find(one => one.items === items);

export const versionsTable = ({items}: Pick<Versioned, 'items'>): Sql =>
  sql.table(versionTable(items));

/** The newest version that was recorded of the template `alias`, as one JSON value. */
export const newestVersion = (versioned: Versioned, alias: string): RawBuilder<Version | null> => sql`(
  select json_build_object('versao', v.versao, 'closed', v.itens is not null) from ${versionsTable(versioned)} as v
  where v.id_registro = ${sql.ref(`${alias}.id`)} order by v.versao desc limit 1)`;

const asVersion = ({id, descricao, tipoCampo, obrigatorio, mostrarConsultaTicket}: FormItem): VersionItem =>
  ({id, descricao, tipoCampo, obrigatorio, mostrarConsultaTicket});
export const versionItems = (items: readonly FormItem[]): VersionItem[] => items.map(asVersion);

/** Keeps the items of a version that is open. Of several that do so at once the first does. The first is as old as its template. */
export const closeVersion = (
  versioned: Versioned, id: unknown, {versao}: Version, items: readonly FormItem[],
): Sql => sql`
  insert into ${versionsTable(versioned)} as v (id_registro, versao, data_criacao, itens)
  select m.id, ${versao}::integer, m.data_criacao, ${JSON.stringify(versionItems(items))}::jsonb
  from ${sql.table(tableOf(versioned.of))} as m where m.id = ${id}
  on conflict (id_registro, versao) do update set itens = excluded.itens where v.itens is null`;

/** An item that is there, or one that is made. */
type Item = {id: number} | {record: Values};

/**
 * To be called before an item is held, changed, made or removed: whoever opens a record holds the template and then its items.
 *
 * @returns what is written with the change; nothing for a resource that is no items, or of which no versions are kept
 */
export const itemChange = async (
  trx: DbOrTrx, config: Config, name: string, actor: Pick<Actor, 'id'>, item: Item,
): Promise<Sql[]> => {
  const versioned = versionedBy(config, name);
  if (versioned === undefined) return [];
  const items = resourceOf(config, name);
  const field = items.fields[versioned.by];
  if (field === undefined) return [];
  const template = 'record' in item
    ? sql`${item.record[versioned.by] ?? null}`
    : sql`(select i.${sql.ref(columnOf(versioned.by, field))} from ${sql.table(tableOf(name))} as i where i.id = ${item.id})`;
  const {rows: [held]} = await sql<{id: number}>`
    select m.id from ${sql.table(tableOf(versioned.of))} as m
    where m.id = ${template} for update`.execute(trx);
  if (held === undefined) return [];
  const table = versionsTable(versioned);
  return [sql`
    insert into ${table} (id_registro, versao, id_usuario)
    select v.id_registro, v.versao + 1, ${actor.id} from ${table} as v
    where v.id_registro = ${held.id} and v.itens is not null
      and v.versao = (select max(n.versao) from ${table} as n where n.id_registro = ${held.id})`];
};
