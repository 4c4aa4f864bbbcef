/** Predicates of a person's notices: the newest ones, of records within their reach now. */
import {sql} from 'kysely';
import {isHumanProfile, canSeeResource} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {MAX_NOTICES} from '../../schema/words/notices.ts';
import type {Actor} from '../context.ts';
import {sendsNotices} from '../../schema/lifeCycle/noticeRules.ts';
import {finalStatuses, statusesOf} from '../../schema/statuses/statuses.ts';
import {turnHolderField} from '../../schema/statuses/turnHolders.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {andPredicates, namesRecordPredicate, NO_ROWS, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {Sql} from '../db/tables.ts';
import {userReachPredicate} from '../rowScope/userReach.ts';

const RECORD = 'r';

/**
 * Predicate: the record of notice `alias` exists and meets its resource's predicate; undefined excludes the resource.
 * `offset 0` makes PostgreSQL look the few records up by id, where a join would read every record.
 */
const noticesOfRecords = (
  {resources}: Config, alias: string, recordPredicate: (name: string, resource: Resource) => Predicate | undefined,
): Predicate => {
  const perResource = Object.entries(resources).filter(([, resource]) => sendsNotices(resource)).flatMap(([name, resource]) => {
    const predicate = recordPredicate(name, resource);
    return predicate === undefined ? [] : [sql`(${sql.ref(`${alias}.recurso`)} = ${name} and exists (
      select from ${sql.table(tableOf(name))} as ${sql.ref(RECORD)}
      where ${sql.ref(`${RECORD}.id`)} = ${sql.ref(`${alias}.id_registro`)} and ${predicate} offset 0))`];
  });
  return perResource.length === 0 ? NO_ROWS : sql`(${sql.join(perResource, sql` or `)})`;
};

type RecordPredicates = (resource: Resource) => readonly Predicate[];

/** Predicate: notice `alias` is of a record within the person's scope. @param more further predicates of the record */
export const noticeReachPredicate = (config: Config, actor: Actor, alias: string, more?: RecordPredicates): Predicate =>
  noticesOfRecords(config, alias, (name, resource) =>
    (canSeeResource(resource, actor.perfil) ? andPredicates(
      [scopePredicate({config}, name, actor, RECORD), ...more?.(resource) ?? []]
    ) : undefined));

/** Predicates of history steps `h` by which the record stopped waiting for the notice's reader, in person or by profile. */
const answeredSteps = (config: Config, resource: Resource, reader: Sql): Predicate[] => {
  const {profiles} = config;
  const waiting = Object.groupBy(statusesOf(resource).filter(({waits}) => waits !== undefined), ({waits = ''}) => waits);
  return Object.entries(waiting).flatMap(([waiter, statuses = []]) => {
    const [field, profile] = [turnHolderField(resource, waiter), profiles[waiter]];
    if (field === undefined && profile === undefined) return [];
    const isReader = field === undefined
      ? sql`exists (select from usuarios w where w.id = ${reader} and w.tipo = ${sql.lit(profile?.id)})`
      : namesRecordPredicate({config, resource, alias: RECORD}, field, reader);
    return [sql`(h.de_status in (${sql.join(statuses.map(({id}) => sql.lit(String(id))))}) and ${isReader})`];
  });
};

/**
 * Predicate: the notice is unsettled. A notice is settled once its record reached a final status, its reader acted on it,
 * or it stopped waiting for them.
 */
const unsettledPredicates = (config: Config, alias: string): RecordPredicates => resource => {
  const {status, since} = resource;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const ends = finalStatuses(resource).map(({id}) => sql.lit(id));
  const [statusColumn, sinceColumn] = [status ?? '', since ?? ''].map(field => sql.ref(`${RECORD}.${toSnakeCase(field)}`));
  const isEnded = since === undefined || ends.length === 0 ? NO_ROWS
    : sql`(${statusColumn} in (${sql.join(ends)}) and ${column('data_criacao')} < ${sinceColumn})`;
  const settlingSteps = [sql`h.id_usuario = ${column('id_usuario')}`, ...answeredSteps(config, resource, column('id_usuario'))];
  return [sql`not (${isEnded} or exists (
    select from historico h where h.recurso = ${column('recurso')} and h.id_registro = ${column('id_registro')}
      and h.data_criacao > ${column('data_criacao')} and (${sql.join(settlingSteps, sql` or `)}) offset 0))`];
};

export const unsettledNoticePredicate = (config: Config, actor: Actor, alias: string): Predicate =>
  noticeReachPredicate(config, actor, alias, unsettledPredicates(config, alias));

/** {@link unsettledNoticePredicate} for users by their alias. */
export const unsettledNoticePredicateFor = (config: Config, user: string, alias: string): Predicate => {
  const more = unsettledPredicates(config, alias);
  return noticesOfRecords(config, alias, (name, resource) => andPredicates([
    userReachPredicate(
      config, name, {user, record: RECORD}, (profile, perfil) => isHumanProfile(profile) && canSeeResource(resource, perfil),
    ), ...more(resource),
  ]));
};

/** Query of a user's newest notices; older ones are never read. */
export const newestNoticesQuery = (idUsuario: Sql): Sql => sql`
  select id, id_usuario, recurso, id_registro, texto, data_criacao, data_leitura, envio, id_correio from avisos
  where id_usuario = ${idUsuario} order by id desc limit ${sql.lit(MAX_NOTICES)}`;

/** Query that locks notices `a` in the order of their ids, which avoids deadlocks between parallel changes. */
export const lockNoticesQuery = (where: Predicate): Sql =>
  sql`select a.id from avisos a where ${where} order by a.id for update`;
