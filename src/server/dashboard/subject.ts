/** What a dashboard counts, read from its declaration once. */
import type {Config, Dashboard, Resource} from '../../schema/shapes/config.ts';
import {monthsIn, periodParam, parsePeriod, type PeriodSpan} from '../../schema/dashboard.ts';
import {openStatuses, statusByKey, statusesOf, type Status} from '../../schema/statuses/statuses.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {invalid, invalidParam} from '../errors.ts';
import {idIn} from '../http/route.ts';
import {eitherOf} from '../openapi/words.ts';

export interface Subject {
  dashboard: Dashboard;
  /** The resource's name. */
  name: string;
  resource: Resource;
  statuses: readonly Status[];
  /** The statuses that are no end. */
  open: readonly Status[];
  /** The chart's status, and the field that each entry into it writes. */
  chart: {status: Status; stamps: string};
}

export const subjectOf = (config: Config, dashboard: Dashboard): Subject => {
  const resource = resourceOf(config, dashboard.of);
  const status = statusByKey(resource, dashboard.chart);
  if (status?.stamps === undefined) throw new TypeError('The dashboard counts entries into a status that says no `stamps`');
  return {
    dashboard, name: dashboard.of, resource, statuses: statusesOf(resource), open: openStatuses(resource),
    chart: {status, stamps: status.stamps},
  };
};

/** Who asks the dashboard, and about which records. */
export interface Question {
  context: Context;
  subject: Subject;
  actor: Actor;
  place: PlaceAsked;
}

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
export const spanAsked = (dashboard: Dashboard, query: Query): PeriodSpan => {
  const [first] = dashboard.periods;
  const span = parsePeriod(dashboard, textOf(query, 'periodo') || (first === undefined ? '' : periodParam(first)));
  if (span !== undefined) return span;
  const months = dashboard.periods.filter(monthsIn).map(String);
  const choices = eitherOf(['um ano com quatro algarismos', ...months]);
  throw invalid([{campo: 'periodo', mensagem: `Período inválido. Use ${choices}.`}]);
};
