/** Writes the past of a demonstration, since no call of the API takes an instant in the past. */
import {Readable} from 'node:stream';
import {sql} from 'kysely';
import type {Resource} from '../../schema/shapes/config.ts';
import {listParts} from '../../schema/parts.ts';
import type {Context} from '../context.ts';
import {partTable, tableOf} from '../db/sqlNames.ts';
import type {Db, Sql} from '../db/tables.ts';
import {demoPdf} from './pdf.ts';

type Row = Record<string, unknown>;

interface RecordTable {
  table: string;
  /** Column of the record's id. */
  key: string;
  /** The table is shared by all resources. */
  isShared?: true;
}
const recordTables = (name: string, resource: Resource): RecordTable[] => [
  {table: tableOf(name), key: 'id'},
  ...listParts(resource).map(part => ({table: partTable(name, part.name), key: 'id_registro'})),
  {table: 'historico', key: 'id_registro', isShared: true},
];
const isOf = (name: string, {key, isShared}: RecordTable, ids: readonly number[]): Sql =>
  sql`${sql.ref(key)} = any(${ids}::integer[])${isShared === true ? sql` and recurso = ${name}` : sql``}`;

interface Column {
  name: string;
  isInstant: boolean;
}
export type Columns = ReadonlyMap<string, readonly Column[]>;

/** Reads the columns that can be written, by table. */
export const readColumns = async (db: Db): Promise<Columns> => {
  const {rows} = await sql<Column & {table: string}>`
    select c.relname as table, a.attname as name, a.atttypid = 'timestamptz'::regtype as "isInstant"
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''`.execute(db);
  return Map.groupBy(rows, ({table}) => table);
};

/** Dates the rows just written for a record, in its tables and in notices, to a past moment. The end of a lease is not moved. */
export const backdateRecord = async (
  db: Db, columns: Columns, name: string, resource: Resource, id: number, moment: Date,
): Promise<void> => {
  const notices: RecordTable = {table: 'avisos', key: 'id_registro', isShared: true};
  const updates = [...recordTables(name, resource), notices].flatMap((one, at) => {
    const instants = (columns.get(one.table) ?? []).filter(({isInstant}) => isInstant).map(column => sql.ref(column.name));
    if (instants.length === 0) return [];
    const isNew = (instant: Sql): Sql => sql`${instant} between now() - interval '1 minute' and now() + interval '10 seconds'`;
    const moved = instants.map(instant =>
      sql`${instant} = case when ${isNew(instant)} then ${moment.toISOString()}::timestamptz else ${instant} end`);
    return [sql`${sql.ref(`u${at}`)} as (
      update ${sql.table(one.table)} set ${sql.join(moved)}
      where ${isOf(name, one, [id])} and (${sql.join(instants.map(isNew), sql` or `)}))`];
  });
  await sql`with ${sql.join(updates)} select`.execute(db);
};

export interface RecordCopy {
  /** The record. */
  id: number;
  /** Its instants, in milliseconds, and those of the copy. */
  moments: ReadonlyMap<number, Date>;
  /** Texts of the copy by the record's own. */
  words: Readonly<Record<string, string>>;
}

const rewrite = (row: string, {moments, words}: RecordCopy): Row =>
  JSON.parse(row, (_key, value: unknown) => (typeof value !== 'string' ? value
    : moments.get(Date.parse(value)) ?? Object.entries(words).reduce((text, [from, to]) => text.replaceAll(from, to), value))) as Row;

const copyRows = async (db: Db, name: string, one: RecordTable, copies: readonly RecordCopy[], ids: readonly number[]): Promise<Row[]> => {
  const {rows} = await sql<{id: number; row: string}>`
    select ${sql.ref(one.key)} as id, to_jsonb(t)::text as row from ${sql.table(one.table)} as t
    where ${isOf(name, one, copies.map(({id}) => id))} order by t.id`.execute(db);
  const byRecord = Map.groupBy(rows, ({id}) => id);
  return copies.flatMap((copy, at) => (byRecord.get(copy.id) ?? []).map(({row}) => ({...rewrite(row, copy), [one.key]: ids[at]})));
};

/** Files sent at once. */
const BATCH = 16;

/** Stores bytes for copied rows of files, whose keys are unique. */
const storeFiles = async ({files}: Context, rows: readonly Row[]): Promise<void> => {
  for (let first = 0; first < rows.length; first += BATCH) {
    await Promise.all(rows.slice(first, first + BATCH).map(async row => {
      const {key, size, sha256} = await files.put(Readable.from([demoPdf(String(row['nome_arquivo']))]));
      Object.assign(row, {chave: key, tamanho: size, sha256});
    }));
  }
};

/** Copies records of one resource in bulk, with their parts and their history. */
export const copyRecords = async (
  context: Context, columns: Columns, name: string, resource: Resource, copies: readonly RecordCopy[],
): Promise<void> => {
  const {db} = context;
  const {rows} = await sql<{id: number}>`
    select nextval(pg_get_serial_sequence(${tableOf(name)}, 'id'))::integer as id from generate_series(1, ${copies.length}::integer)`
    .execute(db);
  const ids = rows.map(({id}) => id).toSorted((a, b) => a - b);
  const copied: {one: RecordTable; rows: Row[]}[] = [];
  for (const one of recordTables(name, resource)) copied.push({one, rows: await copyRows(db, name, one, copies, ids)});
  await storeFiles(context, copied.find(({one}) => one.table === partTable(name, 'files'))?.rows ?? []);
  await db.transaction().execute(async trx => {
    for (const {one: {table, key}, rows: newRows} of copied) {
      const written = (columns.get(table) ?? []).filter(column => column.name !== 'id' || key === 'id');
      const names = sql.join(written.map(column => sql.ref(column.name)));
      await sql`
        insert into ${sql.table(table)} (${names}) select ${names}
        from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(newRows)}::json)`.execute(trx);
    }
  });
};
