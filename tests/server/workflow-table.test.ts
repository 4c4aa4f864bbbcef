// Every action of every resource with a life cycle, in every status, by every profile, with every condition on both sides.
import {isDeepStrictEqual} from 'node:util';
import {beforeAll, describe, expect, it} from 'vitest';
import type {Action, Resource} from '../../src/schema/config/config.ts';
import {statusByKey, statusesOf} from '../../src/schema/lifeCycle/statuses.ts';
import {commentColumns, snake} from '../../src/server/db/names.ts';
import {acceptance} from '../support/acceptance.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {lifeCycleNames, openLifeCycle, type Everything} from '../support/lifeCycle.ts';
import type {Perfil} from '../support/seed.ts';
import {OPTIONAL_ITEM} from '../support/tickets.ts';

const PERFIS = Object.keys(acceptance.profiles) as Perfil[];
const REFUSED = 'Seu perfil não tem permissão para esta ação.';
const INVALID = 'Preencha corretamente os campos do formulário antes de continuar.';

/** A case: an action asked of a record in a status by a profile, conditions missing. */
interface Case {
  resource: Resource;
  action: Action;
  perfil: Perfil;
  key: string;
  missing: ReadonlySet<string>;
}
interface Expected {
  status: number;
  codigo?: string;
  message?: string;
}

const holds = (name: string, one: Case): boolean => {
  const {status, not} = one.resource.conditions?.[name] ?? {};
  if (status !== undefined) return status.includes(one.key);
  return not === undefined ? !one.missing.has(name) : !holds(not, one);
};
const reachedBy = (one: Case): boolean => {
  const scope = one.resource.scope[one.perfil] ?? [];
  return scope.every(rule => typeof rule === 'string' || rule.any.some(name => holds(name, one)));
};
const entriesIn = ({from = {}}: Action): string[][] => Object.values(from).map(entries => [...entries]);
const fromHere = ({resource, action: {from = {}}, key}: Case): readonly string[] | undefined =>
  from[key] ?? (statusByKey(resource, key)!.end === true ? undefined : from['*']);
const reasonOf = ({people, conditions}: Resource, name: string): string => people?.[name]?.reason ?? conditions?.[name]?.reason ?? '';

/** What the declaration says that a call answers; `attendant` is who has the record, where that is somebody else. */
const expected = (one: Case, attendant: string): Expected => {
  const {resource, action, perfil, key} = one;
  if (!reachedBy(one)) return {status: 404, codigo: 'NAO_ENCONTRADO', message: 'Registro não encontrado.'};
  const forbidden = {status: 403, codigo: 'PERMISSAO', message: REFUSED};
  if (!entriesIn(action).flat().some(entry => entry.split(':')[0] === perfil)) return forbidden;
  const here = fromHere(one);
  const {name, end} = statusByKey(resource, key)!;
  const who = end === true || attendant === '' ? '' : `, com ${attendant}`;
  if (here === undefined) return {status: 400, codigo: 'CONFLITO', message: `${resource.label.one} já está em ${name}${who}.`};
  const [entry] = here.filter(each => each.split(':')[0] === perfil);
  if (entry === undefined) return forbidden;
  const [, condition] = entry.split(':');
  if (condition !== undefined && !holds(condition, one)) return {...forbidden, message: reasonOf(resource, condition) || REFUSED};
  const need = action.needs?.find(each => !holds(each, one));
  if (need === undefined) return {status: 200};
  if (need === 'itensValidos') return {status: 400, codigo: 'VALIDACAO', message: INVALID};
  return {status: 400, codigo: 'CONFLITO', message: reasonOf(resource, need)};
};

/** The conditions that decide anything for an action and a profile. */
const conditionsOf = (resource: Resource, {needs = [], to, ...action}: Action, perfil: Perfil): string[] => {
  const own = entriesIn({...action, needs}).flat().flatMap(entry => (entry.split(':')[0] === perfil ? entry.split(':')[1] ?? [] : []));
  const scope = (resource.scope[perfil] ?? []).flatMap(rule => (typeof rule === 'string' ? [] : rule.any));
  const mayEver = entriesIn(action as Action).flat().some(entry => entry.split(':')[0] === perfil);
  const names = [...scope, ...(mayEver ? [...own, ...needs, ...(typeof to === 'object' ? [to.when] : [])] : [])];
  return [...new Set(names.map(name => resource.conditions?.[name]?.not ?? name))]
    .filter(name => resource.conditions?.[name]?.status === undefined);
};

