/** Rows of a record's files; their bytes are in the storage. */
import {sql, type RawBuilder} from 'kysely';
import {isHumanProfile} from '../../../schema/access.ts';
import type {RecordFile} from '../../../schema/apiShapes.ts';
import {partTable} from '../../db/sqlNames.ts';
import type {DbOrTrx, FileTable, Sql} from '../../db/tables.ts';
import type {Actor} from '../../context.ts';
import type {StoredFile} from '../../files/attachmentStore.ts';
import type {PartOwner} from '../part.ts';

export interface NewFile extends StoredFile {
  nome: string;
  tipo: string;
}

const fileTable = ({name}: Pick<PartOwner, 'name'>): FileTable => partTable(name, 'files') as FileTable;

/** Shown files of a record, oldest first, as one JSON value. */
export const filesJson = (subject: PartOwner, alias: string): Sql => sql`(
  select coalesce(json_agg(json_build_object(
    'id', f.id, 'nomeArquivo', f.nome_arquivo, 'dataCriacao', f.data_criacao, 'tipo', f.tipo, 'origem', f.origem, 'tamanho', f.tamanho
  ) order by f.id), '[]')
  from ${sql.table(fileTable(subject))} as f where f.id_registro = ${sql.ref(`${alias}.id`)} and f.data_exclusao is null)`;

const presentFile = (file: RecordFile): RecordFile => ({...file, dataCriacao: new Date(file.dataCriacao).toISOString()});
export const toFilesAnswer = (rows: unknown): RecordFile[] => (rows as RecordFile[]).map(presentFile);

export const countFiles = async (db: DbOrTrx, subject: PartOwner, id: number): Promise<number> => {
  const {count} = await db.selectFrom(fileTable(subject)).select(eb => eb.fn.countAll<number>().as('count'))
    .where('id_registro', '=', id).where('data_exclusao', 'is', null).executeTakeFirstOrThrow();
  return count;
};

export type FileRow = Omit<RecordFile, 'dataCriacao'> & {dataCriacao: Date};

/** Statement that inserts the files and returns them in order; empty without files. */
export const insertFiles = (
  subject: PartOwner, actor: Actor, id: RawBuilder<number>, files: readonly NewFile[],
): RawBuilder<FileRow>[] => {
  const origem: RecordFile['origem'] = isHumanProfile(subject.config.profiles[actor.perfil]) ? 'Portal' : 'RPA';
  const list = <K extends keyof NewFile>(key: K): NewFile[K][] => files.map(file => file[key]);
  return files.length === 0 ? [] : [sql`
    insert into ${sql.table(fileTable(subject))} (id_registro, chave, nome_arquivo, tipo, origem, tamanho, sha256, id_usuario)
    select ${id}::integer, f.chave, f.nome_arquivo, f.tipo, ${origem}::text, f.tamanho, f.sha256, ${actor.id}::integer
    from unnest(
      ${list('key')}::text[], ${list('nome')}::text[], ${list('tipo')}::text[], ${list('size')}::bigint[], ${list('sha256')}::text[]
    ) with ordinality as f (chave, nome_arquivo, tipo, tamanho, sha256, lugar)
    order by f.lugar
    returning id, nome_arquivo as "nomeArquivo", data_criacao as "dataCriacao", tipo, origem, tamanho`];
};

export const findShownFile = (db: DbOrTrx, subject: PartOwner, id: number) =>
  db.selectFrom(fileTable(subject))
    .select(['id', 'id_registro as idRegistro', 'chave as key', 'nome_arquivo as nome', 'tamanho as size', 'sha256'])
    .where('id', '=', id).where('data_exclusao', 'is', null).executeTakeFirst();

export const listShownFiles = (db: DbOrTrx, subject: PartOwner, id: number) =>
  db.selectFrom(fileTable(subject))
    .select(['chave as key', 'nome_arquivo as nome', 'tamanho as size', 'sha256', 'data_criacao as dataCriacao'])
    .where('id_registro', '=', id).where('data_exclusao', 'is', null).orderBy('id').execute();

export const hideFile = async (db: DbOrTrx, subject: PartOwner, actor: Actor, id: number): Promise<boolean> => {
  const hidden = await db.updateTable(fileTable(subject)).set({data_exclusao: sql`now()`, id_usuario_exclusao: actor.id})
    .where('id', '=', id).where('data_exclusao', 'is', null).returning('id').executeTakeFirst();
  return hidden !== undefined;
};
