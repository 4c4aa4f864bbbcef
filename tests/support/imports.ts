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

const CONFIG = 'resources.config.ts';
const inside = (...folders: string[]) => (path: string) => folders.some(folder => path.startsWith(`${folder}/`));

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
    packages: name => name === 'zod' || name === 'cpf-cnpj-validator',
  },
  {
    owns: inside('src/portal'),
    project: (target, file) =>
      inside('src/portal', 'src/schema')(target) || (target === CONFIG && /^src\/portal\/(?:App|main)\.tsx$/.test(file)),
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

/** The imports that break the rule, as `file → module`; empty when all arrows point the right way. */
export function wrongArrows(sources: Sources): string[] {
  return [...sources].flatMap(([file, source]) => {
    const rule = RULES.find(({owns}) => owns(file));
    if (!rule) return [];
    return importsOf(source)
      .filter(name => {
        if (name.startsWith('.')) return !rule.project(posix.join(posix.dirname(file), name), file);
        // '#alias' and '/absolute' would go round the rule.
        return /^[#/]/.test(name) || !rule.packages(name);
      })
      .map(name => `${file} → ${name}`);
  });
}
