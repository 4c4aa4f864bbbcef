/** The first screen: what it counts, and the words by which it names statuses, filters and resources. */
import type {Dashboard, Resource} from '../config.ts';
import {filtersOf} from '../query.ts';
import {statusByKey} from '../statuses.ts';
import {kindIs} from './fields.ts';
import {statusKeys} from './lifeCycle.ts';
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
  const statuses = statusKeys(world, of, resource);
  const status = (here: string, key: string): boolean => world.known(here, key, statuses, `um status de ${of}`);
  for (const key of Object.keys(cards)) status('dashboard.cards', key);
  for (const key of Object.keys(others)) {
    if (status('dashboard.others', key) && cards[key] !== undefined) world.say('dashboard.others', `"${key}" já está em "cards"`);
  }
  if (!status('dashboard.chart.status', chart.status) || statuses === undefined) return;
  if (statusByKey(resource, chart.status)?.stamps === undefined) {
    world.say('dashboard.chart.status', `"${chart.status}" não grava quando se entra nele: falta "stamps" nesse status`);
  }
};

const checkCreated = (world: World, {of, created}: Dashboard, resource: Resource): void => {
  if (world.unreadable.has(`resources.${of}.list`)) return;
  const filters = Object.keys(resource.list.filters ?? {});
  if (!world.known('dashboard.created', created, filters, `um filtro da lista de ${of}`)) return;
  const filter = filtersOf(resource).find(({name}) => name === created);
  if (filter !== undefined) kindIs(world, 'dashboard.created', created, resource.fields, ['dataHora']);
};

export const checkDashboard = (world: World): void => {
  const {dashboard} = world.config;
  if (dashboard === undefined) return;
  checkPeriods(world, dashboard);
  for (const [index, {resource}] of (dashboard.steps ?? []).entries()) world.known(
    `dashboard.steps[${index}].resource`, resource, world.resources, 'um recurso',
  );
  for (const [name, call] of Object.entries(dashboard.calls)) {
    if (!call.startsWith('GET ')) world.say(`dashboard.calls.${name}`, `"${call}" não é uma chamada GET`);
  }
  if (!world.known('dashboard.of', dashboard.of, world.resources, 'um recurso')) return;
  const resource = world.config.resources[dashboard.of];
  if (resource === undefined) return;
  checkStatuses(world, dashboard, resource);
  checkCreated(world, dashboard, resource);
};
