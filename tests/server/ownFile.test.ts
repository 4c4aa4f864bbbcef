// The file of own code beside a config: found by its name, checked before anything is opened, and missed by nobody.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {defineOwn} from '../../src/server/own.ts';
import {checkOwn} from '../../src/server/ownCode/checkOwn.ts';
import {unpackEmpty} from '../support/embeddedDatabase.ts';
import {BRIEF, COMPILED, temporaryFolder} from '../support/folder.ts';
import frota from '../../docs/examples/frota.config.ts';

const step = (): void => {};

it('has names of the config alone, and functions', () => {
  const own = defineOwn(frota, {steps: {
    ordens: {create: {before: step}, actions: {concluir: {after: step}}}, veiculos: {delete: {after: step}},
  }});
  expect(checkOwn(frota, own, 'frota.own.ts')).toEqual([]);
  const wrong = {
    passos: {}, steps: {
      ordem: {}, ordens: {criar: {}, create: {antes: step}, update: {after: 'x'}, actions: {conclui: {}, salvar: {before: step}}},
      pecas: {actions: {pagar: {}}}, horas: [],
    },
  };
  const actions = '"iniciar", "concluir", "fechar", "devolver" e "cancelar"';
  const resources = '"usuarios", "empresas", "filiais", "oficinas", "veiculos", "ordens", "pecas" e "horas"';
  expect(checkOwn(frota, wrong, 'frota.own.ts')).toEqual([
    'passos: "passos" não é uma opção aqui: há "steps", "timers" e "calls".',
    `steps.ordem: "ordem" não é um recurso: há ${resources}.`,
    'steps.ordens.criar: "criar" não é uma opção aqui: há "create", "update", "delete" e "actions".',
    'steps.ordens.create.antes: "antes" não é um momento de um passo: há "before", "after" e "committed".',
    'steps.ordens.update.after: esperava uma função.',
    'steps.ordens.actions.salvar: "salvar" é a ação de salvar: use "update".',
    `steps.ordens.actions.conclui: "conclui" não é uma ação de ordens (quis dizer "concluir"?): há ${actions}.`,
    'steps.pecas.actions.pagar: "pagar" não é uma ação de pecas: não há nenhuma.',
    'steps.horas: esperava um objeto.',
  ]);
  expect(checkOwn(frota, step, 'frota.own.ts')).toEqual(['frota.own.ts: esperava um objeto.']);
});

let folder: string;
let remove: () => Promise<void>;
let ownFile: string;
beforeAll(async () => {
  ({folder, remove} = await temporaryFolder());
  ownFile = join(folder, 'frota.own.ts');
  const text = readFileSync('docs/examples/frota.config.ts', 'utf8').replace('../../src/', `${resolve('src')}/`);
  writeFileSync(join(folder, 'frota.config.ts'), text);
  await unpackEmpty(folder);
});
afterAll(() => remove());

const write = (...lines: string[]): void => writeFileSync(ownFile, [
  `import {defineOwn} from '${resolve('src/server/own.ts')}';`, "import config from './frota.config.ts';", ...lines, '',
].join('\n'));

/** What the API prints until a pattern, after which it is told to end, or until its own end. */
const start = async (until?: RegExp): Promise<string> => {
  const {PATH = ''} = process.env;
  const child = spawn(process.execPath, [...BRIEF, 'src/run/api.ts', '--config', join(folder, 'frota.config.ts')], {
    env: {PATH, ...COMPILED, DATA_DIR: folder, PORT: '0'}, stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (until?.test(text) === true) child.kill('SIGTERM');
    });
  }
  await once(child, 'close');
  return text;
};

it('stops the start with the line of each wrong name, and without a default export', async () => {
  write('', 'export default defineOwn(config, {', '  steps: {', '    ordens: {', '      actions: {fecha: {}},', '    },', '  },', '});');
  const lines = (await start()).trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/frota\.own\.ts tem erros:$/),
    expect.stringMatching(/frota\.own\.ts:7: steps\.ordens\.actions\.fecha: "fecha" não é uma ação de ordens \(quis dizer "fechar"\?\): há "iniciar", /),
  ]);
  write('export const own = defineOwn(config, {steps: {}});');
  expect(await start()).toMatch(/frota\.own\.ts não exporta o código próprio: falta "export default defineOwn\(config, \{…\}\)"\.\n$/);
});

it('is read by a start, which goes on without it', async () => {
  write("process.stdout.write('lido agora');", 'export default defineOwn(config, {steps: {}});');
  expect(await start(/Balcão no ar/)).toMatch(/lido agora[^]*Balcão no ar/);
  rmSync(ownFile);
  const text = await start(/Balcão no ar/);
  expect(text).toContain('Balcão no ar');
  expect(text).not.toContain('lido agora');
});
