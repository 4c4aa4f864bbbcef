/** A page of tickets and the exact total, in one statement made for what is asked. */
import type {Config} from '../../../src/schema/shapes/config.ts';
import type {Caller} from './caller.ts';
import type {Asker} from './database.ts';
import {COLUMNS, JOINS, presenter, type TicketRow} from './ticket.ts';

const PAGE = 50;

const startOf = (parameter: string, daysLater: number): string =>
  `((${parameter}::date + ${daysLater})::timestamp at time zone 'America/Sao_Paulo')`;

interface Statement {
  /** undefined: its text decides how it is best found. */
  name: string | undefined;
  text: string;
  values: unknown[];
}

const ORDER = 'order by t.data_criacao desc, t.id desc';

/** The page and the total of matches that are found once, being few. @param matches a query of their `id` and `data_criacao` */
export const gathered = (matches: string): string => `
  with found as materialized (${matches})
  select (select count(*) from found)::integer as total, ${COLUMNS}
  from (select t.id from found as t ${ORDER} limit ${PAGE}) as page join tickets t using (id) ${JOINS} ${ORDER}`;

/** Those with a text. @param fence whether to find `where` first */
export const found = (where: string, text: string, fence: boolean): string =>
  gathered(`select id, data_criacao from (select * from tickets t where ${where} ${fence ? 'offset 0' : ''}) as t where ${text}`);

/** The page by the order's index, the total by counting in it, or as it is given. */
export const walked = (where: string, total = `select count(*) from tickets t where ${where}`): string => `
  select (${total})::integer as total, ${COLUMNS}
  from (select * from tickets t where ${where} ${ORDER} limit ${PAGE}) as t ${JOINS} ${ORDER}`;

/** Of a period, as the counts have it that are kept by company and day. @param company its parameter; undefined: of all */
const counted = (company: string | undefined, from: string, to: string): string => `
  select coalesce(sum(quantidade), 0) from (
    select quantidade from contagens where marco = 'criado' and nivel = ${company === undefined ? 0 : 1} and id_filial = 0
      and id_empresa = ${company ?? 0} and dia between ${from}::date and ${to}::date
    union all select quantidade from contagens_mudancas where marco = 'criado' and dia between ${from}::date and ${to}::date
      ${company === undefined ? '' : `and id_empresa = ${company}`}
  ) as c`;

/** @param keeps whether the total is read from the counts that are kept */
const statementFor = ({perfil, idEmpresa}: Caller, query: Readonly<Record<string, string>>, keeps: boolean): Statement => {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['true'];
  if (perfil === 'empresa') conditions.push(`t.id_empresa = ${parameter(idEmpresa)}`);
  if (query['idStatusTicket'] !== undefined) conditions.push(`t.id_status_ticket = ${parameter(Number(query['idStatusTicket']))}`);
  const {dataInicial, dataFinal, descricaoItensFormulario: text} = query;
  const isNarrow = dataInicial !== undefined && dataFinal !== undefined;
  if (isNarrow) {
    conditions.push(`t.data_criacao >= ${startOf(parameter(dataInicial), 0)}`, `t.data_criacao < ${startOf(parameter(dataFinal), 1)}`);
  }
  const where = conditions.join(' and ');
  // A name has 63 signs at most.
  const shape = `lista ${keeps ? 'c ' : ''}${perfil} ${Object.keys(query).map(name => name.slice(-8)).join(' ')}`;
  if (text === undefined && keeps && isNarrow) {
    const company = perfil === 'empresa' ? '$1' : undefined;
    const total = counted(company, `$${values.length - 1}`, `$${values.length}`);
    return {name: shape, text: walked(where, total), values};
  }
  if (text === undefined) return {name: shape, text: walked(where), values};
  const sought = `balcao_norm(${parameter(`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)})`;
  // By a plan for all texts what is looked for would be made anew for each row.
  const like = `t."itens_formulario$busca" like ${isNarrow ? `(select ${sought})` : sought}`;
  return {name: isNarrow ? shape : undefined, text: found(where, like, isNarrow), values};
};

/** @returns the answer as JSON */
export const lister = (
  config: Config, {ask}: Asker, keeps: boolean,
): ((caller: Caller, query: Readonly<Record<string, string>>) => Promise<string>) => {
  const present = presenter(config);
  return async (caller, query) => {
    const {name, text, values} = statementFor(caller, query, keeps);
    const rows = await ask<TicketRow & {total: number}>(name, text, values);
    return JSON.stringify({total: rows[0]?.total ?? 0, registros: rows.map(present)});
  };
};
