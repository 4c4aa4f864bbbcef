/** Every refusal the API can give, with its status and its code (rules: Answers 2, 3). One body: `{message, codigo, campos, id}`. */
import {invalidParamMessage} from '../schema/words/messages.ts';
import type {ErrorCode, FieldError} from '../schema/wire.ts';
import {PROFILE_REFUSAL} from '../schema/lifeCycle/workflow.ts';

/** The usual status of each code. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  VALIDACAO: 400, CONFLITO: 400, VERSAO: 400, TAMANHO: 400, EXTENSAO: 400, TOKEN: 400, LIMITE: 400, SESSAO: 401, PERMISSAO: 403,
  NAO_ENCONTRADO: 404, INDISPONIVEL: 500, LEASE: 409, PRAZO: 409, INTERROMPIDO: 410,
};
/** Where programs call, which read statuses: what is 400 for a portal that shows nothing else. */
const TEXTBOOK: Readonly<Partial<Record<ErrorCode, number>>> = {
  VALIDACAO: 422, EXTENSAO: 422, CONFLITO: 409, VERSAO: 409, TAMANHO: 413, LIMITE: 429,
};

/** Thrown by anything that refuses; the error handler turns it into the one body. */
export class Refusal extends Error {
  readonly status: number;
  readonly codigo: ErrorCode;
  readonly campos: readonly FieldError[];
  /** Seconds until another try makes sense (`Retry-After`). */
  readonly retryAfter: number | undefined;

  constructor(codigo: ErrorCode, message: string, more: {campos?: readonly FieldError[]; retryAfter?: number; status?: number} = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = more.status ?? STATUS[codigo];
    this.codigo = codigo;
    this.campos = more.campos ?? [];
    this.retryAfter = more.retryAfter;
  }
}

/** A refusal's status as HTTP has it. */
export const textbookStatus = ({status, codigo}: Refusal): number => (status === 400 ? TEXTBOOK[codigo] ?? status : status);

/** 400 with the fields that are wrong; the message is the first one's, so that a portal without `campos` still says why. */
export const invalid = (campos: readonly FieldError[], message = campos[0]?.mensagem ?? 'Dados inválidos.'): Refusal =>
  new Refusal('VALIDACAO', message, {campos});
/** 400 for a parameter of the address. */
export const invalidParam = (campo: string, mensagem = invalidParamMessage(campo)): Refusal => invalid([{campo, mensagem}]);
export const conflict = (message: string, campos: readonly FieldError[] = []): Refusal => new Refusal('CONFLITO', message, {campos});
export const stale = (): Refusal =>
  new Refusal('VERSAO', 'Este registro foi alterado por outra pessoa. Recarregue a página.');
export const unauthorized = (): Refusal => new Refusal('SESSAO', 'Usuário ou Senha Inválidos!');
export const forbidden = (message = PROFILE_REFUSAL): Refusal => new Refusal('PERMISSAO', message);
/** Missing or outside the caller's scope: nobody learns which. */
export const notFound = (): Refusal => new Refusal('NAO_ENCONTRADO', 'Registro não encontrado.');
