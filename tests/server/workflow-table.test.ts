// Every action of every resource with a life cycle, in every status, by every profile, with every condition on both sides: judged in the
// process, told with the record, and done by a call wherever it is allowed; of its refusals a sample shows that the calls ask the same.
import {isDeepStrictEqual} from 'node:util';
import {beforeAll, describe, expect, it} from 'vitest';
import type {ConditionContext} from '../../src/schema/conditions/context.ts';
import {
  evaluateCondition, listAlternatives, collectNestedConditions, conditionReason, inlineConditionOf,
} from '../../src/schema/conditions/evaluate.ts';
import {listDirectlyNestedConditions, listDirectlyReadFields} from '../../src/schema/conditions/wordTable.ts';
import type {Action, Resource} from '../../src/schema/shapes/config.ts';
import {commentAnswerName, isCommentUnrestricted} from '../../src/schema/lifeCycle/asks.ts';
import {attendantField} from '../../src/schema/statuses/people.ts';
import {statusByKey, statusesOf} from '../../src/schema/statuses/statuses.ts';
import {evaluateAction, PROFILE_REFUSAL, targetStatus, type Verdict} from '../../src/schema/lifeCycle/workflow.ts';
import {commentColumns, escalatedColumn, toSnakeCase} from '../../src/server/db/sqlNames.ts';
import {acceptance} from '../support/acceptance.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {lifeCycleNames, openLifeCycle, said, type Everything} from '../support/lifeCycle.ts';
import type {Perfil} from '../support/seed.ts';
import {OPTIONAL_ITEM} from '../support/tickets.ts';

const PERFIS = Object.keys(acceptance.profiles) as Perfil[];

/** A case: an action asked of a record in a status by a profile, conditions missing. */
interface Case {
  action: Action;
  perfil: Perfil;
  key: string;
  missing: ReadonlySet<string>;
  asked: ConditionContext;
}
interface Expected {
  status: number;
  codigo?: string;
  message?: string;
}
const NOT_FOUND: Expected = {status: 404, codigo: 'NAO_ENCONTRADO', message: 'Registro não encontrado.'};

const reachedBy = ({asked, perfil}: Case): boolean => (asked.resource.scope[perfil] ?? [])
  .every(rule => evaluateCondition(rule, asked));
const entriesIn = ({from = {}}: Action, perfil: Perfil): string[][] =>
  Object.values(from).flat().map(entry => entry.split(':')).filter(([one]) => one === perfil);

/** What the declaration says that a call answers; `attendant` is who has the record, where that is somebody else. */
const declared = ({asked, action, perfil, key}: Case, attendant = ''): Expected => {
  const {resource} = asked;
  const {from = {}} = action;
  const forbidden = {status: 403, codigo: 'PERMISSAO', message: PROFILE_REFUSAL};
  if (entriesIn(action, perfil).length === 0) return forbidden;
  const {name, end} = statusByKey(resource, key)!;
  const here = from[key] ?? (end === true ? undefined : from['*']);
  const who = end === true || attendant === '' ? '' : `, com ${attendant}`;
  if (here === undefined) {
    return {status: 400, codigo: 'CONFLITO', message: `${resource.label.one} já está em ${name.replace(/^Em /, '')}${who}.`};
  }
  const [entry] = entriesIn({...action, from: {here}}, perfil);
  if (entry === undefined) return forbidden;
  const [, condition] = entry;
  if (condition !== undefined && evaluateCondition(condition, asked) !== true) {
    return {...forbidden, message: conditionReason(resource, condition) || PROFILE_REFUSAL};
  }
  const need = action.needs?.find(each => evaluateCondition(each, asked) !== true);
  if (need === undefined) return {status: 200};
  return {status: 400, codigo: need === 'itensValidos' ? 'VALIDACAO' : 'CONFLITO', message: conditionReason(resource, need)};
};
/** What a verdict is answered with. */
const answerTo = (verdict: Verdict): Expected => {
  if (verdict.allowed) return {status: 200};
  if (verdict.why === 'perfil') return {status: 403, codigo: 'PERMISSAO', message: verdict.reason};
  return {status: 400, codigo: verdict.condition === 'itensValidos' ? 'VALIDACAO' : 'CONFLITO', message: verdict.reason};
};

