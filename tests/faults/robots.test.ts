// Robots, the servers they ask and the database under them are ended, frozen and started again while tickets wait: each ticket is finished
// once, or stands with a person for a reason that its history tells; none is stuck, and no attempt is missing.
import {setTimeout} from 'node:timers/promises';
import type {Client} from 'pg';
import {afterEach, describe, expect} from 'vitest';
import config from '../../resources.config.ts';
import {diceOf} from '../fuzz/support/dice.ts';
import {openProduct, type Product} from '../support/product.ts';
import {createSeed} from '../support/seed.ts';
import type {Api} from '../support/server.ts';
import {httpApi} from '../support/httpApi.ts';
import {actOn, openTicket} from '../support/tickets.ts';
import {WHOLE} from '../support/whole.ts';
import {fault, timed, type Tally} from './support/cases.ts';
import {outcomeOf, startRobots} from './support/robots.ts';
import {LEASE} from './support/shortQueue.ts';
import {BOUND, noPostgres, openServerStage, openStage, type Kind, type ServerStage, type Stage} from './support/stage.ts';

/** Some of them are tried again, and one is a person's, as the robots go by their ids. */
const [TICKETS, ROBOTS] = WHOLE ? [1000, 10] : [18, 3];
/** Connections that say nothing, beside all that the products have; one of them has a transaction open. */
const [IDLE, CONNECTIONS] = [300, 400];
/** Faults of one sort, one after the other: at random as long as there is work, or so many. */
const MOST = WHOLE ? Infinity : 2;
/** Tickets that leave the queue between two of them: a server that is always on its way up serves nobody. */
const APART = WHOLE ? 25 : 3;
const SHORT = {NODE_OPTIONS: `--import=${new URL('support/shortQueue.ts', import.meta.url).href}`};
const SECOND = 1000;
/** A thousand tickets on a busy machine. */
const HOUR = 3600 * SECOND;
/** Longer than a lease lasts, at most. */
const FROZEN = 2 * LEASE * SECOND;
/** Milliseconds in which some ticket goes on. */
const PATIENCE = 180 * SECOND;
/** Tickets that are opened at once. */
const AT_ONCE = 8;

type Break = readonly [name: string, doIt: () => Promise<void>];
const dice = diceOf(18);
const kinds: readonly Kind[] = WHOLE ? ['server', 'embedded'] : ['embedded'];

