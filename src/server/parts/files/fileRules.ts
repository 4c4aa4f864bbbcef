/** Checks the rules of `resource.files`: types, numbers, required files. */
import {sql, type RawBuilder} from 'kysely';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {fillPlaceholders} from '../../../schema/words/messages.ts';
import {fileMessage} from '../../../schema/parts.ts';
import type {CallAnswer} from '../../idempotency.ts';
import type {ReceivedFile, Submission} from '../../requestBody/submission.ts';
import {combineWrites} from '../../db/combineWrites.ts';
import {invalid, Refusal} from '../../errors.ts';
import {FILE_ADDED_STEP, fileAddedComment} from '../../history/steps.ts';
import {insertHistorySteps, type HistoryStepRow} from '../../history/writeHistory.ts';
import type {PartUpdate} from '../part.ts';
import {countFiles, insertFiles, toFilesAnswer, type FileRow, type NewFile} from './fileRows.ts';

export const tooManyFiles = (config: Config, resource: Resource, max: number): Refusal =>
  new Refusal('TAMANHO', fillPlaceholders(fileMessage(config, resource, 'tooMany'), {max}));

/** @throws Refusal VALIDACAO for a missing, surplus or unknown type */
export const checkFileTypes = (config: Config, resource: Resource, count: number, tipos: readonly string[]): void => {
  const fileTypes = new Set(Object.keys(config.lists[resource.files?.types ?? '']?.rows ?? {}));
  if (tipos.length !== count || !tipos.every(tipo => fileTypes.has(tipo))) {
    throw invalid([{campo: 'tipos', mensagem: fileMessage(config, resource, 'noType')}]);
  }
};

/**
 * Pairs files with their types by order.
 *
 * @throws Refusal VALIDACAO
 */
export const pairFileTypes = (config: Config, resource: Resource, files: readonly ReceivedFile[], tipos: readonly string[]): NewFile[] => {
  checkFileTypes(config, resource, files.length, tipos);
  return files.map((file, index) => ({...file, tipo: tipos[index] ?? ''}));
};

export const filesOfNewRecord = (config: Config, resource: Resource, {files, tipos}: Submission): NewFile[] => {
  const {required, onePerType} = resource.files ?? {};
  if (required === true && files.length === 0) throw invalid([{campo: 'files', mensagem: fileMessage(config, resource, 'needed')}]);
  if (onePerType === true && new Set(tipos).size < tipos.length) {
    throw invalid([{campo: 'tipos', mensagem: fileMessage(config, resource, 'sameType')}]);
  }
  return pairFileTypes(config, resource, files, tipos);
};

/** @throws Refusal TAMANHO above `UPLOAD_MAX_FILES` */
const refuseTooMany = async ({context, trx, config, resource, ...saving}: PartUpdate, added: number): Promise<void> => {
  const maxFiles = context.env.UPLOAD_MAX_FILES;
  if (added === 0) return;
  const existing = await countFiles(trx, {config, resource, name: saving.name}, saving.id);
  if (existing + added > maxFiles) throw tooManyFiles(config, resource, maxFiles);
};

/**
 * Insert statements of files for a record that this transaction locks.
 *
 * @throws Refusal TAMANHO for too many
 */
export const addFiles = async (saving: PartUpdate, files: readonly NewFile[]): Promise<RawBuilder<FileRow>[]> => {
  await refuseTooMany(saving, files.length);
  return insertFiles(saving, saving.actor, sql`${saving.id}`, files);
};

export const fileAddedSteps = ({name, id, actor}: PartUpdate, files: readonly NewFile[]): HistoryStepRow[] => files.map(file =>
  ({recurso: name, id, actor, acao: FILE_ADDED_STEP, comentario: fileAddedComment(file)}));

/**
 * Adds a single file to a record that this transaction locks.
 *
 * @returns 201 with the file
 * @throws Refusal VALIDACAO without a file or type, TAMANHO for one too many
 */
export const addOneFile = async (saving: PartUpdate): Promise<CallAnswer> => {
  const {trx, config, resource, submission: {data, files, tipos}} = saving;
  if (files.length === 0) throw invalid([{campo: 'file', mensagem: fileMessage(config, resource, 'noFile')}]);
  const typed = pairFileTypes(config, resource, files, typeof data['tipo'] === 'string' ? files.map(() => data['tipo'] as string) : tipos);
  const [insert] = await addFiles(saving, typed);
  const {rows: [row]} = await combineWrites(insert ?? sql`select`, [insertHistorySteps(fileAddedSteps(saving, typed))]).execute(trx);
  return {status: 201, body: {...toFilesAnswer([row])[0]}};
};
