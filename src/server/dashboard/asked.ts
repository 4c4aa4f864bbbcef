/**
 * What the dashboard's calls are asked (rules: Dashboard 6): company, branch and period, all optional; who asks is known from the token.
 */
import type {Dashboard} from '../../schema/config/config.ts';
import {monthsIn, periodParam, readSpan, type Span} from '../../schema/dashboard.ts';
import {invalid, invalidParam} from '../errors.ts';
import {idIn} from '../http/route.ts';
import {eitherOf} from '../openapi/words.ts';

/** 0: not narrowed. */
export interface PlaceAsked {
  idEmpresa: number;
  idFilial: number;
}

type Query = Readonly<Record<string, unknown>>;

const textOf = (query: Query, campo: string): string => {
  const value = query[campo];
  if (value === undefined || typeof value === 'string') return value ?? '';
  throw invalid([{campo, mensagem: `Parâmetro repetido: ${campo}.`}]);
};

const idOf = (query: Query, campo: string): number => {
  const id = idIn(textOf(query, campo) || '0');
  if (id === undefined) throw invalidParam(campo);
  return id;
};

/** @throws Refusal 400 for what is no id */
export const placeAsked = (query: Query): PlaceAsked => ({idEmpresa: idOf(query, 'idEmpresa'), idFilial: idOf(query, 'idFilial')});

/** The period asked for; without one, that which the portal opens with. @throws Refusal 400 for what is none */
export const spanAsked = (dashboard: Dashboard, query: Query): Span => {
  const [first] = dashboard.periods;
  const span = readSpan(dashboard, textOf(query, 'periodo') || (first === undefined ? '' : periodParam(first)));
  if (span !== undefined) return span;
  const months = dashboard.periods.filter(monthsIn).map(String);
  const choices = eitherOf(['um ano com quatro algarismos', ...months]);
  throw invalid([{campo: 'periodo', mensagem: `Período inválido. Use ${choices}.`}]);
};
