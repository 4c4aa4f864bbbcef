/** Writes the notices of a change in its own transaction, with one statement (rules: Notices 1). */
import {sql} from 'kysely';
import {isHumanProfile, canSeeResource} from '../../schema/access.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {resolveRecipient, listNoticeRules, type NoticeRecipient, type NoticeRule} from '../../schema/lifeCycle/noticeRules.ts';
import {EMPTY_VALUE, fillPlaceholders, listPlaceholders} from '../../schema/words/messages.ts';
import {activeUserPredicate, usersAndCompanies} from '../accounts/accounts.ts';
import {conditionPredicate} from '../db/conditions/conditionPredicates.ts';
import {andPredicates, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {DbOrTrx, Sql} from '../db/tables.ts';
import type {RecordChangeEvent} from '../engine/hooks.ts';
import {userReachPredicate} from '../rowScope/userReach.ts';
import {RECORD_ALIAS, selectJoins, selectColumns} from '../rowScope/select.ts';
import {readFormatter} from '../formatting/referenceTitles.ts';

/** Reads the record as it is now, in any scope. */
const readRecordValues = async (trx: DbOrTrx, {config, name, resource, before}: RecordChangeEvent): Promise<RecordValues> => {
  const {rows: [row]} = await sql<RecordValues>`
    select ${selectColumns(config, resource)} from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)} ${selectJoins(config, resource)}
    where ${sql.ref(`${RECORD_ALIAS}.id`)} = ${before.id}`.execute(trx);
  return row ?? {};
};

/**
 * Reads the values for a change's sentences: of the record, its answers and the actor.
 *
 * @returns fills a sentence's placeholders
 */
const createSentenceFiller = async (trx: DbOrTrx, done: RecordChangeEvent): Promise<(sentence: string) => string> => {
  const {config, resource, tells, actor, before, asks, answers} = done;
  const names = new Set(listNoticeRules(tells).flatMap(([, {says: sentence}]) => listPlaceholders(sentence)));
  const fields = Object.fromEntries(Object.entries({...resource.fields, ...asks}).filter(([name]) => names.has(name)));
  const isOfRecord = (name: string): boolean => Object.hasOwn(resource.fields, name) && !Object.hasOwn(answers, name);
  const currentValues = Object.keys(fields).some(isOfRecord) ? await readRecordValues(trx, done) : {};
  const record: RecordValues = {...currentValues, ...answers};
  const read = await readFormatter(trx, config, resource, fields, [record]);
  const texts = Object.fromEntries(Object.keys(fields).map(name => [name, read(name, record[name]) || EMPTY_VALUE]));
  return sentence => fillPlaceholders(sentence, {...texts, id: before.id, 'session.nome': actor.nome});
};

type MatchedRule = NoticeRule & {readonly recipient: NoticeRecipient; readonly id?: unknown};

/** Evaluates the rules' conditions in the database, and reads the people that references name. */
const matchRules = async (
  trx: DbOrTrx, {config, name, resource, tells, actor, before}: RecordChangeEvent,
): Promise<readonly MatchedRule[]> => {
  const all: MatchedRule[] = listNoticeRules(tells)
    .map(([recipientName, rule]) => ({...rule, recipient: resolveRecipient(config, resource, recipientName)}));
  const alias = 'r';
  const columns = all.flatMap(({when, recipient}, index): Sql[] => {
    const through = 'through' in recipient ? recipient.through : '';
    const field = resource.fields[through];
    return [
      ...(when === undefined ? [] : [
        sql`coalesce(${conditionPredicate(when, {config, name, resource, actor, alias})}, false) as ${sql.ref(`holds${index}`)}`,
      ]),
      ...('through' in recipient && field?.kind === 'referencia' ? [sql`(
        select n.${sql.ref(toSnakeCase(recipient.field))} from ${sql.table(tableOf(field.to))} as n
        where n.id = ${sql.ref(`${alias}.${toSnakeCase(through)}`)}) as ${sql.ref(`id${index}`)}`] : []),
    ];
  });
  if (columns.length === 0) return all;
  const {rows: [row = {}]} = await sql<Record<string, unknown>>`
    select ${sql.join(columns)} from ${sql.table(tableOf(name))} as ${sql.ref(alias)} where ${sql.ref(`${alias}.id`)} = ${before.id}`
    .execute(trx);
  return all.flatMap((rule, index) => (row[`holds${index}`] === false ? [] : [{...rule, id: row[`id${index}`]}]));
};

interface Group {
  sentence: string;
  profiles: readonly string[];
  /** Notified only where no person is. */
  isFallback: boolean;
}

const resolveRecipients = async (
  trx: DbOrTrx, done: RecordChangeEvent,
): Promise<{sentenceByUser: Map<number, string>; groups: Group[]}> => {
  const {before, changed, hidesAnswers} = done;
  const sentenceByUser = new Map<number, string>();
  const groups: Group[] = [];
  let [hasPeople, isMissing] = [false, false];
  for (const {recipient, says: sentence, always, id} of await matchRules(trx, done)) {
    if ('profiles' in recipient) {
      const profiles = recipient.profiles.filter(perfil => hidesAnswers?.(sentence, perfil) !== true);
      groups.push({sentence, profiles, isFallback: recipient.isTeam && always !== true});
      continue;
    }
    const valueBefore = 'through' in recipient ? id : before[recipient.field];
    const valueNow = 'through' in recipient || !(recipient.field in changed) ? valueBefore : changed[recipient.field];
    hasPeople = true;
    if (typeof valueNow !== 'number') isMissing = true;
    const userId = valueNow ?? valueBefore;
    // A user with two roles reads the first sentence.
    if (typeof userId === 'number' && !sentenceByUser.has(userId)) sentenceByUser.set(userId, sentence);
  }
  return {sentenceByUser, groups: groups.filter(({isFallback}) => !isFallback || !hasPeople || isMissing)};
};

/**
 * Writes the notices that the rules declare: to people, profiles or the team.
 * The actor, and users who do not reach the record now, get none; nobody gets two.
 */
export const writeNotices = async (trx: DbOrTrx, done: RecordChangeEvent): Promise<void> => {
  const {config, name, resource, actor, before, tells, hidesAnswers} = done;
  if (tells === undefined) return;
  const {sentenceByUser, groups} = await resolveRecipients(trx, done);
  sentenceByUser.delete(actor.id);
  if (sentenceByUser.size === 0 && groups.length === 0) return;
  const fillSentence = await createSentenceFiller(trx, done);
  const users = sql`${usersAndCompanies} join ${sql.table(tableOf(name))} as r on r.id = ${before.id}`;
  const reaches = (profiles?: readonly string[]): Predicate =>
    andPredicates([activeUserPredicate, userReachPredicate(config, name, {user: 'u', record: 'r'},
    (profile, perfil) => isHumanProfile(profile) && canSeeResource(resource, perfil) && profiles?.includes(perfil) !== false)]);
  const insert = (from: Sql): Sql => sql`
    insert into avisos (id_usuario, recurso, id_registro, texto) select x.id, ${name}, ${before.id}::integer, x.texto from (${from}) as x`;
  const hiddenFrom = (sentence: string): number[] =>
    Object.entries(config.profiles).flatMap(([perfil, {id}]) => (hidesAnswers?.(sentence, perfil) === true ? [id] : []));
  const peopleRows = [...sentenceByUser].map(([id, sentence]) =>
    sql`(${id}::integer, ${fillSentence(sentence)}::text, ${hiddenFrom(sentence)}::integer[])`);
  const peopleInsert = insert(sql`
    select u.id, p.texto
    from (values ${sql.join(peopleRows)}) as p (id_usuario, texto, ocultos)
      join ${users} on u.id = p.id_usuario where u.tipo <> all (p.ocultos) and ${reaches()}`);
  const isGroupsOnly = sentenceByUser.size === 0;
  const groupInsert = insert(sql`select distinct on (g.id) g.id, g.texto from (${sql.join(groups.map(
    ({sentence, profiles, isFallback}, index) => sql`
    select u.id, ${fillSentence(sentence)}::text as texto, ${sql.lit(index)} as turno from ${users} where ${andPredicates([
      sql`u.id <> ${actor.id}`, reaches(profiles), ...(isFallback && !isGroupsOnly ? [sql<boolean>`not exists (select from pessoas)`] : []),
    ])}`,
  ), sql` union all `)}) as g
    ${isGroupsOnly ? sql`` : sql`where not exists (select from pessoas where pessoas.id_usuario = g.id)`} order by g.id, g.turno`);
  const statement = groups.length === 0 ? peopleInsert
    : isGroupsOnly ? groupInsert : sql`with pessoas as (${peopleInsert} returning id_usuario) ${groupInsert}`;
  await statement.execute(trx);
};
