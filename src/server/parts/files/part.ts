/** Files of a record, as `resource.files` declares them. */
import type {RecordFile} from '../../../schema/wire.ts';
import {FILE_ADDED} from '../../history/steps.ts';
import {writeHistory} from '../../history/write.ts';
import type {Part, Saving} from '../part.ts';
import {filesKey, firstFiles, tooManyFiles, typedFiles} from './rules.ts';
import {countFiles, fileRows, insertFiles, presentFiles, type NewFile} from './rows.ts';

/** @throws Refusal TAMANHO above `UPLOAD_MAX_FILES` */
const refuseTooMany = async ({context, trx, config, resource, ...saving}: Saving, more: number): Promise<void> => {
  const most = context.env.UPLOAD_MAX_FILES;
  if (more === 0) return;
  const shown = await countFiles(trx, {config, resource, name: saving.name}, saving.id);
  if (shown + more > most) throw tooManyFiles(config, resource, most);
};

/** Adds stored files to a record that this transaction holds. */
export const addFiles = async (saving: Saving, files: readonly NewFile[]): Promise<RecordFile[]> => {
  await refuseTooMany(saving, files.length);
  return insertFiles(saving.trx, saving, saving.actor, saving.id, files);
};

/** Adds files and says so in the history, one row a file. */
export const attachFiles = async (saving: Saving, files: readonly NewFile[]): Promise<RecordFile[]> => {
  const added = await addFiles(saving, files);
  const {trx, actor, name, id} = saving;
  for (const file of added) {
    const comentario = `Arquivo adicionado: ${file.nomeArquivo} (${file.tipo}).`;
    await writeHistory(trx, {recurso: name, id, actor, acao: FILE_ADDED, comentario});
  }
  return added;
};

export const filesPart: Part = {
  key: filesKey,
  create: async change => {
    const {config, trx, actor, resource, submission} = change;
    const files = firstFiles(config, resource, submission);
    return {values: {}, told: '', write: async id => void await insertFiles(trx, change, actor, id, files)};
  },
  update: async saving => {
    const files = typedFiles(saving.config, saving.resource, saving.submission.files, saving.submission.tipos);
    return {values: {}, told: '', write: async () => void await attachFiles(saving, files)};
  },
  rows: fileRows,
  present: presentFiles,
};
