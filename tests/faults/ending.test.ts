// The server is told to end (SIGTERM) while people work: what it answered is stored, what it was doing it finishes, and nobody gets
// half an answer.
import {once} from 'node:events';
import {connect} from 'node:net';
import {afterEach, describe, expect, vi} from 'vitest';
import {ONLY_MAILS, type Ending} from '../support/product.ts';
import {WHOLE} from '../support/whole.ts';
import {fault, timed, TIMES, type Tally} from './support/cases.ts';
import {heard, LARGE} from './support/ledger.ts';
import {startWork} from './support/people.ts';
import {wordless} from './support/refusals.ts';
import {noPostgres, openServerStage, openStage, settle, type Kind, type Stage} from './support/stage.ts';
import {stall} from './support/stalled.ts';

const SOME = 6;
const kinds: readonly Kind[] = WHOLE ? ['embedded', 'server'] : ['embedded'];

describe.each(kinds)('SIGTERM, %s database', kind => {
  const unless = kind === 'server' ? noPostgres : undefined;
  let stage: Stage | undefined;
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });
  const open = async (): Promise<Stage> => {
    stage ??= kind === 'server' ? await openServerStage() : await openStage();
    return stage;
  };

  /** Tells it to end, and waits until it has. */
  const told = async ({product}: Stage, tally: Tally): Promise<Ending> => {
    const start = performance.now();
    const ending = await product.stop();
    tally.remark = `ended in ${((performance.now() - start) / 1000).toFixed(1)} s`;
    return ending;
  };

  /** After the end: it starts again, and what it acknowledged is there. */
  const again = async (on: Stage, tally: Tally, first = 0): Promise<void> => {
    tally.recovered.push(await timed(() => on.product.start()));
    await settle(on, tally, on.ledger.stories.slice(first));
  };

  fault('while people work', {quick: true, times: TIMES, unless}, async tally => {
    const on = await open();
    const first = on.ledger.stories.length;
    const work = startWork(on);
    await work.more(SOME);
    const ending = await told(on, tally);
    await work.end();
    expect(ending).toMatchObject({code: 0, signal: null, stderr: expect.stringMatching(ONLY_MAILS)});
    expect(wordless(work.refusals)).toEqual([]);
    for (const {status, headers} of work.refusals) expect(headers['retry-after'], String(status)).toBe(status === 500 ? '5' : undefined);
    // fetch says this of an answer that broke off; what reached nobody, or was never answered, it calls 'fetch failed'.
    expect(work.cuts.filter(({message}) => message === 'terminated')).toEqual([]);
    await again(on, tally, first);
  });

  fault('with an upload on its way, which is finished and answered', {unless}, async tally => {
    const on = await open();
    const {ledger, product, world} = on;
    const story = ledger.begin(world.users.empresa, LARGE);
    const [act] = story.acts;
    const {finish} = await stall(product.url, story, act, LARGE / 2);
    const ended = told(on, tally);
    await vi.waitFor(() => expect(fetch(`${product.url}/api/vivo`)).rejects.toThrow('fetch failed'), {timeout: 60_000, interval: 20});
    const answer = await finish();
    expect(answer.status).toBe(201);
    heard(story, act, {...answer, headers: {}, bytes: Buffer.of()});
    expect(await ended).toMatchObject({code: 0, signal: null});
    await again(on, tally);
  });

  fault('with headers and with an upload that never end, for which it does not wait for ever', {unless}, async tally => {
    const on = await open();
    const {product, ledger, world} = on;
    const work = startWork(on);
    await work.more(SOME);
    await work.end();
    const {port} = new URL(product.url);
    const silent = connect(Number(port));
    silent.on('error', () => {});
    await once(silent, 'connect');
    silent.write('GET /api/vivo HTTP/1.1\r\nhost: ');
    const story = ledger.begin(world.users.empresa, LARGE);
    await stall(product.url, story, story.acts[0], LARGE / 2);
    const {signal} = await told(on, tally);
    expect(signal).toBeNull();
    silent.destroy();
    await again(on, tally);
  });
});
