/** Counts the records that depend on one or several records, within the caller's scope, and formats them as sentences (rules: Users 5). */
import {sql} from 'kysely';
import {profileById} from '../../schema/access.ts';
import type {ConditionContext} from '../../schema/conditions/context.ts';
import {MAX_BULK_RECORDS} from '../../schema/words/bulk.ts';
import type {Config, ConsequenceConfig as Declared, Resource} from '../../schema/shapes/config.ts';
import {consequencesBefore, UPDATE_OPERATION} from '../../schema/lifeCycle/consequences.ts';
import {BRANCHES} from '../../schema/systemFields.ts';
import {fillPlaceholders} from '../../schema/words/messages.ts';
import {isFieldCleared} from '../../schema/conditions/fieldConditions.ts';
import {validateRecord} from '../../schema/records/validateRecord.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {Consequence} from '../../schema/apiShapes.ts';
import type {Actor, Context} from '../context.ts';
import {conditionPredicate, scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {andPredicates, type Predicate, type PredicateActor} from '../db/conditions/fieldPredicates.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {Sql, StoredRow} from '../db/tables.ts';
import {filterPredicate} from '../lists/filters/filterPredicates.ts';
import {linkFields} from '../rowScope/links.ts';
import {RECORD_ALIAS} from '../rowScope/select.ts';
import {parseLinkSwitches} from '../formatting/valueFormatter.ts';

/** Branches of a user after saving: stored links of the same company, with the sent switches applied (rules: Access 10). */
const branchesAfterSaving = (context: ConditionContext, id: number, values: RecordValues): Sql => {
  const {resource, record} = context;
  const selects = linkFields(resource).filter(([, {to}]) => to === BRANCHES).flatMap(([name, field]) => {
    const idEmpresa = record[field.within ?? ''];
    if (typeof idEmpresa !== 'number' || isFieldCleared(field, context)) return [];
    const links = parseLinkSwitches(field, values[name]);
    const ids = (on: boolean) => sql`${links.filter(link => link.on === on).map(link => link.id)}::integer[]`;
    return [sql`select id_filial from usuarios_filiais where id_usuario = ${id} and id_empresa = ${idEmpresa}
      and id_filial <> all(${ids(false)}) union select unnest(${ids(true)})`];
  });
  return selects.length === 0 ? sql`select null::integer where false` : sql.join(selects, sql` union `);
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The actor that a user would be after saving, for scope predicates.
 *
 * @param row the user as stored
 * @param data values to be saved, in the body's form; invalid values keep the stored ones
 */
const afterSaving = (config: Config, resource: Resource, actor: Actor, row: StoredRow, data: RecordValues): PredicateActor => {
  const {values} = validateRecord(config, resource, data, actor, row);
  const record: RecordValues = {...row, ...values};
  const idPerfil = Number(record['tipo']);
  return {
    id: row.id, idPerfil, perfil: profileById(config, idPerfil) ?? '',
    idEmpresa: typeof record['idEmpresa'] === 'number' ? record['idEmpresa'] : null,
    codigoExterno: text(record['codigoExterno']), filiais: branchesAfterSaving({resource, record, session: actor}, row.id, values),
  };
};

/** Counting stops here, because larger numbers are shown as 'mais de 1000'. */
const MAX_COUNTED = 1000;

interface Operation {
  /** An action, a child resource, `delete` or `update`. */
  before: string;
  /** Further records of a bulk operation. */
  also: readonly number[];
  data: RecordValues;
}

/** Records that reference these ids and count for the consequence. */
const dependents = (context: Pick<Context, 'config'>, actor: Actor, ids: readonly number[], {of, by, where = []}: Declared): Predicate => {
  const {config} = context;
  const resource = resourceOf(config, of);
  return andPredicates([
    filterPredicate(config, resource, by, ids), scopePredicate(context, of, actor, RECORD_ALIAS),
    ...where.map(condition => conditionPredicate(condition, {config, name: of, resource, actor, alias: RECORD_ALIAS})),
  ]);
};

/** Records that the user reaches now, and would not reach after saving. */
const lostRows = (
  context: Pick<Context, 'config'>, name: string, actor: Actor, row: StoredRow, of: string, data: RecordValues,
): Predicate => {
  const {config} = context;
  const [reachesNow, reachesAfter] = [{}, data].map(values => afterSaving(config, resourceOf(config, name), actor, row, values))
    .map(actor => scopePredicate(context, of, actor, RECORD_ALIAS));
  return sql`(coalesce(${reachesNow}, false) and not coalesce(${reachesAfter}, false))`;
};

const idsInScope = async ({config, db}: Pick<Context, 'config' | 'db'>, name: string, actor: Actor, ids: readonly number[]) => {
  if (ids.length === 0) return [];
  const {rows} = await sql<{id: number}>`
    select ${sql.ref(`${RECORD_ALIAS}.id`)} from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)}
    where ${sql.ref(`${RECORD_ALIAS}.id`)} = any(${ids}::integer[]) and ${scopePredicate({config}, name, actor, RECORD_ALIAS)}`.execute(db);
  return rows.map(({id}) => id);
};

const formatTotal = (total: number): string => (total > MAX_COUNTED ? `mais de ${MAX_COUNTED}` : String(total));

/** Sentence for a total; undefined: none is declared for several records. */
const sentenceOf = ({one, many, together}: Declared, total: number, several: boolean): string | undefined =>
  (several ? together : total === 1 ? one : many);

interface DependentRecords {
  total: number;
  ids: number[];
}

/**
 * Counts what depends on a record before an operation on it; consequences without records are left out.
 * Offered consequences include the ids of their first records.
 *
 * @param row as stored, already checked against the actor's scope
 */
export const countConsequences = async (
  context: Pick<Context, 'config' | 'db'>, name: string, actor: Actor, row: StoredRow, {before, also, data}: Operation,
): Promise<Consequence[]> => {
  const {config, db} = context;
  const declared = consequencesBefore(resourceOf(config, name), before);
  if (declared.length === 0) return [];
  const ids = [...new Set([row.id, ...await idsInScope(context, name, actor, also)])];
  const counts = declared.map(([key, declaration]) => {
    const where = andPredicates([
      dependents(context, actor, ids, declaration),
      ...(before === UPDATE_OPERATION ? [lostRows(context, name, actor, row, declaration.of, data)] : []),
    ]);
    const first = declaration.offers === undefined
      ? sql`'{}'::integer[]`
      : sql`(array_agg(id order by id))[1:${sql.lit(MAX_BULK_RECORDS)}]`;
    return sql`(select json_build_object('total', count(*), 'ids', coalesce(${first}, '{}')) from (
      select ${sql.ref(`${RECORD_ALIAS}.id`)} from ${sql.table(tableOf(declaration.of))} as ${sql.ref(RECORD_ALIAS)}
      where ${where} limit ${MAX_COUNTED + 1}) as found) as ${sql.ref(key)}`;
  });
  const {rows: [totals = {}]} = await sql<Record<string, DependentRecords>>`select ${sql.join(counts)}`.execute(db);
  return declared.flatMap(([key, declaration]) => {
    const {total, ids: registros} = totals[key] ?? {total: 0, ids: []};
    const sentence = total === 0 ? undefined : sentenceOf(declaration, total, ids.length > 1);
    if (sentence === undefined) return [];
    const texto = fillPlaceholders(sentence, {...row, total: formatTotal(total)});
    return [{consequencia: key, total, texto, ...(declaration.offers === undefined ? {} : {registros})}];
  });
};
