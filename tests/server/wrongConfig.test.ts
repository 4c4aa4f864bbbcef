// A config that cannot be honoured, in a maintainer's own copy: whatever is started tells every mistake and makes nothing.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {access} from 'node:fs/promises';
import {text} from 'node:stream/consumers';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {cloneProduct, type Clone} from '../e2e/support/clone.ts';

const CONFIG = 'resources.config.ts';
let clone: Clone;
beforeAll(async () => {
  clone = await cloneProduct();
  await clone.edit(CONFIG, "codigoExterno: {kind: 'texto', label: 'Código Externo', maxLength: 15},", '');
  await clone.edit(CONFIG, "'codigoExterno', 'idEmpresa', 'dataCriacao'", "'idEmpresa', 'dataCriacao'");
  await clone.edit(CONFIG, "kind: 'texto', label: 'Contato', maxLength: 110", "kind: 'teksto', label: 'Contato', maxLength: 110");
  await clone.edit(CONFIG, "rpa: ['empresa', {any: ['naFila', 'participou']}]", "rpa: [{todas: ['naFila']}, 'itensValidos']");
});
afterAll(() => clone.remove());

const SENTENCES = [
  'resources.config.ts tem erros:',
  'resources.filiais.fields.contato: "teksto" não é um tipo de campo (quis dizer "texto"?).',
  'resources.tickets.scope.rpa[0]: falta "any".',
  'resources.tickets.scope.rpa[0]: "todas" não é uma opção aqui.',
  'resources.usuarios.fields: falta "codigoExterno", que o produto usa.',
];

test.each([
  ['start', []], ['api', []], ['schema', []], ['senha', ['a@x.test']],
] as const)('%s ends with the sentences, and nothing was made', async (script, args) => {
  const dataDir = `${clone.root}/dados`;
  const {PATH = ''} = process.env;
  const child = spawn(process.execPath, [`src/run/${script}.ts`, ...args], {
    cwd: clone.root, env: {PATH, DATA_DIR: dataDir, PORT: '0'}, stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, told] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')]);
  expect(said.trimEnd().split('\n')).toEqual(SENTENCES);
  expect([child.exitCode, told]).toEqual([1, '']);
  await expect(access(dataDir)).rejects.toThrow('ENOENT');
  expect(await clone.changed()).toEqual([CONFIG]);
});