/** The conditions that decide anything for an action and a profile, but for what the status says alone. */
const conditionsOf = (resource: Resource, action: Action, perfil: Perfil): string[] => {
  const {needs = [], to} = action;
  const scope = (resource.scope[perfil] ?? []).flatMap(rule => listAlternatives(rule) ?? []);
  const own = entriesIn(action, perfil);
  const asks = [...own.flatMap(([, name = []]) => name), ...needs, ...(typeof to === 'object' ? [to.when] : [])];
  const conditions = [...scope, ...(own.length > 0 ? asks : [])].flatMap(one => [...collectNestedConditions(resource, one)]);
  return [...new Set(conditions)].filter(one => {
    const condition = inlineConditionOf(resource, one);
    return typeof one === 'string' && listDirectlyNestedConditions(condition).length === 0
      && listDirectlyReadFields(condition, resource).join() !== resource.status;
  }) as string[];
};
/** What is done, everywhere; of what is refused, one for each way to be, with each condition. */
const sampleOf = (cases: readonly Case[]): Case[] => [...new Map(cases.map(one => {
  const verdict = evaluateAction(one.action, one.asked, 'refuses');
  const how = verdict.allowed ? one.key : [verdict.why, verdict.condition, statusByKey(one.asked.resource, one.key)!.end];
  return [JSON.stringify([...one.missing, reachedBy(one), how]), one];
})).values()];

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
    (await life.test.api(life.test.adm, 'GET usuarios/:id', {params: {id: user}})).body.nome;
  const isSaving = (action: Action): boolean => action.call === (resource.api?.update ?? `PUT ${resourceName}/:id`);
  /** A valid answer to whatever is asked. */
  const answersTo = ({asks = {}}: Action, {registro}: Everything): Record<string, unknown> => {
    const {empresa, empresaUsuario} = life.world.users;
    const another = registro[toSnakeCase(attendantField(resource)!)] === empresa.id ? empresaUsuario.id : empresa.id;
    const all: Record<string, unknown> = {
      ...said('Aguardando o comprovante.'), comPrazo: true, prazo: '2027-01-31', idPerito: another, idUsuarioAtendimento: another,
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
    const comment = commentAnswerName(action) ?? '';
    const target = targetStatus(action, one.asked);
    const left = before.registro[toSnakeCase(resource.status!)];
    const entered = target === undefined ? left : statusByKey(resource, target)!.id;
    const values = {
      ...Object.fromEntries(Object.entries(asked).filter(([name]) => name in resource.fields)),
      ...Object.fromEntries(Object.entries(action.sets ?? {}).map(([name, value]) => [name, value === 'session.id' ? self : value])),
      [resource.status!]: entered,
    };
    const changes = Object.entries(values).map(([name, value]) => [toSnakeCase(name), value] as const)
      .filter(([column, value]) => before.registro[column] !== value);
    const isSame = changes.length === 0 && !isSaving(action);
    const stamps = left === entered ? [] : [resource.since, statusByKey(resource, target!)!.stamps];
    const stamped = stamps.flatMap(field => (field === undefined ? [] : [toSnakeCase(field)]));
    for (const column of stamped) expect(after.registro[column], column).not.toEqual(before.registro[column]);
    const {text, by, at} = commentColumns;
    const isStated = asked[comment] !== undefined && isCommentUnrestricted(action);
    const stated = isStated ? {[text]: asked[comment], [by]: self} : {};
    if (isStated) expect(after.registro[at], at).not.toEqual(before.registro[at]);
    const written = isStated ? [at] : [];
    const kept = isSaving(action) ? Object.keys(resource.template?.keepItem ?? {}).map(toSnakeCase) : [];
    const free = (row: Everything['registro']) => Object.fromEntries(Object.entries(row)
      .filter(([column]) => ![...stamped, ...written, ...kept].includes(column.replace(/\$(busca|igual)$/, ''))));
    const versao = Number(before.registro['versao']) + (isSame ? 0 : 1);
    const isMoved = left !== entered && escalatedColumn in before.registro;
    const waits = isMoved ? {[escalatedColumn]: action.waits !== undefined} : {};
    expect(free(after.registro)).toEqual({...free(before.registro), ...Object.fromEntries(changes), ...stated, ...waits, versao});
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
          comentario: isCommentUnrestricted(action) ? asked[comment] ?? action.success.replace('{id}', String(id)).replace(/!$/, '') : null,
          depois: expect.objectContaining(Object.fromEntries(Object.entries(asked)
            .filter(([name]) =>
              (name !== comment || !isCommentUnrestricted(action)) && before.registro[toSnakeCase(name)] !== asked[name]))),
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

    const isOthers = one.asked.record[attendantField(resource)!] !== user.id;
    const expectation = reachedBy(one) ? declared(one, isOthers ? await nameOf(other.id) : '') : NOT_FOUND;
    const where = `${actionName} in ${key} without ${[...missing].join()}`;
    expect({status: answer.status, codigo: answer.body.codigo, message: answer.body.message}, where)
      .toEqual({codigo: undefined, message: undefined, ...expectation});
    if (expectation.status !== 200) expect(isDeepStrictEqual(after, before), `${where}: nothing changes`).toBe(true);
    else {
      expect(answer.headers['etag']).toBe(`"${after.registro['versao'] as number}"`);
      expectDone(one, actionName, user.id, before, after, sent);
    }
  };

  const caseOf = (action: Action, perfil: Perfil, key: string, missing: ReadonlySet<string>): Case =>
    ({action, perfil, key, missing, asked: life.asked(perfil, key, life.world.users[perfil].id, missing)});
  /** In every status: nothing missing, each condition, all of them. */
  const missingOf = (names: readonly string[]): ReadonlySet<string>[] =>
    [[], ...names.map(name => [name]), ...(names.length > 1 ? [names] : [])].map(missing => new Set(missing));
  const casesOf = (action: Action, perfil: Perfil): Case[] => missingOf(conditionsOf(resource, action, perfil))
    .flatMap(missing => statuses.map(({key}) => caseOf(action, perfil, key, missing)));

  it.each(PERFIS)('is judged for %s as it is declared', perfil => {
    for (const [name, action] of actions) {
      for (const one of casesOf(action, perfil)) {
        const where = `${name} in ${one.key} without ${[...one.missing].join()}`;
        expect(answerTo(evaluateAction(action, one.asked, 'refuses')), where).toEqual(declared(one));
      }
    }
  });

  describe.each(actions)('%s', (name, action) => {
    it.each(PERFIS)('by %s', async perfil => {
      for (const one of sampleOf(casesOf(action, perfil))) await expectDeclared(name, one);
    });
  });

  describe('what the caller may do now', () => {
    it.each(PERFIS)('is told to %s with the record, in words', async perfil => {
      const user = life.world.users[perfil];
      for (const missing of missingOf([...new Set(actions.flatMap(([, action]) => conditionsOf(resource, action, perfil)))])) {
        for (const {key} of statuses) {
          await life.put(id, key, user.id, missing);
          const {status, body} = await life.read(user, id);
          const where = `in ${key} without ${[...missing].join()}`;
          const cases = actions.map(([, action]) => caseOf(action, perfil, key, missing));
          const isThere = reachedBy(cases[0]!);
          expect(status, where).toBe(isThere ? 200 : 404);
          if (!isThere) continue;
          expect(body.acoes, where).toEqual(actions.map(([acao], at) => {
            const {status: answered, message = ''} = declared(cases[at]!);
            return {acao, permitida: answered === 200, motivo: message};
          }));
        }
      }
    });
  });
});
