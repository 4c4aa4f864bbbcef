/** All refusals of the API, with status and code (rules: Answers 2, 3). Body: `{message, codigo, campos, id}`. */
import {invalidParamMessage} from '../schema/words/messages.ts';
import type {ErrorCode, FieldError} from '../schema/apiShapes.ts';
import {PROFILE_REFUSAL} from '../schema/lifeCycle/workflow.ts';

const STATUS: Readonly<Record<ErrorCode, number>> = {
  VALIDACAO: 400, CONFLITO: 400, VERSAO: 400, TAMANHO: 400, EXTENSAO: 400, TOKEN: 400, LIMITE: 400, SESSAO: 401, PERMISSAO: 403,
  NAO_ENCONTRADO: 404, INDISPONIVEL: 500, LEASE: 409, PRAZO: 409, INTERROMPIDO: 410,
};
/** Usual HTTP statuses, for calls of programs; the portal's specification knows only 400 for these. */
const STANDARD_STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  VALIDACAO: 422, EXTENSAO: 422, CONFLITO: 409, VERSAO: 409, TAMANHO: 413, LIMITE: 429,
};

export class Refusal extends Error {
  readonly status: number;
  readonly codigo: ErrorCode;
  readonly campos: readonly FieldError[];
  /** Seconds until a retry makes sense (`Retry-After`). */
  readonly retryAfter: number | undefined;

  constructor(
    codigo: ErrorCode, message: string,
    options: {campos?: readonly FieldError[]; retryAfter?: number; status?: number; cause?: unknown} = {},
  ) {
    super(message, {cause: options.cause});
    this.name = 'Refusal';
    this.status = options.status ?? STATUS[codigo];
    this.codigo = codigo;
    this.campos = options.campos ?? [];
    this.retryAfter = options.retryAfter;
  }
}

export const standardStatus = ({status, codigo}: Refusal): number => (status === 400 ? STANDARD_STATUS[codigo] ?? status : status);

/** 400 with field errors; the message repeats the first one, for portals that ignore `campos`. */
export const invalid = (campos: readonly FieldError[], message = campos[0]?.mensagem ?? 'Dados inválidos.'): Refusal =>
  new Refusal('VALIDACAO', message, {campos});
export const invalidParam = (campo: string, mensagem = invalidParamMessage(campo)): Refusal => invalid([{campo, mensagem}]);
export const conflict = (message: string, campos: readonly FieldError[] = []): Refusal => new Refusal('CONFLITO', message, {campos});
export const staleVersion = (): Refusal =>
  new Refusal('VERSAO', 'Este registro foi alterado por outra pessoa. Recarregue a página.');
export const unauthorized = (): Refusal => new Refusal('SESSAO', 'Usuário ou Senha Inválidos!');
export const forbidden = (message = PROFILE_REFUSAL): Refusal => new Refusal('PERMISSAO', message);
/** 404 for a record that is missing or out of scope, without distinction. */
export const notFound = (): Refusal => new Refusal('NAO_ENCONTRADO', 'Registro não encontrado.');
