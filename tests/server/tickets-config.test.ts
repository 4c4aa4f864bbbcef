import {beforeAll, expect, it} from 'vitest';
import product from '../../resources.config.ts';
import type {Config} from '../../src/schema/config/config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, openTicket, type World} from '../support/tickets.ts';

// One field and one action more than the product's, and no other file touched.
const {tickets} = product.resources;
const config: Config = {
  ...product,
  resources: {
    ...product.resources,
    tickets: {
      ...tickets,
      fields: {...tickets.fields, prazo: {kind: 'data', label: 'Prazo', readOnly: true}},
      actions: {
        ...tickets.actions,
        adiar: {
          label: 'Adiar', call: 'PUT tickets/adiar/:id', from: {emAberto: ['empresa'], emAtendimento: ['empresa']},
          asks: {prazo: {kind: 'data', label: 'Prazo', required: true}}, success: 'Ticket Adiado!',
          sets: {idUsuarioAtendimento: 'session.id'},
        },
      },
    },
  },
};

const test = beforeTests(() => openTestApp({config}));
let world: World;
beforeAll(async () => {
  world = await createWorld(test);
});

it('an action declared in the config is a call with its rules, and its dialog fills fields', async () => {
  const {empresa, adm} = world.users;
  const {id} = await openTicket(test, world, empresa);
  const adiar = (token: string, prazo?: string) => test.api(token, 'PUT tickets/adiar/:id', {params: {id}, body: {prazo}});
  expect(await adiar(adm.token, '2027-01-31')).toAnswer(403);
  expect(await adiar(empresa.token)).toAnswer(400, {campos: [{campo: 'prazo', mensagem: 'Esse campo é obrigatório.'}]});
  expect(await adiar(empresa.token, '2027-02-31')).toAnswer(400, {campos: [{campo: 'prazo', mensagem: 'Data inválida.'}]});
  expect(await adiar(empresa.token, '2027-01-31')).toAnswer(200, {id, idStatusTicket: 1, versao: 2});

  const {body} = await test.api(empresa, 'GET tickets/:id', {params: {id}});
  expect(body).toMatchObject({
    prazo: '2027-01-31', idUsuarioAtendimento: empresa.id, acoes: expect.arrayContaining([{acao: 'adiar', permitida: true, motivo: ''}]),
  });
  const {body: history} = await test.api(empresa, 'GET ticketsHistorico/:id', {params: {id}});
  expect(history[0]).toMatchObject({acao: 'Adiar', comentario: 'Ticket Adiado', deStatus: '', paraStatus: ''});
});
