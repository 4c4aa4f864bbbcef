// The rule that imports point one way, as a function over file texts, so that the test can plant wrong ones.
import {posix} from 'node:path';

/** Project files by path from the root (`src/schema/kinds.ts`), with their text. */
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
  ['front.ts', 'words.ts'],
  // react-admin with its routes, and the frame around every page.
  ['app'],
  ['pages'],
  ['tickets'],
  ['views'],
  ['children'],
  ['list'],
  ['actions'],
  ['parts/files', 'parts/template'],
  ['form'],
  ['kinds'],
  ['ui', 'toasts'],
  // What is sent and answered.
  ['wire'],
  ['session', 'theme', 'shortcuts', 'assets'],
];

const CONFIG = 'resources.config.ts';
const inside = (...folders: string[]) => (path: string) => folders.some(folder => path.startsWith(`${folder}/`));

/** The number of a file's floor, 0 the highest; -1 for a file on none. */
const floorOf = (file: string): number =>
  PORTAL_FLOORS.findIndex(rooms => rooms.map(room => `src/portal/${room}`).some(room => file === room || inside(room)(file)));

/** Who may import what. The first row that owns a file decides; a file no row owns is free (src/run, tests). */
const RULES: {
  owns: (file: string) => boolean;
  project: (target: string, file: string) => boolean;
  packages: (name: string) => boolean;
}[] = [
  {
    owns: file => file === CONFIG,
    project: target => target === 'src/schema/defineConfig.ts',
    packages: () => false,
  },
  {
    owns: inside('src/schema'),
    project: inside('src/schema'),
    packages: name => ['zod', 'zod/mini', 'cpf-cnpj-validator'].includes(name),
  },
  {
    owns: inside('src/portal'),
    project: (target, file) =>
      floorOf(target) >= floorOf(file) || inside('src/schema')(target) ||
        (target === CONFIG && ['src/portal/shell.tsx', 'src/portal/front.ts', 'src/portal/words.ts'].includes(file)),
    packages: name => !name.startsWith('node:'),
  },
  {
    owns: inside('src/server'),
    // Node strips types but knows no JSX.
    project: (target, file) =>
      (inside('src/server', 'src/schema')(target) && !target.endsWith('.tsx')) ||
      (target === CONFIG && (file === 'src/server/main.ts' || inside('src/server/demo')(file))),
    packages: () => true,
  },
];

/**
 * The imports that break the rule, as `file → module`, and the portal's files that stand on no floor; empty when all
 * arrows point the right way.
 */
export function wrongArrows(sources: Sources): string[] {
  return [...sources].flatMap(([file, source]) => {
    const rule = RULES.find(({owns}) => owns(file));
    if (!rule) return [];
    if (inside('src/portal')(file) && floorOf(file) === -1) return [`${file} stands on no floor`];
    return importsOf(source)
      .filter(name => {
        if (name.startsWith('.')) return !rule.project(posix.join(posix.dirname(file), name), file);
        // '#alias' and '/absolute' would go round the rule.
        return /^[#/]/.test(name) || !rule.packages(name);
      })
      .map(name => `${file} → ${name}`);
  });
}
