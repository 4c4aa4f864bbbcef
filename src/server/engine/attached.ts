/** Files as values of a record's fields: which one may be one, and what becomes of those that are so no more. */
import {sql} from 'kysely';
import type {Resource} from '../../schema/config/config.ts';
import {attachedIn, type Attached} from '../../schema/fields/attached.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {FieldError} from '../../schema/wire.ts';
import type {Actor} from '../context.ts';
import {DAYS_KEPT} from '../db/ages.ts';
import type {DbOrTrx, Sql} from '../db/tables.ts';

/** Days in which what was sent may become a record's: the sweep takes the bytes of what nobody saved a day later. */
export const ATTACHABLE_DAYS = DAYS_KEPT.arquivos - 1;
const GONE = 'Este arquivo não está mais disponível. Escolha-o de novo.';

/** The fields among these values that hold a file, each with it. */
const filesIn = ({fields}: Resource, values: Values): [string, Attached | undefined][] =>
  Object.keys(values).flatMap(name => (fields[name]?.kind === 'arquivo' ? [[name, attachedIn(values[name])]] : []));

/**
 * Files as they are kept, in the place of what was sent of them: one that the record has already, or that its writer sent for this field
 * and that no record has yet.
 *
 * @param values bare and valid; those of files are replaced
 * @returns a sentence for each that is none of these
 */
export const attachedErrors = async (
  trx: DbOrTrx, name: string, resource: Resource, {id: idUsuario}: Pick<Actor, 'id'>, values: Record<string, unknown>, before: Values = {},
): Promise<FieldError[]> => {
  const errors: FieldError[] = [];
  for (const [campo, file] of filesIn(resource, values)) {
    if (file === undefined) continue;
    const stored = attachedIn(before[campo]);
    const {rows: [sent]} = stored?.id === file.id ? {rows: [stored]} : await sql<Attached>`
      select id, nome_arquivo as "nomeArquivo", tamanho from campos_arquivos
      where id = ${file.id} and recurso = ${name} and campo = ${campo} and id_usuario = ${idUsuario} and id_registro = 0
        and data_criacao > now() - ${ATTACHABLE_DAYS}::integer * interval '1 day' for update`.execute(trx);
    if (sent === undefined) errors.push({campo, mensagem: GONE});
    values[campo] = sent;
  }
  return errors;
};

/** What is written of files with a change of their record: those that came are its own, those that went count as deleted. */
export const attachedWrites = (resource: Resource, before: Values, changed: Values, record: Sql): Sql[] =>
  filesIn(resource, changed).flatMap(([name, came]) => {
    const went = attachedIn(before[name]);
    if (came?.id === went?.id) return [];
    return [
      ...(came === undefined ? []
        : [sql`update campos_arquivos set id_registro = ${record}::integer, data_exclusao = null where id = ${came.id}`]),
      ...(went === undefined ? [] : [sql`update campos_arquivos set data_exclusao = now() where id = ${went.id}`]),
    ];
  });
