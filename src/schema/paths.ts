/** Paths of API calls and screens. */
import type {Api, Config, Endpoint, Resource} from './shapes/config.ts';

interface EndpointParts {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
}

export const parseEndpoint = (endpoint: Endpoint): EndpointParts => {
  const [method, path] = endpoint.split(' ') as [EndpointParts['method'], string];
  return {method, path};
};

export const trimTrailingSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');

export const pathParams = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(match => match[1] ?? '');

/** Fills in `:name`. A missing value becomes `0`, which every list reads as none. */
export const fillPath = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = values[name];
    return encodeURIComponent(typeof value === 'string' || typeof value === 'number' ? String(value) : '0');
  });

/** Calls of a resource. The default is react-admin's own REST dialect at its name. */
export const apiOf = (name: string, resource: Resource): Api =>
  resource.api ?? {
    list: `GET ${name}`, one: `GET ${name}/:id`, create: `POST ${name}`, update: `PUT ${name}/:id`, delete: `DELETE ${name}/:id`,
  };

/** Calls that create and update a record, with the defaults of a dialect. */
export const savingCalls = (name: string, resource: Resource): {create: Endpoint; update: Endpoint} => {
  const {create = `POST ${name}`, update = `PUT ${name}/:id`} = apiOf(name, resource);
  return {create, update};
};

/** Call for one record below its list; undefined if the list has no call. */
export const recordCall = ({resources}: Pick<Config, 'resources'>, name: string, step: string): Endpoint | undefined => {
  const resource = resources[name];
  const list = resource === undefined ? undefined : apiOf(name, resource).list;
  return list === undefined ? undefined : `GET ${parseEndpoint(list).path}/:id/${step}`;
};

/** Call for the history of one record; undefined if the list has no call. */
export const historyCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {history, list} = apiOf(name, resource);
  return history ?? (list === undefined ? undefined : `GET ${parseEndpoint(list).path}/:id/historico`);
};

/** Tells whether the resource declares its own API dialect (rules: Lists 1). */
export const hasDialect = (resource: Resource): boolean => resource.api !== undefined;

/** Query parameters of a list's address that open a dialog: a record's details, a record's children. */
export const DETAILS_PARAM = 'detalhes';
export const CHILDREN_PARAM = 'filhos';

/** Placeholder for a parent that has to be looked up: `filiais.0.12` is branch 12 of any company. */
export const UNKNOWN_PARENT_ID = 0;

/** Value of `filhos`: `filiais.7` for the branches of company 7, `filiais.7.12` while branch 12 is edited. */
export const childAddress = (name: string, parent: number, editing?: number): string =>
  [name, parent, ...(editing === undefined ? [] : [editing])].join('.');

/** Path steps of a resource's screens. `editRoute` overrides the one of the edit form. */
export const CREATE_PATH = 'salvar';
export const EDIT_PATH = 'salvar';
export const STATUS_PATH = 'status';
/** Path step of the print view of a list, or of one record by its number. */
export const PRINT_PATH = 'imprimir';

/** Addresses of a resource's screens (rules: Screens 1): `/adm/empresa`, `/adm/empresa/salvar/7`. */
export const screens = (config: Config, resource: Resource) => {
  const base = `${config.product.basename}/${resource.route}`;
  return {
    list: base,
    create: `${base}/${CREATE_PATH}`,
    edit: (id: number | string) => `${base}/${resource.editRoute ?? EDIT_PATH}/${id}`,
    details: (id: number | string) => `${base}?${DETAILS_PARAM}=${id}`,
    byStatus: (idStatus: number | string) => `${base}/${STATUS_PATH}/${idStatus}`,
    print: (id?: number | string) => `${base}/${PRINT_PATH}${id === undefined ? '' : `/${id}`}`,
  };
};

/** Tells whether a resource has screens. A child with `owner.through` is managed in its parent's modal instead. */
export const hasScreens = ({owner}: Resource): boolean => owner?.through === undefined;
