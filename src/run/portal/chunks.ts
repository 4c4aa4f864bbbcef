/** Groups the portal's modules into chunks: modules that are needed together are one file, not forty. */

interface Graph {
  getModuleInfo(id: string): {importers: readonly string[]} | null;
}

const COUNTER = /\/src\/portal\/counter\.ts$/;
const SHELL = /\/src\/portal\/shell\.tsx$/;
const FORM = /\/src\/portal\/views\/ResourceForm\.tsx$/;
const HOME = /\/src\/portal\/pages\/home\/HomePage\.tsx$/;
/** Card view of lists on phones and of a form's children; lists need it without the form. */
const LIST_CARDS = /\/src\/portal\/list\/table\/ListCards\.tsx$/;
/** Inputs that few forms have, each smaller than the cost of a request. */
const RARE_CONTROLS = /\/src\/portal\/fields\/controls\/(?:Calculated|Decimal|Instant|Links|MultiChoice|Password|Related)Control\.tsx$/;
/** Parts that tools of a list share, each smaller than its name in the first load. */
const LIST_TOOLS =
  /\/src\/portal\/(?:api\/readPages|list\/(?:ToolPanel|export\/usePrintList|filters\/useDefaultPeriod)|ui\/opensBelow)\.tsx?$/;
/** Used by react-admin's forms, through a barrel, and by the chart. */
const LODASH_MERGE = /\/node_modules\/lodash\/merge\.js$/;
/** Barrel files re-export every component, so that an import through one does not imply use. */
const BARREL =
  /\/(?:@mui\/(?:material|system)\/(?:esm\/)?|react-admin\/dist\/|(?:ra-core|ra-ui-materialui)\/dist\/(?:[\w-]+\/)*)index\.m?js$/;

const isUnder = (id: string, root: RegExp, graph: Graph, visited = new Set<string>()): boolean => {
  if (root.test(id)) return true;
  visited.add(id);
  return (graph.getModuleInfo(id)?.importers ?? []).some(importer =>
    !visited.has(importer) && !BARREL.test(importer) && isUnder(importer, root, graph, visited));
};

const shellChunk = (id: string, graph: Graph): string | null => {
  if (!isUnder(id, SHELL, graph)) return null;
  return isUnder(id, COUNTER, graph) ? 'calls' : 'shell';
};

const isFormModule = (id: string, graph: Graph): boolean => isUnder(id, FORM, graph);
const isSharedWithHome = (id: string, graph: Graph): boolean =>
  LODASH_MERGE.test(id) || (isFormModule(id, graph) && isUnder(id, HOME, graph));

/**
 * Chunk groups by priority; a module goes with its imports to the first that matches. Modules of a single screen are left to the bundler.
 */
export const portalChunks = [
  {name: 'login', tags: ['$initial' as const], priority: 3},
  {name: shellChunk, debugName: 'shell', priority: 2},
  {name: 'cards', test: LIST_CARDS, priority: 1},
  {name: (id: string, graph: Graph) => (isSharedWithHome(id, graph) ? 'common' : null), debugName: 'common', priority: 1},
  {name: (id: string, graph: Graph) => (isFormModule(id, graph) ? 'form' : null), debugName: 'form'},
  {name: 'controls', test: RARE_CONTROLS},
  {name: 'tools', test: LIST_TOOLS},
];
