/** Robots at work, each a process of its own that begins again whenever it ends; and what must have become of every ticket. */
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {statusByKey} from '../../../src/schema/statuses/statuses.ts';
import config from '../../../resources.config.ts';
import {COMPILED} from '../../support/folder.ts';
import type {Api} from '../../support/server.ts';

/** Before the id of a ticket whose conclusion a robot heard of. */
export const CONCLUDED = 'concluído ';
/** What a robot makes of a ticket, unless something ends it. */
export const needsPerson = (id: number): boolean => id % 17 === 0;
export const triesAgain = (id: number): boolean => id % 13 === 0;
export const doneBy = (chave: string): string => `Feito por ${chave}.`;

const ROBOT = fileURLToPath(new URL('robot.ts', import.meta.url));

export interface Robots {
  /** Ids of the tickets whose conclusion was heard, each time. */
  readonly concluded: readonly number[];
  /** What those said that gave up by themselves. */
  readonly gaveUp: readonly string[];
  /** To one of them. */
  signal(robot: number, name: NodeJS.Signals): void;
  /** They give back what they have, and end. */
  end(): Promise<void>;
}

const alive = new Set<ChildProcess>();
process.on('exit', () => alive.forEach(child => child.kill('SIGKILL')));

/** @param where each asks, and with which key */
export const startRobots = (where: readonly {url: string; chave: string}[]): Robots => {
  const concluded: number[] = [];
  const gaveUp: string[] = [];
  const working: ChildProcess[] = [];
  let isEnding = false;
  const start = (robot: number): void => {
    const {url, chave} = where[robot]!;
    const child = spawn(process.execPath, [ROBOT, '--url', url, '--chave', chave, '--robo', `RPA-${robot}`], {
      stdio: ['ignore', 'pipe', 'pipe'], env: {PATH: process.env['PATH'], ...COMPILED},
    });
    alive.add(child);
    working[robot] = child;
    let [said, wrong] = ['', ''];
    child.stdout.on('data', chunk => (said += String(chunk)));
    child.stderr.on('data', chunk => (wrong += String(chunk)));
    child.once('close', code => {
      alive.delete(child);
      concluded.push(...said.split('\n').flatMap(line => (line.startsWith(CONCLUDED) ? Number(line.slice(CONCLUDED.length)) : [])));
      // One that had to end its own work says so by its code.
      if (code === 1) gaveUp.push(wrong);
      if (!isEnding) start(robot);
    });
  };
  where.forEach((_one, robot) => start(robot));
  return {
    concluded, gaveUp,
    signal: (robot, name) => void working[robot]!.kill(name),
    end: async () => {
      isEnding = true;
      await Promise.all([...working].map(async child => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        await once(child, 'close');
      }));
    },
  };
};

/** What became of tickets. */
export interface Outcome {
  finished: number[];
  /** With a person. */
  failed: number[];
  attempts: number;
  /** A line each: a history that no robots make, or a ticket that stands elsewhere. */
  wrong: string[];
}

const MOST = 3;
const [DONE, FAILED] = ['finalizado', 'pendencia'].map(key => statusByKey(config.resources.tickets, key)?.id);

/** Walks one ticket's history: each attempt begins, ends once and is counted, and the last one says where the ticket is. */
const judge = (id: number, status: number, steps: readonly {acao: string; comentario: string}[], outcome: Outcome): void => {
  let [counted, isOpen, isDone, why] = [0, false, false, ''];
  const fault = (text: string): void => void outcome.wrong.push(`${id}: ${text}`);
  for (const {acao, comentario} of steps) {
    if (acao === 'Robô começou') {
      const tentativa = Number(/^Tentativa (\d+) de/.exec(comentario)?.[1]);
      if (isOpen || isDone || tentativa !== counted + 1) fault(`${comentario} after ${counted} attempts`);
      [counted, isOpen] = [tentativa, true];
      outcome.attempts += 1;
    } else if (acao.startsWith('Robô ')) {
      if (!isOpen) fault(`${acao} without an attempt`);
      isOpen = false;
      why = acao;
      if (acao === 'Robô concluiu') {
        isDone = true;
        if (comentario !== doneBy(`${id}-${counted}`)) fault(`concluded by ${comentario}`);
      }
      if (acao === 'Robô devolveu' || comentario.includes('não conta como tentativa')) counted -= 1;
    }
  }
  if (status === DONE && isDone && !isOpen) outcome.finished.push(id);
  else if (status === FAILED && !isDone && !isOpen && (counted === MOST || (why === 'Robô falhou' && needsPerson(id)))) {
    outcome.failed.push(id);
  } else fault(`stands in ${status} after ${counted} attempts, the last step ${why}`);
};

export const outcomeOf = async (api: Api, token: string, ids: readonly number[]): Promise<Outcome> => {
  const outcome: Outcome = {finished: [], failed: [], attempts: 0, wrong: []};
  for (const id of ids) {
    const [{body: ticket}, {body: steps}] = await Promise.all([
      api(token, 'GET tickets/:id', {params: {id}}), api(token, 'GET ticketsHistorico/:id', {params: {id}}),
    ]);
    judge(id, ticket.idStatusTicket, steps.toReversed(), outcome);
  }
  return outcome;
};
