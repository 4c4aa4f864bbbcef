/** The words between a command and the running server. */
import * as z from 'zod';
import type {Wal} from '../backup/hold.ts';
import type {FileRow} from '../backup/rows.ts';

export const ASK = z.discriminatedUnion('ask', [
  z.object({ask: z.literal('hold')}),
  z.object({ask: z.literal('files')}),
  z.object({ask: z.literal('password'), email: z.string()}),
]);
export type Ask = z.infer<typeof ASK>;

/** To `hold`: once it is held. Then anything lets go, and is answered by `released`. */
export const HELD = z.object({wal: z.object({first: z.string(), last: z.string()}) satisfies z.ZodType<Wal>});
export const RELEASED = z.object({released: z.literal(true)});

const fileRow = z.object({
  id: z.number(), de: z.string(), registro: z.number(), chave: z.string(), tamanho: z.number(), sha256: z.string(), excluido: z.boolean(),
}) satisfies z.ZodType<FileRow>;
/** To `files`: some rows at a time, and at the end what the database is known by. */
export const FILES = z.union([z.object({rows: z.array(fileRow)}), z.object({identidade: z.string().optional()})]);

export const PASSWORD = z.object({password: z.string()});

/** To anything: why not, for a person to read. */
export const REFUSAL = z.object({error: z.string()});
