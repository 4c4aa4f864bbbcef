// The tabs of a list (rules: Lists 14): whose they are, what is in them, how many; and the filters by number and by nobody (Lists 15).
import {sql} from 'kysely';
import {beforeAll, describe, expect, it} from 'vitest';
import {evaluateCondition} from '../../src/schema/conditions/evaluate.ts';
import {apiOf, hasDialect, parseEndpoint} from '../../src/schema/paths.ts';
import {attendantField, authorField} from '../../src/schema/statuses/people.ts';
import {statusesOf} from '../../src/schema/statuses/statuses.ts';
import {tabsOf} from '../../src/schema/lifeCycle/tabs.ts';
import type {Actor} from '../../src/server/context.ts';
import {statusKeySuffix} from '../../src/schema/dashboard.ts';
import {resourceCountTables} from '../../src/server/db/counts/definition.ts';
import {foldCountDeltas} from '../../src/server/db/counts/fold.ts';
import {columnOf} from '../../src/server/db/sqlNames.ts';
import {accountById} from '../../src/server/accounts/accounts.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {lifeCycleNames, openLifeCycle} from '../support/lifeCycle.ts';
import type {Perfil} from '../support/seed.ts';
import type {Answer} from '../support/server.ts';
import {countStatements} from '../support/statements.ts';

const PERFIS: readonly Perfil[] = ['adm', 'empresa', 'fornecedor', 'rpa', 'empresaUsuario'];
type Row = Readonly<Record<string, unknown>> & {id: number};

