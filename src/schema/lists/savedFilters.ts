import type {Endpoint} from '../shapes/config.ts';

export const FILTER_CALLS = {
  list: 'GET filtros-salvos', save: 'POST filtros-salvos', remove: 'DELETE filtros-salvos/:id',
} as const satisfies Readonly<Record<string, Endpoint>>;
