/** The files of a record as rows; their bytes are in the store already, or still. */
import {sql, type RawBuilder} from 'kysely';
import type {RecordFile} from '../../../schema/wire.ts';
import {partTable} from '../../db/parts.ts';
import type {DbOrTrx, FileTable} from '../../db/tables.ts';
import type {Actor} from '../../context.ts';
import type {StoredFile} from '../../files/store.ts';
import type {Subject} from '../part.ts';

export interface NewFile extends StoredFile {
  nome: string;
  tipo: string;
}

export const fileTable = ({name, resource}: Subject): FileTable => partTable(name, resource, 'files') as FileTable;

/** The files that a record shows, oldest first, as one JSON value. */
export const fileRows = (subject: Subject, alias: string): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object(
    'id', f.id, 'nomeArquivo', f.nome_arquivo, 'dataCriacao', f.data_criacao, 'tipo', f.tipo, 'origem', f.origem) order by f.id), '[]')
  from ${sql.table(fileTable(subject))} as f where f.id_registro = ${sql.ref(`${alias}.id`)} and f.data_exclusao is null)`;

const presentFile = (file: RecordFile): RecordFile => ({...file, dataCriacao: new Date(file.dataCriacao).toISOString()});
export const presentFiles = (rows: unknown): RecordFile[] => (rows as RecordFile[]).map(presentFile);

/** How many files a record shows. */
export const countFiles = async (db: DbOrTrx, subject: Subject, id: number): Promise<number> => {
  const {count} = await db.selectFrom(fileTable(subject)).select(eb => eb.fn.countAll<number>().as('count'))
    .where('id_registro', '=', id).where('data_exclusao', 'is', null).executeTakeFirstOrThrow();
  return count;
};

export const insertFiles = async (
  db: DbOrTrx, subject: Subject, actor: Actor, id: number, files: readonly NewFile[], origem: RecordFile['origem'] = 'Portal',
): Promise<RecordFile[]> => {
  if (files.length === 0) return [];
  const rows = await db.insertInto(fileTable(subject)).values(files.map(file => ({
    id_registro: id, chave: file.key, nome_arquivo: file.nome, tipo: file.tipo, origem,
    tamanho: file.size, sha256: file.sha256, id_usuario: actor.id, data_exclusao: null, id_usuario_exclusao: null,
  }))).returning(['id', 'nome_arquivo as nomeArquivo', 'data_criacao as dataCriacao', 'tipo', 'origem']).execute();
  return rows.map(row => ({...row, origem, dataCriacao: row.dataCriacao.toISOString()}));
};

/** A file that is shown, with whose it is; undefined where there is none. */
export const shownFile = (db: DbOrTrx, subject: Subject, id: number) =>
  db.selectFrom(fileTable(subject))
    .select(['id', 'id_registro as idRegistro', 'chave as key', 'nome_arquivo as nome', 'tamanho as size', 'sha256'])
    .where('id', '=', id).where('data_exclusao', 'is', null).executeTakeFirst();

/** Hides a file; whether it was there to be hidden. */
export const hideFile = async (db: DbOrTrx, subject: Subject, actor: Actor, id: number): Promise<boolean> => {
  const hidden = await db.updateTable(fileTable(subject)).set({data_exclusao: sql`now()`, id_usuario_exclusao: actor.id})
    .where('id', '=', id).where('data_exclusao', 'is', null).returning('id').executeTakeFirst();
  return hidden !== undefined;
};
