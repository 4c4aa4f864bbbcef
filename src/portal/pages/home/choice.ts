/** What the first screen counts: company, branch and periods. Kept in its address, so that back and reload find them again. */
import {useSearchParams} from 'react-router-dom';
import {requiredCompany} from '../../../schema/access.ts';
import type {Dashboard, DashboardPeriod} from '../../../schema/shapes/config.ts';
import {periodParam, THIS_YEAR} from '../../../schema/dashboard.ts';
import {MAX_INTEGER} from '../../../schema/fields/kinds.ts';
import {useConfig, useSession} from '../../session/context.ts';

/** Ids are 0 where nothing is chosen (rules: Dashboard 6). */
export interface Choice {
  idEmpresa: number;
  idFilial: number;
  /** As on the wire. */
  periodo: string;
  /** The chart's own. */
  grafico: string;
}

const asId = (text: string | null): number => {
  const id = text !== null && /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id <= MAX_INTEGER ? id : 0;
};

/** The declared period of an address, else the first. */
const periodOf = ({periods}: Dashboard, param: string | null): DashboardPeriod => {
  const [first = THIS_YEAR] = periods;
  return periods.find(period => periodParam(period) === param) ?? first;
};

/** @param fixed the company of who may not choose one */
export const readChoice = (dashboard: Dashboard, search: URLSearchParams, fixed: number | null | undefined): Choice => {
  const periodo = periodParam(periodOf(dashboard, search.get('periodo')));
  const own = search.get('grafico');
  return {
    idEmpresa: fixed === undefined ? asId(search.get('idEmpresa')) : (fixed ?? 0),
    idFilial: asId(search.get('idFilial')),
    periodo,
    grafico: own === null ? periodo : periodParam(periodOf(dashboard, own)),
  };
};

/** What goes when something above it is chosen anew: another company has other branches, the upper period drives the chart too. */
const BENEATH = {idEmpresa: ['idFilial'], idFilial: [], periodo: ['grafico'], grafico: []} as const;

export const useChoice = (dashboard: Dashboard) => {
  const [search, setSearch] = useSearchParams();
  const fixed = requiredCompany(useConfig(), useSession());
  const choose = <K extends keyof Choice>(name: K, value: Choice[K]): void =>
    setSearch(current => {
      const next = new URLSearchParams(current);
      for (const gone of BENEATH[name]) next.delete(gone);
      if (value === 0) next.delete(name);
      else next.set(name, String(value));
      return next;
    }, {replace: true});
  return {choice: readChoice(dashboard, search, fixed), choose, companyIsFixed: fixed !== undefined};
};
