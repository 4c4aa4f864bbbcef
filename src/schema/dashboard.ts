/** Periods, keys and texts of dashboards, for both sides (rules: Dashboard 6). */
import {mayChoose, maySee} from './access.ts';
import type {Config, Dashboard, DashboardPeriod, Resource} from './shapes/config.ts';
import {dayFromToday} from './fields/dates.ts';
import {fixedRowsOf, isCreation, kindRuleOf} from './fields/kinds.ts';
import {tabsOf} from './lifeCycle/tabs.ts';
import type {Field, FieldChoice} from './shapes/fields.ts';
import {statusByKey, statusesOf, type Status} from './statuses/statuses.ts';
import {genderOf, formatNone} from './words/nouns.ts';
import type {EvolutionPoint, Summary} from './apiShapes.ts';

/** Days `yyyy-mm-dd`, both inclusive. */
export interface DayRange {
  from: string;
  to: string;
}
/** A period with its months `yyyy-mm` in order. */
export interface PeriodSpan extends DayRange {
  months: readonly string[];
}

export const THIS_YEAR = 'atual';

/** Number of months of a period such as `6m`; undefined for a year. */
export const monthsIn = (period: DashboardPeriod): number | undefined => {
  const months = /^([1-9]\d*)m$/.exec(String(period))?.[1];
  return months === undefined ? undefined : Number(months);
};

/** Query parameter `periodo`: a year, or months such as `6m`. */
export const periodParam = (period: DashboardPeriod, today = dayFromToday(0)): string =>
  period === THIS_YEAR ? today.slice(0, 4) : String(period);

/** Label of a period: '2026', '6 meses', '1 Ano'. */
export const periodLabel = (period: DashboardPeriod, today = dayFromToday(0)): string => {
  const months = monthsIn(period);
  if (months === undefined) return periodParam(period, today);
  if (months % 12 === 0) return `${months / 12} Ano${months === 12 ? '' : 's'}`;
  return months === 1 ? '1 mês' : `${months} meses`;
};

const addMonths = (month: string, months: number): string => {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
};

/**
 * Parses `periodo`. Months are whole calendar months: `6m` is this month and the five before it.
 *
 * @returns undefined for anything but a year or declared months
 */
export const parsePeriod = (dashboard: Dashboard, periodo: string, today = dayFromToday(0)): PeriodSpan | undefined => {
  if (/^(?:19|20)\d\d$/.test(periodo)) {
    const months = Array.from({length: 12}, (_none, index) => addMonths(`${periodo}-01`, index));
    return {from: `${periodo}-01-01`, to: `${periodo}-12-31`, months};
  }
  const count = dashboard.periods.includes(periodo) ? monthsIn(periodo) : undefined;
  if (count === undefined) return undefined;
  const months = Array.from({length: count}, (_none, index) => addMonths(today.slice(0, 7), index + 1 - count));
  return {from: `${months[0] ?? today.slice(0, 7)}-01`, to: today, months};
};

export const countedResources = ({dashboards}: Pick<Config, 'dashboards'>): string[] =>
  [...new Set(Object.values(dashboards).map(({of}) => of))];

const DAYS_PER_WEEK = 7;

export type WeekKey = keyof Summary['finalizados'];

/** Weeks from Sunday to Saturday that the dashboard compares. */
export const weekSpans = (today = dayFromToday(0)): Readonly<Record<WeekKey, DayRange>> => {
  const noon = new Date(`${today}T12:00:00Z`);
  const weekday = noon.getUTCDay();
  const from = (firstDay: number, days: number): DayRange =>
    ({from: dayFromToday(firstDay, noon), to: dayFromToday(firstDay + days, noon)});
  return {
    estaSemana: from(-weekday, DAYS_PER_WEEK - 1), mesmosDias: from(-weekday - DAYS_PER_WEEK, weekday),
    semanaAnterior: from(-weekday - DAYS_PER_WEEK, DAYS_PER_WEEK - 1),
  };
};

/** First and last day of a month `yyyy-mm`. */
export const monthSpan = (month: string): DayRange => {
  const nextMonth = new Date(`${addMonths(month, 1)}-01T12:00:00Z`);
  return {from: `${month}-01`, to: dayFromToday(-1, nextMonth)};
};

const monthNameFormat = new Intl.DateTimeFormat('pt-BR', {month: 'long', timeZone: 'UTC'});

export const monthParts = (month: string): Pick<EvolutionPoint, 'descricaoMes' | 'ano'> => {
  const name = monthNameFormat.format(new Date(`${month}-15T12:00:00Z`));
  return {descricaoMes: name.charAt(0).toUpperCase() + name.slice(1), ano: Number(month.slice(0, 4))};
};

