/** Looks up a dashboard's resource and statuses, and parses company, branch and period of a request. */
import type {Config, Dashboard, Resource} from '../../schema/shapes/config.ts';
import {monthsIn, periodParam, parsePeriod, type PeriodSpan} from '../../schema/dashboard.ts';
import {openStatuses, statusByKey, statusesOf, type Status} from '../../schema/statuses/statuses.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {invalid, invalidParam} from '../errors.ts';
import {parseId} from '../http/route.ts';
import {joinWithOr} from '../openapi/rulesInWords.ts';

export interface ResolvedDashboard {
  dashboard: Dashboard;
  name: string;
  resource: Resource;
  statuses: readonly Status[];
  open: readonly Status[];
  /** The chart's status, and the field that records the time of entry. */
  chart: {status: Status; stamps: string};
}

export const resolveDashboard = (config: Config, dashboard: Dashboard): ResolvedDashboard => {
  const resource = resourceOf(config, dashboard.of);
  const status = statusByKey(resource, dashboard.chart);
  if (status?.stamps === undefined) throw new TypeError('The dashboard counts entries into a status that says no `stamps`');
  return {
    dashboard, name: dashboard.of, resource, statuses: statusesOf(resource), open: openStatuses(resource),
    chart: {status, stamps: status.stamps},
  };
};

export interface DashboardRequest {
  context: Context;
  subject: ResolvedDashboard;
  actor: Actor;
  place: CompanyBranchFilter;
}

/** 0: not restricted. */
export interface CompanyBranchFilter {
  idEmpresa: number;
  idFilial: number;
}

type Query = Readonly<Record<string, unknown>>;

const textParam = (query: Query, campo: string): string => {
  const value = query[campo];
  if (value === undefined || typeof value === 'string') return value ?? '';
  throw invalid([{campo, mensagem: `Parâmetro repetido: ${campo}.`}]);
};

const idParam = (query: Query, campo: string): number => {
  const id = parseId(textParam(query, campo) || '0');
  if (id === undefined) throw invalidParam(campo);
  return id;
};

/** @throws Refusal 400 for an invalid id */
export const parseCompanyBranchFilter = (query: Query): CompanyBranchFilter => (
  {idEmpresa: idParam(query, 'idEmpresa'), idFilial: idParam(query, 'idFilial')}
);

/** Parses the requested period; default: the portal's first one. @throws Refusal 400 for an invalid one */
export const parseSpan = (dashboard: Dashboard, query: Query): PeriodSpan => {
  const [defaultPeriod] = dashboard.periods;
  const span = parsePeriod(dashboard, textParam(query, 'periodo') || (defaultPeriod === undefined ? '' : periodParam(defaultPeriod)));
  if (span !== undefined) return span;
  const months = dashboard.periods.filter(monthsIn).map(String);
  const choices = joinWithOr(['um ano com quatro algarismos', ...months]);
  throw invalid([{campo: 'periodo', mensagem: `Período inválido. Use ${choices}.`}]);
};
