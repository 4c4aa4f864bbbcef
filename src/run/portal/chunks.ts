/** Which modules of the portal travel together: what somebody needs at once is one file, not forty. */

/** What the bundler tells: who imports a module without `import()`. */
interface Graph {
  getModuleInfo(id: string): {importers: readonly string[]} | null;
}

const COUNTER = /\/src\/portal\/counter\.ts$/;
const SHELL = /\/src\/portal\/shell\.tsx$/;
/** Names every component for whoever wants one of them: an import through it says nothing of the others. */
const BARREL =
  /\/(?:@mui\/material\/(?:esm\/)?|ra-ui-materialui\/dist\/(?:[\w-]+\/)*|react-admin\/dist\/|ra-core\/dist\/(?:[\w-]+\/)*)index\.m?js$/;

/** Whether `root` imports the module, itself or through others. */
const isUnder = (id: string, root: RegExp, graph: Graph, seen = new Set<string>()): boolean => {
  if (root.test(id)) return true;
  seen.add(id);
  return (graph.getModuleInfo(id)?.importers ?? []).some(importer =>
    !seen.has(importer) && !BARREL.test(importer) && isUnder(importer, root, graph, seen));
};

/** The shell, and what it shares with the public screens; the rest, one screen's alone, is the bundler's choice. */
const nameOf = (id: string, graph: Graph): string | null => {
  if (!isUnder(id, SHELL, graph)) return null;
  return isUnder(id, COUNTER, graph) ? 'calls' : 'shell';
};

export const portalChunks = [
  // The login first, so that nothing of its own is drawn into the others.
  {name: 'login', tags: ['$initial' as const], priority: 1},
  {name: nameOf, debugName: 'shell'},
];
