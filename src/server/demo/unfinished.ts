/**
 * Removes an interrupted demonstration. A row in `demonstracao` marks a demonstration while it is being made, so that the next start finds
 * and removes an unfinished one.
 */
import {sql} from 'kysely';
import {COMPANIES} from '../../schema/systemFields.ts';
import type {Db} from '../db/tables.ts';
import {listDemoRecordValues, type Demonstration} from './steps.ts';

/** Sets the mark, before the demonstration is written. */
export const markDemoUnfinished = async (db: Db): Promise<void> => void (await sql`insert into demonstracao default values`.execute(db));

/** Removes the mark, after the whole demonstration is written, and its deliveries, because no other system shall learn invented records. */
export const markDemoFinished = async (db: Db): Promise<void> => {
  await sql`delete from entregas`.execute(db);
  await sql`delete from demonstracao`.execute(db);
};

/**
 * Removes the records of an interrupted demonstration. It is made before the port is opened, so nobody has worked in it. If there is a
 * company of another origin, everything stays.
 *
 * @returns whether something was removed
 */
export const removeUnfinishedDemo = (db: Db, loadDemo?: () => Promise<Demonstration>): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const {rows: marks} = await sql`select from demonstracao`.execute(trx);
    if (marks.length === 0) return false;
    const names = listDemoRecordValues(await loadDemo?.() ?? [], COMPANIES).map(({razaoSocial}) => razaoSocial);
    const {rows: others} = await sql`
      select from empresas where razao_social is null or not razao_social = any(${names}::text[]) limit 1`.execute(trx);
    const isOwn = others.length === 0;
    // Everything else refers to these. The files are without a row now, and the sweep takes them.
    if (isOwn) await sql`truncate empresas, usuarios restart identity cascade`.execute(trx);
    await sql`delete from demonstracao`.execute(trx);
    return isOwn;
  });
