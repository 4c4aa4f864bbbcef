// The disk is full, or cannot be written: who uploads is told so, who reads goes on, nothing acknowledged is lost, nothing is left
// lying about, and everything works again once there is room.
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect} from 'vitest';
import {temporaryFolder} from '../support/server.ts';
import {mountSmall, noMount, type SmallFolder} from '../support/smallFolder.ts';
import {fault, timed, type Tally} from './support/cases.ts';
import {LARGE} from './support/ledger.ts';
import {startWork} from './support/people.ts';
import {wordless} from './support/refusals.ts';
import {BOUND, openStage, settle, type Stage} from './support/stage.ts';
import {stall} from './support/stalled.ts';

const SOME = 6;
const MB = 1024 * 1024;
/** What the embedded database takes from the start is about 60. */
const SIZES = {files: 32, db: 160};

describe.each(['files', 'db'] as const)('the folder %s', name => {
  let stage: Stage;
  let small: SmallFolder;
  let close: () => Promise<void>;
  beforeEach(async () => {
    close = async () => {};
    if (await noMount() !== undefined) return;
    const {folder: dataDir, remove} = await temporaryFolder();
    small = await mountSmall(join(dataDir, name), SIZES[name]);
    close = async () => {
      await small.remove();
      await remove();
    };
    stage = await openStage({dataDir});
    close = async () => {
      await stage.close();
      await small.remove();
      await remove();
    };
  });
  afterEach(() => close());

  const pronto = async (): Promise<number> => (await stage.api(undefined, 'GET pronto')).status;
  const reads = async (): Promise<number> => (await stage.api(stage.adm, 'GET tickets', {query: {page: 1}})).status;

  /** People work while `breakIt` holds; then what holds of every fault is asked. */
  const underLoad = async (tally: Tally, breakIt: () => Promise<void>, mend: () => Promise<void>): Promise<void> => {
    const work = startWork(stage);
    try {
      await work.more(SOME);
      await breakIt();
      await work.refused(SOME);
      expect(await reads()).toBe(200);
      await mend();
      tally.recovered.push(await timed(() => work.more(SOME)));
    } finally {
      await work.end();
    }
    expect({cuts: work.cuts, wordless: wordless(work.refusals)}).toEqual({cuts: [], wordless: []});
    await expect.poll(pronto, {timeout: BOUND}).toBe(200);
    await settle(stage, tally, stage.ledger.stories);
    expect(await readdir(join(stage.product.dataDir, 'files', 'tmp'))).toEqual([]);
  };

  fault('is full while people work', {unless: noMount}, tally => underLoad(tally, () => small.fill(), () => small.free()));

  fault('is full, the server ends, and starts again once there is room', {unless: noMount}, async tally => {
    const work = startWork(stage);
    await work.more(SOME);
    await small.fill();
    await work.refused(SOME);
    await work.end();
    expect(wordless(work.refusals)).toEqual([]);
    await stage.product.stop();
    await small.free();
    tally.recovered.push(await timed(() => stage.product.start()));
    await settle(stage, tally, stage.ledger.stories);
  });

  if (name === 'files') fault('becomes read-only while people work', {unless: noMount}, tally => underLoad(tally, async () => {
    await small.readOnly();
    expect(await pronto()).toBe(503);
  }, () => small.writable()));

  // Not while it runs: the database writes to files that it opened before.
  if (name === 'db') fault('is read-only when the server starts, which says so', {unless: noMount}, async tally => {
    const {product, ledger} = stage;
    const work = startWork(stage);
    await work.more(SOME);
    await work.end();
    await product.stop();
    await small.readOnly();
    await expect(product.start()).rejects.toMatchObject({cause: {code: 1, stdout: '', stderr: expect.stringMatching(/^Não .+\n$/)}});
    await small.writable();
    tally.recovered.push(await timed(() => product.start()));
    await settle(stage, tally, ledger.stories);
  });

  if (name === 'files') fault('has room for half a file', {unless: noMount}, async tally => {
    const {ledger, product, world} = stage;
    const story = ledger.begin(world.users.empresa, LARGE);
    const [act] = story.acts;
    const {finish} = await stall(product.url, story, act, LARGE / 4);
    await small.fill(MB / 2);
    const {status, body} = await finish();
    expect(wordless([{status, body, headers: {}, bytes: Buffer.of()}])).toEqual([]);
    expect(await readdir(join(product.dataDir, 'files', 'tmp'))).toEqual([]);
    await small.free();
    tally.recovered.push(await timed(() => ledger.repeat(stage.api)));
    await settle(stage, tally, [story]);
  });
});
