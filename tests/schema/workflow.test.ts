import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import type {Action, Resource} from '../../src/schema/shapes/config.ts';
import type {ConditionContext} from '../../src/schema/conditions/context.ts';
import type {LookedUpResults} from '../../src/schema/conditions/builtIn.ts';
import type {Condition} from '../../src/schema/shapes/conditions.ts';
import {finalStatuses, statusByKey, statusesOf} from '../../src/schema/statuses/statuses.ts';
import {
  evaluateAction, listSourceStatuses, profilesOfAction, targetStatus, listTargetStatuses, listDeadEndStatuses,
} from '../../src/schema/lifeCycle/workflow.ts';

const tickets: Resource = config.resources.tickets;
const actions: Readonly<Record<string, Action>> = tickets.actions ?? {};
const ENDS = ['finalizado', 'cancelado'];

/** The table of moves by hand (rules: Tickets 4), by profile id; `*` is under a guard. */
const TABLE: Record<string, {from: Record<string, string>; to?: string}> = {
  salvar: {from: {emAberto: '1 2 3', emAprovacao: '1 2 5', emAtendimento: '1 2 5*', pendencia: '1 2 3 5'}},
  atender: {from: {emAberto: '1 2 5'}, to: 'emAtendimento'},
  enviarAprovacao: {from: {emAberto: '1 2 3 5', emAtendimento: '1 2 5'}, to: 'emAprovacao'},
  aprovar: {from: {emAprovacao: '1 2 5'}, to: 'filaRpa or emAtendimento'},
  reprovar: {from: {emAprovacao: '1 2 5'}, to: 'emAberto'},
  enviarRpa: {from: {emAtendimento: '1 2 5'}, to: 'filaRpa'},
  pendenciar: {from: {emAtendimento: '1 2 5'}, to: 'pendencia'},
  devolver: {from: {emAtendimento: '1 2 5'}, to: 'emAberto'},
  retirarFila: {from: {filaRpa: '1 2'}, to: 'emAtendimento'},
  interromperRpa: {from: {emAndamento: '1 2'}, to: 'pendencia'},
  reabrir: {from: {pendencia: '1 2 3 5'}, to: 'emAberto'},
  reprocessar: {from: {pendencia: '1 2 5'}, to: 'filaRpa'},
  finalizar: {from: {pendencia: '1 2 5'}, to: 'finalizado'},
  cancelar: {from: {emAberto: '1 2 3* 5*'}, to: 'cancelado'},
  assumir: {from: {emAtendimento: '1 2 5'}},
  passar: {from: {emAtendimento: '1 2 5*'}},
  comentar: {from: {'*': '1 2 3 5'}},
  anotar: {from: {'*': '1 2 5'}},
};

/** An entry of the config as the table writes it: `fornecedor:autor` is `3*`. */
const shortly = (entry: string): string => {
  const [perfil = '', guard] = entry.split(':');
  return `${config.profiles[perfil as keyof typeof config.profiles].id}${guard === undefined ? '' : '*'}`;
};

describe('the table of moves', () => {
  it.each(Object.entries(TABLE))('%s', (name, {from, to}) => {
    const action = actions[name]!;
    const declared = Object.fromEntries(
      Object.entries(action.from ?? {}).map(([status, entries]) => [status, entries.map(shortly).toSorted().join(' ')]),
    );
    expect(declared).toEqual(from);
    expect(listTargetStatuses(action).join(' or ')).toBe(to ?? '');
  });

  it('has no other action', () => {
    expect(Object.keys(actions).toSorted()).toEqual(Object.keys(TABLE).toSorted());
  });

  it('says which statuses are an end', () => {
    expect(finalStatuses(tickets).map(({key}) => key)).toEqual(ENDS);
  });

  it('names the eight statuses by their ids', () => {
    expect(statusesOf(tickets).map(status => `${status.id} ${status.key}`)).toEqual([
      '1 emAberto', '2 emAprovacao', '3 emAtendimento', '4 filaRpa', '5 emAndamento', '6 pendencia', '7 finalizado', '8 cancelado',
    ]);
  });
});

