/** As much of the API's document as some of its calls need. */
import type {Json} from './json.ts';

type Room = Readonly<Record<string, unknown>>;
const REF = /"#\/components\/(\w+)\/([^"]+)"/g;
const kept = (all: unknown, isKept: (name: string, value: unknown) => boolean): Json =>
  Object.fromEntries(Object.entries((all ?? {}) as Room).filter(([name, value]) => isKept(name, value)));

/** @param isWanted by the operation's id */
export const excerptOf = ({tags: _tags, ...document}: Json, isWanted: (id: string) => boolean): Json => {
  const isOne = (operation: unknown): boolean => isWanted(String((operation as Room)['operationId']));
  const paths = Object.fromEntries(Object.entries(document['paths'] as Readonly<Record<string, Room>>)
    .map(([path, operations]) => [path, kept(operations, (_method, one) => isOne(one))] as const)
    .filter(([, operations]) => Object.keys(operations).length > 0));
  const {securitySchemes, ...rooms} = document['components'] as Readonly<Record<string, Room>>;
  const needed = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [one = '', room = '', name = ''] of (JSON.stringify(value) ?? '').matchAll(REF)) {
      if (needed.has(one)) continue;
      needed.add(one);
      follow(rooms[room]?.[name]);
    }
  };
  follow(paths);
  const components = Object.entries(rooms).map(([room, all]) => [room, kept(all, name => needed.has(`"#/components/${room}/${name}"`))]);
  return {...document, paths, components: {securitySchemes, ...Object.fromEntries(components) as Json}};
};
