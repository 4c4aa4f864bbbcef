/** Files as field values: which uploads a record may take, and the deletion of replaced files. */
import {sql} from 'kysely';
import type {Resource} from '../../schema/shapes/config.ts';
import {asAttachedFile, type AttachedFile} from '../../schema/fields/fileKind.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {FieldError} from '../../schema/apiShapes.ts';
import type {Actor} from '../context.ts';
import {RETENTION_DAYS} from '../db/retention.ts';
import type {DbOrTrx, Sql} from '../db/tables.ts';

/** Days in which an upload may become a record's file; unsaved files are deleted one day later. */
export const ATTACHABLE_DAYS = RETENTION_DAYS.arquivos - 1;
const FILE_GONE = 'Este arquivo não está mais disponível. Escolha-o de novo.';

const fileValues = ({fields}: Resource, values: RecordValues): [string, AttachedFile | undefined][] =>
  Object.keys(values).flatMap(name => (fields[name]?.kind === 'arquivo' ? [[name, asAttachedFile(values[name])]] : []));

/**
 * Replaces sent file values with stored ones: the record's current file, or the caller's own unsaved upload for this field.
 *
 * @param values bare and valid; its file values are replaced
 * @returns an error for each file that is neither
 */
export const resolveAttachedFiles = async (
  trx: DbOrTrx, name: string, resource: Resource, {id: idUsuario}: Pick<Actor, 'id'>, values: Record<string, unknown>,
  before: RecordValues = {},
): Promise<FieldError[]> => {
  const errors: FieldError[] = [];
  for (const [campo, file] of fileValues(resource, values)) {
    if (file === undefined) continue;
    const stored = asAttachedFile(before[campo]);
    const {rows: [accepted]} = stored?.id === file.id ? {rows: [stored]} : await sql<AttachedFile>`
      select id, nome_arquivo as "nomeArquivo", tamanho from campos_arquivos
      where id = ${file.id} and recurso = ${name} and campo = ${campo} and id_usuario = ${idUsuario} and id_registro = 0
        and data_criacao > now() - ${ATTACHABLE_DAYS}::integer * interval '1 day' for update`.execute(trx);
    if (accepted === undefined) errors.push({campo, mensagem: FILE_GONE});
    values[campo] = accepted;
  }
  return errors;
};

/** Statements that tie added files to the record and mark removed files as deleted. */
export const attachedFileWrites = (resource: Resource, before: RecordValues, changed: RecordValues, record: Sql): Sql[] =>
  fileValues(resource, changed).flatMap(([name, added]) => {
    const removed = asAttachedFile(before[name]);
    if (added?.id === removed?.id) return [];
    return [
      ...(added === undefined ? []
        : [sql`update campos_arquivos set id_registro = ${record}::integer, data_exclusao = null where id = ${added.id}`]),
      ...(removed === undefined ? [] : [sql`update campos_arquivos set data_exclusao = now() where id = ${removed.id}`]),
    ];
  });