/** A ticket of person 7, who asks, in a status; `itensValidos` is what the record alone does not tell. */
const asked = (
  perfil: string, status: string, {itensValidos = true, ...more}: LookedUpResults & Record<string, unknown> = {},
): ConditionContext => ({
  resource: tickets,
  record: {
    id: 1, idUsuario: 7, idUsuarioAtendimento: 7, workFlowNameRpa: 'fluxo', idStatusTicket: statusByKey(tickets, status)?.id, ...more,
  },
  session: {id: 7, perfil, idEmpresa: null, codigoExterno: ''},
  known: {itensValidos},
});

describe('judge', () => {
  it.each([
    ['a profile that never may', 'atender', 'fornecedor', 'emAberto', {}, 'perfil', 'Seu perfil não tem permissão para esta ação.'],
    ['a robot', 'atender', 'rpa', 'emAberto', {}, 'perfil', 'Seu perfil não tem permissão para esta ação.'],
    ['the wrong status', 'atender', 'adm', 'finalizado', {}, 'status', 'Ticket já está em Finalizado.'],
    [
      'a profile that may not in this status', 'enviarAprovacao', 'fornecedor', 'emAtendimento', {}, 'perfil',
      'Seu perfil não tem permissão para esta ação.',
    ],
    ["another's ticket", 'cancelar', 'fornecedor', 'emAberto', {idUsuario: 8}, 'perfil', 'Somente quem abriu o ticket pode fazer isto.'],
    [
      'a ticket somebody else attends', 'salvar', 'empresaUsuario', 'emAtendimento', {idUsuarioAtendimento: 8}, 'perfil',
      'Somente quem atende o ticket pode fazer isto.',
    ],
    [
      'a template without workflow', 'enviarRpa', 'adm', 'emAtendimento', {workFlowNameRpa: ''}, 'condicao',
      'O modelo deste ticket não tem workflow RPA.',
    ],
    ['one who attends it already', 'assumir', 'empresa', 'emAtendimento', {}, 'alheia', 'Você já atende este ticket.'],
    ['a comment at an end', 'comentar', 'adm', 'finalizado', {}, 'status', 'Ticket já está em Finalizado.'],
    [
      'a form that is not filled in', 'enviarAprovacao', 'adm', 'emAberto', {itensValidos: false}, 'condicao',
      'Preencha corretamente os campos do formulário antes de continuar.',
    ],
  ] as const)('refuses %s', (_what, name, perfil, status, more, why, reason) => {
    expect(evaluateAction(actions[name]!, asked(perfil, status, more), 'refuses')).toMatchObject({allowed: false, why, reason});
  });

  it.each([
    ['cancelar', 'fornecedor', 'emAberto', {}],
    ['cancelar', 'empresa', 'emAberto', {idUsuario: 8}],
    ['salvar', 'empresaUsuario', 'emAtendimento', {}],
    ['enviarRpa', 'empresaUsuario', 'emAtendimento', {}],
    ['assumir', 'empresaUsuario', 'emAtendimento', {idUsuarioAtendimento: 8}],
    ['assumir', 'empresaUsuario', 'emAtendimento', {idUsuarioAtendimento: null}],
    ['comentar', 'fornecedor', 'filaRpa', {}],
  ] as const)('allows %s to %s in %s', (name, perfil, status, more) => {
    expect(evaluateAction(actions[name]!, asked(perfil, status, more), 'refuses')).toEqual({allowed: true});
  });

  it.each([
    ['cancelar', 'fornecedor', 'emAberto', {idUsuario: undefined}],
    ['salvar', 'empresaUsuario', 'emAtendimento', {idUsuarioAtendimento: undefined}],
    ['enviarRpa', 'adm', 'emAtendimento', {workFlowNameRpa: undefined}],
  ] as const)('draws %s for %s where %s does not tell, and the server refuses it', (name, perfil, status, more) => {
    expect(evaluateAction(actions[name]!, asked(perfil, status, more), 'allows')).toEqual({allowed: true});
    expect(evaluateAction(actions[name]!, asked(perfil, status, more), 'refuses').allowed).toBe(false);
  });

  it('goes where the condition says', () => {
    expect(targetStatus(actions['aprovar']!, asked('adm', 'emAprovacao'))).toBe('filaRpa');
    expect(targetStatus(actions['aprovar']!, asked('adm', 'emAprovacao', {workFlowNameRpa: ''}))).toBe('emAtendimento');
    expect(targetStatus(actions['salvar']!, asked('adm', 'emAberto'))).toBeUndefined();
  });

  it('knows who may and where an action starts', () => {
    expect(profilesOfAction(actions['cancelar']!)).toEqual(['adm', 'empresa', 'fornecedor', 'empresaUsuario']);
    expect(listSourceStatuses(tickets, actions['enviarAprovacao']!)).toEqual(['emAberto', 'emAtendimento']);
  });
});

