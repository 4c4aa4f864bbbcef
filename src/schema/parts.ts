/** What a resource has besides its fields, as it is declared: how it is called on the wire, and where it is asked for. */
import type {Config, Endpoint, PartName, Resource} from './config/config.ts';
import {ITEMS} from './fields/items.ts';
import {apiOf, parseEndpoint, pathParams} from './paths.ts';
import type {FileSentence, PortalSentence} from './config/sentences.ts';

/** What this server takes of files, for whoever is signed in. */
export const LIMITS = 'GET limites';
/** What all files of a record are called as one. */
export const ARCHIVE = 'arquivos.zip';

/** What a record's files are called on the wire, where the resource does not say. */
const FILES = 'arquivos';

/** What each part is called on the wire; in the order in which they agree to a change and are answered. */
type Parts = Pick<Resource, PartName>;
const keys: Readonly<Record<PartName, (resource: Parts) => string>> = {
  template: ({template}) => template?.as ?? ITEMS,
  files: ({files}) => files?.as ?? FILES,
  queue: ({queue}) => queue?.as ?? 'fila',
};
export const {template: itemsKey, files: filesKey, queue: queueKey} = keys;

/** The parts that a resource declares, and what each is called on the wire. */
export const partsIn = (resource: Parts): {name: PartName; key: string}[] =>
  (Object.keys(keys) as PartName[]).flatMap(name => (resource[name] === undefined ? [] : [{name, key: keys[name](resource)}]));

/** Whether a record is more than its fields: its screens show its parts, and it is acted upon where it is shown. */
export const hasParts = (resource: Resource): boolean => resource.status !== undefined || partsIn(resource).length > 0;

/** Whether a record can be looked at over its list. */
export const hasDetails = (resource: Resource): boolean =>
  hasParts(resource) || Object.values(resource.actions ?? {}).some(({places}) => places?.includes('details'));

/** A sentence about a resource's files: its own, or that of the product. */
export const fileMessage = (config: Config, resource: Resource, name: FileSentence): string =>
  resource.files?.messages?.[name] ?? config.files.messages[name];

/** Those that the portal comes to say. */
export const fileWords = (config: Config, resource: Resource): Readonly<Record<PortalSentence, string>> =>
  ({...config.files.messages, ...resource.files?.messages});

interface FileCalls {
  list: Endpoint;
  /** Looks at a file before it is sent; undefined: nobody does. */
  check: Endpoint | undefined;
  upload: Endpoint;
  remove: Endpoint;
  download: Endpoint;
  /** All of a record's at once. */
  archive: Endpoint;
}

/** The parameter of a file call that names the file. */
export const fileParam = (endpoint: Endpoint): string =>
  pathParams(parseEndpoint(endpoint).path).find(param => param !== 'id' && param !== 'idUsuario') ?? 'id';

/** The calls of a resource's files: those it declares, else below its list's path. */
export const fileCallsOf = (name: string, resource: Resource): FileCalls => {
  const {list = `GET ${name}` as const} = apiOf(name, resource);
  const record = `${parseEndpoint(list).path}/:id`;
  const archive = `GET ${record}/${ARCHIVE}` as const;
  if (resource.files?.calls !== undefined) return {...resource.files.calls, archive};
  const files = `${record}/${FILES}`;
  const one = `${files}/:idArquivo`;
  return {list: `GET ${files}`, check: undefined, upload: `POST ${files}`, remove: `DELETE ${one}`, download: `GET ${one}`, archive};
};
