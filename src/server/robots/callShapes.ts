/** Bodies and answers of robot calls, as schemas for validation and the API document. */
import * as z from 'zod';
import {MAX_INTEGER} from '../../schema/fields/kinds.ts';
import {formMessages} from '../../schema/words/messages.ts';
import {itemMark, recordFile, textLine} from '../../schema/apiShapes.ts';
import type {ResolvedQueue} from '../../schema/queue.ts';
import {invalid} from '../errors.ts';

const id = z.int().min(1);
const count = z.int().min(0);
const text = z.string();
const instant = z.iso.datetime();
const token = text.min(1).max(100);

/**
 * Parses a body by its schema.
 *
 * @throws Refusal VALIDACAO with a sentence for each wrong value
 */
export const parseBody = <T>(shape: z.ZodType<T>, body: unknown): T => {
  const {data, error} = shape.safeParse(body ?? {});
  if (error === undefined) return data;
  const campos = error.issues.map(({path, code, message}) => {
    const campo = path.join('.');
    const isMissing = message === formMessages.required || (code === 'invalid_type' && /received undefined/.test(message));
    return {campo, mensagem: isMissing ? formMessages.required : formMessages.invalid};
  });
  const [first] = campos;
  throw invalid(campos, `${first?.mensagem === formMessages.required ? 'Falta' : 'Valor inválido em'} "${first?.campo ?? ''}".`);
};

export const reserveBody = ({lease: [min, usual, max], wait}: ResolvedQueue) => z.object({
  workflows: z.array(textLine.max(100)).max(100).optional().meta({description: 'Só destes; ausente: de qualquer um.'}),
  robo: textLine.min(1).max(60).meta({description: 'A máquina, como as pessoas a conhecem.'}),
  leaseSegundos: z.int().min(min).max(max).default(usual),
  espera: z.int().min(0).max(wait).default(0).meta({description: 'Segundos que se espera por um registro.'}),
});

export const simulateBody = z.object({
  workflow: textLine.min(1, formMessages.required).max(100),
  semente: z.int().min(1).max(MAX_INTEGER).optional().meta({description: 'A mesma inventa o mesmo; é o id dele.'}),
});

const progress = z.object({texto: textLine.max(100), porcento: z.int().min(0).max(100).optional()});
export type LeaseProgress = z.infer<typeof progress>;
export const renewBody = ({lease: [min, usual, max]}: ResolvedQueue) => z.object({
  leaseToken: token, leaseSegundos: z.int().min(min).max(max).default(usual), progresso: progress.optional(),
});

export const markBody = z.object({item: id.meta({description: 'O item do modelo.'})});

export const releaseBody = z.object({leaseToken: token});
export const COMMENT_ASK = {kind: 'texto', label: 'Comentário', maxLength: 1000, multiline: true, comment: true} as const;
export const concludeBody = z.object({leaseToken: token, comentario: text.max(COMMENT_ASK.maxLength).optional()});
export const failBody = z.object({
  leaseToken: token, tipo: z.enum(['NEGOCIO', 'SISTEMA']), codigo: textLine.max(60).default(''),
  mensagem: textLine.max(300).default('').meta({description: 'Com NEGOCIO obrigatória.'}),
  campos: z.array(z.object({item: id.meta({description: 'O item do modelo.'}), mensagem: textLine.min(1).max(300)})).max(200)
    .default([]),
}).refine(({tipo, mensagem}) => tipo !== 'NEGOCIO' || mensagem !== '', {path: ['mensagem'], error: formMessages.required});
export type LeaseFailure = z.infer<typeof failBody>;

export const renewedLease = z.object({leaseAte: instant, leaseSegundos: count});

const named = z.object({id, descricao: text}).nullable();
const item = z.object({item: id.nullable(), descricao: text, tipoCampo: text, obrigatorio: z.boolean(), valor: text});
const failure = z.object({
  tentativa: count, tipo: text, codigo: text, mensagem: text, robo: text, dataCriacao: instant,
  campos: z.array(itemMark),
});
export const reservation = (record: string) => z.object({
  [record]: id, tentativa: id, leaseToken: text, leaseAte: instant, leaseSegundos: count,
  limiteAte: instant.meta({description: 'Até quando esta tentativa pode ser renovada.'}),
  contrato: text.meta({description: 'Muda quando os itens do modelo mudam: chaves, tipos, obrigatórios.'}),
  workflow: text, modelo: named, versaoModelo: z.int().nullable(), empresa: named, filial: named,
  campos: z.record(text, z.unknown()).meta({description: 'Os campos do registro, pelo nome.'}),
  itens: z.array(item), arquivos: z.array(recordFile),
  falhas: z.array(failure).meta({description: 'As tentativas que falharam, a mais nova primeiro.'}),
});
