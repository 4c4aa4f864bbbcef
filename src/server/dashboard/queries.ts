/** Queries of a dashboard's three calls (rules: Dashboard 6, 7). */
import {sql} from 'kysely';
import {maySee} from '../../schema/access.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {
  declaredValues, statusKeySuffix, creationField, monthParts, listBreakdownFields, weekSpans, type DayRange, type DeclaredValue,
  type PeriodSpan,
} from '../../schema/dashboard.ts';
import {TIME_ZONE} from '../../schema/fields/dates.ts';
import type {Status} from '../../schema/statuses/statuses.ts';
import {NO_REFERENCE} from '../../schema/lists/listRequest.ts';
import {MAX_OLDEST_RECORDS, type EvolutionPoint, type Shares, type StatusCounts, type Summary} from '../../schema/apiShapes.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {andPredicates, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {CREATED_COUNT_KIND, STATUS_ENTRY_COUNT_KIND, CURRENT_COUNT_KIND} from '../db/counts/definition.ts';
import {columnOf, resourceOf, toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {Sql} from '../db/tables.ts';
import {titleText} from '../db/titleText.ts';
import {filterPredicate} from '../lists/filters/filterPredicates.ts';
import {countsRelation, countLevelFor} from '../lists/planner/counted.ts';
import {companyBranchScope} from '../rowScope/scope.ts';
import {RECORD_ALIAS} from '../rowScope/select.ts';
import {readCardNumbers} from './cardNumbers.ts';
import type {CompanyBranchFilter, DashboardRequest, ResolvedDashboard} from './subject.ts';

/** Selects the counted records: created in these days, entered the chart's status in these days, or open. */
type CountedRecords = {kind: 'created' | 'entered'; from: string; to: string} | {kind: 'open'};

const fieldColumn = ({resource}: ResolvedDashboard, field: string): Sql => {
  const declared = resource.fields[field];
  return sql.ref(`${RECORD_ALIAS}.${declared === undefined ? toSnakeCase(field) : columnOf(field, declared)}`);
};

/** Restricts to a company and a branch; `0` does not restrict. A resource without that field matches nothing. */
const placePredicate = (subject: ResolvedDashboard, {idEmpresa, idFilial}: CompanyBranchFilter): Predicate => {
  const {empresa, filial} = subject.resource.owner ?? {};
  const fieldPredicates = (field: string | undefined, id: number): Predicate[] => {
    if (id === 0) return [];
    return [field === undefined ? sql`false` : sql`${fieldColumn(subject, field)} = ${id}`];
  };
  return andPredicates([...fieldPredicates(empresa, idEmpresa), ...fieldPredicates(filial, idFilial)]);
};

/** Literals instead of parameters, so that a partial index of these statuses is usable. */
const statusPredicate = (subject: ResolvedDashboard, statuses: readonly Status[]): Predicate =>
  statuses.length === 0
    ? sql`false`
    : sql`${fieldColumn(subject, subject.resource.status ?? '')} in (${sql.join(statuses.map(({id}) => sql.lit(id)))})`;

const dayOf = (column: Sql): Sql => sql`(${column} at time zone ${sql.lit(TIME_ZONE)})::date`;

/**
 * Subquery over the records in the caller's scope: `status`, `filial`, `dia` and `quantidade`; `valor` with a field. Works for any scope;
 * its cost grows with the records.
 */
const fromRows = ({context, subject, actor, place}: DashboardRequest, counted: CountedRecords, field?: string): Sql => {
  const {name, resource, open, chart} = subject;
  const period = counted.kind === 'open' ? undefined : {from: counted.from, to: counted.to};
  const day = counted.kind === 'entered' ? chart.stamps : creationField(resource) ?? '';
  const {filial} = resource.owner ?? {};
  const predicate = andPredicates([
    scopePredicate(context, name, actor, RECORD_ALIAS), placePredicate(subject, place),
    ...(counted.kind === 'entered' ? [statusPredicate(subject, [chart.status])] : []),
    ...(counted.kind === 'open' ? [statusPredicate(subject, open)] : []),
    ...(period === undefined ? [] : [filterPredicate(context.config, resource, day, period)]),
  ]);
  return sql`(
    select ${fieldColumn(subject, resource.status ?? '')}::text as status,
      ${filial === undefined ? sql`null` : fieldColumn(subject, filial)}::integer as filial,
      ${dayOf(fieldColumn(subject, day))} as dia, 1 as quantidade${
        field === undefined ? sql`` : sql`, ${fieldColumn(subject, field)} as valor`
      }
    from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)} where ${predicate}
  )`;
};

const recordColumn = (column: string): Sql => sql.ref(`${RECORD_ALIAS}.${column}`);

const dayRange = (counted: CountedRecords): Predicate[] =>
  (counted.kind === 'open' ? [] : [sql`${recordColumn('dia')} between ${counted.from}::date and ${counted.to}::date`]);

const statusPredicates = ({open, chart}: ResolvedDashboard, counted: CountedRecords): Predicate[] => {
  if (counted.kind === 'created') return [];
  const ids = (counted.kind === 'open' ? open : [chart.status]).map(({id}) => String(id));
  return [ids.length === 0 ? sql`false` : sql`${recordColumn('status')} in (${sql.join(ids)})`];
};

/**
 * Same columns as `fromRows`, from the count tables (`db/counts`): constant cost. undefined where the caller's scope is not by company and
 * branch.
 */
const fromCounts = ({context, subject, actor, place}: DashboardRequest, counted: CountedRecords): Sql | undefined => {
  const scope = companyBranchScope(context, subject.name, actor, RECORD_ALIAS);
  if (scope === undefined) return undefined;
  const {filial = 'idFilial'} = subject.resource.owner ?? {};
  const countKind = counted.kind === 'open'
    ? CURRENT_COUNT_KIND
    : counted.kind === 'created'
    ? CREATED_COUNT_KIND
    : STATUS_ENTRY_COUNT_KIND;
  const level = countLevelFor({empresa: place.idEmpresa !== 0, filial: place.idFilial !== 0}, scope.level);
  return sql`(
    select ${recordColumn('status')} as status, ${recordColumn(toSnakeCase(filial))} as filial, ${recordColumn('dia')} as dia,
      ${recordColumn('quantidade')} as quantidade
    from ${countsRelation(context.config, subject.name, countKind, level)}
    where ${andPredicates([scope.predicate, placePredicate(subject, place), ...dayRange(counted), ...statusPredicates(subject, counted)])}
  )`;
};

/** Source relation: count tables where possible, else rows. */
const countsSource = (question: DashboardRequest, counted: CountedRecords): Sql =>
  sql`${fromCounts(question, counted) ?? fromRows(question, counted)} as contado`;

/** Title prefixed with its branch, because branches have records of the same name. */
const titleWithBranch = ({context: {config}, place}: DashboardRequest, resource: Resource): Sql => {
  const {filial = ''} = resource.owner ?? {};
  const branch = resource.fields[filial];
  if (branch?.kind !== 'referencia' || place.idFilial !== 0) return titleText(config, resource, 'b');
  const branches = resourceOf(config, branch.to);
  const branchId = sql.ref(`b.${columnOf(filial, branch)}`);
  return sql`concat_ws(' · ', ${titleText(config, resource, 'b')},
    (select ${titleText(config, branches, 'f')} from ${sql.table(tableOf(branch.to))} as f where f.id = ${branchId}))`;
};

/** Open records by the declared values of a field that has few. Those without a value are in no list that a filter shows. */
const sharesByValue = async (question: DashboardRequest, name: string, values: readonly DeclaredValue[]): Promise<Shares> => {
  const counted = name === question.subject.resource.status
    ? sql`select status as valor, quantidade from ${countsSource(question, {kind: 'open'})}`
    : sql`select valor::text, quantidade from ${fromRows(question, {kind: 'open'}, name)} as contado`;
  const {rows} = await sql<{valor: string; qtd: number}>`
    select valor, sum(quantidade)::integer as qtd from (${counted}) as aberto where valor is not null group by valor`
    .execute(question.context.db);
  const counts = new Map(rows.map(({valor, qtd}) => [valor, qtd]));
  return values.map(({id, name: descricao}) => ({id, descricao, qtd: counts.get(String(id)) ?? 0}))
    .filter(({qtd}) => qtd > 0).toSorted((one, other) => other.qtd - one.qtd);
};

/** Open records by referenced record; those without a reference count where the list can filter for them. */
const sharesBy = async (question: DashboardRequest, field: string): Promise<Shares> => {
  const {context, subject: {resource}} = question;
  const reference = resource.fields[field];
  if (reference?.kind !== 'referencia') {
    return reference === undefined ? [] : sharesByValue(question, field, declaredValues(context.config, reference) ?? []);
  }
  const to = resourceOf(context.config, reference.to);
  const isBranch = field === resource.owner?.filial;
  const company = isBranch ? to.owner?.empresa : undefined;
  const noneLabel = resource.list.filters?.[field]?.none;
  const counted = isBranch
    ? sql`select filial as valor, quantidade from ${countsSource(question, {kind: 'open'})}`
    : sql`select valor, quantidade from ${fromRows(question, {kind: 'open'}, field)} as contado`;
  const {rows} = await sql<Shares[number]>`
    select coalesce(b.id, ${NO_REFERENCE}::integer) as id, c.qtd,
      case when b.id is null then ${noneLabel ?? ''}::text else ${titleWithBranch(question, to)} end as descricao
      ${company === undefined ? sql`` : sql`, ${sql.ref(`b.${toSnakeCase(company)}`)} as "idEmpresa"`}
    from (select valor, sum(quantidade)::integer as qtd from (${counted}) as aberto group by valor) as c
    left join ${sql.table(tableOf(reference.to))} as b on b.id = c.valor
    where c.qtd > 0 ${noneLabel === undefined ? sql`and b.id is not null` : sql``} order by c.qtd desc, descricao, id`.execute(context.db);
  return rows;
};

/** Breakdowns visible to the caller; the one by branch has its own key in the answer. */
const openBreakdowns = async (question: DashboardRequest): Promise<Pick<Summary, 'porFilial' | 'por'>> => {
  const {context: {config}, subject: {dashboard, resource}, actor: {perfil}} = question;
  const fields = listBreakdownFields(config, dashboard, perfil);
  const breakdowns = await Promise.all(fields.map(async field => [field, await sharesBy(question, field)] as const));
  const {[resource.owner?.filial ?? '']: byBranch = [], ...otherShares} = Object.fromEntries(breakdowns);
  return {porFilial: byBranch.map(({id, ...share}) => ({idFilial: Number(id), ...share})), por: otherShares};
};

const DESCRIPTION = 'descricao';

const oldestOpen = async ({context, subject, actor, place}: DashboardRequest): Promise<Summary['maisAntigos']> => {
  const {name, resource, open} = subject;
  const descriptionField = resource.fields[DESCRIPTION];
  const shown = descriptionField !== undefined && maySee(descriptionField, actor.perfil)
    ? fieldColumn(subject, DESCRIPTION) : titleText(context.config, resource, RECORD_ALIAS);
  const created = fieldColumn(subject, creationField(resource) ?? '');
  const openRecords = sql`
    select ${sql.ref(`${RECORD_ALIAS}.id`)} as id, ${shown} as descricao, ${created} as "dataCriacao"
    from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)}
    where ${andPredicates([
    scopePredicate(context, name, actor, RECORD_ALIAS), placePredicate(subject, place), statusPredicate(subject, open),
  ])}`;
  // An index serves this order for one branch, one company, or all records. For any other scope all open records are materialised first,
  // because with a limit PostgreSQL might walk an order with late matches.
  const scope = companyBranchScope(context, name, actor, RECORD_ALIAS);
  const isInIndex = scope !== undefined && scope.level !== 'filial';
  const {rows} = await sql<{id: number; descricao: string | null; dataCriacao: Date}>`
    with found as ${isInIndex ? sql`` : sql`materialized`} (${openRecords})
    select * from found order by "dataCriacao", id limit ${MAX_OLDEST_RECORDS}::integer`.execute(context.db);
  return rows.map(({id, descricao, dataCriacao}) => ({id, descricao: descricao ?? '', dataCriacao: dataCriacao.toISOString()}));
};

const sumBy = async (question: DashboardRequest, key: Sql, counted: CountedRecords): Promise<Map<string, number>> => {
  const {rows} = await sql<{chave: string; qtd: number}>`
    select ${key} as chave, sum(quantidade)::integer as qtd
    from ${countsSource(question, counted)} group by ${key}`.execute(question.context.db);
  return new Map(rows.map(({chave, qtd}) => [chave, qtd]));
};

const countByStatus = async (question: DashboardRequest, {from, to}: PeriodSpan): Promise<StatusCounts> => {
  const counts = await sumBy(question, sql`status`, {kind: 'created', from, to});
  return Object.fromEntries(question.subject.statuses.flatMap(({key, id, name}) => [
    [`idStatus${statusKeySuffix(key)}`, id], [
      `qtd${statusKeySuffix(key)}`, counts.get(String(id)) ?? 0,
    ], [`descricao${statusKeySuffix(key)}`, name],
  ]));
};

/** Numbers of the cards: the counts by status, and what the dashboard declares beyond them. */
export const readCards = async (question: DashboardRequest, span: PeriodSpan): Promise<StatusCounts> => {
  const [counts, numbers] = await Promise.all([countByStatus(question, span), readCardNumbers(question, span)]);
  return {...counts, ...numbers};
};

/** Entries into the chart's status, per month of the period. */
export const readEvolution = async (question: DashboardRequest, {from, to, months}: PeriodSpan): Promise<EvolutionPoint[]> => {
  const counts = await sumBy(question, sql`to_char(dia, 'YYYY-MM')`, {kind: 'entered', from, to});
  return months.map(month => ({...monthParts(month), qtdEvolucao: counts.get(month) ?? 0}));
};

/** Entries into the chart's status in this and the previous week, by one query. */
const enteredInWeeks = async (question: DashboardRequest): Promise<Summary['finalizados']> => {
  const {estaSemana, semanaAnterior, mesmosDias} = weekSpans();
  const entries = await sumBy(question, sql`dia::text`, {kind: 'entered', from: semanaAnterior.from, to: estaSemana.to});
  const countIn = ({from, to}: DayRange): number =>
    [...entries].reduce((sum, [day, qtd]) => (day >= from && day <= to ? sum + qtd : sum), 0);
  return {estaSemana: countIn(estaSemana), semanaAnterior: countIn(semanaAnterior), mesmosDias: countIn(mesmosDias)};
};

export const readSummary = async (question: DashboardRequest): Promise<Summary> => {
  const [maisAntigos, finalizados, open] = await Promise.all([oldestOpen(question), enteredInWeeks(question), openBreakdowns(question)]);
  return {maisAntigos, finalizados, ...open};
};
