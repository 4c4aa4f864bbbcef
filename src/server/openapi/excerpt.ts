import type {Json} from './json.ts';

type Section = Readonly<Record<string, unknown>>;
const REF = /"#\/components\/(\w+)\/([^"]+)"/g;
const pickEntries = (all: unknown, isPicked: (name: string, value: unknown) => boolean): Json =>
  Object.fromEntries(Object.entries((all ?? {}) as Section).filter(([name, value]) => isPicked(name, value)));

/** Reduces the document to the wanted operations and the components that they refer to. @param isWanted by operation id */
export const excerptDocument = ({tags: _tags, ...document}: Json, isWanted: (id: string) => boolean): Json => {
  const isWantedOperation = (operation: unknown): boolean => isWanted(String((operation as Section)['operationId']));
  const paths = Object.fromEntries(Object.entries(document['paths'] as Readonly<Record<string, Section>>)
    .map(([path, operations]) => [path, pickEntries(operations, (_method, operation) => isWantedOperation(operation))] as const)
    .filter(([, operations]) => Object.keys(operations).length > 0));
  const {securitySchemes, ...sections} = document['components'] as Readonly<Record<string, Section>>;
  const needed = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [reference = '', section = '', name = ''] of (JSON.stringify(value) ?? '').matchAll(REF)) {
      if (needed.has(reference)) continue;
      needed.add(reference);
      follow(sections[section]?.[name]);
    }
  };
  follow(paths);
  const components = Object.entries(sections)
    .map(([section, entries]) => [section, pickEntries(entries, name => needed.has(`"#/components/${section}/${name}"`))]);
  return {...document, paths, components: {securitySchemes, ...Object.fromEntries(components) as Json}};
};
