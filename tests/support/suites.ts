/**
 * Which tests run when, and how: `npm test` has what protects a change, `npm run test:all` every file there is but the whole of
 * `tests/faults`, `npm run test:faults` that and the API behind a balancer and a pooler, `npm run test:fuzz` random calls.
 * This is the one list; `tests/tools/suites.test.ts` holds that no file is in none.
 */
import {availableParallelism} from 'node:os';
import type {TestProjectInlineConfiguration, ViteUserConfig} from 'vitest/config';
import {LongestFirst} from './longestFirst.ts';
import {EVERYTHING} from './whole.ts';

/** The modes of vitest that are suites of their own; any other is `npm test`. */
export const SUITES = {all: 'all', faults: 'faults', fuzz: 'fuzz'} as const;

/** The journeys of `npm test`: a person signs in, opens a ticket and follows it to its end, on a desk and a phone; robots work. */
const JOURNEYS = 'door,drafts,journey,lifeCycle,phone,process,together';
/**
 * Of the API's files those that only `npm run test:all` has: examples, a year of data, backups, commands and refused starts, versions
 * before this one, many robots and exports at once, a server that breaks, plans of many rows, every number of the dashboard, the product
 * with all hidden that can be.
 */
const ONLY_IN_ALL = 'backup,dashboard,demo,examples,export-run,main,outage,plan,planMany,plans,queueTogether,seeOfProduct,versionBefore';
/**
 * Of the components' files the same: every way back, which is walked in a browser there as well, and values drawn at random, of which
 * `npm test` has a table.
 */
const COMPONENTS_ONLY_IN_ALL = ['tests/portal/place.test.tsx', 'tests/portal/property.test.tsx'];

// The API suite runs on a PostgreSQL server where one is named (`npm test` starts one where it finds the programs): there it costs half as
// much, and real locks are among what it sees. Beside it the embedded database is asked what is its own …
const EMBEDDED = 'embedded,embeddedLoss,embeddedStatements,lock,main';
// … and, in `npm run test:all`, each kind of statement once: each file's were recorded as Kysely compiled them, names, numbers and values
// left out. These files take the fewest seconds of those that have every kind that the ones before them had (196, and 22 more), and each
// has some that no other has. The rest (48) is asked of a server alone: who adds a file here asks for those first …
const BOTH = 'answers,control,counts,events,mail,planNames,portions';
// … and the walks that are longer with everything.
const LONGER = 'backup,engine,once,planMany,saving,tabs,versionBefore,workflow';
// These ask no database, and need no server's setup.
const NO_DATABASE = 'caller,door,env,files-rules,files-store,fixed,key,log,ownCalls,pace,password,programs,robo,serverPool,wrongConfig';
// What only a server's own planning decides.
export const OF_A_SERVER = 'plans';

const filesIn = (folder: string, ...lists: readonly string[]): string[] =>
  lists.flatMap(names => names.split(',')).map(name => `tests/${folder}/${name}.test.ts`);
const api = (...lists: readonly string[]): string[] => filesIn('server', ...lists);

// A file keeps a core busy for some half of its time.
const parallel = {maxWorkers: Math.max(4, Math.floor(availableParallelism() / 2)), sequence: {groupOrder: 1}};
// A person in a browser waits for answers that busy tests would hold up: after everything else. Five at a time: each, with its page and
// its product, waits for the better half of its time. Groups count from 1, because in group 0 vitest puts projects that are left one worker
// after all the others.
const inBrowser = {maxWorkers: 5, sequence: {groupOrder: 2}};
const alone = {maxWorkers: 1, sequence: {groupOrder: 3}};

// Time limits are for what hangs; what is only slow, on a machine with other work, takes its time. What is waited for ends as soon as it is
// so: left to vitest a poll would fail after one second, which a busy machine takes.
const patient = {expect: {poll: {timeout: 60_000}}};
// The files of a worker share what they import, jsdom and the embedded database: starting all that for each file was half of the CPU
// time of everything. So a file leaves nothing behind it: no replaced global, no mocked module (`vi.resetModules`), no open timer.
// What a test makes is gone before it is looked through: young objects have room.
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
const shared = {...parallel, isolate: false, execArgv, ...patient, testTimeout: 240_000, hookTimeout: 240_000};
const node = {...shared, environment: 'node' as const};

