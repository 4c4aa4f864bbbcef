/** A day's people: they sign in, look, open, move, comment, export, invite, send records to robots and look on. What they heard is kept. */
import {createHash, randomUUID} from 'node:crypto';
import {setTimeout} from 'node:timers/promises';
import {expect} from 'vitest';
import type {Endpoint} from '../../../src/schema/shapes/config.ts';
import config from '../../../resources.config.ts';
import type {Dice} from '../../fuzz/support/dice.ts';
import {listenTo, type Stream} from '../../support/eventStream.ts';
import type {SeedUser} from '../../support/seed.ts';
import type {Answer, Api, Call} from '../../support/server.ts';
import {formOf, newTicket, NOTA, type World} from '../../support/tickets.ts';
import {callNamed, callOf, heard, type Act, type Ledger} from './ledger.ts';

const KB = 1024;
/** Bytes of a file; of the largest there are few, and they arrive in several parts. */
const SIZES = [...Array.from({length: 12}, () => [3 * KB, 40 * KB, 200 * KB]).flat(), 1500 * KB, 9000 * KB];
/** Milliseconds between two calls of one person, at most. */
const THINK = 1200;
/** Between two records that are sent to robots. */
const FEED = 4000;
const BREATH = 100;

/** An act that was acknowledged when it was sent first, from when to when. */
interface Told {
  id: number;
  versao: number;
  began: number;
  ended: number;
}

export interface Office {
  /** When each list came that came, and how long it took. */
  readonly lists: readonly {at: number; took: number}[];
  /** When writes were acknowledged. */
  readonly acknowledged: readonly number[];
  readonly refusals: readonly Answer[];
  /** Calls without an answer. */
  readonly cuts: number;
  /** What was read and is not as it was written, a line each. */
  readonly wrong: readonly string[];
  /** Records sent to robots, and people invited. */
  readonly sent: readonly number[];
  readonly invited: readonly string[];
  /** Of what was acknowledged while somebody looked on, how much they heard; what they did not hear as a line each. */
  unheard(patience: number): {heard: number; missed: string[]};
  /** Nobody begins anything any more. Resolves when what is begun is done; those who look on go on until `leave`. */
  end(): Promise<void>;
  leave(): void;
}

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface Where {
  url: string;
  api: Api;
  ledger: Ledger;
  world: World;
  /** Whose records are sent to robots. */
  robots: World;
}

