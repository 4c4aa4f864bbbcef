/** The dashboard's filters, stored in the address, so that back and reload restore them. */
import {useSearchParams} from 'react-router-dom';
import {requiredCompany} from '../../../schema/access.ts';
import type {Dashboard, DashboardPeriod} from '../../../schema/shapes/config.ts';
import {periodParam, THIS_YEAR} from '../../../schema/dashboard.ts';
import {MAX_INTEGER} from '../../../schema/fields/kinds.ts';
import {useConfig, useSession} from '../../session/context.ts';

/** An id of 0 means no filter (rules: Dashboard 6). */
export interface DashboardFilters {
  idEmpresa: number;
  idFilial: number;
  periodo: string;
  grafico: string;
}

const parseId = (text: string | null): number => {
  const id = text !== null && /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id <= MAX_INTEGER ? id : 0;
};

const findPeriod = ({periods}: Dashboard, param: string | null): DashboardPeriod => {
  const [first = THIS_YEAR] = periods;
  return periods.find(period => periodParam(period) === param) ?? first;
};

/** @param fixedCompany the company of a caller who may not choose one; undefined: the caller may */
export const readDashboardFilters = (
  dashboard: Dashboard, search: URLSearchParams, fixedCompany: number | null | undefined,
): DashboardFilters => {
  const periodo = periodParam(findPeriod(dashboard, search.get('periodo')));
  const chartParam = search.get('grafico');
  return {
    idEmpresa: fixedCompany === undefined ? parseId(search.get('idEmpresa')) : (fixedCompany ?? 0),
    idFilial: parseId(search.get('idFilial')),
    periodo,
    grafico: chartParam === null ? periodo : periodParam(findPeriod(dashboard, chartParam)),
  };
};

/** Filters that a change clears: a company has its own branches, and the period also sets the chart's. */
const DEPENDENT_FILTERS = {idEmpresa: ['idFilial'], idFilial: [], periodo: ['grafico'], grafico: []} as const;

export const useDashboardFilters = (dashboard: Dashboard) => {
  const [search, setSearch] = useSearchParams();
  const fixedCompany = requiredCompany(useConfig(), useSession());
  const choose = <K extends keyof DashboardFilters>(name: K, value: DashboardFilters[K]): void =>
    setSearch(current => {
      const next = new URLSearchParams(current);
      for (const dependent of DEPENDENT_FILTERS[name]) next.delete(dependent);
      if (value === 0) next.delete(name);
      else next.set(name, String(value));
      return next;
    }, {replace: true});
  return {choice: readDashboardFilters(dashboard, search, fixedCompany), choose, companyIsFixed: fixedCompany !== undefined};
};
