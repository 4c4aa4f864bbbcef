/** The first screen: what it counts, and the words by which it names statuses, filters and resources. */
import type {Dashboard, Resource} from '../config/config.ts';
import {createdField, monthsIn, THIS_YEAR} from '../dashboard.ts';
import {filtersOf} from '../lists/query.ts';
import {statusByKey} from '../lifeCycle/statuses.ts';
import {kindIs} from './fields.ts';
import {readsOnly} from './parts.ts';
import {repeated} from './words.ts';
import type {World} from './world.ts';

const checkPeriods = (world: World, {periods}: Dashboard): void => {
  for (const period of periods) {
    const isOne = typeof period === 'number' || period === THIS_YEAR || monthsIn(period) !== undefined;
    if (!isOne) world.say('dashboard.periods', `"${period}" não é um período: diga um ano, "${THIS_YEAR}" ou meses, como "6m"`);
  }
  for (const twice of repeated(periods)) world.say('dashboard.periods', `o período "${twice}" está repetido`);
};

const checkStatuses = (world: World, {of, cards, bar, chart}: Dashboard, resource: Resource): void => {
  if (resource.status === undefined) return world.say('dashboard.of', `"${of}" não tem status: falta "status" nele`);
  for (const twice of repeated(cards)) world.say('dashboard.cards', `"${twice}" está repetido`);
  if (bar !== undefined && !cards.includes(bar)) world.say('dashboard.bar', `"${bar}" não está em "cards"`);
  if (statusByKey(resource, chart)?.stamps === undefined && statusByKey(resource, chart) !== undefined) {
    world.say('dashboard.chart', `"${chart}" não grava quando se entra nele: falta "stamps" nesse status`);
  }
};

const checkFilters = (world: World, {of, by = []}: Dashboard, resource: Resource): void => {
  const isFilter = (name: string): boolean => filtersOf(resource).some(filter => filter.name === name);
  const created = createdField(resource);
  if (created === undefined) world.say('dashboard.of', `${of} não diz quando foi criado: falta um campo dataHora com "stamps"`);
  else if (!isFilter(created) && !world.unreadable.has(`resources.${of}.list`)) {
    world.say('dashboard.of', `falta o filtro "${created}" na lista de ${of}`);
  }
  for (const name of by.filter(isFilter)) kindIs(world, 'dashboard.by', name, resource.fields, ['referencia']);
};

export const checkDashboard = (world: World): void => {
  const {dashboard} = world.config;
  if (dashboard === undefined) return;
  checkPeriods(world, dashboard);
  for (const [name, call] of Object.entries(dashboard.calls)) {
    readsOnly(world, `dashboard.calls.${name}`, call, true);
  }
  const resource = world.config.resources[dashboard.of];
  if (resource === undefined) return;
  checkStatuses(world, dashboard, resource);
  checkFilters(world, dashboard, resource);
};
