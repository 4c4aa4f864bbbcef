/** Files that a record gets, inside the transaction that holds it. */
import {sql, type RawBuilder} from 'kysely';
import {FILE_ADDED} from '../../history/steps.ts';
import type {Step} from '../../history/write.ts';
import type {Saving} from '../part.ts';
import {countFiles, insertFiles, type FileRow, type NewFile} from './rows.ts';
import {tooManyFiles} from './rules.ts';

/** @throws Refusal TAMANHO above `UPLOAD_MAX_FILES` */
const refuseTooMany = async ({context, trx, config, resource, ...saving}: Saving, more: number): Promise<void> => {
  const most = context.env.UPLOAD_MAX_FILES;
  if (more === 0) return;
  const shown = await countFiles(trx, {config, resource, name: saving.name}, saving.id);
  if (shown + more > most) throw tooManyFiles(config, resource, most);
};

/**
 * Stored files for a record that this transaction holds.
 *
 * @throws Refusal TAMANHO for too many
 */
export const addFiles = async (saving: Saving, files: readonly NewFile[]): Promise<RawBuilder<FileRow>[]> => {
  await refuseTooMany(saving, files.length);
  return insertFiles(saving, saving.actor, sql`${saving.id}`, files);
};

/** What the history says of them, one row a file. */
export const addedSteps = ({name, id, actor}: Saving, files: readonly NewFile[]): Step[] => files.map(({nome, tipo}) =>
  ({recurso: name, id, actor, acao: FILE_ADDED, comentario: `Arquivo adicionado: ${nome} (${tipo}).`}));
