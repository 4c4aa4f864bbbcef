/** Robots whose work is made up: those of the demonstration, and the one of `npm run robot`. */
import {setTimeout} from 'node:timers/promises';
import {sql} from 'kysely';
import {robotClientSettings, robotIds, robotTemplates} from '../schema/queue.ts';
import type {Config} from '../schema/shapes/config.ts';
import {USERS} from '../schema/systemFields.ts';
import {Negocio, trabalhar, type Modelo, type Reserva} from '../kit/robo.mjs';
import {hashOfKey, newKey} from '../server/accounts/keys.ts';
import type {Context} from '../server/context.ts';
import {listMade, type Demonstration} from '../server/demo/steps.ts';

const STEPS = ['Abrindo o sistema', 'Preenchendo o formulário', 'Conferindo os anexos', 'Gravando'];
/** Of so many records one is for a person, and one is tried again. */
const [PERSON, AGAIN] = [5, 4];

/** Some work that looks like work. @param pace milliseconds of a step */
export const madeUp = (pace: number) => async ({itens, tentativa, chave, progresso, sinal}: Reserva): Promise<string> => {
  for (const [at, step] of STEPS.entries()) {
    progresso(step, Math.round(100 * at / STEPS.length));
    await setTimeout(pace, undefined, {signal: sinal});
  }
  const number = Number.parseInt(chave, 10);
  const [first] = itens;
  if (number % PERSON === 0 && first !== undefined) {
    const {item, descricao, valor} = first;
    throw new Negocio('CADASTRO', `${descricao} não confere com o cadastro.`, {[String(item)]: `“${valor}” não consta no cadastro.`});
  }
  if (number % AGAIN === 0 && tentativa === 1) {
    throw Object.assign(new Error('O sistema de destino não respondeu em 60 s.'), {codigo: 'SEM_RESPOSTA'});
  }
  return `Feito. Protocolo ${number + 48_000}.`;
};

/** What the client has to know of the first queue there is. */
export const modelOf = ({resources}: Config): Modelo => {
  const [name, resource] = Object.entries(resources).find(([, {queue}]) => queue !== undefined) ?? [];
  if (name === undefined || resource === undefined) throw new Error('Nenhum recurso da configuração tem uma fila de robôs.');
  return robotClientSettings(name, resource);
};

const KEY = 'Demonstração';
/** Replaces the key of the demonstration's robot; undefined where this is no demonstration. */
const replaceKey = async ({config, db}: Context, demonstration: Demonstration): Promise<string | undefined> => {
  const robot = listMade(demonstration, USERS).find(({tipo}) => robotIds(config).includes(Number(tipo)));
  const chave = newKey();
  const {rows} = await sql`
    with u as (select id from usuarios where email = ${robot?.['email'] ?? ''} and tipo = any(${robotIds(config)}::integer[])),
      antes as (delete from chaves using u where id_usuario = u.id and nome = ${KEY})
    insert into chaves (id_usuario, nome, hash) select u.id, ${KEY}, ${hashOfKey(chave)} from u returning id`.execute(db);
  return rows.length === 0 ? undefined : chave;
};

/** Slow enough that there is something to see. */
const [PACE, FIRST, LEASE] = [30_000, 45_000, 90];

/**
 * Starts a robot for each workflow of the demonstration.
 *
 * @returns ends them: what they have they give back
 */
export const startRobots = async (context: Context, url: string, demonstration: Demonstration): Promise<() => Promise<void>> => {
  const chave = await replaceKey(context, demonstration);
  const ending = new AbortController();
  if (chave === undefined) return async () => {};
  const named = robotTemplates(context.config).flatMap(({of, workflow}) => listMade(demonstration, of).map(values => values[workflow]));
  const workflows = [...new Set(named)].flatMap(workflow => (typeof workflow === 'string' && workflow !== '' ? workflow : []));
  const robots = workflows.map((workflow, at) => ({workflow, robo: `RPA-0${at + 2}`}));
  const told = robots.map(({robo, workflow}) => `${robo} (${workflow})`).join(' e ');
  process.stdout.write(`Robôs da demonstração, devagar e enquanto ela roda: ${told}.\n`);
  const running = robots.map(async (robot, at) => {
    await setTimeout(FIRST * (at + 1), undefined, {signal: ending.signal});
    await trabalhar(madeUp(PACE), {...robot, url, chave, lease: LEASE, modelo: modelOf(context.config), sinal: ending.signal});
  });
  const ended = Promise.allSettled(running);
  return async () => {
    ending.abort();
    await ended;
  };
};
