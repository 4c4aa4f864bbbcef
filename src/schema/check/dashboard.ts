/** The first screen: what it counts, and the words by which it names statuses, filters and resources. */
import type {Dashboard, Resource} from '../config/config.ts';
import {filtersOf} from '../lists/query.ts';
import {statusByKey} from '../lifeCycle/statuses.ts';
import {kindIs} from './fields.ts';
import {repeated} from './words.ts';
import type {World} from './world.ts';

const checkPeriods = (world: World, {periods}: Dashboard): void => {
  periods.forEach(({label, year, months}, index) => {
    const here = `dashboard.periods[${index}]`;
    if ((year === undefined) === (months === undefined)) world.say(here, 'diga "year" ou "months", um dos dois');
    else if (months !== undefined && label === undefined) world.say(here, 'falta "label": só um ano diz o próprio nome');
  });
  const said = periods.flatMap(({year, months}) => year ?? (months === undefined ? [] : `${months}m`));
  for (const twice of repeated(said)) world.say('dashboard.periods', `o período "${twice}" está repetido`);
};

const checkStatuses = (world: World, {of, cards, others = {}, chart}: Dashboard, resource: Resource): void => {
  if (resource.status === undefined) return world.say('dashboard.of', `"${of}" não tem status: falta "status" nele`);
  for (const key of Object.keys(others)) {
    if (cards[key] !== undefined) world.say('dashboard.others', `"${key}" já está em "cards"`);
  }
  const counted = statusByKey(resource, chart.status);
  if (counted !== undefined && counted.stamps === undefined) {
    world.say('dashboard.chart.status', `"${chart.status}" não grava quando se entra nele: falta "stamps" nesse status`);
  }
};

const checkFilters = (world: World, {created, by = {}}: Dashboard, resource: Resource): void => {
  const isFilter = (name: string): boolean => filtersOf(resource).some(filter => filter.name === name);
  if (isFilter(created)) kindIs(world, 'dashboard.created', created, resource.fields, ['dataHora']);
  for (const name of Object.keys(by).filter(isFilter)) kindIs(world, 'dashboard.by', name, resource.fields, ['referencia']);
};

export const checkDashboard = (world: World): void => {
  const {dashboard} = world.config;
  if (dashboard === undefined) return;
  checkPeriods(world, dashboard);
  for (const [name, call] of Object.entries(dashboard.calls)) {
    if (!call.startsWith('GET ')) world.say(`dashboard.calls.${name}`, `"${call}" não é uma chamada GET`);
  }
  const resource = world.config.resources[dashboard.of];
  if (resource === undefined) return;
  checkStatuses(world, dashboard, resource);
  checkFilters(world, dashboard, resource);
};
