// The server dies without a word (kill -9) while people open tickets and move them: whatever it acknowledged is there afterwards.
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {WHOLE} from '../support/whole.ts';
import {fault, timed, TIMES, type Tally} from './support/cases.ts';
import {callOf, heard} from './support/ledger.ts';
import {moments, type Moment} from './support/moments.ts';
import {startWork} from './support/people.ts';
import {noPostgres, openServerStage, openStage, settle, type Kind, type Stage} from './support/stage.ts';

/** Commits that wait for a standby do so only where a moment asks for it. */
const SETTINGS = {synchronous_standby_names: 'ninguem', synchronous_commit: 'local'};

/** Calls that are acknowledged in each round before its moment is waited for. */
const RECENT = 4;

const kinds: readonly Kind[] = WHOLE ? ['embedded', 'server'] : ['embedded'];

describe.each(kinds)('kill -9, %s database', kind => {
  const unless = kind === 'server' ? noPostgres : undefined;
  let stage: Stage;
  /** How many calls the kills found on their way, over all rounds: of one round all may just have been answered. */
  let cutOff = 0;
  beforeAll(async () => {
    if (await unless?.() !== undefined) return;
    stage = kind === 'server' ? await openServerStage(SETTINGS) : await openStage();
  });
  afterAll(() => stage?.close());

  const round = async ({reach, proves}: Moment, tally: Tally): Promise<void> => {
    const {product, ledger} = stage;
    const first = ledger.stories.length;
    const work = startWork(stage);
    // What was acknowledged a moment ago is what a kill could take.
    await work.more(RECENT);
    const release = await stage.whileAlive(reach(stage, work));
    const ended = work.end();
    await product.kill9();
    await ended;
    expect({refusals: work.refusals, cuts: work.cuts}).toEqual({refusals: [], cuts: []});
    await release();
    tally.recovered.push(await timed(() => product.start()));
    const unanswered = await settle(stage, tally, ledger.stories.slice(first));
    cutOff += unanswered.length;
    if (proves !== undefined) expect(unanswered).toContainEqual(proves);
  };

  for (const moment of moments.filter(({kinds: all}) => all.includes(kind))) {
    fault(moment.name, {quick: moment.quick, times: TIMES, unless}, tally => round(moment, tally));
  }

  fault('an answer lost on the way: repeating after the kill finds the ticket it made', {unless}, async tally => {
    const {product, ledger, api, world} = stage;
    const story = ledger.begin(world.users.fornecedor);
    const [act] = story.acts;
    const lost = await api(act.as, act.endpoint, callOf(story, act));
    await product.kill9();
    tally.recovered.push(await timed(() => product.start()));
    const again = await api(act.as, act.endpoint, callOf(story, act));
    expect(again).toMatchObject({status: 201, body: lost.body});
    heard(story, act, again);
    await settle(stage, tally, [story]);
  });

  const endAndStart = async (): Promise<void> => {
    expect(await stage.product.stop()).toMatchObject({code: 0, signal: null});
    await stage.product.start();
  };

  test('after all of it, everything is whole', async ({skip}) => {
    const reason = await unless?.();
    if (reason !== undefined) skip(reason);
    const {ledger, api, adm} = stage;
    expect(cutOff, 'calls on their way when it was killed').toBeGreaterThan(0);
    // In the suite ending.test.ts ends one in order and reads it again.
    if (WHOLE) await endAndStart();
    expect(await ledger.audit(api, adm)).toMatchObject({lost: [], wrong: [], unanswered: []});
  });
});