const targetOf = (one: Case): string | undefined => {
  const {to} = one.action;
  return typeof to === 'object' ? (holds(to.when, one) ? to.then : to.else) : to;
};

describe.each(lifeCycleNames)('the whole table of %s', resourceName => {
  const resource = acceptance.resources[resourceName]!;
  const actions = Object.entries(resource.actions ?? {});
  const statuses = statusesOf(resource);
  const life = beforeTests(() => openLifeCycle(resourceName));
  /** One record, put where each case needs it. */
  let id: number;
  beforeAll(async () => {
    ({id} = await life.open());
  });

  const nameOf = async (user: number): Promise<string> =>
    (await life.test.api(life.test.adm.token, 'GET usuarios/:id', {params: {id: user}})).body.nome;
  const isSaving = (action: Action): boolean => action.call === (resource.api?.update ?? `PUT ${resourceName}/:id`);
  /** A valid answer to whatever is asked. */
  const answersTo = ({asks = {}}: Action, {registro}: Everything): Record<string, unknown> => {
    const {empresa, empresaUsuario} = life.world.users;
    const attendant = registro[snake(resource.people!['atendente']!.field)];
    const another = attendant === empresa.id ? empresaUsuario.id : empresa.id;
    const all: Record<string, unknown> = {
      comentario: 'Aguardando o comprovante.', comPrazo: true, prazo: '2027-01-31', idPerito: another, idUsuarioAtendimento: another,
      nota: 'Visto.',
    };
    return Object.fromEntries(Object.keys(asks).map(name => [name, all[name]]));
  };
  let saved = 0;
  const bodyOf = (action: Action, before: Everything): Record<string, unknown> => {
    if (!isSaving(action)) return answersTo(action, before);
    return {[life.form]: [{id: before.itens!.find(({descricao}) => descricao === OPTIONAL_ITEM)!.id, valor: `salvo ${++saved}`}]};
  };

  /** What a record is after an action that was done. */
  const expectDone = (
    one: Case, actionName: string, self: number, before: Everything, after: Everything, sent: Record<string, unknown>,
  ): void => {
    const {action} = one;
    const asked = answersTo(action, before);
    const target = targetOf(one);
    const left = before.registro[snake(resource.status!)];
    const entered = target === undefined ? left : statusByKey(resource, target)!.id;
    const values = {
      ...Object.fromEntries(Object.entries(asked).filter(([name]) => name in resource.fields)),
      ...Object.fromEntries(Object.entries(action.sets ?? {}).map(([name, value]) => [name, value === 'session.id' ? self : value])),
      [resource.status!]: entered,
    };
    const changes = Object.entries(values).map(([name, value]) => [snake(name), value] as const)
      .filter(([column, value]) => before.registro[column] !== value);
    const isSame = changes.length === 0 && !isSaving(action);
    const stamps = left === entered ? [] : [resource.since, statusByKey(resource, target!)!.stamps];
    const stamped = stamps.flatMap(field => (field === undefined ? [] : [snake(field)]));
    for (const column of stamped) expect(after.registro[column], column).not.toEqual(before.registro[column]);
    const {text, by, at} = commentColumns;
    const said = asked['comentario'] === undefined ? {} : {[text]: asked['comentario'], [by]: self};
    if (asked['comentario'] !== undefined) expect(after.registro[at], at).not.toEqual(before.registro[at]);
    const written = asked['comentario'] === undefined ? [] : [at];
    const kept = isSaving(action) ? Object.keys(resource.template?.keepItem ?? {}).map(snake) : [];
    const free = (row: Everything['registro']) => Object.fromEntries(Object.entries(row)
      .filter(([column]) => ![...stamped, ...written, ...kept].includes(column.replace('$busca', ''))));
    const versao = Number(before.registro['versao']) + (isSame ? 0 : 1);
    expect(free(after.registro)).toEqual({...free(before.registro), ...Object.fromEntries(changes), ...said, versao});
    if (isSaving(action)) {
      const [item] = sent[life.form] as {id: number; valor: string}[];
      expect(after.itens).toEqual(before.itens!.map(each => (each.id === item!.id ? {...each, valor: item!.valor} : each)));
    } else expect(after.itens).toEqual(before.itens);
    expect(after.arquivos).toEqual(before.arquivos);

    const [step, ...more] = after.historico.slice(before.historico.length);
    expect([more, after.historico.slice(0, before.historico.length)]).toEqual([[], before.historico]);
    expect(step).toMatchObject({
      acao: actionName, id_usuario: self,
      ...(isSaving(action)
        ? {de_status: null, para_status: null, comentario: expect.stringContaining(`${OPTIONAL_ITEM}: de `)}
        : {
          de_status: target === undefined ? null : String(left), para_status: target === undefined ? null : String(entered),
          comentario: asked['comentario'] ?? action.success.replace('{id}', String(id)).replace(/!$/, ''),
          depois: expect.objectContaining(Object.fromEntries(Object.entries(asked)
            .filter(([name]) => name !== 'comentario' && before.registro[snake(name)] !== asked[name]))),
        }),
    });
  };

  /** Asks an action of the record put where the case has it; what happens, and what was said beforehand, is what is declared. */
  const expectDeclared = async (actionName: string, one: Case): Promise<void> => {
    const {action, perfil, key, missing} = one;
    const user = life.world.users[perfil];
    const other = user.id === life.test.adm.id ? life.world.users.empresa : life.test.adm;
    await life.forget(id);
    await life.put(id, key, user.id, missing);
    const before = await life.everything(id);
    const sent = bodyOf(action, before);
    const answer = await life.call(user, action.call, id, {body: sent});
    const after = await life.everything(id);

    const hasAttendant = missing.has('atendente') && resource.people?.['atendente'] !== undefined;
    const expectation = expected(one, hasAttendant ? await nameOf(other.id) : '');
    const where = `${actionName} in ${key} without ${[...missing].join()}`;
    expect({status: answer.status, codigo: answer.body.codigo, message: answer.body.message}, where)
      .toEqual({codigo: undefined, message: undefined, ...expectation});
    if (expectation.status !== 200) expect(isDeepStrictEqual(after, before), `${where}: nothing changes`).toBe(true);
    else {
      expect(answer.headers['etag']).toBe(`"${after.registro['versao'] as number}"`);
      expectDone(one, actionName, user.id, before, after, sent);
    }
  };

  describe.each(actions)('%s', (actionName, action) => {
    it.each(PERFIS)('by %s', async perfil => {
      for (const {key} of statuses) await expectDeclared(actionName, {resource, action, perfil, key, missing: new Set()});
    });

    it.each(PERFIS.filter(perfil => conditionsOf(resource, action,
      perfil).length > 0))('by %s, with each condition not holding, and none', async perfil => {
      const names = conditionsOf(resource, action, perfil);
      expect(names).not.toEqual([]);
      for (const missing of [...names.map(name => [name]), ...(names.length > 1 ? [names] : [])]) {
        for (const {key} of statuses) {
          const one = {resource, action, perfil, key, missing: new Set(missing)};
          // Where the status refuses, it is told who has the record.
          if (fromHere(one) !== undefined || missing.includes('atendente')) await expectDeclared(actionName, one);
        }
      }
    });
  });

  describe('what the caller may do now', () => {
    it.each(PERFIS)('is told to %s with the record, in words', async perfil => {
      const user = life.world.users[perfil];
      const everything = new Set(actions.flatMap(([, action]) => conditionsOf(resource, action, perfil)));
      for (const missing of [new Set<string>(), ...[...everything].map(name => new Set([name])), everything]) {
        for (const {key} of statuses) {
          await life.put(id, key, user.id, missing);
          const {status, body} = await life.read(user, id);
          const where = `in ${key} without ${[...missing].join()}`;
          const isThere = reachedBy({resource, action: actions[0]![1], perfil, key, missing});
          expect(status, where).toBe(isThere ? 200 : 404);
          if (!isThere) continue;
          expect(body.acoes, where).toEqual(actions.map(([acao, action]) => {
            const {status: answered, message = ''} = expected({resource, action, perfil, key, missing}, '');
            return {acao, permitida: answered === 200, motivo: message};
          }));
        }
      }
    });
  });
});
