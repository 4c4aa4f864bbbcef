/** The three answers of the dashboard (rules: Dashboard 6, 7), each from one question to the database or two. */
import {sql, type RawBuilder} from 'kysely';
import {countName, monthWords, weekSpan, type Span} from '../../schema/dashboard.ts';
import type {EvolutionPoint, StatusCounts, Summary} from '../../schema/wire.ts';
import {columnOf, resourceOf, tableOf} from '../db/names.ts';
import {fromCounts} from './counts.ts';
import {oldestOpen} from './oldest.ts';
import type {Question} from './question.ts';
import {fromRows, type Counted} from './rows.ts';

const from = (question: Question, counted: Counted): RawBuilder<unknown> =>
  sql`${fromCounts(question, counted) ?? fromRows(question, counted)} as contado`;

const sumBy = async (question: Question, key: RawBuilder<unknown>, counted: Counted): Promise<Map<string, number>> => {
  const {rows} = await sql<{chave: string; qtd: number}>`
    select ${key} as chave, sum(quantidade)::integer as qtd from ${from(question, counted)} group by ${key}`.execute(question.context.db);
  return new Map(rows.map(({chave, qtd}) => [chave, qtd]));
};

/** By creation in the period, with the status of today. */
export const statusCounts = async (question: Question, {from, to}: Span): Promise<StatusCounts> => {
  const found = await sumBy(question, sql`status`, {of: 'created', from, to});
  return Object.fromEntries(question.subject.statuses.flatMap(({key, id, name}) => [
    [`idStatus${countName(key)}`, id], [`qtd${countName(key)}`, found.get(String(id)) ?? 0], [`descricao${countName(key)}`, name],
  ]));
};

/** Every month of the period, by the month in which a record entered the chart's status. */
export const evolution = async (question: Question, {from, to, months}: Span): Promise<EvolutionPoint[]> => {
  const found = await sumBy(question, sql`to_char(dia, 'YYYY-MM')`, {of: 'entered', from, to});
  return months.map(month => ({...monthWords(month), qtdEvolucao: found.get(month) ?? 0}));
};

const entered = async (question: Question, weeksBack: number): Promise<number> => {
  const found = await sumBy(question, sql`status`, {of: 'entered', ...weekSpan(weeksBack)});
  return [...found.values()].reduce((sum, qtd) => sum + qtd, 0);
};

const openByBranch = async (question: Question): Promise<Summary['porFilial']> => {
  const {context, subject} = question;
  const {filial} = subject.resource.owner ?? {};
  const reference = filial === undefined ? undefined : subject.resource.fields[filial];
  if (reference?.kind !== 'referencia') return [];
  const branches = resourceOf(context.config, reference.to);
  const title = branches.fields[branches.title];
  const {empresa = ''} = branches.owner ?? {};
  const company = branches.fields[empresa];
  const whose = company === undefined ? sql`` : sql`, ${sql.ref(`b.${columnOf(empresa, company)}`)} as "idEmpresa"`;
  const named = title === undefined ? sql`b.id::text` : sql.ref(`b.${columnOf(branches.title, title)}`);
  const {rows} = await sql<Summary['porFilial'][number]>`
    select b.id as "idFilial", ${named} as descricao, c.qtd${whose}
    from (select filial, sum(quantidade)::integer as qtd from ${from(question, {of: 'open'})} group by filial) as c
    join ${sql.table(tableOf(reference.to, branches))} as b on b.id = c.filial
    where c.qtd > 0 order by c.qtd desc, descricao, b.id`.execute(context.db);
  return rows;
};

export const summary = async (question: Question): Promise<Summary> => {
  const [maisAntigos, estaSemana, semanaAnterior, porFilial] = await Promise.all([
    oldestOpen(question), entered(question, 0), entered(question, 1), openByBranch(question),
  ]);
  return {maisAntigos, finalizados: {estaSemana, semanaAnterior}, porFilial};
};
