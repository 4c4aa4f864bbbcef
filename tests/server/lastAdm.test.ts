// There is always an active Adm (rules: Access 8): nobody removes the last one, nor do two who remove each other at once.
import {beforeEach, expect, test} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';

const server = beforeTests(openTestApp);
let other: SeedUser;
beforeEach(async () => {
  await server.reset();
  other = await server.seed.usuario({perfil: 'adm'});
});

const activeAdms = async (): Promise<number> =>
  (await server.context.db.selectFrom('usuarios').select('id').where('tipo', '=', 1).where('ativo', '=', true).execute()).length;
const inativar = (token: string, id: number) => server.api(token, 'PUT usuarios/inativar/:id', {params: {id}});
const demote = async (token: string, id: number) => server.api(token, 'POST usuarios', {body: {id, tipo: 4}});

test('an Adm removes another, and not itself', async () => {
  expect(await inativar(server.adm.token, other.id)).toAnswer(200, {ativo: false});
  expect(await inativar(server.adm.token, server.adm.id))
    .toAnswer(400, {codigo: 'CONFLITO', message: 'Não é possível fazer isto com o seu próprio usuário.'});
  expect(await demote(server.adm.token, server.adm.id)).toAnswer(400, {message: 'Ninguém altera isto no próprio cadastro.'});
  expect(await activeAdms()).toBe(1);
});

test.each([['deactivate', inativar], ['demote', demote]] as const)('of two who %s each other at once one stays', async (_what, remove) => {
  const answers = await Promise.all([remove(server.adm.token, other.id), remove(other.token, server.adm.id)]);
  expect(answers.filter(({status}) => status === 200)).toHaveLength(1);
  expect(await activeAdms()).toBe(1);
});
