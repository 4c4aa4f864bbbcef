/// <reference types="vitest/config" />
// Portal build and test suites in one file. Only `vite` and its React plugin are imported (vitest's part is types, or asked for by itself),
// because `npm start` builds the portal where development packages are not installed.
import {availableParallelism} from 'node:os';
import react from '@vitejs/plugin-react';
import {defineConfig} from 'vite';
import type {TestSequencer, TestSpecification, Vitest} from 'vitest/node';
import {portalChunks} from './src/run/portal/chunks.ts';

const inTests = process.env.VITEST === 'true';

// Dates are days of São Paulo whatever machine runs the tests. Set here, before workers start, and only under vitest.
if (inTests) process.env.TZ ??= 'America/Sao_Paulo';

// Two groups: everything with half the cores and at least four at a time (a file keeps a core busy for some half of its time),
// then e2e. They count from 1, because in group 0 vitest puts projects that are left one worker after all the others.
const parallel = {maxWorkers: Math.max(4, Math.floor(availableParallelism() / 2)), sequence: {groupOrder: 1}};
// A person in a browser waits for answers that busy tests would hold up: after everything else. Five at a time: each, with its page and its
// product, waits for the better half of its time.
const inBrowser = {maxWorkers: 5, sequence: {groupOrder: 2}};
// Time limits are for what hangs; what is only slow, on a machine with other work, takes its time. What is waited for ends as soon as it is
// so: left to vitest a poll would fail after one second, which a busy machine takes.
const patient = {expect: {poll: {timeout: 60_000}}};
// The files of a worker share what they import, jsdom and the embedded database: starting all that for each file was half of the CPU
// time of everything. So a file leaves nothing behind it: no replaced global, no mocked module (`vi.resetModules`), no open timer.
// What a test makes is gone before it is looked through: young objects have room.
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
const shared = {...parallel, isolate: false, execArgv, ...patient, testTimeout: 240_000, hookTimeout: 240_000};
const node = {...shared, environment: 'node'};
const server = {...node, name: 'server', include: ['tests/server/**/*.test.ts'], setupFiles: ['tests/support/hashing.ts', 'tests/support/answers.ts']};

// Of each project these begin first, the longest before the others: one that began last would run alone, with the other core idle. By itself
// vitest knows how long a file takes only where it ran before, and goes by its size where it did not.
const LONG = [
  'screens,backup,together,lifeCycle,examples,work,drafts,dashboard,journey,words,shell,keyboard,resource,phone,place,calls,process,mail',
  'door,firstHour,words-profiles,parent,main,plan,outage,plans,answers,queueTogether,columns,hostile,kinds,resources,workflow-table,demo',
  'types,lint',
  'filters,form-guard,parts,live-record,queue,property,files-kept,live-list,tickets-unsaved,bulk', 'robots,kill',
].flatMap(names => names.split(','));
/** Vitest goes by the names of projects. These, of short files and one as long as many of them, would end after all the others. */
const FIRST = ['tools', 'faults'];
const placeOf = ({moduleId}: TestSpecification): number => {
  const [, name = ''] = /([^/]+)\.test\.tsx?$/.exec(moduleId) ?? [];
  return LONG.includes(name) ? LONG.indexOf(name) : LONG.length;
};
class LongFirst implements TestSequencer {
  readonly #ctx: Vitest;
  constructor(ctx: Vitest) {
    this.#ctx = ctx;
  }
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await this.#own()).shard(files);
  }
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const own = await this.#own();
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's own, which answers a new array
    const sorted = await own.sort(files);
    const {first = [], others = []} = Object.groupBy(sorted, one => (FIRST.includes(one.project.name) ? 'first' : 'others'));
    return [...Map.groupBy([...first, ...others], one => one.project).values()]
      .flatMap(ofProject => ofProject.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
  async #own(): Promise<TestSequencer> {
    const {BaseSequencer} = await import('vitest/node');
    return new BaseSequencer(this.#ctx);
  }
}

// The API suite runs on a PostgreSQL server where one is named (`npm test` starts one where it finds the programs): there it costs half as
// much, and real locks are among what it sees. Beside it the embedded database is asked what is its own …
const EMBEDDED = 'embedded,embeddedLoss,embeddedStatements,lock,main';
// … and every kind of statement once: each file's were recorded as Kysely compiled them, names, numbers and values left out. These files take
// the fewest seconds of those that have every kind that the ones before them had (196, and 22 more), and each has some that no other has.
// The rest (48) is asked of a server alone: who adds a file here asks for those first …
const BOTH = 'answers,control,counts,events,mail,planNames,portions';
// … and here are those that ask no database, which need no server's setup.
const NO_DATABASE = 'caller,door,env,files-rules,files-store,fixed,key,log,ownCalls,pace,password,programs,robo,serverPool,wrongConfig';
const api = (...names: readonly string[]): string => `tests/server/{${names.join()}}.test.ts`;
// What only a server's own planning decides.
const OF_A_SERVER = 'tests/server/plans.test.ts';
const apiSuites = process.env.TEST_DATABASE_URL === undefined ? [{test: {...server, exclude: [OF_A_SERVER]}}] : [
  {test: {...server, include: [api(EMBEDDED, BOTH, NO_DATABASE)]}},
  {test: {
    ...server, name: 'server-postgres', exclude: [api(EMBEDDED, NO_DATABASE)],
    env: {BALCAO_TEST_DB: 'server'}, globalSetup: ['tests/support/serverRun.ts'],
  }},
];
// With all faults once more as behind a balancer and a pooler: calls go by turns to two servers, no statement has a name, and PgBouncer stands
// between, where the machine has it. What is the embedded database's, one process's and nobody else's, is left out, and what asks none; so are
// plans, which are heard on the one connection that has them.
const pooled = process.env.TEST_DATABASE_URL === undefined ? [] : [{test: {
  ...server, name: 'server-pooled', exclude: [OF_A_SERVER, api(EMBEDDED, NO_DATABASE)],
  env: {BALCAO_TEST_DB: 'server', BALCAO_TEST_SERVERS: '2', DATABASE_PREPARED: '0'},
  globalSetup: ['tests/support/serverRun.ts', 'tests/support/pooler.ts'],
}}];

