import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import type {Resource} from '../../src/schema/shapes/config.ts';
import {statusByKey} from '../../src/schema/statuses/statuses.ts';
import {mainPathOf} from '../../src/schema/lifeCycle/mainPath.ts';
import {acceptance} from '../support/acceptance.ts';

const tickets: Resource = config.resources.tickets;
const session = {id: 10, perfil: 'adm', idEmpresa: null, codigoExterno: ''};
const way = (resource: Resource, key: string, more: Record<string, unknown> = {}) => {
  const {steps, at} = mainPathOf({resource, session, record: {id: 7, [resource.status ?? '']: statusByKey(resource, key)?.id, ...more}});
  return {steps: steps.map(step => step.key), at};
};
const ROBOT = {workFlowNameRpa: 'fluxo'};
const SHORT = ['emAberto', 'emAprovacao', 'emAtendimento', 'finalizado'];
const LONG = ['emAberto', 'emAprovacao', 'emAtendimento', 'filaRpa', 'emAndamento', 'finalizado'];

describe('the main way of a ticket', () => {
  it.each([
    ['emAberto', 0], ['emAprovacao', 1], ['emAtendimento', 2], ['finalizado', 3],
    // Beside it: something is missing, or it ended early.
    ['pendencia', -1], ['cancelado', -1],
  ])('leads without a robot past %s at %i', (key, at) => {
    expect(way(tickets, key, {workFlowNameRpa: ''})).toEqual({steps: SHORT, at});
  });

  it.each([
    ['emAtendimento', 2], ['filaRpa', 3], ['emAndamento', 4], ['pendencia', -1],
  ])('leads through the robot past %s at %i', (key, at) => {
    expect(way(tickets, key, ROBOT)).toEqual({steps: LONG, at});
  });

  it('leads everywhere it might where the record does not tell', () => {
    expect(way(tickets, 'emAberto').steps).toEqual(LONG);
  });

  it('does not depend on who looks, nor on what a person does on the way', () => {
    const {conditions, actions, ...rest} = tickets;
    const asked = {...rest, conditions, actions: {...actions, aprovar: {...actions!['aprovar']!, needs: ['atendente']}}};
    expect(way(asked, 'emAberto', {workFlowNameRpa: '', idUsuarioAtendimento: 99}).steps).toEqual(SHORT);
  });
});

describe('the main way of a resource that no code names', () => {
  it('begins where a record begins and leads to its first end', () => {
    const {steps, at} = way(acceptance.resources['laudos']!, 'analise');
    expect([steps[0], steps.at(-1), at]).toEqual(['rascunho', 'aprovado', 1]);
    expect(steps).not.toContain('recusado');
  });

  it('is nothing where there are no statuses', () => {
    expect(mainPathOf({resource: acceptance.resources['roteiros']!, session, record: {id: 1}})).toEqual({steps: [], at: -1});
  });
});
