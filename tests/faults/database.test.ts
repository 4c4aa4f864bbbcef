// The database server is cut off, killed, frozen and crowded while people work: the portal's server stays up, every call gets an
// answer that says what to do, nothing acknowledged is lost, and it works again by itself.
import type {Client} from 'pg';
import {afterAll, beforeAll, beforeEach, describe, expect, vi} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {DEFAULT_DATABASE_LIMITS} from '../../src/server/db/limits.ts';
import {ADM} from '../support/product.ts';
import type {Answer, Call} from '../support/server.ts';
import {WHOLE} from '../support/whole.ts';
import {fault, timed, type Tally} from './support/cases.ts';
import {callOf} from './support/ledger.ts';
import {startWork} from './support/people.ts';
import {wordless} from './support/refusals.ts';
import {BOUND, noPostgres, openServerStage, settle, type ServerStage} from './support/stage.ts';

/** Few, so that others can use them up, and more than the product's own. */
const CONNECTIONS = DEFAULT_DATABASE_LIMITS.connections + 15;
/** Acknowledged calls before a fault, and after it until the server counts as working again: all four people come by. */
const SOME = 6;
const unless = noPostgres;

describe('the database server', () => {
  let stage: ServerStage;
  beforeAll(async () => {
    if (await noPostgres() === undefined) stage = await openServerStage({max_connections: CONNECTIONS});
  });
  afterAll(() => stage?.close());
  // A case that ended it fails alone.
  beforeEach(async () => {
    if (await unless() === undefined && !stage.product.running) await stage.product.start();
  });

  const BALCAO = "from pg_stat_activity where application_name like 'balcao %'";
  const terminate = () => stage.postgres.query(`select pg_terminate_backend(pid) ${BALCAO}`);

  const ready = async (): Promise<number> => (await stage.api(undefined, 'GET pronto')).status;

  /** One call of every sort, by people who are signed in and one who signs in, while the database is away. */
  const everySort = async (): Promise<Answer[]> => {
    const {api, adm, ledger, world} = stage;
    const story = ledger.begin(world.users.adm);
    const [act] = story.acts;
    const [id] = ledger.stories.flatMap(one => one.id ?? []);
    const calls: [Endpoint, Call?][] = [
      ['GET tickets', {query: {page: 1}}], ['GET tickets/:id', {params: {id}}], ['GET ticketsHistorico/:id', {params: {id}}],
      ['GET TicketsArquivo/baixar-arquivo/:fileId', {params: {fileId: 1}}], ['GET tickets/exportar', {query: {formato: 'csv'}}],
      ['PUT tickets/cancelar/:id', {params: {id}, body: {comentario: 'Aberto por engano.'}}], [act.endpoint, callOf(story, act)],
      ['POST empresas', {body: {razaoSocial: 'Cerealista', cnpj: '27465018000115', email: 'contato@vale.test', telefone: '4334211080'}}],
    ];
    return Promise.all([api(undefined, 'POST usuarios/login', {body: ADM}), ...calls.map(([endpoint, call]) => api(adm, endpoint, call))]);
  };

  /** People work, `breakIt` breaks something, `mend` mends it; then what holds of every fault is asked. */
  const underLoad = async (tally: Tally, breakIt: () => Promise<void>, mend: () => Promise<void> = async () => {}): Promise<void> => {
    const first = stage.ledger.stories.length;
    const work = startWork(stage);
    try {
      await work.more(SOME);
      try {
        await stage.whileAlive(breakIt());
      } finally {
        await mend();
      }
      tally.recovered.push(await timed(() => work.more(SOME)));
    } finally {
      await work.end();
    }
    expect({cuts: work.cuts, wordless: wordless(work.refusals)}).toEqual({cuts: [], wordless: []});
    // Not at once where asking its database takes longer than a second: other work has the machine.
    await expect.poll(ready, {timeout: BOUND}).toBe(200);
    await settle(stage, tally, stage.ledger.stories.slice(first));
  };
  /** While the database is away: `pronto` says so, and every sort of call is told in a sentence. */
  const isAway = async (): Promise<void> => {
    const answers = await everySort();
    expect(answers.filter(({status}) => status < 300)).toEqual([]);
    expect(wordless(answers)).toEqual([]);
    expect(await ready()).toBe(503);
  };

  /** Takes every connection that an ordinary role may have, the product's own as well. */
  const crowd = async (hogs: Client[]): Promise<void> => vi.waitFor(async () => {
    await terminate();
    try {
      for (;;) hogs.push(await stage.postgres.connect());
    } catch (error) {
      if ((error as {code?: string}).code !== '53300') throw error;
    }
    expect(await stage.postgres.query(`select pid ${BALCAO}`)).toEqual([]);
  }, {timeout: BOUND, interval: 0});

  fault('every connection of the product is cut (pg_terminate_backend)', {quick: true, times: WHOLE ? 5 : 1, unless}, tally =>
    underLoad(tally, async () => void (await terminate())));

  fault('one of its processes is killed (SIGKILL), which makes it begin anew', {times: 2, unless}, tally => underLoad(tally, async () => {
    const [{pid}] = await stage.postgres.query<{pid: number}>(`select pid ${BALCAO} limit 1`) as [{pid: number}];
    process.kill(pid, 'SIGKILL');
  }));

  for (const mode of ['fast', 'immediate'] as const) {
    fault(`it is restarted (pg_ctl -m ${mode})`, {times: 2, unless}, tally => underLoad(tally, () => stage.postgres.restart(mode)));
  }

  fault('all its processes are killed (SIGKILL), and it is started again', {times: 2, unless}, tally => underLoad(tally, async () => {
    await stage.postgres.kill9();
    await isAway();
  }, () => stage.postgres.start()));

  fault('it is frozen (SIGSTOP), and goes on', {times: 2, unless}, tally => underLoad(tally, async () => {
    stage.postgres.freeze();
    await isAway();
  }, async () => stage.postgres.thaw()));

  fault('others have all its connections', {times: 2, unless}, async tally => {
    const hogs: Client[] = [];
    await underLoad(tally, async () => {
      await crowd(hogs);
      await isAway();
    }, async () => void (await Promise.all(hogs.map(hog => hog.end()))));
  });

  fault('after all of it the product ends as it should', {quick: true, unless}, async tally => {
    const {product, ledger, api, adm} = stage;
    expect(await product.stop()).toMatchObject({code: 0, signal: null});
    tally.recovered.push(await timed(() => product.start()));
    const {acknowledged, lost, wrong} = await ledger.audit(api, adm);
    Object.assign(tally, {acknowledged, lost: lost.length});
    expect({lost, wrong}).toEqual({lost: [], wrong: []});
  });
});