const e2e = {
  name: 'e2e',
  environment: 'node' as const,
  include: ['tests/e2e/**/*.test.ts'],
  setupFiles: ['tests/e2e/support/failed.ts'],
  globalSetup: ['tests/e2e/support/prepare.ts'],
  ...patient,
  // A machine with thirty others' work takes two minutes for a test of ten seconds.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // The files of a worker share what they import: Playwright, the config, the server for who asks it by itself.
  isolate: false,
  ...inBrowser,
};

// The server under faults: with `vitest --mode faults` all cases and nothing else, one at a time, as they measure what follows; in the suite a
// short one of each sort, beside the browser's. With all of them go the long walks of which the suite makes a short one: on the embedded
// database backup and restore, and what asks it nothing that others do not ask; every screen as every profile, thirty tickets one after
// the other, and each screen at every width in both themes.
const FAULTS = 'faults';
const WHOLE = {BALCAO_FAULTS: 'all'};
const faults = {name: FAULTS, environment: 'node' as const, include: ['tests/faults/**/*.test.ts'], hookTimeout: 120_000};
const LOOKED_AT = 'backup,bell,bulk,dashboard,door,drafts,examples,journey,lifeCycle,mail,parent,pdf,phone,screens,shell,wide';
const allFaults = [
  ...pooled,
  {test: {...server, include: [api('backup,engine,once,planMany,saving,tabs,versionBefore,workflow')], env: WHOLE}},
  {test: {...e2e, include: [`tests/e2e/{${LOOKED_AT},words,words-profiles,work}.test.ts`], env: WHOLE}},
  {test: {...faults, env: WHOLE, testTimeout: 600_000, maxWorkers: 1, sequence: {groupOrder: 3}}},
];
// None of the others is among the selection.
const someFaults = {...faults, include: ['tests/faults/{database,ending,kill,robots}.test.ts'], testTimeout: 600_000, ...inBrowser};

// Random calls, minutes of them; `npm test` makes some hundred (tests/server/fuzz.test.ts).
const FUZZ = 'fuzz';
const fuzz = {...node, name: FUZZ, include: ['tests/fuzz/**/*.test.ts'], testTimeout: 0};

export default defineConfig(({mode}) => ({
  plugins: [react()],
  publicDir: 'src/portal/public',
  // Only the real environment counts: an .env file read here would escape the check of what the build depends on.
  envDir: false,
  define: {'import.meta.env.VITE_API_URL': JSON.stringify(process.env.VITE_API_URL || '/api')},
  build: {
    outDir: 'dist/portal',
    rolldownOptions: {output: {codeSplitting: {groups: portalChunks}}},
    // react-admin with Material UI is one chunk of about 1 MB (300 kB compressed); what matters is that the login does without.
    chunkSizeWarningLimit: 1500,
  },
  server: {watch: {ignored: ['**/data{,-*}/**', '**/dist/**', '**/.screenshots/**']}},
  test: {
    sequence: {sequencer: LongFirst},
    reporters: ['default', ['./tests/faults/support/tableReporter.ts', {keep: mode === FAULTS}], './tests/support/sumReporter.ts'],
    projects: mode === FAULTS ? allFaults : mode === FUZZ ? [{test: fuzz}] : [
      {test: {...node, name: 'schema', include: ['tests/schema/**/*.test.ts']}},
      // The same tests in another time zone: a date that slips by a day shows here. A config has none.
      {test: {
        ...node, name: 'schema-utc', include: ['tests/schema/**/*.test.ts'], exclude: ['tests/schema/check.test.ts'], env: {TZ: 'UTC'},
      }},
      ...apiSuites,
      {test: {...node, name: 'tools', include: ['tests/tools/**/*.test.ts']}},
      {
        extends: true,
        test: {
          name: 'portal',
          environment: 'jsdom',
          ...shared,
          include: ['tests/portal/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/dom.ts', 'tests/portal/support/chart.tsx'],
          // Left to Node, each icon would bring a second Material and a second emotion along.
          server: {deps: {inline: [/@mui\/icons-material/]}},
          deps: {
            optimizer: {
              // Bundled once and cached: importing react-admin file by file was half of each test file's time.
              client: {
                enabled: true,
                include: [
                  'react',
                  'react-dom',
                  'react-dom/client',
                  'react/jsx-dev-runtime',
                  'react/jsx-runtime',
                  'react-admin',
                  'ra-core',
                  '@mui/material',
                  '@mui/material/{[A-Z]*,styles,utils,useMediaQuery}',
                  '@emotion/cache',
                  '@emotion/react',
                  '@tanstack/react-query',
                  'react-hook-form',
                  'react-router',
                  'react-router-dom',
                  '@testing-library/react',
                  '@testing-library/user-event',
                ],
                // Imported by react-admin (or Material) and by us. An entry that held the code itself would be loaded twice (with and without
                // vitest's ?v=), each copy with contexts of its own; behind a common chunk there is one.
                rolldownOptions: {output: {codeSplitting: {groups: [{name: 'shared', test: /node_modules\/(?:@emotion|react-(?:hook-form|router|router-dom))\//}]}}},
              },
            },
          },
        },
      },
      {test: e2e},
      {test: someFaults},
    ],
  },
}));