/** The life cycle as one profile can walk it, guards aside. */
const walkedBy = (perfil: string): Resource => ({
  ...tickets,
  actions: Object.fromEntries(Object.entries(actions).map(([name, action]) => [
    name, {...action, from: Object.fromEntries(Object.entries(action.from ?? {}).filter(([, entries]) => entries.includes(perfil)))},
  ])),
});

/** Of a record on which these conditions do not hold: what needs one cannot be done, what hangs on one leads the other way. */
const lacking = (resource: Resource, ...conditions: Condition[]): Resource => ({
  ...resource,
  actions: Object.fromEntries(Object.entries(resource.actions ?? {}).flatMap(([name, action]) => {
    const {needs = [], to} = action;
    if (needs.some(one => conditions.includes(one))) return [];
    return [[name, {...action, to: typeof to === 'object' && conditions.includes(to.when) ? to.else : to}]];
  })),
});

describe('no status is a trap', () => {
  it('on the way to an end', () => {
    expect(listDeadEndStatuses(tickets)).toEqual([]);
  });

  it('where no robot runs and the template names no workflow', () => {
    expect(listDeadEndStatuses(lacking(tickets, 'temRobo'))).toEqual([]);
  });

  it.each(['adm', 'empresa'])('for %s alone, without robots', perfil => {
    expect(listDeadEndStatuses(lacking(walkedBy(perfil), 'temRobo'))).toEqual([]);
  });

  it('and a form that stays wrong can still be ended', () => {
    expect(listDeadEndStatuses(lacking(tickets, 'temRobo', 'itensValidos'))).toEqual([]);
  });

  it('finds the way out of every status by acting it, with and without a workflow', () => {
    for (const workFlowNameRpa of ['', 'fluxo']) {
      const reach = (start: string): Set<string> => {
        const seen = new Set([start]);
        for (const status of seen) {
          for (const action of Object.values(actions)) {
            if (!evaluateAction(action, asked('empresa', status, {workFlowNameRpa}), 'refuses').allowed) continue;
            const target = targetStatus(action, asked('empresa', status, {workFlowNameRpa}));
            if (target !== undefined) seen.add(target);
          }
        }
        return seen;
      };
      for (const {key} of statusesOf(tickets)) expect([...reach(key)].some(status => ENDS.includes(status)), `${key}, '${workFlowNameRpa}'`)
        .toBe(true);
    }
  });
});

describe('the check itself', () => {
  const without = (...names: string[]): Resource => ({...tickets, actions: Object.fromEntries(Object.entries(actions).filter(([name]) =>
    !names.includes(name)))});

  it('finds a status nothing leaves', () => {
    expect(listDeadEndStatuses(without('retirarFila'))).toEqual(['filaRpa']);
    expect(listDeadEndStatuses(without('interromperRpa'))).toEqual(['emAndamento']);
  });

  it('finds statuses that lead only to each other', () => {
    expect(
      listDeadEndStatuses(without('pendenciar', 'devolver', 'reprovar', 'enviarRpa'))
    ).toEqual(['emAprovacao', 'emAtendimento', 'filaRpa']);
  });

  it('finds what only a robot gets out of', () => {
    const planted: Resource = {...tickets, actions: {
      ...actions, pendenciar: {...actions['pendenciar']!, needs: ['temRobo']}, devolver: {...actions['devolver']!, needs: ['temRobo']},
      enviarAprovacao: {...actions['enviarAprovacao']!, from: {emAberto: ['adm']}},
    }};
    expect(listDeadEndStatuses(planted)).toEqual([]);
    expect(listDeadEndStatuses(lacking(planted, 'temRobo'))).toEqual(['emAtendimento', 'filaRpa']);
  });

  it('follows a conditional move where it leads without the condition', () => {
    const planted: Resource = {...without('reprovar'), actions: {
      ...without('reprovar').actions, aprovar: {...actions['aprovar']!, to: {when: 'temRobo', then: 'pendencia', else: 'emAprovacao'}},
    }};
    expect(listDeadEndStatuses(planted)).toEqual([]);
    expect(listDeadEndStatuses(lacking(planted, 'temRobo'))).toEqual(['emAprovacao']);
  });
});
