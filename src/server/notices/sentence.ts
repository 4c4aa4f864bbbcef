/** What a notice says: a sentence of the config with the values of the record, of what was asked and of whoever did it. */
import {sql} from 'kysely';
import {tellingsOf} from '../../schema/lifeCycle/telling.ts';
import {fill, namesIn} from '../../schema/words/messages.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {tableOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import type {Done} from '../engine/hooks.ts';
import {ALIAS, joins, selection} from '../reach/select.ts';
import {readerFor} from '../readable/values.ts';

/** What is empty reads as in a list. */
const NOTHING = '—';

/** The record as it is now, whoever reaches it. */
const recordNow = async (trx: DbOrTrx, {config, name, resource, before}: Done): Promise<Values> => {
  const {rows: [row]} = await sql<Values>`
    select ${selection(config, resource)} from ${sql.table(tableOf(name))} as ${sql.ref(ALIAS)} ${joins(resource)}
    where ${sql.ref(`${ALIAS}.id`)} = ${before.id}`.execute(trx);
  return row ?? {};
};

/**
 * Fills the sentences of what was done.
 *
 * @returns what fills one of them
 */
export const sentencesOf = async (trx: DbOrTrx, done: Done): Promise<(sentence: string) => string> => {
  const {config, resource, tells, actor, before, asks, answers} = done;
  const names = new Set(tellingsOf(tells).flatMap(([, {says}]) => namesIn(says)));
  const fields = Object.fromEntries(Object.entries({...resource.fields, ...asks}).filter(([name]) => names.has(name)));
  const isOfRecord = (name: string): boolean => Object.hasOwn(resource.fields, name) && !Object.hasOwn(answers, name);
  const now = Object.keys(fields).some(isOfRecord) ? await recordNow(trx, done) : {};
  const record: Values = {...now, ...answers};
  const read = await readerFor(trx, config, resource, fields, [record]);
  const told = Object.fromEntries(Object.keys(fields).map(one => [one, read(one, record[one]) || NOTHING]));
  return sentence => fill(sentence, {...told, id: before.id, 'session.nome': actor.nome});
};
