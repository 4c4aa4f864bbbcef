/** The steps of an upload and of a move at which the server dies, and how each is reached while people work. */
import {watch} from 'node:fs';
import {open, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, vi} from 'vitest';
import {OPENED_STEP} from '../../../src/server/history/steps.ts';
import type {Postgres} from '../../support/postgres.ts';
import {callNamed, callOf, heard, LARGE, OPENING, type Act, type Story} from './ledger.ts';
import type {Work} from './people.ts';
import type {Kind, ServerStage, Stage} from './stage.ts';
import {stall} from './stalled.ts';

/** What follows a kill: what held the server still is let go. */
type Release = () => Promise<void>;

export interface Moment {
  name: string;
  quick?: boolean;
  kinds: readonly Kind[];
  /** Where a call stands that has no answer then, and so whether it is done afterwards. */
  proves?: {endpoint: Act['endpoint']; done: boolean};
  /** Resolves when the server stands there. */
  reach(stage: Stage, work: Work): Promise<Release>;
}

/** What has happened since the moment is waited for. */
interface Progress {
  /** Answers that said so. */
  acknowledged: number;
  /** Files that began to arrive, and files that have arrived and are stored. */
  arriving: number;
  stored: number;
  /** Writes to the embedded database's log: each commit is one. */
  logged: number;
}

const tmpOf = ({product}: Stage): string => join(product.dataDir, 'files', 'tmp');
const BOTH: readonly Kind[] = ['embedded', 'server'];
const nothing: Release = async () => {};

/** Counts by watching the folders. */
const counted = (reached: (seen: Progress) => boolean) => (stage: Stage, work: Work): Promise<Release> => new Promise(resolve => {
  const before = work.acknowledged;
  const seen: Progress = {acknowledged: 0, arriving: 0, stored: 0, logged: 0};
  const names = new Set<string>();
  const look = (): void => {
    if (!reached(seen)) return;
    for (const watcher of watchers) watcher.close();
    resolve(nothing);
  };
  const files = watch(tmpOf(stage), (event, name) => {
    if (event !== 'rename' || name === null) return;
    if (names.has(name)) seen.stored += 1;
    else seen.arriving += 1;
    names.add(name);
    look();
  });
  const watchers = [files];
  if (!('postgres' in stage)) watchers.push(watch(join(stage.product.dataDir, 'db', 'pg_wal'), () => {
    seen.logged += 1;
    look();
  }));
  work.onAnswer(() => {
    seen.acknowledged = work.acknowledged - before;
    look();
  });
});

/** A ticket with one large file, brought to where `endpoint` is its next act. */
const storyBefore = async ({ledger, api, world}: Stage, endpoint: Act['endpoint']): Promise<{story: Story; act: Act}> => {
  const story = ledger.begin(world.users.empresa, LARGE);
  let act: Act | undefined = story.acts[0];
  while (act !== undefined && act.endpoint !== endpoint) {
    expect(heard(story, act, await api(act.as, act.endpoint, callOf(story, act)))).toBe(true);
    act = ledger.next(story, LARGE);
  }
  if (act === undefined) throw new Error(`${endpoint} is no act`);
  return {story, act};
};

/** Waits until the beginning of a file stands in the folder of those that arrive. */
const arriving = async (stage: Stage, head: Buffer): Promise<void> => {
  const begins = async (name: string): Promise<boolean> => {
    const file = await open(join(tmpOf(stage), name)).catch(() => undefined);
    if (file === undefined) return false;
    try {
      const {buffer} = await file.read(Buffer.alloc(head.length), 0, head.length, 0);
      return buffer.equals(head);
    } finally {
      await file.close();
    }
  };
  await vi.waitFor(async () => {
    const names = await readdir(tmpOf(stage));
    expect(await Promise.all(names.map(begins))).toContain(true);
  }, {timeout: 30_000, interval: 5});
};

