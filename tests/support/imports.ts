// The rule that imports point one way, as a function over file texts, so that the test can plant wrong ones.
import {posix} from 'node:path';

/** Project files by path from the root (`src/schema/fields/kinds.ts`), with their text. */
export type Sources = ReadonlyMap<string, string>;

// Static imports stand at the start of a line, which keeps comments and texts that speak of imports out.
const PATTERNS = [
  /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^[ \t]*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\s*\(\s*(?:\/\*.*?\*\/\s*)?['"`]([^'"`]+)['"`]/g,
];

/** Every module a file names: `import`, `export … from`, `import()` and types from `import('…')`. */
export function importsOf(source: string): string[] {
  return PATTERNS.flatMap(pattern => [...source.matchAll(pattern)].map(match => match[1] ?? ''));
}

/** The portal's floors, the highest first: what stands on one imports from its own floor and from those below. */
export const PORTAL_FLOORS: readonly (readonly string[])[] = [
  ['main.tsx'],
  // The product itself, and as much of it as the public screens carry.
  ['shell.tsx', 'counter.ts'],
  ['front.ts', 'words.ts', 'ownScreens.ts', 'own.ts'],
  // react-admin with its routes, and the frame around every page.
  ['app'],
  ['pages'],
  ['views'],
  ['children'],
  ['list'],
  // The one form of a record.
  ['record'],
  ['actions'],
  ['parts/files', 'parts/template'],
  ['form'],
  ['fields'],
  ['ui'],
  ['toasts'],
  // Where a screen was opened from, and the way back.
  ['navigation'],
  // What is sent and answered.
  ['api'],
  ['session', 'theme', 'shortcuts', 'assets'],
];

/**
 * The server's floors, the highest first: what stands on one imports from its own room and from floors below. What lies above hears
 * through hooks that the root registers.
 */
export const SERVER_FLOORS: readonly (readonly string[])[] = [
  ['main.ts'],
  ['app.ts', 'commands.ts', 'metrics'],
  ['registerRoutes.ts'],
  ['events', 'export', 'dashboard', 'goTo', 'savedFilters', 'savedReplies', 'demo', 'backup', 'resources', 'consequences', 'robots'],
  ['mail', 'deliveries'],
  ['notices', 'people', 'presence', 'ownCode'],
  ['timers'],
  ['passwordLinks'],
  ['sessions'],
  ['lists'],
  // Reading, judging, writing, removing and acting: one engine for every resource.
  ['engine'],
  ['parts/files', 'parts/template', 'parts/queue'],
  ['parts/part.ts'],
  // Scope and conditions as SQL, and the stored row that somebody reaches.
  ['rowScope'],
  ['history', 'requestBody'],
  ['idempotency.ts'],
  ['accounts', 'formatting'],
  ['http', 'adminSocket'],
  ['openapi'],
  ['context.ts'],
  // Claiming and sending rows: mails and deliveries alike.
  ['sending'],
  ['files'],
  ['db'],
  ['wakeSignal.ts', 'dataDir.ts', 'env.ts', 'errors.ts', 'operatorError.ts', 'endSignals.ts', 'own.ts'],
];

/**
 * The schema's floors, the highest first: a file imports from its own folder and from floors below, types included. The shapes of the
 * config are the lowest, because its words name each other in circles: a field has conditions, a condition names fields, an action asks
 * fields.
 */
export const SCHEMA_FLOORS: readonly (readonly string[])[] = [
  ['check.ts'],
  ['check'],
  // What a config is made into: its types checked, its usual values filled in.
  ['config'],
  ['lists', 'dashboard.ts', 'queue.ts'],
  // Which values of a record somebody may save.
  ['records', 'queueWatchers.ts'],
  // Actions, tabs and consequences of a record.
  ['lifeCycle', 'invitation.ts', 'fieldReaders.ts'],
  ['conditions'],
  // The status of a record and whom it waits for, which conditions read.
  ['statuses', 'apiShapes.ts', 'parts.ts', 'databaseNames.ts', 'fileNames.ts', 'queuePanel.ts', 'deliveryPanel.ts'],
  ['fields', 'presence.ts', 'references.ts', 'versions.ts'],
  ['words', 'access.ts', 'paths.ts', 'accountCalls.ts', 'events.ts'],
  // The shapes and types of what a config may say.
  ['shapes'],
  ['systemFields.ts', 'session.ts', 'memoize.ts', 'pages.ts'],
];

const FLOORS = {portal: PORTAL_FLOORS, server: SERVER_FLOORS, schema: SCHEMA_FLOORS} as const;
type Side = keyof typeof FLOORS;

const CONFIG = 'resources.config.ts';
const DEMO = 'resources.demo.ts';
const inside = (...folders: string[]) => (path: string) => folders.some(folder => path.startsWith(`${folder}/`));

/** Where a file of a side stands: its room, and the number of its floor, 0 the highest; undefined for a file on none. */
const placeOf = (side: Side, file: string): {floor: number; room: string} | undefined =>
  FLOORS[side].flatMap((rooms, floor) => rooms.map(room => ({floor, room})))
    .find(({room}) => file === `src/${side}/${room}` || inside(`src/${side}/${room}`)(file));

/** Whether a file of the portal stands no higher than one that imports it. */
const isBelow = (target: string, file: string): boolean => {
  const [to, from] = [placeOf('portal', target), placeOf('portal', file)];
  return to !== undefined && from !== undefined && to.floor >= from.floor;
};
/** Whether a file of the server or the schema stands lower than one that imports it, or in the same room. */
const isUnder = (side: 'server' | 'schema', target: string, file: string): boolean => {
  const [to, from] = [placeOf(side, target), placeOf(side, file)];
  return to !== undefined && from !== undefined && (to.floor > from.floor || to.room === from.room);
};

/** Who may import what. The first row that owns a file decides; a file no row owns is free (src/run, tests). */
const RULES: {
  owns: (file: string) => boolean;
  project: (target: string, file: string) => boolean;
  packages: (name: string) => boolean;
}[] = [
  {
    owns: file => file === CONFIG,
    project: target => target === 'src/schema/config/defineConfig.ts',
    packages: () => false,
  },
  {
    owns: file => file === DEMO,
    project: target => ['src/server/demo/steps.ts', 'src/schema/fields/dates.ts'].includes(target),
    packages: () => false,
  },
  {
    // Of the start alone: none of it is in the portal.
    owns: inside('src/schema/check'),
    project: (target, file) => isUnder('schema', target, file),
    packages: name => ['zod', 'node:module', 'recheck'].includes(name),
  },
  {
    owns: inside('src/schema'),
    project: (target, file) => isUnder('schema', target, file),
    packages: name => ['zod', 'zod/mini', 'cpf-cnpj-validator'].includes(name),
  },
  {
    owns: inside('src/portal'),
    project: (target, file) =>
      isBelow(target, file) || (inside('src/schema')(target) && !/^src\/schema\/check[./]/.test(target)) ||
        (target === CONFIG && ['src/portal/shell.tsx', 'src/portal/front.ts', 'src/portal/words.ts'].includes(file)),
    packages: name => !name.startsWith('node:'),
  },
  {
    owns: inside('src/server'),
    // Node strips types but knows no JSX.
    project: (target, file) =>
      ((isUnder('server', target, file) || inside('src/schema')(target)) && !target.endsWith('.tsx')) ||
      (target === CONFIG && file === 'src/server/main.ts'),
    packages: () => true,
  },
];

/**
 * The imports that break the rule, as `file → module`, and the files that stand on no floor; empty when all
 * arrows point the right way.
 */
export function wrongArrows(sources: Sources): string[] {
  return [...sources].flatMap(([file, source]) => {
    const rule = RULES.find(({owns}) => owns(file));
    if (!rule) return [];
    const side = (Object.keys(FLOORS) as Side[]).find(name => inside(`src/${name}`)(file));
    if (side !== undefined && placeOf(side, file) === undefined) return [`${file} stands on no floor`];
    return importsOf(source)
      .filter(name => {
        if (name.startsWith('.')) return !rule.project(posix.join(posix.dirname(file), name), file);
        // '#alias' and '/absolute' would go round the rule.
        return /^[#/]/.test(name) || !rule.packages(name);
      })
      .map(name => `${file} → ${name}`);
  });
}

/** Files that import each other round about, each circle in the order of its names; empty when there is none. */
export function circlesIn(sources: Sources): string[][] {
  const targets = new Map([...sources].map(([file, source]) => [file, importsOf(source)
    .filter(name => name.startsWith('.')).map(name => posix.join(posix.dirname(file), name)).filter(target => sources.has(target))]));
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const target of targets.get(from) ?? []) {
      if (seen.has(target)) continue;
      seen.add(target);
      reached(target, seen);
    }
    return seen;
  };
  const from = new Map([...sources.keys()].map(file => [file, reached(file)]));
  const isMutual = (one: string, other: string): boolean => from.get(one)?.has(other) === true && from.get(other)?.has(one) === true;
  const circles = [...sources.keys()].filter(file => isMutual(file, file))
    .map(file => [...sources.keys()].filter(other => isMutual(file, other)).toSorted());
  return circles.filter((circle, at) => circles.findIndex(([first]) => first === circle[0]) === at);
}