describe.each(kinds)('robots at work, %s database', kind => {
  const unless = kind === 'server' ? noPostgres : undefined;
  const open: (() => Promise<void>)[] = [];
  /** Whether nothing is broken any more, and nothing begins again. */
  let work = {isOver: false, isClosed: false, left: TICKETS};
  afterEach(async () => {
    Object.assign(work, {isOver: true, isClosed: true});
    for (const close of open.splice(0).toReversed()) await close();
  });
  const stageOf = async (): Promise<Stage | ServerStage> => {
    const stage = kind === 'server' ? await openServerStage({max_connections: CONNECTIONS}, SHORT) : await openStage({env: SHORT});
    open.push(stage.close);
    return stage;
  };

  /** Tickets that wait for a robot, and robots of their company by their keys. */
  const prepare = async ({api, world, adm}: Stage): Promise<{ids: number[]; keys: string[]}> => {
    const who = world.users.adm;
    await api(adm, 'PUT modelosformulario/:id', {params: {id: world.modelo.id}, body: {workFlowNameRpa: 'agendar'}});
    const ids: number[] = [];
    await Promise.all(Array.from({length: AT_ONCE}, async (_one, lane) => {
      for (let n = lane; n < TICKETS; n += AT_ONCE) {
        const {id} = await openTicket({api}, world, world.users.fornecedor);
        for (const action of ['atender', 'enviarRpa'] as const) expect(await actOn({api}, id, who, action)).toMatchObject({status: 200});
        ids.push(id);
      }
    }));
    const seed = createSeed(api, who, {config});
    const keys: string[] = [];
    while (keys.length < ROBOTS) {
      const {id} = await seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa, email: `rpa${keys.length}@balcao.test`});
      keys.push((await api(adm, 'POST usuarios/:id/chaves', {params: {id}, body: {nome: 'VM'}})).body.chave);
    }
    return {ids, keys};
  };

  /** Until it is there again, whatever else is broken meanwhile. */
  const startAgain = async (product: Product): Promise<void> => {
    while (!product.running && !work.isClosed) await product.start().catch(() => setTimeout(SECOND / 5));
  };
  const frozen = async (signal: (name: NodeJS.Signals) => void): Promise<void> => {
    signal('SIGSTOP');
    await setTimeout(dice.below(FROZEN));
    signal('SIGCONT');
  };
  const ofServer = (product: Product): Break[] => [
    ['killed', async () => {
      await product.kill9();
      await startAgain(product);
    }],
    ['frozen', () => frozen(name => process.kill(product.pid, name))],
    ['ended', async () => {
      await product.stop();
      await startAgain(product);
    }],
  ];
  /** Who holds connections holds them again after each. */
  const ofDatabase = ({postgres}: ServerStage, crowd: () => Promise<void>): Break[] => {
    const breaks: Break[] = [
      ['restarted', () => postgres.restart(dice.pick(['fast', 'immediate']))],
      ['killed', async () => {
        await postgres.kill9();
        await postgres.start();
      }],
      ['frozen', async () => {
        postgres.freeze();
        await setTimeout(dice.below(FROZEN));
        postgres.thaw();
      }],
      ['cut off', async () => void await postgres.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'portal'")],
    ];
    return breaks.map(([name, doIt]) => [name, async () => {
      await doIt();
      await crowd();
    }]);
  };
  /** 300 that say nothing, the first of them in a transaction that has seen the queue. */
  const crowdOf = ({postgres}: ServerStage): (() => Promise<void>) => {
    const clients = new Set<Client>();
    open.push(async () => void await Promise.all([...clients].map(client => client.end())));
    return async () => {
      while (clients.size < IDLE && !work.isOver) {
        // Those that were cut off may still be there for a moment.
        const client = await postgres.connect().catch(() => setTimeout(SECOND / 5));
        if (client === undefined) continue;
        clients.add(client);
        client.once('end', () => clients.delete(client));
      }
      const [first] = clients;
      await first?.query('rollback; begin isolation level repeatable read; select count(*) from tickets_fila').catch(() => {});
    };
  };

  const run = async (tally: Tally): Promise<void> => {
    const stage = await stageOf();
    const products = [stage.product];
    if ('postgres' in stage) {
      const twin = await openProduct({dataDir: stage.product.dataDir, env: {DATABASE_URL: stage.postgres.url, ...SHORT}});
      open.push(() => twin.dispose());
      products.push(twin);
    }
    const {ids, keys} = await prepare(stage);
    const apis = products.map(({url}): Api => httpApi(url, BOUND));
    const broke = new Map<string, number>();
    const robots = startRobots(keys.map((chave, n) => ({chave, url: products[n % products.length]!.url})));
    open.push(() => robots.end());
    const ofRobots: Break[] = [
      ['killed', async () => robots.signal(dice.below(ROBOTS), 'SIGKILL')],
      ['frozen', () => {
        const robot = dice.below(ROBOTS);
        return frozen(name => robots.signal(robot, name));
      }],
      ['ended', async () => robots.signal(dice.below(ROBOTS), 'SIGTERM')],
    ];
    work = {isOver: false, isClosed: false, left: TICKETS};
    const breaking = async (what: string, breaks: readonly Break[]): Promise<void> => {
      for (let n = 0; n < MOST && !work.isOver; n++) {
        const [name, doIt] = WHOLE ? dice.pick(breaks) : breaks[n % breaks.length]!;
        await doIt();
        broke.set(`${what} ${name}`, (broke.get(`${what} ${name}`) ?? 0) + 1);
        // Of robots there are others.
        const next = what === 'robots' ? TICKETS : work.left - APART;
        do await setTimeout(dice.below(FROZEN)); while (work.left > next && !work.isOver);
      }
    };
    const crowd = 'postgres' in stage ? crowdOf(stage) : async () => {};
    await crowd();
    const broken = Promise.all([
      breaking('robots', ofRobots), ...products.map(product => breaking('servers', ofServer(product))),
      ...('postgres' in stage ? [breaking('database', ofDatabase(stage, crowd))] : []),
    ]);
    // Told by `drained`, and by the end.
    broken.catch(() => {});

    /** How many are in the queue; undefined where nobody answers. */
    const left = async (): Promise<number | undefined> => {
      const {status, body} = await dice.pick(apis)(stage.adm, 'GET rpa/fila').catch(() => ({status: 0, body: undefined}));
      if (status !== 200) return undefined;
      const counts = body as {esperando: number; emAndamento: number; adiados: number}[];
      return counts.reduce((sum, {esperando, emAndamento, adiados}) => sum + esperando + emAndamento + adiados, 0);
    };
    const drained = async (): Promise<void> => {
      let since = performance.now();
      for (;;) {
        const now = await left();
        if (now === 0) return;
        if (now !== undefined && now < work.left) [work.left, since] = [now, performance.now()];
        if (performance.now() - since > PATIENCE) throw new Error(`${work.left} tickets stand still`);
        await setTimeout(SECOND / 2);
      }
    };
    tally.recovered.push(await timed(async () => {
      await Promise.race([drained(), broken.then(drained)]);
      work.isOver = true;
      await broken;
    }));
    await robots.end();
    await Promise.all(products.map(startAgain));
    const outcome = await outcomeOf(stage.api, stage.adm, ids);
    tally.acknowledged += robots.concluded.length;
    const lost = robots.concluded.filter(id => !outcome.finished.includes(id));
    tally.lost += lost.length;
    tally.remark = `${outcome.finished.length} finished, ${outcome.failed.length} with a person, ${outcome.attempts} attempts; `
      + [...broke].map(([name, n]) => `${name} ${n}`).join(', ');
    expect({wrong: outcome.wrong, lost, gaveUp: robots.gaveUp}).toEqual({wrong: [], lost: [], gaveUp: []});
    expect(new Set(robots.concluded).size).toBe(robots.concluded.length);
    expect(outcome.finished.length + outcome.failed.length).toBe(TICKETS);
  };

  fault(`${TICKETS} tickets, ${ROBOTS} robots`, {quick: true, timeout: HOUR, unless}, run);
});
