// What a record is judged by through a reference holds until it is written: whoever changes the one that it names was first, or waits.
import {sql} from 'kysely';
import {beforeEach, describe, expect, it, test as one} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import type {ResourceInput} from '../../src/schema/shapes/config.ts';
import type {FieldOf} from '../../src/schema/shapes/fields.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {named, withResources} from '../support/configs.ts';
import {onServer, openTransaction} from '../support/database.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {until} from '../support/until.ts';

const FECHADA = 'A ordem já foi fechada.';
const CARA = 'Custa mais que o limite da ordem.';
const PENDENTE = 'A tem 1 peça.';
const idOrdem: FieldOf<'referencia'> = {kind: 'referencia', label: 'Ordem', to: 'ordens'};
const peca = (route: string, {fields, ...own}: Partial<ResourceInput> = {}): ResourceInput =>
  named({one: 'Peça', many: 'Peças', article: 'a'}, {
    route, conditions: {ordemAberta: {through: {idOrdem: 'aberta'}, reason: FECHADA}}, ...own,
    fields: {idOrdem, custo: {kind: 'numero', label: 'Custo'}, ...fields},
  });
const consequence = (of: string, by = 'idOrdem') =>
  ({of, by, before: ['delete', 'fechar'], refuses: true, one: '{nome} tem 1 peça.', many: '{nome} tem {total} peças.'}) as const;
const config = withResources({
  ordens: named({one: 'Ordem', many: 'Ordens', article: 'a'}, {
    fields: {
      limite: {kind: 'numero', label: 'Limite'},
      situacao: {
        kind: 'escolha', label: 'Situação',
        choices: [{id: 1, key: 'aberta', name: 'Aberta'}, {id: 2, key: 'fechada', name: 'Fechada', end: true}],
      },
    },
    status: 'situacao', conditions: {aberta: {status: ['aberta']}},
    consequences: {contadas: consequence('contadas'), ligadas: consequence('ligadas', 'ordens')},
    actions: {fechar: {from: {aberta: ['adm']}, to: 'fechada', confirm: 'Fechar?'}},
  }),
  criadas: peca('criada', {access: {list: ['adm'], create: ['adm:ordemAberta'], update: ['adm']}}),
  postas: peca('posta', {actions: {por: {profiles: ['adm:ordemAberta'], sets: {custo: 1}, confirm: 'Pôr?'}}}),
  regradas: peca('regrada', {rules: {nome: [{through: {idOrdem: 'aberta'}, reason: FECHADA}]}}),
  limitadas: peca('limitada', {
    fields: {idOrdem: {...idOrdem, shows: {limite: 'limite'}}},
    rules: {custo: [{not: {compare: ['custo', '>', 'limite']}, reason: CARA}]},
  }),
  contadas: peca('contada', {actions: {mover: {profiles: ['adm'], asks: {idOrdem}}}}),
  ligadas: peca('ligada', {fields: {ordens: {kind: 'vinculos', label: 'Ordens', to: 'ordens'}}}),
});

it('is said as the start takes it', () => expect(checkConfig(config)).toEqual([]));

describe.runIf(onServer)('beside another transaction', () => {
  const test = beforeTests(() => openTestApp({config}));
  let ordem: number;
  beforeEach(async () => {
    await test.reset();
    ordem = (await test.api(test.adm, 'POST ordens', {body: {nome: 'A', limite: 9}})).body.id;
  });
  const make = (name: string) => test.api(test.adm, `POST ${name}`, {body: {
    idOrdem: ordem, nome: 'Freio', custo: 5, ...name === 'ligadas' && {idOrdem: 0, ordens: [{id: ordem, ligado: true}]},
  }});
  const waiting = (many: number) => until(async () => {
    const {rows} = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      .execute(test.context.db);
    expect(rows).toHaveLength(many);
  });
  /** A call that begins while the order is being changed. */
  const beside = async (change: typeof CLOSED, call: () => Promise<Answer>): Promise<Answer> => {
    const trx = await openTransaction(test.context.db);
    await change(ordem).execute(trx);
    const answer = call();
    await waiting(1);
    await trx.commit().execute();
    return answer;
  };
  const CLOSED = (id: number) => sql`update ordens set situacao = 2, limite = 1 where id = ${id}`;

  one.each([
    ['who may make it', 'criadas', 403, {message: FECHADA}],
    ['a rule through it', 'regradas', 400, {campos: [{campo: 'nome', mensagem: FECHADA}]}],
    ['a rule of what is shown of it', 'limitadas', 400, {campos: [{campo: 'custo', mensagem: CARA}]}],
  ] as const)('a record is judged on the order as it is when it is written: %s', async (_what, name, status, body) => {
    expect(await beside(CLOSED, () => make(name))).toAnswer(status, body);
  });

  it('so is an action', async () => {
    const {body: {id}} = await make('postas');
    const act = () => test.api(test.adm, 'PUT postas/por/:id', {params: {id}, body: {}});
    expect(await beside(CLOSED, act)).toAnswer(403, {message: FECHADA});
  });

  /** As a deletion does: the record is held before it is hidden. */
  const deleted = (id: number) => sql`with held as (select from ordens where id = ${id} for update)
    update ordens set data_exclusao = now() from held where id = ${id}`;
  it('nor does an action name one that is being deleted', async () => {
    const {body: {id}} = await test.api(test.adm, 'POST contadas', {body: {nome: 'Freio'}});
    const move = () => test.api(test.adm, 'PUT contadas/mover/:id', {params: {id}, body: {idOrdem: ordem}});
    expect(await beside(deleted, move)).toAnswer(400, {campos: [{campo: 'idOrdem', mensagem: 'Campo inválido.'}]});
  });

  describe.each(['contadas', 'ligadas'])('of %s, that nothing names when it is deleted or closed', name => {
    it('none is made that names an order which is being deleted', async () => {
      expect(await beside(deleted, () => make(name))).toAnswer(400, {codigo: 'VALIDACAO'});
    });

    it.each(['DELETE ordens/:id', 'PUT ordens/fechar/:id'] as const)('%s waits for one that is being made, and is refused', async call => {
      const trx = await openTransaction(test.context.db);
      await sql`lock table ${sql.table(name)} in share mode`.execute(trx);
      const made = make(name);
      await waiting(1);
      const done = test.api(test.adm, call, {params: {id: ordem}, body: {}});
      await waiting(2);
      await trx.commit().execute();
      expect(await made).toAnswer(201);
      expect(await done).toAnswer(400, {codigo: 'CONFLITO', message: PENDENTE});
    });
  });
});