export interface DeclaredValue {
  id: number | string;
  name: string;
}
/** Values of a field that are known from the config, with their names; undefined for any other field. */
export const declaredValues = ({lists}: Pick<Config, 'lists'>, field: Field): readonly DeclaredValue[] | undefined => {
  const rows = fixedRowsOf(field, lists);
  return rows === undefined ? kindRuleOf(field).filterOptions?.(field) : Object.entries(rows).map(([id, name]) => ({id, name}));
};

/** Fields by which the caller sees counts of open records: they see the field and, of a reference, may filter by its records. */
export const listBreakdownFields = (config: Config, {of, by = []}: Dashboard, perfil: string): string[] => by.filter(name => {
  const field = config.resources[of]?.fields[name];
  if (field === undefined || !maySee(field, perfil)) return false;
  const target = field.kind === 'referencia' ? config.resources[field.to] : undefined;
  return target === undefined ? declaredValues(config, field) !== undefined : mayChoose(target, perfil);
});

/** Numbers whose sums the profile sees. */
export const listSummedFields = ({sums = []}: Dashboard, {fields}: Resource, perfil: string): string[] =>
  sums.filter(name => fields[name] !== undefined && maySee(fields[name], perfil));

/** Status key within the keys of the counts: `emAberto` in `qtdEmAberto`. */
export const statusKeySuffix = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

/** A card counts the records of a status or of a tab. */
export type DashboardCard = Pick<FieldChoice, 'icon' | 'tone'> & {label: string} & ({status: Status} | {tab: string});

/** Cards of a profile, in their order. It has those of its own tabs only. */
export const listCards = ({cards}: Dashboard, resource: Resource, perfil: string): DashboardCard[] =>
  cards.flatMap((card): DashboardCard[] => {
    if (typeof card === 'string') {
      const status = statusByKey(resource, card);
      return status === undefined ? [] : [{status, label: pluralStatusName(status), icon: status.icon, tone: status.tone}];
    }
    const tab = Object.fromEntries(tabsOf(resource, perfil))[card.tab];
    return tab === undefined ? [] : [{...card, label: tab.label}];
  });

export const otherStatuses = (dashboard: Dashboard, resource: Resource): Status[] =>
  statusesOf(resource).filter(({key}) => !dashboard.cards.includes(key));

export const pluralStatusName = ({many, name}: Pick<Status, 'many' | 'name'>): string => many ?? name;

/** Field with the creation instant, by which records are counted; undefined if there is none. */
export const creationField = ({fields}: Pick<Resource, 'fields'>): string | undefined =>
  Object.keys(fields).find(name => fields[name] !== undefined && isCreation(fields[name]));

/** Title of a dashboard. If several count the same resource, it has the menu's label too. */
export const dashboardTitle = ({dashboards, resources, menu}: Config, name: string): string => {
  const countedResource = dashboards[name]?.of ?? '';
  const isOneOfSeveral = Object.values(dashboards).filter(dashboard => dashboard.of === countedResource).length > 1;
  const label = Object.values(menu).find(group => name in group)?.[name];
  return `Visão Geral de ${resources[countedResource]?.label.many ?? ''}${isOneOfSeveral && label !== undefined ? `: ${label}` : ''}`;
};

/** Texts of a dashboard, by what they describe. */
export const dashboardTexts = ({chart}: Dashboard, resource: Resource) => {
  const {label, fields, list} = resource;
  const gender = genderOf(label);
  const many = label.many.toLowerCase();
  const status = statusByKey(resource, chart) ?? {name: chart};
  return {
    chart: `Evolução ${label.many} ${pluralStatusName(status)}`,
    /** Cards and chart count different things, so their numbers differ. */
    cardsCount: `Criad${gender}s no período, pelo status de hoje`,
    chartCounts: `${pluralStatusName(status)} em cada mês`,
    emptyChart: `${formatNone(label)} ${status.name.toLowerCase()} neste período.`,
    /** Newest records in the scope of a person who opens records but does not manage them. */
    latest: `${gender === 'a' ? 'Minhas últimas' : 'Meus últimos'} ${many}`,
    oldest: `Abert${gender}s há mais tempo`,
    noneOpen: `${formatNone(label)} em aberto. Tudo em dia.`,
    finished: `${pluralStatusName(status)} por semana`,
    by: (field: string): string => {
      const filterLabel = list.filters?.[field]?.label;
      return `Abert${gender}s por ${(typeof filterLabel === 'string' ? filterLabel : fields[field]?.label ?? field).toLowerCase()}`;
    },
  };
};
