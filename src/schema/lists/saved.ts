/**
 * What a person keeps under a name, as both sides say it: filters of lists (rules: Lists 9) and replies.
 * As `wire.ts`, for its types alone.
 */
import * as z from 'zod';
import {REPLY_LENGTHS} from './savedReplies.ts';
import {fillPlaceholders, formMessages} from '../words/messages.ts';
import {id, readableText, sentId} from '../wire.ts';

const MAX_FILTER_BYTES = 4096;
const MAX_COLUMNS = 100;

/** A text that has to be there; its sentences are for the person who writes it. */
const requiredText = (max: number, multiline = false): z.ZodString =>
  readableText(
    z.string({error: formMessages.required}), multiline,
  ).min(1, formMessages.required).max(max, fillPlaceholders(formMessages.tooLong, {max}));

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
const word = z.string().max(60);
const columns = z.array(word).max(MAX_COLUMNS).readonly().meta({description: 'Colunas visíveis, em ordem.'});
const order = z.object({campo: word, ordem: z.enum(['asc', 'desc'])});

/** A filter to keep. */
export const newSavedFilter = z.object({
  recurso: word,
  nome: requiredText(60).meta({description: 'Um mesmo nome substitui o filtro anterior.'}),
  filtro: z.record(z.string(), z.unknown()).refine(value => bytesOf(value) <= MAX_FILTER_BYTES, 'O filtro é grande demais.')
    .meta({description: `Os filtros da lista, por campo; até ${MAX_FILTER_BYTES / 1024} KB.`}),
  colunas: columns.nullish().transform(value => value ?? null),
  ordenacao: order.nullish().transform(value => value ?? null),
}, {error: formMessages.invalid});
export type NewSavedFilter = z.infer<typeof newSavedFilter>;

/** A filter that a person keeps under a name. */
export const savedFilter = newSavedFilter.safeExtend({id, colunas: columns.nullable(), ordenacao: order.nullable()});
export type SavedFilter = z.infer<typeof savedFilter>;

/** A reply to keep. */
export const newSavedReply = z.object({
  id: sentId.optional().meta({description: 'A resposta que muda; ausente: uma nova.'}),
  nome: requiredText(REPLY_LENGTHS.nome).meta({description: 'Uma pessoa, e uma empresa, tem um mesmo nome uma vez só.'}),
  texto: requiredText(REPLY_LENGTHS.texto, true)
    .meta({description: 'Entre chaves, o que é do registro: `{id}`, `{nome}` de quem o fez, um campo.'}),
  daEmpresa: z.boolean().default(false).meta({description: 'É de toda a empresa de quem a guarda.'}),
}, {error: formMessages.invalid});
export type NewSavedReply = z.infer<typeof newSavedReply>;

/** A text that a person, or a company, keeps under a name. */
export const savedReply = z.object({
  id, nome: z.string(), texto: z.string(), daEmpresa: z.boolean(),
  minha: z.boolean().meta({description: 'É de quem pergunta, ou foi quem a fez.'}),
  podeAlterar: z.boolean().meta({description: 'Quem pergunta a muda e exclui.'}),
});
export type SavedReply = z.infer<typeof savedReply>;
