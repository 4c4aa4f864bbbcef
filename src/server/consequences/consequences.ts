/** How many records hang on one, or on several, within the caller's reach, as sentences (rules: Users 5). */
import {sql} from 'kysely';
import {profileById} from '../../schema/access.ts';
import type {Asked} from '../../schema/conditions/asked.ts';
import {BULK_MOST} from '../../schema/words/bulk.ts';
import type {Config, Consequence as Declared, Resource} from '../../schema/config/config.ts';
import {consequencesBefore, UPDATING} from '../../schema/lifeCycle/consequences.ts';
import {BRANCHES} from '../../schema/needed.ts';
import {fill} from '../../schema/words/messages.ts';
import {isCleared} from '../../schema/conditions/fieldConditions.ts';
import {validateRecord} from '../../schema/records/record.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {Consequence} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {conditionPredicate, scopePredicate} from '../db/conditions/conditions.ts';
import {allOf, type Predicate, type Who} from '../db/conditions/rows.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import type {Sql, StoredRow} from '../db/tables.ts';
import {filterPredicate} from '../lists/filters/filters.ts';
import {linkFields} from '../reach/links.ts';
import {ALIAS} from '../reach/select.ts';
import {switchesOf} from '../readable/reader.ts';

/** The branches they would be linked with: those stored but for the ones of another company (rules: Access 10), switched as is sent. */
const branchesOf = (asked: Asked, id: number, values: Values): Sql => {
  const {resource, record} = asked;
  const selects = linkFields(resource).filter(([, {to}]) => to === BRANCHES).flatMap(([name, field]) => {
    const idEmpresa = record[field.within ?? ''];
    if (typeof idEmpresa !== 'number' || isCleared(field, asked)) return [];
    const links = switchesOf(field, values[name]);
    const ids = (on: boolean) => sql`${links.filter(link => link.on === on).map(link => link.id)}::integer[]`;
    return [sql`select id_filial from usuarios_filiais where id_usuario = ${id} and id_empresa = ${idEmpresa}
      and id_filial <> all(${ids(false)}) union select unnest(${ids(true)})`];
  });
  return selects.length === 0 ? sql`select null::integer where false` : sql.join(selects, sql` union `);
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * A user as they would be once they were saved: whom the rest of the server would then take them for.
 *
 * @param row the user as stored
 * @param data what would be saved, as the call that saves takes it; what could not be saved counts as it is. Of the branches the
 *   stored ones of another company do not count
 */
const afterSaving = (config: Config, resource: Resource, actor: Actor, row: StoredRow, data: Values): Who => {
  const {values} = validateRecord(config, resource, data, actor, row);
  const record: Values = {...row, ...values};
  const idPerfil = Number(record['tipo']);
  return {
    id: row.id, idPerfil, perfil: profileById(config, idPerfil) ?? '',
    idEmpresa: typeof record['idEmpresa'] === 'number' ? record['idEmpresa'] : null,
    codigoExterno: text(record['codigoExterno']), filiais: branchesOf({resource, record, session: actor}, row.id, values),
  };
};

/** Beyond this nobody reads the number, and counting on would cost. */
const MOST = 1000;

/** What is about to be done. */
interface Doing {
  /** An action, a child that is written, `delete` or `update`. */
  before: string;
  /** Records that it is done to as well. */
  also: readonly number[];
  /** What would be saved. */
  data: Values;
}

/** The records that hang on these, as far as they count. */
const hanging = (context: Pick<Context, 'config'>, actor: Actor, ids: readonly number[], {of, by, where = []}: Declared): Predicate => {
  const {config} = context;
  const resource = resourceOf(config, of);
  return allOf([
    filterPredicate(config, resource, by, ids), scopePredicate(context, of, actor, ALIAS),
    ...where.map(condition => conditionPredicate(condition, {config, name: of, resource, actor, alias: ALIAS})),
  ]);
};

/** Those that a user reaches, and would no longer reach once they were saved. */
const lost = (context: Pick<Context, 'config'>, name: string, actor: Actor, row: StoredRow, of: string, data: Values): Predicate => {
  const {config} = context;
  const [now, then] = [{}, data].map(one => afterSaving(config, resourceOf(config, name), actor, row, one))
    .map(who => scopePredicate(context, of, who, ALIAS));
  return sql`(coalesce(${now}, false) and not coalesce(${then}, false))`;
};

/** Of other records those that the caller reaches as well. */
const reachedOf = async ({config, db}: Pick<Context, 'config' | 'db'>, name: string, actor: Actor, ids: readonly number[]) => {
  if (ids.length === 0) return [];
  const {rows} = await sql<{id: number}>`
    select ${sql.ref(`${ALIAS}.id`)} from ${sql.table(tableOf(name))} as ${sql.ref(ALIAS)}
    where ${sql.ref(`${ALIAS}.id`)} = any(${ids}::integer[]) and ${scopePredicate({config}, name, actor, ALIAS)}`.execute(db);
  return rows.map(({id}) => id);
};

const inWords = (total: number): string => (total > MOST ? `mais de ${MOST}` : String(total));

/** What is said of so many; undefined where nothing is said of several records together. */
const sentenceOf = ({one, many, together}: Declared, total: number, several: boolean): string | undefined =>
  (several ? together : total === 1 ? one : many);

interface Found {
  total: number;
  ids: number[];
}

/**
 * What is to be known before something is done to a record; only of what there is. Where something is offered for those counted, which
 * they are.
 *
 * @param row as stored; the caller has made sure that the actor reaches it
 */
export const consequencesOf = async (
  context: Pick<Context, 'config' | 'db'>, name: string, actor: Actor, row: StoredRow, {before, also, data}: Doing,
): Promise<Consequence[]> => {
  const {config, db} = context;
  const declared = consequencesBefore(resourceOf(config, name), before);
  if (declared.length === 0) return [];
  const ids = [...new Set([row.id, ...await reachedOf(context, name, actor, also)])];
  const counts = declared.map(([key, one]) => {
    const where = allOf([
      hanging(context, actor, ids, one), ...(before === UPDATING ? [lost(context, name, actor, row, one.of, data)] : []),
    ]);
    const first = one.offers === undefined ? sql`'{}'::integer[]` : sql`(array_agg(id order by id))[1:${sql.lit(BULK_MOST)}]`;
    return sql`(select json_build_object('total', count(*), 'ids', coalesce(${first}, '{}')) from (
      select ${sql.ref(`${ALIAS}.id`)} from ${sql.table(tableOf(one.of))} as ${sql.ref(ALIAS)}
      where ${where} limit ${MOST + 1}) as found) as ${sql.ref(key)}`;
  });
  const {rows: [totals = {}]} = await sql<Record<string, Found>>`select ${sql.join(counts)}`.execute(db);
  return declared.flatMap(([key, one]) => {
    const {total, ids: registros} = totals[key] ?? {total: 0, ids: []};
    const sentence = total === 0 ? undefined : sentenceOf(one, total, ids.length > 1);
    if (sentence === undefined) return [];
    const texto = fill(sentence, {...row, total: inWords(total)});
    return [{consequencia: key, total, texto, ...(one.offers === undefined ? {} : {registros})}];
  });
};