export const openOffice = ({url, api, ledger, world, robots}: Where, dice: Dice): Office => {
  const lists: {at: number; took: number}[] = [];
  const [acknowledged, sent, invited, wrong]: [number[], number[], string[], string[]] = [[], [], [], []];
  const [refusals, told]: [Answer[], Told[]] = [[], []];
  const over = new AbortController();
  const gone = new AbortController();
  let cuts = 0;
  const pause = (most: number) => setTimeout(dice.below(most), undefined, {signal: over.signal}).catch(() => {});

  /** @returns undefined where no answer came */
  const ask = async (as: SeedUser | undefined, endpoint: Endpoint, call?: Call): Promise<Answer | undefined> => {
    try {
      const answer = await api(as, endpoint, call);
      if (answer.status >= 300) refusals.push(answer);
      return answer;
    } catch (error) {
      // fetch's own errors: the line broke, or no answer came in time.
      if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error;
      cuts += 1;
      return undefined;
    }
  };
  /** Asks until it is done, under one key, whatever happens meanwhile. */
  const insist = async (as: SeedUser, endpoint: Endpoint, call: Call): Promise<Answer> => {
    const headers = {'idempotency-key': randomUUID()};
    for (;;) {
      const answer = await ask(as, endpoint, {...call, headers});
      if (answer !== undefined && answer.status < 300) {
        acknowledged.push(performance.now());
        return answer;
      }
      await setTimeout(BREATH);
    }
  };

  const live = async (person: SeedUser): Promise<void> => {
    let story = ledger.begin(person, dice.pick(SIZES));
    let act: Act | undefined = story.acts[0];
    let isFirst = true;
    const work = async (): Promise<void> => {
      if (act === undefined) {
        story = ledger.begin(person, dice.pick(SIZES));
        [act] = story.acts;
      }
      const [began, doing] = [performance.now(), act];
      const answer = await ask(doing.as, doing.endpoint, callOf(story, doing));
      const wasFirst = isFirst;
      isFirst = false;
      if (answer === undefined || !heard(story, doing, answer)) return;
      const ended = performance.now();
      acknowledged.push(ended);
      if (wasFirst) told.push({id: Number(answer.body.id), versao: Number(answer.body.versao), began, ended});
      act = ledger.next(story, dice.pick(SIZES));
      isFirst = true;
    };
    const look = async (): Promise<void> => {
      const at = performance.now();
      const answer = await ask(person, 'GET tickets', {query: {page: 1 + dice.below(3), ...(dice.chance(0.3) ? {idStatusTicket: 1} : {})}});
      if (answer?.status === 200) lists.push({at, took: performance.now() - at});
    };
    const read = async (): Promise<void> => {
      const {id, acts} = story;
      if (id === undefined) return;
      const answer = await ask(person, 'GET tickets/:id', {params: {id}});
      await ask(person, 'GET ticketsHistorico/:id', {params: {id}});
      const [file] = (answer?.body.ticketArquivos ?? []) as {id: number}[];
      if (answer?.status !== 200 || file === undefined) return;
      const download = await ask(person, 'GET TicketsArquivo/baixar-arquivo/:fileId', {params: {fileId: file.id}});
      if (download?.status === 200 && sha(download.bytes) !== sha(acts[0].files[0]!.bytes)) wrong.push(`the file of ${id}`);
    };
    const signIn = async (): Promise<void> => {
      const {email, senha} = person;
      await ask(undefined, 'POST usuarios/login', {body: {email, senha}});
    };
    const others: Endpoint[] = [
      'GET tickets/abas', 'GET dashboard/resumo', 'GET Dashboard/buscar-qtd-ticetks-status', 'GET avisos', 'GET statusTickets/listarCombo',
    ];
    const doings = [
      ...Array.from({length: 8}, () => look), ...Array.from({length: 6}, () => work), read, read, signIn,
      async () => void await ask(person, dice.pick(others)),
      async () => void await ask(person, 'GET ir-para', {query: {texto: story.placa}}),
    ];
    while (!over.signal.aborted) {
      await dice.pick(doings)();
      await pause(THINK);
    }
  };

  const {adm, empresa, fornecedor, empresaUsuario} = world.users;
  const feed = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const {body: {id}} = await insist(robots.users.fornecedor, 'POST tickets', {form: formOf(newTicket(robots), [NOTA])});
      for (const name of ['atender', 'enviarRpa']) {
        await insist(robots.users.empresa, callNamed(name), {params: {id, idUsuario: robots.users.empresa.id}});
      }
      sent.push(id);
      await pause(FEED);
    }
  };
  /** One export of a person at a time is what a server allows. */
  const administer = async (): Promise<void> => {
    for (let n = 1; !over.signal.aborted; n++) {
      await ask(adm, 'GET tickets/exportar', {query: {formato: dice.pick(['csv', 'xlsx'])}});
      const email = `novo${n}@balcao.test`;
      await insist(adm, 'POST usuarios', {body: {
        nome: `Novo ${n}`, email, tipo: config.profiles.empresa.id, idEmpresa: world.idEmpresa, filiaisAlteradas: [],
      }});
      invited.push(email);
      await pause(2 * FEED);
    }
  };

  const lines: {stream: Stream; from: number; to: number; who: number}[] = [];
  const lookOn = async (person: SeedUser): Promise<void> => {
    while (!gone.signal.aborted) {
      const stream = await listenTo(url, person.token).catch(() => undefined);
      if (stream?.response.ok === true) {
        const line = {stream, from: performance.now(), to: Infinity, who: person.id};
        lines.push(line);
        await Promise.race([stream.ended, new Promise(resolve => {
          gone.signal.addEventListener('abort', resolve);
        })]);
        line.to = performance.now();
      }
      stream?.leave();
      await setTimeout(BREATH);
    }
  };

  const people = [adm, empresa, fornecedor, empresaUsuario];
  const lives = Promise.all([...people, ...people, ...people].map(live).concat(feed(), administer()));
  const looking = Promise.all([adm, empresa, empresaUsuario].map(lookOn));
  // Told by `end`.
  lives.catch(() => {});
  looking.catch(() => {});
  return {
    lists, acknowledged, refusals, wrong, sent, invited,
    get cuts() {
      return cuts;
    },
    unheard: patience => {
      const missed: string[] = [];
      let all = 0;
      for (const {stream, from, to, who} of lines) {
        const latest = new Map<unknown, number>();
        for (const {name, data} of stream.events()) {
          if (name === 'registro' && data.recurso === 'tickets') latest.set(data.id, Math.max(latest.get(data.id) ?? 0, data.versao));
        }
        for (const {id, versao, began, ended} of told.filter(one => one.began > from && one.ended + patience < to)) {
          all += 1;
          if ((latest.get(id) ?? 0) < versao) missed.push(`${id} at version ${versao}, by user ${who}, ${Math.round(ended - began)} ms`);
        }
      }
      return {heard: all - missed.length, missed};
    },
    end: async () => {
      over.abort();
      await lives;
      expect(sent.length).toBeGreaterThan(0);
    },
    leave: () => gone.abort(),
  };
};
