/** Which modules of the portal travel together: what somebody needs at once is one file, not forty. */

/** What the bundler tells: who imports a module without `import()`. */
interface Graph {
  getModuleInfo(id: string): {importers: readonly string[]} | null;
}

const COUNTER = /\/src\/portal\/counter\.ts$/;
const SHELL = /\/src\/portal\/shell\.tsx$/;
const FORM = /\/src\/portal\/views\/ResourceForm\.tsx$/;
const HOME = /\/src\/portal\/pages\/home\/HomePage\.tsx$/;
/** What a phone draws a list with, and a form its children: a list does without the form. */
const CARDS = /\/src\/portal\/list\/table\/ListCards\.tsx$/;
/** Inputs of kinds that few forms have: each is smaller than asking for it. */
const CONTROLS = /\/src\/portal\/kinds\/controls\/(?:Calculated|Decimal|Instant|Related)Control\.tsx$/;
/** Of react-admin's forms, which take it through a barrel, and of the chart. */
const MERGE = /\/node_modules\/lodash\/merge\.js$/;
/** Names every component for whoever wants one of them: an import through it says nothing of the others. */
const BARREL =
  /\/(?:@mui\/(?:material|system)\/(?:esm\/)?|react-admin\/dist\/|(?:ra-core|ra-ui-materialui)\/dist\/(?:[\w-]+\/)*)index\.m?js$/;

/** Whether `root` imports the module, itself or through others. */
const isUnder = (id: string, root: RegExp, graph: Graph, seen = new Set<string>()): boolean => {
  if (root.test(id)) return true;
  seen.add(id);
  return (graph.getModuleInfo(id)?.importers ?? []).some(importer =>
    !seen.has(importer) && !BARREL.test(importer) && isUnder(importer, root, graph, seen));
};

/** The shell, and what it shares with the public screens. */
const shellOf = (id: string, graph: Graph): string | null => {
  if (!isUnder(id, SHELL, graph)) return null;
  return isUnder(id, COUNTER, graph) ? 'calls' : 'shell';
};

const isOfForm = (id: string, graph: Graph): boolean => isUnder(id, FORM, graph);
/** What forms share with the home page and its chart. */
const isCommon = (id: string, graph: Graph): boolean => MERGE.test(id) || (isOfForm(id, graph) && isUnder(id, HOME, graph));

/** Each takes along what its modules import, unless one before took it; what is in none, one screen's alone, is the bundler's choice. */
export const portalChunks = [
  {name: 'login', tags: ['$initial' as const], priority: 3},
  {name: shellOf, debugName: 'shell', priority: 2},
  {name: 'cards', test: CARDS, priority: 1},
  {name: (id: string, graph: Graph) => (isCommon(id, graph) ? 'common' : null), debugName: 'common', priority: 1},
  {name: (id: string, graph: Graph) => (isOfForm(id, graph) ? 'form' : null), debugName: 'form'},
  {name: 'controls', test: CONTROLS},
];
