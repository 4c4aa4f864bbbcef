// A robot as a process of its own, by the client that kits carry. What it hears to be concluded it says, a line each.
import {setTimeout} from 'node:timers/promises';
import config from '../../../resources.config.ts';
import {Negocio, opcoesDaLinha, trabalhar} from '../../../src/kit/robo.mjs';
import {robotClientSettings} from '../../../src/schema/queue.ts';
import './shortQueue.ts';
import {CONCLUDED, doneBy, needsPerson, triesAgain} from './robots.ts';

/** Milliseconds that a record takes at most. */
const WORK = 600;

const ask = fetch;
globalThis.fetch = async (url, how) => {
  const answer = await ask(url, how);
  const id = /\/(\d+)\/concluir$/.exec(answer.url)?.[1];
  if (id !== undefined && answer.ok) process.stdout.write(`${CONCLUDED}${id}\n`);
  return answer;
};

await trabalhar(async ({chave, tentativa, progresso, sinal}) => {
  const id = Number.parseInt(chave, 10);
  progresso('Gravando', 50);
  await setTimeout(id * 97 % WORK, undefined, {signal: sinal});
  if (needsPerson(id)) throw new Negocio('CADASTRO', 'Não consta no cadastro.');
  if (triesAgain(id) && tentativa === 1) throw new Error('O sistema de destino não respondeu.');
  return doneBy(chave);
}, {...opcoesDaLinha(), modelo: robotClientSettings('tickets', config.resources.tickets)});
