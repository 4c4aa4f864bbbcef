// Instants and days that an action sets, on a resource of a maintainer's own. What else a life cycle does: workflow-table and once.
import {expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import type {Resource} from '../../src/schema/shapes/config.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {withVeiculos, veiculos} from '../support/configs.ts';
import {openTestApp} from '../support/server.ts';

const conferidos: Resource = {
  ...veiculos,
  fields: {
    ...veiculos.fields,
    conferidaEm: {kind: 'dataHora', label: 'Conferida em', readOnly: true}, dia: {kind: 'data', label: 'Dia', readOnly: true},
  },
  actions: {
    ...veiculos.actions,
    conferir: {
      label: 'Conferir', call: 'PUT veiculos/:id/conferir', profiles: ['adm'], sets: {conferidaEm: 'agora', dia: 'agora'},
      success: 'Conferida!', places: ['menu'],
    },
  },
};
const config = {...withVeiculos, resources: {...withVeiculos.resources, veiculos: conferidos}};
const server = beforeTests(() => openTestApp({config}));

it('sets the instant and the day of the action', async () => {
  const {idEmpresa} = await server.seed.filial();
  const {body: {id}} = await server.api(server.adm, 'POST veiculos', {body: {idEmpresa, placa: 'ABC1D23'}});
  const {body} = await server.api(server.adm, 'PUT veiculos/:id/conferir', {params: {id}});
  expect(Date.now() - new Date(body.conferidaEm).getTime()).toBeLessThan(60_000);
  expect(body.dia).toBe(dayFromToday(0));
  expect(checkConfig(structuredClone(config))).toEqual([]);
});