const schema = {...node, name: 'schema', include: ['tests/schema/**/*.test.ts']};
// The same tests in another time zone: a date that slips by a day shows here. A config has none.
const schemaInUtc = {...schema, name: 'schema-utc', exclude: ['tests/schema/check.test.ts'], env: {TZ: 'UTC'}};
const tools = {...node, name: 'tools', include: ['tests/tools/**/*.test.ts']};

const server = {
  ...node, name: 'server', include: ['tests/server/**/*.test.ts'], setupFiles: ['tests/support/hashing.ts', 'tests/support/answers.ts'],
};
const onServer = {
  ...server, name: 'server-postgres', env: {BALCAO_TEST_DB: 'server'}, globalSetup: ['tests/support/serverRun.ts'],
};
// As behind a balancer and a pooler: calls go by turns to two servers, no statement has a name, and PgBouncer stands between, where the
// machine has it. What is the embedded database's, one process's and nobody else's, is left out, and what asks none; so are plans, which
// are heard on the one connection that has them.
const pooled = {
  ...server, name: 'server-pooled', exclude: api(OF_A_SERVER, EMBEDDED, NO_DATABASE),
  env: {...onServer.env, BALCAO_TEST_SERVERS: '2', DATABASE_PREPARED: '0'},
  globalSetup: ['tests/support/serverRun.ts', 'tests/support/pooler.ts'],
};

const portal = {
  name: 'portal',
  environment: 'jsdom' as const,
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
        rolldownOptions: {output: {codeSplitting: {groups: [
          {name: 'shared', test: /node_modules\/(?:@emotion|react-(?:hook-form|router|router-dom))\//},
        ]}}},
      },
    },
  },
};

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

// The server under faults: a short case of each sort beside the browser's; all cases one at a time, as they measure what follows.
const faults = {name: 'faults', environment: 'node' as const, hookTimeout: 120_000, testTimeout: 600_000};
const someFaults = {...faults, include: filesIn('faults', 'database,ending,kill,robots'), ...inBrowser};
const allFaults = {...faults, include: ['tests/faults/**/*.test.ts'], env: EVERYTHING, ...alone};

const fuzz = {...node, name: SUITES.fuzz, include: ['tests/fuzz/**/*.test.ts'], testTimeout: 0};

type Project = NonNullable<TestProjectInlineConfiguration['test']> & {name: string; include: string[]};

/** What each suite runs. @param hasServer whether a PostgreSQL server is named (TEST_DATABASE_URL) */
export const projectsOf = (mode: string, hasServer: boolean): readonly Project[] => {
  if (mode === SUITES.fuzz) return [fuzz];
  if (mode === SUITES.faults) return [...(hasServer ? [pooled] : []), allFaults];
  if (mode === SUITES.all) {
    const longer = {...server, env: EVERYTHING};
    return [
      schema, schemaInUtc, tools, portal,
      ...(hasServer
        ? [{...longer, include: api(EMBEDDED, BOTH, NO_DATABASE, LONGER)}, {...onServer, exclude: api(EMBEDDED, NO_DATABASE)}]
        : [{...longer, exclude: api(OF_A_SERVER)}]),
      {...e2e, env: EVERYTHING}, someFaults,
    ];
  }
  return [
    schema, schemaInUtc, tools, {...portal, exclude: COMPONENTS_ONLY_IN_ALL},
    ...(hasServer
      ? [
        {...server, include: api(EMBEDDED, NO_DATABASE), exclude: api(ONLY_IN_ALL)},
        {...onServer, exclude: api(EMBEDDED, NO_DATABASE, ONLY_IN_ALL)},
      ]
      : [{...server, exclude: api(ONLY_IN_ALL)}]),
    {...e2e, include: filesIn('e2e', JOURNEYS)},
  ];
};

/** The whole of vitest's configuration in this mode. */
export const suiteOf = (mode: string): NonNullable<ViteUserConfig['test']> => ({
  sequence: {sequencer: LongestFirst},
  reporters: ['default', ['./tests/faults/support/tableReporter.ts', {keep: mode === SUITES.faults}], './tests/support/sumReporter.ts'],
  projects: projectsOf(mode, process.env['TEST_DATABASE_URL'] !== undefined).map(test => ({extends: test.name === portal.name, test})),
});
