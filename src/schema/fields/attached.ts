/** One file as the value of a field (`arquivo`): what is known of it, and the calls by which it is sent before and its bytes are read. */
// The small half of zod, as for the other kinds.
import * as z from 'zod/mini';
import type {Endpoint, Resource} from '../config/config.ts';
import {apiOf, parseEndpoint} from '../paths.ts';
import type {FieldOf} from '../config/fields.ts';
import {PLAIN, type KindRule} from './kindRule.ts';

/** A file that is a value; of one that is still on its way `id` is 0. */
export interface Attached {
  id: number;
  nomeArquivo: string;
  /** Bytes. */
  tamanho: number;
  /** Where it is downloaded: of a stored record's own, below the API. */
  caminho?: string;
  /** The key under which it is on its way. */
  envio?: string;
}

const isAttached = (value: unknown): value is Attached => {
  const {id, nomeArquivo, tamanho} = (value ?? {}) as Partial<Attached>;
  return Number.isInteger(id) && Number(id) >= 0 && typeof nomeArquivo === 'string' && typeof tamanho === 'number';
};
/** The file that a value is; undefined for none. */
export const attachedIn = (value: unknown): Attached | undefined => (isAttached(value) ? value : undefined);

export const attached = {
  bare: raw => {
    if (!isAttached(raw)) return raw === '' ? null : raw ?? null;
    return {id: raw.id, nomeArquivo: raw.nomeArquivo, tamanho: raw.tamanho};
  },
  schema: (_field, words) => z.unknown().check(
    z.refine(isAttached, words.invalid), z.refine(value => !isAttached(value) || value.id > 0, words.unsent),
  ),
  format: value => attachedIn(value)?.nomeArquivo ?? '',
  empty: null as Attached | null,
  filter: 'none', ...PLAIN, column: 'read', prose: true, alone: false,
} as const satisfies KindRule<FieldOf<'arquivo'>>;

/** The calls of a field's file, below its resource's list: it is sent before the record is saved, and read of the record. */
export const attachedCalls = (name: string, resource: Resource, field: string): {upload: Endpoint; download: Endpoint} => {
  const {path} = parseEndpoint(apiOf(name, resource).list ?? `GET ${name}`);
  return {upload: `POST ${path}/campos/${field}`, download: `GET ${path}/:id/campos/${field}`};
};
