/** The three answers of the dashboard (rules: Dashboard 6, 7), each from a question to the database or a few. */
import {sql} from 'kysely';
import {countName, monthWords, weekSpans, type Days, type Span} from '../../schema/dashboard.ts';
import type {EvolutionPoint, StatusCounts, Summary} from '../../schema/wire.ts';
import type {Sql} from '../db/tables.ts';
import {countedIn} from './counts.ts';
import {oldestOpen} from './oldest.ts';
import type {Question} from './question.ts';
import type {Counted} from './rows.ts';
import {openBy} from './shares.ts';

const sumBy = async (question: Question, key: Sql, counted: Counted): Promise<Map<string, number>> => {
  const {rows} = await sql<{chave: string; qtd: number}>`
    select ${key} as chave, sum(quantidade)::integer as qtd
    from ${countedIn(question, counted)} group by ${key}`.execute(question.context.db);
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

/** By the day they were entered on: all the weeks in one. */
const enteredInWeeks = async (question: Question): Promise<Summary['finalizados']> => {
  const {estaSemana, semanaAnterior, mesmosDias} = weekSpans();
  const found = await sumBy(question, sql`dia::text`, {of: 'entered', from: semanaAnterior.from, to: estaSemana.to});
  const countIn = ({from, to}: Days): number => [...found].reduce((sum, [day, qtd]) => (day >= from && day <= to ? sum + qtd : sum), 0);
  return {estaSemana: countIn(estaSemana), semanaAnterior: countIn(semanaAnterior), mesmosDias: countIn(mesmosDias)};
};

export const summary = async (question: Question): Promise<Summary> => {
  const [maisAntigos, finalizados, open] = await Promise.all([oldestOpen(question), enteredInWeeks(question), openBy(question)]);
  return {maisAntigos, finalizados, ...open};
};
