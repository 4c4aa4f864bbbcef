// Where a record stands, and the tabs of its list: what the start refuses of them, what a query says of them, whose turn it is.
import {describe, expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {evaluateCondition} from '../../src/schema/conditions/evaluate.ts';
import type {Condition} from '../../src/schema/shapes/conditions.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import {parseListRequest} from '../../src/schema/lists/parseListRequest.ts';
import {serializeListRequest} from '../../src/schema/lists/listRequest.ts';
import {turnHolderOfStatus} from '../../src/schema/statuses/waiting.ts';
import {acceptance} from '../support/acceptance.ts';
import {sessions} from './support/sessions.ts';

const {laudos, tickets} = acceptance.resources as {laudos: Resource; tickets: Resource};
const L = 'resources.laudos';
const withLaudos = (more: Partial<Resource>): Config =>
  ({...acceptance, resources: {...acceptance.resources, laudos: {...laudos, ...more}}});
const withFilters = (more: object): Config => withLaudos({list: {...laudos.list, filters: {...laudos.list.filters, ...more}}});

describe('the start', () => {
  it('takes the whole of it', () => expect(checkConfig(acceptance)).toEqual([]));

  it.each<[string, Config, string]>([
    ['a wait for an author that there is not', withLaudos({people: {...laudos.people, solicitante: {field: 'idAutor', reason: 'Não.'}}}),
      `${L}.fields.situacao.choices: "Aguardando" espera por quem fez o registro: falta alguém com "stamps" em "people".`],
    ['a wait of what is no status', withLaudos({fields: {...laudos.fields, urgencia: {
      kind: 'escolha', label: 'Urgência', choices: [{id: 'alta', name: 'Alta', waits: 'equipe'}, {id: 'normal', name: 'Normal'}],
    }}}), `${L}.fields.urgencia.choices: "waits" em "Alta" só tem sentido num status.`],
    ['a field that every answer has already', withLaudos({fields: {...laudos.fields, aguarda: {kind: 'texto', label: 'A', maxLength: 9}}}),
      `${L}.fields: "aguarda" é o que se lê de todo registro com "status": use outro nome.`],
    ['a field called as the steps that come with an answer', withLaudos({
      fields: {...laudos.fields, historico: {kind: 'texto', label: 'H', maxLength: 9}},
    }), `${L}.fields: "historico" é o que se lê de todo registro com "status": use outro nome.`],
    ['a form that is called so', withLaudos({template: {...laudos.template!, as: 'ultimoComentario'}}),
      `${L}.template.as: "ultimoComentario" já é um valor de laudos: use outro nome em "as".`],
    ['a parameter called as the tab is', withFilters({titulo: {param: 'aba'}}),
      `${L}: "aba" é o parâmetro das abas ("tabs"): use outro nome.`],
    ['a field called as the tab is', withLaudos({fields: {...laudos.fields, aba: {kind: 'texto', label: 'A', maxLength: 9}}}),
      `${L}: "aba" é o parâmetro das abas ("tabs"): use outro nome.`],
    ['a call that is the tabs’', {...acceptance, lists: {
      ...acceptance.lists, x: {call: 'GET laudos/abas', wire: ['id', 'n'], rows: {}},
    }},
      'resources.laudos.tabs: a chamada "get laudos/abas" já é de lists.x.call.'],
    ['nobody of what is no reference', withFilters({titulo: {none: 'Sem'}}),
      `${L}.list.filters.titulo: "none" só tem sentido numa referência, e é texto.`],
  ])('refuses %s', (_what, config, sentence) =>
    expect(checkConfig(config)).toContainEqual(expect.stringContaining(sentence)));
});

describe('a query', () => {
  const query = (resource: Resource, filter: Record<string, unknown>): Record<string, string> => {
    const [field, order] = resource.list.sort;
    return Object.fromEntries(serializeListRequest(resource, {pageSize: 20, sort: {field, order}, filter}));
  };

  it('carries the tab, a number and nobody there and back', () => {
    const filter = {aba: 'parados', id: 17, idUsuarioAtendimento: -1};
    const sent = query(tickets, filter);
    expect(sent).toMatchObject({aba: 'parados', id: '17', idUsuarioAtendimento: '-1'});
    expect(parseListRequest(tickets, sent)).toMatchObject({mistakes: [], request: {filter}});
  });

  it('says nothing of what was not chosen', () => {
    const sent = query(tickets, {});
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['aba']));
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['id']));
    expect(parseListRequest(tickets, {...sent, aba: '', id: '0', idUsuarioAtendimento: '0'}).request.filter).toEqual({});
  });

  it('refuses a tab that there is not, a number that is none, and nobody where that is not asked for', () => {
    expect(parseListRequest(tickets, {aba: 'outra'}).mistakes).toEqual([{param: 'aba', mensagem: 'Aba desconhecida.'}]);
    expect(parseListRequest(tickets, {id: 'x'}).mistakes).toMatchObject([{param: 'id'}]);
    expect(parseListRequest(tickets, {idFilial: '-1'}).mistakes).toMatchObject([{param: 'idFilial'}]);
    expect(parseListRequest(acceptance.resources['filiais']!, {aba: 'outra'}).mistakes).toEqual([]);
  });
});

describe('whose turn it is', () => {
  const holds = (name: Condition, record: Record<string, unknown>) =>
    evaluateCondition(name, {resource: tickets, record, session: sessions.adm});

  it('is what the record tells, else what its status says, else not known', () => {
    expect(holds('doAutor', {idStatusTicket: 6, aguarda: 'equipe'})).toBe(false);
    expect(holds({waits: 'equipe'}, {idStatusTicket: 6, aguarda: 'equipe'})).toBe(true);
    expect(holds('doAutor', {idStatusTicket: 6})).toBe(true);
    expect(holds('doAutor', {idStatusTicket: 7})).toBe(false);
    expect(holds('doAutor', {})).toBeUndefined();
  });

  it('is the team’s once the author has spoken where it was theirs, and nowhere else', () => {
    expect([6, 4, 7].map(id => turnHolderOfStatus(tickets, id, true))).toEqual(['equipe', 'robo', '']);
    expect([6, 4, 7].map(id => turnHolderOfStatus(tickets, id, false))).toEqual(['autor', 'robo', '']);
  });
});