/** Half of a call's body is there. */
const halfSent = (endpoint: Act['endpoint'], share: number) => async (stage: Stage): Promise<Release> => {
  const {story, act} = await storyBefore(stage, endpoint);
  const bytes = Math.floor(LARGE * share);
  await stall(stage.product.url, story, act, bytes);
  if (bytes > 0) await arriving(stage, act.files[0]?.bytes.subarray(0, 1024) ?? Buffer.of());
  return nothing;
};

const LOCK = 7;
const waiting = async (postgres: Postgres, event: string): Promise<number[]> =>
  (await postgres.query<{pid: number}>(
    `select pid from pg_stat_activity where application_name like 'balcao %' and wait_event = '${event}'`,
  )).map(({pid}) =>
    pid);

/**
 * A trigger holds every transaction that writes `acao` into the history: before it can commit, all its rows being written,
 * or after, when the commit is on disk and its answer waits for a standby server that never comes.
 */
const held = (acao: string, where: 'before commit' | 'after commit') => async (stage: Stage): Promise<Release> => {
  const {postgres} = stage as ServerStage;
  const wait = where === 'before commit' ? `pg_advisory_xact_lock_shared(${LOCK})` : "set_config('synchronous_commit', 'on', true)";
  const holder = await postgres.connect();
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  await postgres.query(`
    create function espera() returns trigger language plpgsql as $$ begin perform ${wait}; return null; end $$;
    create trigger espera after insert on historico for each row when (new.acao = '${acao}') execute function espera()`);
  const event = where === 'before commit' ? 'advisory' : 'SyncRep';
  await vi.waitFor(async () => expect(await waiting(postgres, event)).not.toEqual([]), {timeout: 30_000, interval: 5});
  return async () => {
    await holder.end();
    await postgres.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name like 'balcao %'");
    await postgres.query('drop function espera cascade');
  };
};

const [ATENDER, FINALIZAR] = [callNamed('atender'), callNamed('finalizar')];

/** Tickets of people at work are on their way at each of them. */
export const moments: readonly Moment[] = [
  {name: 'while a file arrives', kinds: BOTH, reach: counted(({arriving}) => arriving === 1)},
  {name: 'when a file is stored and its ticket is not', quick: true, kinds: BOTH, reach: counted(({stored}) => stored === 1)},
  {name: 'after an acknowledgement', kinds: BOTH, reach: counted(({acknowledged}) => acknowledged === 1)},
  {name: 'after the 6th acknowledgement', kinds: BOTH, reach: counted(({acknowledged}) => acknowledged === 6)},
  {name: 'while the 16th file arrives', kinds: BOTH, reach: counted(({arriving}) => arriving === 16)},
  {name: 'after the 12th acknowledgement', kinds: BOTH, reach: counted(({acknowledged}) => acknowledged === 12)},
  {name: 'as a commit is written to the log', quick: true, kinds: ['embedded'], reach: counted(({logged}) => logged === 6)},
  {name: "an upload before its file's first byte", kinds: BOTH, proves: {endpoint: OPENING, done: false}, reach: halfSent(OPENING, 0)},
  {name: 'an upload with half of its file', kinds: BOTH, proves: {endpoint: OPENING, done: false}, reach: halfSent(OPENING, 0.5)},
  {name: "a move before its file's first byte", kinds: BOTH, proves: {endpoint: FINALIZAR, done: false}, reach: halfSent(FINALIZAR, 0)},
  {name: 'a move with half of its file', kinds: BOTH, proves: {endpoint: FINALIZAR, done: false}, reach: halfSent(FINALIZAR, 0.5)},
  ...([
    [OPENED_STEP, OPENING, 'an upload'],
    ['atender', ATENDER, 'a move'],
    ['finalizar', FINALIZAR, 'a move with a file'],
  ] as const).flatMap(([acao, endpoint, what]): Moment[] => [
    {
      name: `${what} whose rows are written and not committed`, kinds: ['server'], proves: {endpoint, done: false},
      reach: held(acao, 'before commit'),
    },
    {
      name: `${what} that is committed and not answered`, kinds: ['server'], proves: {endpoint, done: true},
      reach: held(acao, 'after commit'),
    },
  ]),
];