describe.each(lifeCycleNames)('of %s', name => {
  const cycle = beforeTests(() => openLifeCycle(name));
  /** All records, as an Adm reads them. */
  let ids: number[];
  beforeAll(async () => {
    const {users} = cycle.world;
    const everybody = [users.adm, users.empresa, users.empresaUsuario, users.fornecedor];
    ids = [];
    const days = (some: number) => sql`now() - make_interval(days => ${sql.lit(some)})`;
    const column = (field: string) => sql.ref(columnOf(field, cycle.resource.fields[field]!));
    let turn = 0;
    for (const {id: status} of statusesOf(cycle.resource)) {
      for (const [attendant, spoke, age] of [[null, null, 1], [0, 'autor', 40], [1, 'outro', 40], [2, null, 1]] as const) {
        const author = everybody[turn++ % everybody.length]!;
        const {id} = await cycle.open(users.adm);
        await sql`update ${sql.table(name)} set ${sql.join([
          sql`${column(cycle.resource.status!)} = ${status}`, sql`${column(authorField(cycle.resource)!)} = ${author.id}`,
          sql`${column(attendantField(cycle.resource)!)} = ${attendant === null ? null : everybody[attendant]!.id}`,
          sql`${column(cycle.resource.since!)} = ${days(age)}`, sql`data_criacao = ${days(60)}`,
          ...(spoke === null ? [] : [
            sql`comentario$texto = 'Dito.'`, sql`comentario$data = ${days(age - 1)}`,
            sql`comentario$usuario = ${spoke === 'autor' ? author.id : everybody[turn % everybody.length]!.id}`,
          ]),
        ])} where id = ${id}`.execute(cycle.test.context.db);
        ids.push(id);
      }
    }
  });

  const list = async (
    perfil: Perfil, filter: Readonly<Record<string, string | number>>,
  ): Promise<{answer: Answer; total: number; rows: Row[]}> => {
    const query = hasDialect(cycle.resource) ? {...filter, pageSize: 50} : {filter: JSON.stringify(filter)};
    const answer = await cycle.test.api(cycle.world.users[perfil], apiOf(name, cycle.resource).list!, {query});
    const rows = answer.body.registros ?? answer.body;
    return {answer, rows, total: answer.body.total ?? Number(String(answer.headers['content-range']).split('/')[1])};
  };
  const path = (): string => parseEndpoint(apiOf(name, cycle.resource).list!).path;
  const counts = async (perfil: Perfil): Promise<Answer> => cycle.test.api(cycle.world.users[perfil], `GET ${path()}/abas`);
  const actorOf = async (perfil: Perfil): Promise<Actor> =>
    (await accountById(cycle.test.context.db, cycle.config, cycle.world.users[perfil].id))!.actor;

  it.each(PERFIS)('%s has their own, and in each what its conditions say, counted', async perfil => {
    const actor = await actorOf(perfil);
    const tabs = tabsOf(cycle.resource, perfil);
    const {rows: all} = await list(perfil, {});
    const expected = tabs.map(([aba, {where}]) => ({
      aba, ids: all.filter(
        record => where.every(one => evaluateCondition(one, {resource: cycle.resource, record, session: actor}) === true)
      )
        .map(({id}) => id),
    }));
    for (const {aba, ids: own} of expected) {
      const {rows, total} = await list(perfil, {aba});
      expect({aba, ids: rows.map(({id}) => id)}).toEqual({aba, ids: own});
      expect(total).toBe(own.length);
    }
    const told = expected.map(({aba, ids: own}) => ({aba, total: own.length}));
    // By the counts of its own that the resource's dashboard has, before they are folded and after.
    const [, board] = Object.entries(cycle.config.dashboards).find(([, {of}]) => of === name)!;
    const isTold = board.profiles?.includes(perfil) !== false;
    const onCards = async (): Promise<unknown> => {
      const {status, body} = await cycle.test.api(cycle.world.users[perfil], board.calls.counts, {query: {periodo: '12m'}});
      return status === 200 ? statusesOf(cycle.resource).reduce((sum, {key}) => sum + body[`qtd${statusKeySuffix(key)}`], 0) : status;
    };
    for (let folded = 0; folded < 2; folded++) {
      expect((await counts(perfil)).body).toEqual(told);
      expect(await onCards()).toBe(isTold ? all.length : 403);
      await foldCountDeltas(cycle.test.context.db, resourceCountTables(cycle.config, name));
    }
  });

  it('some have records, and none of those that ask for something has all', async () => {
    const {body} = await counts('adm');
    const {todos, ...asking} = Object.fromEntries(body.map(({aba, total}: {aba: string; total: number}) => [aba, total]));
    for (const [aba, total] of Object.entries(asking)) {
      expect(total, aba).toBeGreaterThan(0);
      expect(total, aba).toBeLessThan(ids.length);
    }
    expect(todos).toBe(ids.length);
  });

  it('one that there is not, or that another profile has, is refused', async () => {
    const sentence = {campo: 'aba', mensagem: 'Aba desconhecida.'};
    for (const [perfil, aba] of [['adm', 'outra'], ['adm', 'toString'], ['rpa', 'meus']] as const) {
      expect((await list(perfil, {aba})).answer, aba).toAnswer(400, {codigo: 'VALIDACAO', message: sentence.mensagem, campos: [sentence]});
    }
    expect((await list('adm', {aba: ''})).total).toBe(ids.length);
  });

  it('goes with other filters, and into the export', async () => {
    const {status = ''} = cycle.resource;
    const [first, second] = statusesOf(cycle.resource);
    const open = await list('adm', {aba: 'parados'});
    const both = await list('adm', {aba: 'parados', [status]: first!.id});
    expect(both.rows.map(({id}) => id)).toEqual(open.rows.filter(row => row[status] === first!.id).map(({id}) => id));
    expect(both.total).toBeGreaterThan(0);
    const one = name === 'tickets' ? 'paraAprovar' : 'emAnalise';
    expect((await list('adm', {aba: one, [status]: first!.id})).total).toBe(0);
    expect((await list('adm', {aba: one, [status]: second!.id})).total).toBe((await list('adm', {aba: one})).total);
    const query = hasDialect(cycle.resource) ? {aba: 'parados'} : {filter: '{"aba":"parados"}'};
    const {headers} = await cycle.test.api(cycle.test.adm, `GET ${path()}/exportar`, {query: {...query, formato: 'csv'}});
    expect(headers['x-total-count']).toBe(String(open.total));
  });

  it('takes one statement, beside who asks', async () => {
    const counted = await countStatements(cycle.test);
    expect(await counted.statements(cycle.test.adm.token, `GET ${path()}/abas`)).toBeLessThanOrEqual(2);
    await counted.close();
  });

  it('a record is found by its number, and records by having nobody', async () => {
    const [id = 0] = ids;
    expect((await list('adm', {id})).rows.map(row => row.id)).toEqual([id]);
    expect((await list('adm', {id: 987_654})).total).toBe(0);
    expect((await list('adm', {id: 'sete'})).answer.status).toBe(400);
    const person = attendantField(cycle.resource)!;
    const {rows: all} = await list('adm', {});
    const nobody = await list('adm', {[person]: -1});
    expect(nobody.rows.map(row => row.id)).toEqual(all.filter(row => row[person] === 0).map(row => row.id));
    expect(nobody.total).toBeGreaterThan(3);
    expect((await list('adm', {[person]: cycle.test.adm.id})).rows.every(row => row[person] === cycle.test.adm.id)).toBe(true);
    const author = authorField(cycle.resource)!;
    expect((await list('adm', {[author]: -1})).answer.status).toBe(400);
  });

  it('one in a status that is declared no more is in none but that of all', async () => {
    const [id] = ids;
    const column = sql.ref(columnOf(cycle.resource.status!, cycle.resource.fields[cycle.resource.status!]!));
    const {rows: [before]} = await sql<{kept: unknown}>`select ${column} as kept from ${sql.table(name)} where id = ${id}`
      .execute(cycle.test.context.db);
    await sql`update ${sql.table(name)} set ${column} = 77 where id = ${id}`.execute(cycle.test.context.db);
    const own = await Promise.all(tabsOf(cycle.resource, 'adm').map(async ([aba]) => ({aba, rows: (await list('adm', {aba})).rows})));
    expect(own.filter(({rows}) => rows.some(row => row.id === id)).map(({aba}) => aba)).toEqual(['todos']);
    for (const {aba, rows} of own) expect((await counts('adm')).body, aba).toContainEqual({aba, total: rows.length});
    await sql`update ${sql.table(name)} set ${column} = ${before!.kept} where id = ${id}`.execute(cycle.test.context.db);
  });
});
