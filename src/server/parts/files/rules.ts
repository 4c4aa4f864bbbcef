/** What the files of a record must be, as `resource.files` declares them, and what is said of those that are not. */
import {sql, type RawBuilder} from 'kysely';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {fill} from '../../../schema/words/messages.ts';
import {fileMessage} from '../../../schema/parts.ts';
import type {CallAnswer} from '../../calls/idempotency.ts';
import type {ReceivedFile, Submission} from '../../calls/submission.ts';
import {together} from '../../db/together.ts';
import {invalid, Refusal} from '../../errors.ts';
import {FILE_ADDED, fileAdded} from '../../history/steps.ts';
import {historyRows, type Step} from '../../history/write.ts';
import type {Saving} from '../part.ts';
import {countFiles, insertFiles, presentFiles, type FileRow, type NewFile} from './rows.ts';

export const tooManyFiles = (config: Config, resource: Resource, max: number): Refusal =>
  new Refusal('TAMANHO', fill(fileMessage(config, resource, 'tooMany'), {max}));

/** @throws Refusal VALIDACAO where not each of so many files has a type, or one that there is not */
export const demandTypes = (config: Config, resource: Resource, count: number, tipos: readonly string[]): void => {
  const known = new Set(Object.keys(config.lists[resource.files?.types ?? '']?.rows ?? {}));
  if (tipos.length !== count || !tipos.every(tipo => known.has(tipo))) {
    throw invalid([{campo: 'tipos', mensagem: fileMessage(config, resource, 'noType')}]);
  }
};

/**
 * Files with their types, paired by order.
 *
 * @throws Refusal VALIDACAO
 */
export const typedFiles = (config: Config, resource: Resource, files: readonly ReceivedFile[], tipos: readonly string[]): NewFile[] => {
  demandTypes(config, resource, files.length, tipos);
  return files.map((file, index) => ({...file, tipo: tipos[index] ?? ''}));
};

/** The files of a new record: at least one, one of each type, as far as the declaration asks for them. */
export const firstFiles = (config: Config, resource: Resource, {files, tipos}: Submission): NewFile[] => {
  const {required, onePerType} = resource.files ?? {};
  if (required === true && files.length === 0) throw invalid([{campo: 'files', mensagem: fileMessage(config, resource, 'needed')}]);
  if (onePerType === true && new Set(tipos).size < tipos.length) {
    throw invalid([{campo: 'tipos', mensagem: fileMessage(config, resource, 'sameType')}]);
  }
  return typedFiles(config, resource, files, tipos);
};

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
export const addedSteps = ({name, id, actor}: Saving, files: readonly NewFile[]): Step[] => files.map(file =>
  ({recurso: name, id, actor, acao: FILE_ADDED, comentario: fileAdded(file)}));

/**
 * One file for a record that this transaction holds, as a call of its own brings it.
 *
 * @returns 201 with the file
 * @throws Refusal VALIDACAO without a file or its type, TAMANHO for one too many
 */
export const addOneFile = async (saving: Saving): Promise<CallAnswer> => {
  const {trx, config, resource, submission: {data, files, tipos}} = saving;
  if (files.length === 0) throw invalid([{campo: 'file', mensagem: fileMessage(config, resource, 'noFile')}]);
  const typed = typedFiles(config, resource, files, typeof data['tipo'] === 'string' ? files.map(() => data['tipo'] as string) : tipos);
  const [added] = await addFiles(saving, typed);
  const {rows: [first]} = await together(added ?? sql`select`, [historyRows(addedSteps(saving, typed))]).execute(trx);
  return {status: 201, body: {...presentFiles([first])[0]}};
};
