/** Writes the notices of what was done in its own transaction, by one statement (rules: Notices 1). */
import {sql} from 'kysely';
import {isHumanProfile, canSeeResource} from '../../schema/access.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {resolveRecipient, listNoticeRules, type NoticeRecipient, type NoticeRule} from '../../schema/lifeCycle/noticeRules.ts';
import {fillPlaceholders, listPlaceholders} from '../../schema/words/messages.ts';
import {isActive, usersAndCompanies} from '../accounts/users.ts';
import {conditionPredicate} from '../db/conditions/conditionPredicates.ts';
import {allOf, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {DbOrTrx, Sql} from '../db/tables.ts';
import type {RecordChangeEvent} from '../engine/hooks.ts';
import {userReachPredicate} from '../reach/userReach.ts';
import {RECORD_ALIAS, selectJoins, selectColumns} from '../reach/select.ts';
import {readFormatter} from '../readable/referenceTitles.ts';

/** What is empty reads as in a list. */
const NOTHING = '—';

/** The record as it is now, whoever reaches it. */
const recordNow = async (trx: DbOrTrx, {config, name, resource, before}: RecordChangeEvent): Promise<RecordValues> => {
  const {rows: [row]} = await sql<RecordValues>`
    select ${selectColumns(config, resource)} from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)} ${selectJoins(resource)}
    where ${sql.ref(`${RECORD_ALIAS}.id`)} = ${before.id}`.execute(trx);
  return row ?? {};
};

/**
 * Fills the sentences of what was done with the values of the record, of what was asked and of whoever did it.
 *
 * @returns what fills one of them
 */
const sentencesOf = async (trx: DbOrTrx, done: RecordChangeEvent): Promise<(sentence: string) => string> => {
  const {config, resource, tells, actor, before, asks, answers} = done;
  const names = new Set(listNoticeRules(tells).flatMap(([, {says}]) => listPlaceholders(says)));
  const fields = Object.fromEntries(Object.entries({...resource.fields, ...asks}).filter(([name]) => names.has(name)));
  const isOfRecord = (name: string): boolean => Object.hasOwn(resource.fields, name) && !Object.hasOwn(answers, name);
  const now = Object.keys(fields).some(isOfRecord) ? await recordNow(trx, done) : {};
  const record: RecordValues = {...now, ...answers};
  const read = await readFormatter(trx, config, resource, fields, [record]);
  const told = Object.fromEntries(Object.keys(fields).map(one => [one, read(one, record[one]) || NOTHING]));
  return sentence => fillPlaceholders(sentence, {...told, id: before.id, 'session.nome': actor.nome});
};

type Held = NoticeRule & {readonly hearer: NoticeRecipient; /** Whom a reference's record names. */ readonly id?: unknown};

/** Those of a declaration whose condition holds, with what the database alone knows of them. */
const heldIn = async (trx: DbOrTrx, {config, name, resource, tells, actor, before}: RecordChangeEvent): Promise<readonly Held[]> => {
  const all: Held[] = listNoticeRules(tells).map(([who, telling]) => ({...telling, hearer: resolveRecipient(config, resource, who)}));
  const alias = 'r';
  const asked = all.flatMap(({when, hearer}, at): Sql[] => {
    const through = 'through' in hearer ? hearer.through : '';
    const field = resource.fields[through];
    return [
      ...(when === undefined ? [] : [
        sql`coalesce(${conditionPredicate(when, {config, name, resource, actor, alias})}, false) as ${sql.ref(`holds${at}`)}`,
      ]),
      ...('through' in hearer && field?.kind === 'referencia' ? [sql`(
        select n.${sql.ref(toSnakeCase(hearer.field))} from ${sql.table(tableOf(field.to))} as n
        where n.id = ${sql.ref(`${alias}.${toSnakeCase(through)}`)}) as ${sql.ref(`id${at}`)}`] : []),
    ];
  });
  if (asked.length === 0) return all;
  const {rows: [row = {}]} = await sql<Record<string, unknown>>`
    select ${sql.join(asked)} from ${sql.table(tableOf(name))} as ${sql.ref(alias)} where ${sql.ref(`${alias}.id`)} = ${before.id}`
    .execute(trx);
  return all.flatMap((one, at) => (row[`holds${at}`] === false ? [] : [{...one, id: row[`id${at}`]}]));
};

interface Group {
  says: string;
  profiles: readonly string[];
  /** Is told where none of the people is. */
  isFallback: boolean;
}

/** Whom a declaration says: by user what they read, and those of whom there are several. */
const namedBy = async (trx: DbOrTrx, done: RecordChangeEvent): Promise<{told: Map<number, string>; groups: Group[]}> => {
  const {before, changed, hidesAnswers} = done;
  const told = new Map<number, string>();
  const groups: Group[] = [];
  let [isNamed, lacks] = [false, false];
  for (const {hearer, says, always, id} of await heldIn(trx, done)) {
    if ('profiles' in hearer) {
      const profiles = hearer.profiles.filter(perfil => hidesAnswers?.(says, perfil) !== true);
      groups.push({says, profiles, isFallback: hearer.isTeam && always !== true});
      continue;
    }
    const was = 'through' in hearer ? id : before[hearer.field];
    const is = 'through' in hearer || !(hearer.field in changed) ? was : changed[hearer.field];
    isNamed = true;
    if (typeof is !== 'number') lacks = true;
    const who = is ?? was;
    // Who is two of them reads the first sentence.
    if (typeof who === 'number' && !told.has(who)) told.set(who, says);
  }
  return {told, groups: groups.filter(({isFallback}) => !isFallback || !isNamed || lacks)};
};

/**
 * Tells whom the declaration says of what was done: people, profiles, or the team. Nobody is told of their own doings, nor twice, nor who
 * does not reach the record as it is now.
 */
export const tellOf = async (trx: DbOrTrx, done: RecordChangeEvent): Promise<void> => {
  const {config, name, resource, actor, before, tells, hidesAnswers} = done;
  if (tells === undefined) return;
  const {told, groups} = await namedBy(trx, done);
  told.delete(actor.id);
  if (told.size === 0 && groups.length === 0) return;
  const filled = await sentencesOf(trx, done);
  const users = sql`${usersAndCompanies} join ${sql.table(tableOf(name))} as r on r.id = ${before.id}`;
  const reached = (profiles?: readonly string[]): Predicate => allOf([isActive, userReachPredicate(config, name, {user: 'u', record: 'r'},
    (profile, perfil) => isHumanProfile(profile) && canSeeResource(resource, perfil) && profiles?.includes(perfil) !== false)]);
  const insert = (from: Sql): Sql => sql`
    insert into avisos (id_usuario, recurso, id_registro, texto) select x.id, ${name}, ${before.id}::integer, x.texto from (${from}) as x`;
  const blindTo = (says: string): number[] =>
    Object.entries(config.profiles).flatMap(([perfil, {id}]) => (hidesAnswers?.(says, perfil) === true ? [id] : []));
  const each = [...told].map(([id, says]) => sql`(${id}::integer, ${filled(says)}::text, ${blindTo(says)}::integer[])`);
  const people = insert(sql`
    select u.id, p.texto
    from (values ${sql.join(each)}) as p (id_usuario, texto, ocultos)
      join ${users} on u.id = p.id_usuario where u.tipo <> all (p.ocultos) and ${reached()}`);
  const isNone = told.size === 0;
  const others = insert(sql`select distinct on (g.id) g.id, g.texto from (${sql.join(groups.map(({says, profiles, isFallback}, at) => sql`
    select u.id, ${filled(says)}::text as texto, ${sql.lit(at)} as turno from ${users} where ${allOf([
      sql`u.id <> ${actor.id}`, reached(profiles), ...(isFallback && !isNone ? [sql<boolean>`not exists (select from pessoas)`] : []),
    ])}`), sql` union all `)}) as g
    ${isNone ? sql`` : sql`where not exists (select from pessoas where pessoas.id_usuario = g.id)`} order by g.id, g.turno`);
  const statement = groups.length === 0 ? people : isNone ? others : sql`with pessoas as (${people} returning id_usuario) ${others}`;
  await statement.execute(trx);
};
