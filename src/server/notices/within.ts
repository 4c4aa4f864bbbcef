/** Which notices somebody has: the newest of theirs, of records that they reach now. */
import {sql} from 'kysely';
import {isHumanProfile, canSeeResource} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {MAX_NOTICES} from '../../schema/words/notices.ts';
import type {Actor} from '../context.ts';
import {sendsNotices} from '../../schema/lifeCycle/noticeRules.ts';
import {finalStatuses, statusesOf} from '../../schema/statuses/statuses.ts';
import {turnHolderField} from '../../schema/statuses/turnHolders.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {allOf, NO_ROWS, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {Sql} from '../db/tables.ts';
import {userReachPredicate} from '../reach/userReach.ts';

/** What records are called in the predicates made here. */
const RECORD = 'r';

/**
 * Notices `alias` whose record is there and for which `reached` holds, asked of the record by its alias; undefined: none is. The offset
 * has PostgreSQL look at each of them by its number, as few as there are, where a join would read every record.
 */
const ofRecords = ({resources}: Config, alias: string, reached: (name: string, resource: Resource) => Predicate | undefined): Predicate => {
  const each = Object.entries(resources).filter(([, resource]) => sendsNotices(resource)).flatMap(([name, resource]) => {
    const predicate = reached(name, resource);
    return predicate === undefined ? [] : [sql`(${sql.ref(`${alias}.recurso`)} = ${name} and exists (
      select from ${sql.table(tableOf(name))} as ${sql.ref(RECORD)}
      where ${sql.ref(`${RECORD}.id`)} = ${sql.ref(`${alias}.id_registro`)} and ${predicate} offset 0))`];
  });
  return each.length === 0 ? NO_ROWS : sql`(${sql.join(each, sql` or `)})`;
};

type Also = (resource: Resource) => readonly Predicate[];

/** Notices `alias` of records that a person reaches. @param also what else is asked of each record */
export const withinReach = (config: Config, actor: Actor, alias: string, also?: Also): Predicate =>
  ofRecords(config, alias, (name, resource) =>
    (canSeeResource(resource, actor.perfil) ? allOf(
      [scopePredicate({config}, name, actor, RECORD), ...also?.(resource) ?? []]
    ) : undefined));

/** Steps `h` by which a record stopped waiting for the reader of a notice, by name or by their profile. */
const answered = ({profiles}: Config, resource: Resource, reader: Sql): Predicate[] => {
  const waiting = Object.groupBy(statusesOf(resource).filter(({waits}) => waits !== undefined), ({waits = ''}) => waits);
  return Object.entries(waiting).flatMap(([waiter, statuses = []]) => {
    const [field, profile] = [turnHolderField(resource, waiter), profiles[waiter]];
    if (field === undefined && profile === undefined) return [];
    const isReader = field === undefined
      ? sql`exists (select from usuarios w where w.id = ${reader} and w.tipo = ${sql.lit(profile?.id)})`
      : sql`${sql.ref(`${RECORD}.${toSnakeCase(field)}`)} = ${reader}`;
    return [sql`(h.de_status in (${sql.join(statuses.map(({id}) => sql.lit(String(id))))}) and ${isReader})`];
  });
};

/**
 * What is not settled: it was not told of a record before it came to an end, before its reader did something to it, or before it stopped
 * waiting for them.
 */
const asksStill = (config: Config, alias: string): Also => resource => {
  const {status, since} = resource;
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const ends = finalStatuses(resource).map(({id}) => sql.lit(id));
  const [stands, came] = [status ?? '', since ?? ''].map(field => sql.ref(`${RECORD}.${toSnakeCase(field)}`));
  const ended = since === undefined || ends.length === 0 ? NO_ROWS
    : sql`(${stands} in (${sql.join(ends)}) and ${of('data_criacao')} < ${came})`;
  const done = [sql`h.id_usuario = ${of('id_usuario')}`, ...answered(config, resource, of('id_usuario'))];
  return [sql`not (${ended} or exists (
    select from historico h where h.recurso = ${of('recurso')} and h.id_registro = ${of('id_registro')}
      and h.data_criacao > ${of('data_criacao')} and (${sql.join(done, sql` or `)}) offset 0))`];
};

/** As {@link withinReach}, without what is settled. */
export const unsettled = (config: Config, actor: Actor, alias: string): Predicate =>
  withinReach(config, actor, alias, asksStill(config, alias));

/** The same for each of some users, by their alias. */
export const unsettledOf = (config: Config, user: string, alias: string): Predicate => {
  const also = asksStill(config, alias);
  return ofRecords(config, alias, (name, resource) => allOf([
    userReachPredicate(
      config, name, {user, record: RECORD}, (profile, perfil) => isHumanProfile(profile) && canSeeResource(resource, perfil),
    ), ...also(resource),
  ]));
};

/** The newest notices of a user, of which all others are told no more: however many there are, no more are looked at. */
export const newestOf = (idUsuario: Sql): Sql => sql`
  select id, id_usuario, recurso, id_registro, texto, data_criacao, data_leitura, envio, id_correio from avisos
  where id_usuario = ${idUsuario} order by id desc limit ${sql.lit(MAX_NOTICES)}`;

/**
 * The ids of the notices `a` for which that holds, locked in the order of their ids: of two who change the same ones at once the one
 * waits for the other, and never each for the other.
 */
export const lockedNotices = (where: Predicate): Sql =>
  sql`select a.id from avisos a where ${where} order by a.id for update`;
