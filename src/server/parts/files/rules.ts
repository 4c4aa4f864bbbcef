/** Checks the rules of `resource.files`: types, numbers, required files. */
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

/** @throws Refusal VALIDACAO for a missing, surplus or unknown type */
export const demandTypes = (config: Config, resource: Resource, count: number, tipos: readonly string[]): void => {
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
export const typedFiles = (config: Config, resource: Resource, files: readonly ReceivedFile[], tipos: readonly string[]): NewFile[] => {
  demandTypes(config, resource, files.length, tipos);
  return files.map((file, index) => ({...file, tipo: tipos[index] ?? ''}));
};

/** Files of a new record. @throws Refusal VALIDACAO where required files are missing or a type is repeated */
export const firstFiles = (config: Config, resource: Resource, {files, tipos}: Submission): NewFile[] => {
  const {required, onePerType} = resource.files ?? {};
  if (required === true && files.length === 0) throw invalid([{campo: 'files', mensagem: fileMessage(config, resource, 'needed')}]);
  if (onePerType === true && new Set(tipos).size < tipos.length) {
    throw invalid([{campo: 'tipos', mensagem: fileMessage(config, resource, 'sameType')}]);
  }
  return typedFiles(config, resource, files, tipos);
};

/** @throws Refusal TAMANHO above `UPLOAD_MAX_FILES` */
const refuseTooMany = async ({context, trx, config, resource, ...saving}: Saving, added: number): Promise<void> => {
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
export const addFiles = async (saving: Saving, files: readonly NewFile[]): Promise<RawBuilder<FileRow>[]> => {
  await refuseTooMany(saving, files.length);
  return insertFiles(saving, saving.actor, sql`${saving.id}`, files);
};

export const addedSteps = ({name, id, actor}: Saving, files: readonly NewFile[]): Step[] => files.map(file =>
  ({recurso: name, id, actor, acao: FILE_ADDED, comentario: fileAdded(file)}));

/**
 * Adds a single file to a record that this transaction locks.
 *
 * @returns 201 with the file
 * @throws Refusal VALIDACAO without a file or type, TAMANHO for one too many
 */
export const addOneFile = async (saving: Saving): Promise<CallAnswer> => {
  const {trx, config, resource, submission: {data, files, tipos}} = saving;
  if (files.length === 0) throw invalid([{campo: 'file', mensagem: fileMessage(config, resource, 'noFile')}]);
  const typed = typedFiles(config, resource, files, typeof data['tipo'] === 'string' ? files.map(() => data['tipo'] as string) : tipos);
  const [insert] = await addFiles(saving, typed);
  const {rows: [row]} = await together(insert ?? sql`select`, [historyRows(addedSteps(saving, typed))]).execute(trx);
  return {status: 201, body: {...presentFiles([row])[0]}};
};
