/** The three answers of a dashboard (rules: Dashboard 6, 7), each from a question to the database or a few. */
import {sql} from 'kysely';
import {maySee} from '../../schema/access.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {
  statusKeySuffix, creationField, monthParts, listBreakdownFields, weekSpans, type DayRange, type PeriodSpan,
} from '../../schema/dashboard.ts';
import {TIME_ZONE} from '../../schema/fields/dates.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import type {Status} from '../../schema/statuses/statuses.ts';
import {NONE} from '../../schema/lists/query.ts';
import {MOST_OLDEST, type EvolutionPoint, type Shares, type StatusCounts, type Summary} from '../../schema/wire.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {allOf, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {CREATED_COUNT_KIND, ENTERED_COUNT_KIND, CURRENT_COUNT_KIND} from '../db/counts/definition.ts';
import {columnOf, resourceOf, toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {Sql} from '../db/tables.ts';
import {filterPredicate} from '../lists/filters/filterPredicates.ts';
import {countsRelation, countLevelFor} from '../lists/planner/counted.ts';
import {placeScope} from '../reach/scope.ts';
import {RECORD_ALIAS} from '../reach/select.ts';
import type {PlaceAsked, Question, Subject} from './subject.ts';

/** Which records are counted: those created, or that entered the chart's status, in these days; all that are open. */
type Counted = {of: 'created' | 'entered'; from: string; to: string} | {of: 'open'};

const columnIn = ({resource}: Subject, field: string): Sql => {
  const declared = resource.fields[field];
  return sql.ref(`${RECORD_ALIAS}.${declared === undefined ? toSnakeCase(field) : columnOf(field, declared)}`);
};

/** The records of one company and one branch; `0` narrows nothing, and where a record has none it is in none. */
const atPlace = (subject: Subject, {idEmpresa, idFilial}: PlaceAsked): Predicate => {
  const {empresa, filial} = subject.resource.owner ?? {};
  const at = (field: string | undefined, id: number): Predicate[] => {
    if (id === 0) return [];
    return [field === undefined ? sql`false` : sql`${columnIn(subject, field)} = ${id}`];
  };
  return allOf([...at(empresa, idEmpresa), ...at(filial, idFilial)]);
};

/** In constants, so that an index of these statuses is one that serves. */
const inStatus = (subject: Subject, statuses: readonly Status[]): Predicate =>
  statuses.length === 0
    ? sql`false`
    : sql`${columnIn(subject, subject.resource.status ?? '')} in (${sql.join(statuses.map(({id}) => sql.lit(id)))})`;

/** The day of an instant where the product's days are. */
const dayOf = (column: Sql): Sql => sql`(${column} at time zone ${sql.lit(TIME_ZONE)})::date`;

/**
 * A subquery of the records in the caller's scope: `status`, `filial`, `dia` and `quantidade`; `valor`, where a field is said. Exact for
 * whatever scope, and as dear as the records are many.
 */
const fromRows = ({context, subject, actor, place}: Question, counted: Counted, field?: string): Sql => {
  const {name, resource, open, chart} = subject;
  const period = counted.of === 'open' ? undefined : {from: counted.from, to: counted.to};
  const day = counted.of === 'entered' ? chart.stamps : creationField(resource) ?? '';
  const {filial} = resource.owner ?? {};
  const predicate = allOf([
    scopePredicate(context, name, actor, RECORD_ALIAS), atPlace(subject, place),
    ...(counted.of === 'entered' ? [inStatus(subject, [chart.status])] : []),
    ...(counted.of === 'open' ? [inStatus(subject, open)] : []),
    ...(period === undefined ? [] : [filterPredicate(context.config, resource, day, period)]),
  ]);
  return sql`(
    select ${columnIn(subject, resource.status ?? '')}::text as status,
      ${filial === undefined ? sql`null` : columnIn(subject, filial)}::integer as filial,
      ${dayOf(columnIn(subject, day))} as dia, 1 as quantidade${field === undefined ? sql`` : sql`, ${columnIn(subject, field)} as valor`}
    from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)} where ${predicate}
  )`;
};

const inner = (column: string): Sql => sql.ref(`${RECORD_ALIAS}.${column}`);

const days = (counted: Counted): Predicate[] =>
  (counted.of === 'open' ? [] : [sql`${inner('dia')} between ${counted.from}::date and ${counted.to}::date`]);

const statuses = ({open, chart}: Subject, counted: Counted): Predicate[] => {
  if (counted.of === 'created') return [];
  const ids = (counted.of === 'open' ? open : [chart.status]).map(({id}) => String(id));
  return [ids.length === 0 ? sql`false` : sql`${inner('status')} in (${sql.join(ids)})`];
};

/**
 * The same subquery as `fromRows` gives, of the counts that triggers keep (`db/counts`): as dear with a million records as with a thousand.
 * undefined where the caller's scope is not one of companies and branches.
 */
const fromCounts = ({context, subject, actor, place}: Question, counted: Counted): Sql | undefined => {
  const scope = placeScope(context, subject.name, actor, RECORD_ALIAS);
  if (scope === undefined) return undefined;
  const {filial = 'idFilial'} = subject.resource.owner ?? {};
  const of = counted.of === 'open' ? CURRENT_COUNT_KIND : counted.of === 'created' ? CREATED_COUNT_KIND : ENTERED_COUNT_KIND;
  const level = countLevelFor({empresa: place.idEmpresa !== 0, filial: place.idFilial !== 0}, scope.level);
  return sql`(
    select ${inner('status')} as status, ${inner(toSnakeCase(filial))} as filial, ${inner('dia')} as dia,
      ${inner('quantidade')} as quantidade
    from ${countsRelation(context.config, subject.name, of, level)}
    where ${allOf([scope.predicate, atPlace(subject, place), ...days(counted), ...statuses(subject, counted)])}
  )`;
};

/** What follows `from`: what is counted, of counts where they tell it. */
const countedIn = (question: Question, counted: Counted): Sql =>
  sql`${fromCounts(question, counted) ?? fromRows(question, counted)} as contado`;

/** What a record of the relation `as` is called. */
const titleOf = ({fields, title}: Resource, as: string): Sql => {
  const field = fields[title];
  return field === undefined ? sql`${sql.ref(`${as}.id`)}::text` : sql.ref(`${as}.${columnOf(title, field)}`);
};

/** The same, with the branch it is of: several branches have forms of one name. */
const nameOf = ({context: {config}, place}: Question, resource: Resource): Sql => {
  const {filial = ''} = resource.owner ?? {};
  const branch = resource.fields[filial];
  if (branch?.kind !== 'referencia' || place.idFilial !== 0) return titleOf(resource, 'b');
  const branches = resourceOf(config, branch.to);
  const own = sql.ref(`b.${columnOf(filial, branch)}`);
  return sql`concat_ws(' · ', ${titleOf(resource, 'b')},
    (select ${titleOf(branches, 'f')} from ${sql.table(tableOf(branch.to))} as f where f.id = ${own}))`;
};

/** The open records by what a field refers to; those without one count where the list can be asked for them. */
const sharesBy = async (question: Question, field: string): Promise<Shares> => {
  const {context, subject: {resource}} = question;
  const reference = resource.fields[field];
  if (reference?.kind !== 'referencia') return [];
  const to = resourceOf(context.config, reference.to);
  const isBranch = field === resource.owner?.filial;
  const company = isBranch ? to.owner?.empresa : undefined;
  const none = resource.list.filters?.[field]?.none;
  const counted = isBranch
    ? sql`select filial as valor, quantidade from ${countedIn(question, {of: 'open'})}`
    : sql`select valor, quantidade from ${fromRows(question, {of: 'open'}, field)} as contado`;
  const {rows} = await sql<Shares[number]>`
    select coalesce(b.id, ${NONE}::integer) as id, c.qtd,
      case when b.id is null then ${none ?? ''}::text else ${nameOf(question, to)} end as descricao
      ${company === undefined ? sql`` : sql`, ${sql.ref(`b.${toSnakeCase(company)}`)} as "idEmpresa"`}
    from (select valor, sum(quantidade)::integer as qtd from (${counted}) as aberto group by valor) as c
    left join ${sql.table(tableOf(reference.to))} as b on b.id = c.valor
    where c.qtd > 0 ${none === undefined ? sql`and b.id is not null` : sql``} order by c.qtd desc, descricao, id`.execute(context.db);
  return rows;
};

/** By what the dashboard names, as far as whoever asks is told; the branch has a name of its own in the answer. */
const openBy = async (question: Question): Promise<Pick<Summary, 'porFilial' | 'por'>> => {
  const {context: {config}, subject: {dashboard, resource}, actor: {perfil}} = question;
  const fields = listBreakdownFields(config, dashboard, perfil);
  const found = await Promise.all(fields.map(async field => [field, await sharesBy(question, field)] as const));
  const {[resource.owner?.filial ?? '']: byBranch = [], ...others} = Object.fromEntries(found);
  return {porFilial: byBranch.map(({id, ...share}) => ({idFilial: id, ...share})), por: others};
};

/** What says most about a record in one line, where there is such a field. */
const DESCRIPTION = 'descricao';

/** The open records that were created first. */
const oldestOpen = async ({context, subject, actor, place}: Question): Promise<Summary['maisAntigos']> => {
  const {name, resource, open} = subject;
  const described = resource.fields[DESCRIPTION];
  const named = described !== undefined && maySee(described, actor.perfil) ? DESCRIPTION : resource.title;
  const created = columnIn(subject, creationField(resource) ?? '');
  const found = sql`
    select ${sql.ref(`${RECORD_ALIAS}.id`)} as id, ${columnIn(subject, named)} as descricao, ${created} as "dataCriacao"
    from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)}
    where ${allOf([scopePredicate(context, name, actor, RECORD_ALIAS), atPlace(subject, place), inStatus(subject, open)])}`;
  // All of one branch or one company, and simply all, stand in an index in this order. Of any other scope every open record is found first:
  // with a limit PostgreSQL might walk an order in which none of them comes for long.
  const scope = placeScope(context, name, actor, RECORD_ALIAS);
  const isInIndex = scope !== undefined && scope.level !== 'filial';
  const {rows} = await sql<{id: number; descricao: unknown; dataCriacao: Date}>`
    with found as ${isInIndex ? sql`` : sql`materialized`} (${found})
    select * from found order by "dataCriacao", id limit ${MOST_OLDEST}::integer`.execute(context.db);
  const field = resource.fields[named];
  return rows.map(({id, descricao, dataCriacao}) => ({
    id, descricao: field === undefined ? String(id) : kindRuleOf(field).format(descricao, field), dataCriacao: dataCriacao.toISOString(),
  }));
};

const sumBy = async (question: Question, key: Sql, counted: Counted): Promise<Map<string, number>> => {
  const {rows} = await sql<{chave: string; qtd: number}>`
    select ${key} as chave, sum(quantidade)::integer as qtd
    from ${countedIn(question, counted)} group by ${key}`.execute(question.context.db);
  return new Map(rows.map(({chave, qtd}) => [chave, qtd]));
};

/** By creation in the period, with the status of today. */
export const statusCounts = async (question: Question, {from, to}: PeriodSpan): Promise<StatusCounts> => {
  const found = await sumBy(question, sql`status`, {of: 'created', from, to});
  return Object.fromEntries(question.subject.statuses.flatMap(({key, id, name}) => [
    [`idStatus${statusKeySuffix(key)}`, id], [
      `qtd${statusKeySuffix(key)}`, found.get(String(id)) ?? 0,
    ], [`descricao${statusKeySuffix(key)}`, name],
  ]));
};

/** Every month of the period, by the month in which a record entered the chart's status. */
export const evolution = async (question: Question, {from, to, months}: PeriodSpan): Promise<EvolutionPoint[]> => {
  const found = await sumBy(question, sql`to_char(dia, 'YYYY-MM')`, {of: 'entered', from, to});
  return months.map(month => ({...monthParts(month), qtdEvolucao: found.get(month) ?? 0}));
};

/** By the day they were entered on: all the weeks in one. */
const enteredInWeeks = async (question: Question): Promise<Summary['finalizados']> => {
  const {estaSemana, semanaAnterior, mesmosDias} = weekSpans();
  const found = await sumBy(question, sql`dia::text`, {of: 'entered', from: semanaAnterior.from, to: estaSemana.to});
  const countIn = ({from, to}: DayRange): number => [...found].reduce((sum, [day, qtd]) => (day >= from && day <= to ? sum + qtd : sum), 0);
  return {estaSemana: countIn(estaSemana), semanaAnterior: countIn(semanaAnterior), mesmosDias: countIn(mesmosDias)};
};

export const summary = async (question: Question): Promise<Summary> => {
  const [maisAntigos, finalizados, open] = await Promise.all([oldestOpen(question), enteredInWeeks(question), openBy(question)]);
  return {maisAntigos, finalizados, ...open};
};
