/** Robots with simulated work: those of the demo, and that of `npm run robot`. */
import {setTimeout} from 'node:timers/promises';
import {sql} from 'kysely';
import {robotClientSettings, robotIds, robotTemplates} from '../schema/queue.ts';
import type {Config} from '../schema/shapes/config.ts';
import {USERS} from '../schema/systemFields.ts';
import {Negocio, trabalhar, type Modelo, type Reserva} from '../kit/robo.mjs';
import {hashApiKey, generateApiKey} from '../server/accounts/apiKeys.ts';
import type {Context} from '../server/context.ts';
import {listDemoRecordValues, type Demonstration} from '../server/demo/steps.ts';

const STEPS = ['Abrindo o sistema', 'Preenchendo o formulário', 'Conferindo os anexos', 'Gravando'];
/** Every n-th record fails for a person to handle, and every n-th is retried. */
const [PERSON_EVERY, RETRY_EVERY] = [5, 4];

export const simulateWork = (pace: number) => async ({itens, tentativa, chave, progresso, sinal}: Reserva): Promise<string> => {
  for (const [index, step] of STEPS.entries()) {
    progresso(step, Math.round(100 * index / STEPS.length));
    await setTimeout(pace, undefined, {signal: sinal});
  }
  const recordNumber = Number.parseInt(chave, 10);
  const [firstItem] = itens;
  if (recordNumber % PERSON_EVERY === 0 && firstItem !== undefined) {
    const {item, descricao, valor} = firstItem;
    throw new Negocio('CADASTRO', `${descricao} não confere com o cadastro.`, {[String(item)]: `“${valor}” não consta no cadastro.`});
  }
  if (recordNumber % RETRY_EVERY === 0 && tentativa === 1) {
    throw Object.assign(new Error('O sistema de destino não respondeu em 60 s.'), {codigo: 'SEM_RESPOSTA'});
  }
  return `Feito. Protocolo ${recordNumber + 48_000}.`;
};

export const firstQueueSettings = ({resources}: Config): Modelo => {
  const [name, resource] = Object.entries(resources).find(([, {queue}]) => queue !== undefined) ?? [];
  if (name === undefined || resource === undefined) throw new Error('Nenhum recurso da configuração tem uma fila de robôs.');
  return robotClientSettings(name, resource);
};

const KEY_NAME = 'Demonstração';
/** Replaces the API key of the demo's robot; undefined in a database without demo data. */
const replaceRobotKey = async ({config, db}: Context, demonstration: Demonstration): Promise<string | undefined> => {
  const robot = listDemoRecordValues(demonstration, USERS).find(({tipo}) => robotIds(config).includes(Number(tipo)));
  const chave = generateApiKey();
  const {rows} = await sql`
    with u as (select id from usuarios where email = ${robot?.['email'] ?? ''} and tipo = any(${robotIds(config)}::integer[])),
      antes as (delete from chaves using u where id_usuario = u.id and nome = ${KEY_NAME})
    insert into chaves (id_usuario, nome, hash) select u.id, ${KEY_NAME}, ${hashApiKey(chave)} from u returning id`.execute(db);
  return rows.length === 0 ? undefined : chave;
};

/** Milliseconds per step and until the first start, and the lease in seconds: slow enough to watch. */
const [STEP_MS, FIRST_START_MS, LEASE_SECONDS] = [30_000, 45_000, 90];

/** Starts a robot for each workflow of the demo. @returns stops them; they release their leases */
export const startRobots = async (context: Context, url: string, demonstration: Demonstration): Promise<() => Promise<void>> => {
  const chave = await replaceRobotKey(context, demonstration);
  const controller = new AbortController();
  if (chave === undefined) return async () => {};
  const names = robotTemplates(context.config).flatMap(
    ({of, workflow}) => listDemoRecordValues(demonstration, of).map(values => values[workflow]),
  );
  const workflows = [...new Set(names)].flatMap(workflow => (typeof workflow === 'string' && workflow !== '' ? workflow : []));
  const robots = workflows.map((workflow, index) => ({workflow, robo: `RPA-0${index + 2}`}));
  const robotNames = robots.map(({robo, workflow}) => `${robo} (${workflow})`).join(' e ');
  process.stdout.write(`Robôs da demonstração, devagar e enquanto ela roda: ${robotNames}.\n`);
  const running = robots.map(async (robot, index) => {
    await setTimeout(FIRST_START_MS * (index + 1), undefined, {signal: controller.signal});
    await trabalhar(simulateWork(STEP_MS), {
      ...robot, url, chave, lease: LEASE_SECONDS, modelo: firstQueueSettings(context.config), sinal: controller.signal,
    });
  });
  const allEnded = Promise.allSettled(running);
  return async () => {
    controller.abort();
    await allEnded;
  };
};
