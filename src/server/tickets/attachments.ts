/** The files of a ticket as rows; their bytes are in the store already, or still (§3, decisions §7). */
import type {Transaction} from 'kysely';
import type {Config} from '../../schema/config.ts';
import type {RecordFile} from '../../schema/wire.ts';
import type {ReceivedFile} from '../calls/submission.ts';
import type {Actor, Context} from '../context.ts';
import type {DbOrTrx, Tables} from '../db/tables.ts';
import {invalid} from '../errors.ts';
import {tooMany} from '../files/rules.ts';
import type {StoredFile} from '../files/store.ts';

export interface NewFile extends StoredFile {
  nome: string;
  tipo: string;
}

/**
 * Files with their types, paired by order (§5: a file needs a type, from the list of types).
 *
 * @throws Refusal VALIDACAO
 */
export const typedFiles = (config: Config, files: readonly ReceivedFile[], tipos: readonly string[]): NewFile[] => {
  const known = new Set(config.lists[config.resources['tickets']?.files?.types ?? '']?.rows.map(row => row.id));
  if (tipos.length !== files.length || !tipos.every(tipo => known.has(tipo))) {
    throw invalid([{campo: 'tipos', mensagem: config.files.messages['noType'] ?? ''}]);
  }
  return files.map((file, index) => ({...file, tipo: tipos[index] ?? ''}));
};

const columns = ['id', 'nome_arquivo', 'data_criacao', 'tipo', 'origem'] as const;
const present = (row: {id: number; nome_arquivo: string; data_criacao: Date; tipo: string; origem: string}): RecordFile =>
  // What is stored is what {@link addFiles} wrote.
  ({
    id: row.id, nomeArquivo: row.nome_arquivo, dataCriacao: row.data_criacao.toISOString(), tipo: row.tipo,
    origem: row.origem as RecordFile['origem'],
  });

/** The files a ticket shows, oldest first. */
export const filesOf = async (db: DbOrTrx, idTicket: number): Promise<RecordFile[]> => {
  const rows = await db.selectFrom('tickets_arquivos').select(columns)
    .where('id_registro', '=', idTicket).where('data_exclusao', 'is', null).orderBy('id').execute();
  return rows.map(present);
};

/**
 * Adds stored files to a ticket that this transaction holds.
 *
 * @throws Refusal TAMANHO above `UPLOAD_MAX_FILES`
 */
export const addFiles = async (
  {env}: Context, trx: Transaction<Tables>, actor: Actor, idTicket: number, files: readonly NewFile[],
  origem: RecordFile['origem'] = 'Portal',
): Promise<RecordFile[]> => {
  if (files.length === 0) return [];
  const {count} = await trx.selectFrom('tickets_arquivos').select(eb => eb.fn.countAll<number>().as('count'))
    .where('id_registro', '=', idTicket).where('data_exclusao', 'is', null).executeTakeFirstOrThrow();
  if (count + files.length > env.UPLOAD_MAX_FILES) throw tooMany(env.UPLOAD_MAX_FILES);
  const rows = await trx.insertInto('tickets_arquivos').values(files.map(file => ({
    id_registro: idTicket, chave: file.key, nome_arquivo: file.nome, tipo: file.tipo, origem,
    tamanho: file.size, sha256: file.sha256, id_usuario: actor.id, data_exclusao: null, id_usuario_exclusao: null,
  }))).returning(columns).execute();
  return rows.map(present);
};
