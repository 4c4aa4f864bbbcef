/** Shapes of saved filters (rules: Lists 9) and saved replies. The portal imports types only, as from `wire.ts`. */
import * as z from 'zod';
import {REPLY_LENGTHS} from './savedReplies.ts';
import {fillPlaceholders, formMessages} from '../words/messages.ts';
import {id, readableText, idInput} from '../apiShapes.ts';

const MAX_FILTER_BYTES = 4096;
const MAX_COLUMNS = 100;

/** Required text, with messages for its author. */
const requiredText = (max: number, multiline = false): z.ZodString =>
  readableText(
    z.string({error: formMessages.required}), multiline,
  ).min(1, formMessages.required).max(max, fillPlaceholders(formMessages.tooLong, {max}));

const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
const shortText = z.string().max(60);
const columns = z.array(shortText).max(MAX_COLUMNS).readonly().meta({description: 'Colunas visíveis, em ordem.'});
const order = z.object({campo: shortText, ordem: z.enum(['asc', 'desc'])});

/** Request that saves a filter. */
export const newSavedFilter = z.object({
  recurso: shortText,
  nome: requiredText(60).meta({description: 'Um mesmo nome substitui o filtro anterior.'}),
  filtro: z.record(z.string(), z.unknown()).refine(value => jsonBytes(value) <= MAX_FILTER_BYTES, 'O filtro é grande demais.')
    .meta({description: `Os filtros da lista, por campo; até ${MAX_FILTER_BYTES / 1024} KB.`}),
  colunas: columns.nullish().transform(value => value ?? null),
  ordenacao: order.nullish().transform(value => value ?? null),
}, {error: formMessages.invalid});
export type NewSavedFilter = z.infer<typeof newSavedFilter>;

export const savedFilter = newSavedFilter.safeExtend({id, colunas: columns.nullable(), ordenacao: order.nullable()});
export type SavedFilter = z.infer<typeof savedFilter>;

/** Request that saves a reply. */
export const newSavedReply = z.object({
  id: idInput.optional().meta({description: 'A resposta que muda; ausente: uma nova.'}),
  nome: requiredText(REPLY_LENGTHS.nome).meta({description: 'Uma pessoa, e uma empresa, tem um mesmo nome uma vez só.'}),
  texto: requiredText(REPLY_LENGTHS.texto, true)
    .meta({description: 'Entre chaves, o que é do registro: `{id}`, `{nome}` de quem o fez, um campo.'}),
  daEmpresa: z.boolean().default(false).meta({description: 'É de toda a empresa de quem a guarda.'}),
}, {error: formMessages.invalid});
export type NewSavedReply = z.infer<typeof newSavedReply>;

/** Saved reply of a person or a company. */
export const savedReply = z.object({
  id, nome: z.string(), texto: z.string(), daEmpresa: z.boolean(),
  minha: z.boolean().meta({description: 'É de quem pergunta, ou foi quem a fez.'}),
  podeAlterar: z.boolean().meta({description: 'Quem pergunta a muda e exclui.'}),
});
export type SavedReply = z.infer<typeof savedReply>;
