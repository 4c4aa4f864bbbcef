/** Calls and screens by name: the one place that builds a path. */
import type {Api, Config, Endpoint, Resource} from './config/config.ts';

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
}

export const parseEndpoint = (endpoint: Endpoint): Call => {
  const [method, path] = endpoint.split(' ') as [Call['method'], string];
  return {method, path};
};

/** An address or a path without slashes at its end. */
export const withoutSlash = (text: string): string => text.replace(/(?<!\/)\/+$/, '');

/** The names behind `:` in a path, in order. */
export const pathParams = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(match => match[1] ?? '');

/** Fills `:name`; a value that is missing becomes `0`, which every list reads as 'none'. */
export const fillPath = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = values[name];
    return encodeURIComponent(typeof value === 'string' || typeof value === 'number' ? String(value) : '0');
  });

/** A resource's calls; one that declares none speaks react-admin's own REST dialect at its name. */
export const apiOf = (name: string, resource: Resource): Api =>
  resource.api ?? {
    list: `GET ${name}`, one: `GET ${name}/:id`, create: `POST ${name}`, update: `PUT ${name}/:id`, delete: `DELETE ${name}/:id`,
  };

/** The calls that make and change a record, also of a dialect that does not name them. */
export const savingCalls = (name: string, resource: Resource): {create: Endpoint; update: Endpoint} => {
  const {create = `POST ${name}`, update = `PUT ${name}/:id`} = apiOf(name, resource);
  return {create, update};
};

/** A call of one record, below its list's; undefined where its list has none. */
export const recordCall = ({resources}: Pick<Config, 'resources'>, name: string, word: string): Endpoint | undefined => {
  const resource = resources[name];
  const list = resource === undefined ? undefined : apiOf(name, resource).list;
  return list === undefined ? undefined : `GET ${parseEndpoint(list).path}/:id/${word}`;
};

/** The call that tells the history of one record; undefined where records have no call of their own. */
export const historyCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {history, list} = apiOf(name, resource);
  return history ?? (list === undefined ? undefined : `GET ${parseEndpoint(list).path}/:id/historico`);
};

/** Whether the resource declares a dialect of its own (rules: Lists 1) or speaks react-admin's. */
export const hasDialect = (resource: Resource): boolean => resource.api !== undefined;

/** A dialog over a list is one parameter of the list's address: the details of a record, the children of one. */
export const DETAILS = 'detalhes';
export const CHILDREN = 'filhos';

/** In the place of a parent that has to be looked up: `filiais.0.12` is branch 12, whosever it is. */
export const SOME_PARENT = 0;

/** `?filhos=filiais.7`: the branches of company 7, and `filiais.7.12` while number 12 is edited. */
export const childAddress = (name: string, parent: number, editing?: number): string =>
  [name, parent, ...(editing === undefined ? [] : [editing])].join('.');

/** The steps of a resource's addresses; `editRoute` may call its own otherwise. */
export const CREATE = 'salvar';
export const EDIT = 'salvar';
export const STATUS = 'status';
/** What is made to be printed: a list, or, with its number behind it, a record. */
export const PRINT = 'imprimir';

/** The portal's addresses of a resource (rules: Screens 1): `/adm/empresa`, `/adm/empresa/salvar/7`. */
export const screens = (config: Config, resource: Resource) => {
  const base = `${config.product.basename}/${resource.route}`;
  return {
    list: base,
    create: `${base}/${CREATE}`,
    edit: (id: number | string) => `${base}/${resource.editRoute ?? EDIT}/${id}`,
    details: (id: number | string) => `${base}?${DETAILS}=${id}`,
    byStatus: (idStatus: number | string) => `${base}/${STATUS}/${idStatus}`,
    print: (id?: number | string) => `${base}/${PRINT}${id === undefined ? '' : `/${id}`}`,
  };
};

/** What belongs to a parent through a third record is managed in the parent's modal, and has no screen of its own. */
export const hasScreens = ({owner}: Resource): boolean => owner?.through === undefined;
