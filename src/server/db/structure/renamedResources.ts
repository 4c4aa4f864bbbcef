/**
 * Renames tables of a renamed resource. The old name becomes an updatable view, so that the version before goes on working while the config
 * has `was`.
 */
import {sql} from 'kysely';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {compileToText} from '../staticSql.ts';
import {filterIndex, orderIndex, quoted, tableOf, listTableNames, uniqueIndex} from '../sqlNames.ts';
import type {DbOrTrx, Sql} from '../tables.ts';
import type {Catalog} from './catalog.ts';
import {rowWriteLock, type Change} from './change.ts';

const MAX_NAME_LENGTH = 63;

const tablePairs = (was: string, name: string, {fields}: Pick<Resource, 'fields'>): [old: string, now: string][] => {
  const now = listTableNames(name, fields);
  return listTableNames(was, fields).map((old, at) => [old, now[at] ?? old]);
};

/** Index names start with the table's name. An index whose name would be truncated is rebuilt instead. */
const indexRenames = ({indexes}: Catalog, old: string, now: string): {name: string; renamed: string | undefined}[] =>
  indexes.filter(({table}) => table === old).flatMap(({name}) => {
    const prefix = [uniqueIndex, filterIndex, orderIndex].map(nameFor => [nameFor(old, ''), nameFor(now, '')] as const)
      .find(([oldPrefix]) => name.startsWith(oldPrefix));
    if (prefix === undefined) return [];
    const renamed = `${prefix[1]}${name.slice(prefix[0].length)}`;
    return [{name, renamed: Math.max(name.length, renamed.length) < MAX_NAME_LENGTH ? renamed : undefined}];
  });

/** Saved filters under the old name, except those whose name the same person also uses under the new one. */
const movableFilters = (old: Sql, now: Sql): Sql => sql`f.recurso = ${old} and not exists (select from filtros_salvos as o
  where o.id_usuario = f.id_usuario and o.recurso = ${now} and balcao_norm(o.nome) = balcao_norm(f.nome))`;
const moveEntries = (was: string, name: string): Change => {
  const [old, now] = [sql.lit(was), sql.lit(name)];
  return {
    sentence: `Histórico, avisos e filtros salvos de ${was} {levados} para ${name}.`, lock: rowWriteLock('historico', was),
    sql: compileToText(sql`with told as (update historico set recurso = ${now} where recurso = ${old}),
      noticed as (update avisos set recurso = ${now} where recurso = ${old}),
      delivered as (update entregas set recurso = ${now} where recurso = ${old}),
      missed as (update incompletos set recurso = ${now} where recurso = ${old}),
      sent as (update campos_arquivos set recurso = ${now} where recurso = ${old})
      update filtros_salvos as f set recurso = ${now} where ${movableFilters(old, now)}`),
  };
};

/**
 * Moves entries that the version before wrote under the old name since the rename; every start looks for them while the config has `was`.
 * An index finds the history entries, and notices come with these; the other two tables are small.
 */
export const oldResourceNameChanges = async (db: DbOrTrx, {tables}: Catalog, {resources}: Config): Promise<Change[]> => {
  const changes: Change[] = [];
  for (const [name, {was}] of Object.entries(resources)) {
    if (was === undefined || !tables.has(tableOf(name))) continue;
    const [old, now] = [sql.lit(was), sql.lit(name)];
    const {rows: [row]} = await sql<{found: boolean}>`select exists (select from historico where recurso = ${old})
      or exists (select from campos_arquivos where recurso = ${old})
      or exists (select from filtros_salvos as f where ${movableFilters(old, now)}) as found`.execute(db);
    if (row?.found === true) changes.push(moveEntries(was, name));
  }
  return changes;
};

/** @returns the changes, the catalog after them, and the old table names by the new ones */
export const renameChanges = (
  catalog: Catalog, {resources}: Config,
): {changes: Change[]; catalog: Catalog; names: ReadonlyMap<string, string>} => {
  const changes: Change[] = [];
  const names = new Map<string, string>();
  const [tables, comments, references] = [new Map(catalog.tables), new Map(catalog.comments), new Map(catalog.references)];
  let {indexes} = catalog;
  for (const [name, resource] of Object.entries(resources)) {
    const {was} = resource;
    if (was === undefined || tables.has(tableOf(name)) || !tables.has(tableOf(was))) continue;
    for (const [old, now] of tablePairs(was, name, resource)) {
      const columns = tables.get(old);
      if (columns === undefined) continue;
      tables.delete(old);
      tables.set(now, columns);
      names.set(now, old);
      for (const column of columns.keys()) {
        for (const entries of [comments, references]) {
          const entry = entries.get(`${old}.${column}`);
          if (entries.delete(`${old}.${column}`) && entry !== undefined) entries.set(`${now}.${column}`, entry);
        }
      }
      changes.push(
        {
          sentence: `Tabela ${old} {renomeada} para ${now}.`, sql: `alter table ${quoted(old)} rename to ${quoted(now)}`,
          lock: {mode: 'ACCESS EXCLUSIVE', table: now},
        },
        {
          sentence: `Visão ${old} {criada} sobre ${now}, para a versão anterior, enquanto was estiver em ${name}.`,
          sql: `create view ${quoted(old)} as select * from ${quoted(now)}`,
        },
      );
      const renames = indexRenames(catalog, old, now);
      for (const {name: index, renamed} of renames) {
        changes.push(renamed === undefined
          ? {
            sentence: `Índice ${index} {removido}: o nome da tabela é outro.`, sql: `drop index ${quoted(index)}`,
            lock: {mode: 'ACCESS EXCLUSIVE', table: now},
          }
          : {sentence: `Índice ${index} {renomeado} para ${renamed}.`, sql: `alter index ${quoted(index)} rename to ${quoted(renamed)}`});
      }
      indexes = indexes.flatMap(catalogIndex => {
        const index = renames.find(({name: oldName}) => oldName === catalogIndex.name);
        if (index !== undefined && index.renamed === undefined) return [];
        return [catalogIndex.table === old ? {...catalogIndex, table: now, name: index?.renamed ?? catalogIndex.name} : catalogIndex];
      });
    }
    changes.push(moveEntries(was, name));
  }
  return {changes, catalog: {...catalog, tables, indexes, comments, references}, names};
};

/**
 * Drops views that no `was` needs any more.
 *
 * @param before the config of the last start
 * @throws Error in Portuguese for a config that still has the old name, because its table would be empty
 */
export const obsoleteViewChanges = ({tables}: Catalog, before: Pick<Config, 'resources'> | undefined, {resources}: Config): Change[] =>
  Object.entries(before?.resources ?? {}).flatMap(([name, resource]) => {
    const {was} = resource;
    if (was === undefined || resources[name]?.was === was) return [];
    if (resources[name] === undefined && resources[was] !== undefined && resources[was].was !== name) {
      throw new Error(`Os registros de ${was} são agora os de ${name}, que uma partida renomeou. Use essa configuração, ou diga ` +
        `was: '${name}' em resources.${was}.`);
    }
    return tablePairs(was, name, resource).filter(([, now]) => tables.has(now)).map(([view]) => ({
      sentence: `Visão ${view} {removida}: nenhum recurso diz mais que se chamava ${was}.`, sql: `drop view if exists ${quoted(view)}`,
    }));
  });
