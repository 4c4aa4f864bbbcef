/** Declared parts of a resource: their keys in the API, and their calls. */
import type {Config, Endpoint, PartName, Resource} from './shapes/config.ts';
import {DEFAULT_ITEMS_KEY} from './fields/items.ts';
import {apiOf, parseEndpoint, pathParams} from './paths.ts';
import type {FileMessageName, PortalFileMessageName} from './shapes/productMessages.ts';

/** Call for the server's limits on files; it needs a session. */
export const FILE_LIMITS_CALL = 'GET limites';
export const FILES_ZIP_NAME = 'arquivos.zip';

/** Default key of a record's files. */
const DEFAULT_FILES_KEY = 'arquivos';

/** Keys of the parts in the API, in the order in which parts approve a change and are answered. */
type WithParts = Pick<Resource, PartName>;
const partKeys: Readonly<Record<PartName, (resource: WithParts) => string>> = {
  template: ({template}) => template?.as ?? DEFAULT_ITEMS_KEY,
  files: ({files}) => files?.as ?? DEFAULT_FILES_KEY,
  queue: ({queue}) => queue?.as ?? 'fila',
};
export const {template: itemsKey, files: filesKey, queue: queueKey} = partKeys;

export const listParts = (resource: WithParts): {name: PartName; key: string}[] =>
  (Object.keys(partKeys) as PartName[]).flatMap(name => (resource[name] === undefined ? [] : [{name, key: partKeys[name](resource)}]));

/** Tells whether a record has statuses or parts, which its screens show together with its actions. */
export const hasParts = (resource: Resource): boolean => resource.status !== undefined || listParts(resource).length > 0;

export const hasDetails = (resource: Resource): boolean =>
  hasParts(resource) || Object.values(resource.actions ?? {}).some(({places}) => places?.includes('details'));

/** Message about files: the resource's own, else the product's. */
export const fileMessage = (config: Config, resource: Resource, name: FileMessageName): string =>
  resource.files?.messages?.[name] ?? config.files.messages[name];

export const fileMessagesFor = (config: Config, resource: Resource): Readonly<Record<PortalFileMessageName, string>> =>
  ({...config.files.messages, ...resource.files?.messages});

interface FileCalls {
  list: Endpoint;
  /** Checks a file before the upload; undefined if there is no such call. */
  check: Endpoint | undefined;
  upload: Endpoint;
  remove: Endpoint;
  download: Endpoint;
  archive: Endpoint;
}

/** Parameter of a file call that holds the file's id. */
export const fileIdParam = (endpoint: Endpoint): string =>
  pathParams(parseEndpoint(endpoint).path).find(param => param !== 'id' && param !== 'idUsuario') ?? 'id';

/** Calls of a resource's files: the declared ones, else below its list's path. */
export const fileCallsOf = (name: string, resource: Resource): FileCalls => {
  const {list = `GET ${name}` as const} = apiOf(name, resource);
  const record = `${parseEndpoint(list).path}/:id`;
  const archive = `GET ${record}/${FILES_ZIP_NAME}` as const;
  if (resource.files?.calls !== undefined) return {...resource.files.calls, archive};
  const files = `${record}/${DEFAULT_FILES_KEY}`;
  const file = `${files}/:idArquivo`;
  return {list: `GET ${files}`, check: undefined, upload: `POST ${files}`, remove: `DELETE ${file}`, download: `GET ${file}`, archive};
};
