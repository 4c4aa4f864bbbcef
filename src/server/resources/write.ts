/** Creating and changing records: validated, inside the caller's scope, with history, in one transaction. */
import {sql, type RawBuilder} from 'kysely';
import {fixedCompany} from '../../schema/access.ts';
import type {Resource} from '../../schema/config.ts';
import type {Field} from '../../schema/fields.ts';
import {ruleOf} from '../../schema/kinds.ts';
import {formWords} from '../../schema/messages.ts';
import {holds, validateRecord, type Values, type Writer} from '../../schema/validate.ts';
import type {Actor, Context} from '../context.ts';
import {uniqueIndexOf} from '../db/indexes.ts';
import {columnOf, resourceOf, snake, tableOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {changeRecord} from '../db/turns.ts';
import {conflict, invalid} from '../errors.ts';
import {writeHistory} from '../history/write.ts';
import {inviteNew} from '../passwordLinks/invite.ts';
import {endPasswordLinks} from '../passwordLinks/issue.ts';
import {hashPassword} from '../sessions/password.ts';
import {forgetTries} from '../sessions/tries.ts';
import {USERS} from '../sessions/users.ts';
import {isLastAdm} from './lastAdm.ts';
import {linkFields, setLinks, switchesOf, unlinkOthers} from './links.ts';
import {refuseProtected} from './protected.ts';
import {storedRow} from './read.ts';
import {referenceErrors} from './references.ts';
import {usedWithinErrors} from './usedWithin.ts';
import {refuseStale} from './version.ts';

/** The record's company is the caller's own where they may not choose (§6); naming another is refused. */
const withCompany = (context: Context, resource: Resource, actor: Actor, body: Values, mode: Writer['mode']): Values => {
  const name = resource.owner?.empresa;
  const field = name === undefined ? undefined : resource.fields[name];
  const fixed = fixedCompany(context.config, actor);
  if (name === undefined || field === undefined || fixed === undefined) return body;
  const given = ruleOf(field).bare(body[name], field);
  if (given !== null && given !== fixed) throw invalid([{campo: name, mensagem: formWords.invalid}]);
  return mode === 'create' || name in body ? {...body, [name]: fixed} : body;
};

/** A unique value that another record has, in the config's own words. */
const refuseTaken = (name: string, resource: Resource, error: unknown): never => {
  const {constraint} = error as {constraint?: string};
  const taken = Object.entries(resource.fields).find(([field, declared]) => declared.unique && uniqueIndexOf(name, resource, field, declared) === constraint);
  if (taken === undefined) throw error;
  const mensagem = resource.messages.taken?.[taken[0]] ?? `${taken[1].label} já cadastrado.`;
  throw conflict(mensagem, [{campo: taken[0], mensagem}]);
};

/** What the history keeps: never a password, not even hashed. */
const withoutSecrets = (resource: Resource, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => resource.fields[name]?.kind !== 'senha'));

interface Written {
  name: string;
  field: Field;
  value: unknown;
}
/** Values with a column of the resource's own table; a password as its hash. Hashing waits, and so happens before the transaction. */
const writtenColumns = (resource: Resource, values: Values): Promise<Written[]> =>
  Promise.all(
    Object.entries(values).flatMap(([name, value]) => {
      const field = resource.fields[name];
      return field === undefined || field.kind === 'vinculos' ? [] : [{name, field, value}];
    }).map(async one => (one.field.kind === 'senha' && typeof one.value === 'string' ? {...one, value: await hashPassword(one.value)} : one)),
  );

/** The place after the last of its siblings, for a record that says none. */
const nextPlace = (name: string, resource: Resource, order: string, values: Values): RawBuilder<unknown> => {
  const parent = resource.owner?.through;
  const siblings = parent === undefined ? sql`true` : sql`${sql.ref(snake(parent))} = ${values[parent]}`;
  return sql`(select coalesce(max(${sql.ref(snake(order))}), 0) + 1 from ${sql.table(tableOf(name, resource))} where ${siblings})`;
};

/** What a record the caller cannot write holds until somebody can: the declared default. */
const givenDefaults = (resource: Resource, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      'default' in field && field.default !== undefined && !(name in values) ? [[name, field.default]] : []),
  );

/** Who makes a record is its author. */
const authorOf = ({people}: Resource, actor: Actor): Record<string, unknown> =>
  people?.['autor'] === undefined ? {} : {[people['autor'].field]: actor.id};

/**
 * Creates a record.
 *
 * @returns its id
 * @throws Refusal 400: invalid values, a foreign reference, a value that is taken
 */
export const createRecord = async (context: Context, name: string, actor: Actor, given: Values): Promise<number> => {
  const resource = resourceOf(context.config, name);
  const body = withCompany(context, resource, actor, given, 'create');
  const {values, errors} = validateRecord(context.config, resource, body, {session: actor, mode: 'create'});
  if (errors.length > 0) throw invalid(errors);
  const record = {...givenDefaults(resource, values), ...values, ...authorOf(resource, actor)};
  const written = await writtenColumns(resource, record);
  const {order} = resource;
  const columns = written.map(one => sql.ref(columnOf(one.name, one.field)));
  const cells = written.map(one => (one.name === order && one.value === null ? nextPlace(name, resource, order, values) : sql`${one.value}`));

  const invites = name === USERS && !Object.entries(record).some(([field, value]) => resource.fields[field]?.kind === 'senha' && value !== null);
  const created = await context.db.transaction().execute(async trx => {
    const wrong = await referenceErrors(context, trx, actor, name, record, new Set(Object.keys(record)));
    if (wrong.length > 0) throw invalid(wrong);
    const {rows} = await sql<{id: number}>`
      insert into ${sql.table(tableOf(name, resource))} (${sql.join(columns)}) values (${sql.join(cells)}) returning id`
      .execute(trx).catch((error: unknown) => refuseTaken(name, resource, error));
    const id = rows[0]?.id ?? 0;
    await writeLinks(trx, resource, id, record, record);
    await writeHistory(trx, {recurso: name, id, actor, acao: 'criar', depois: withoutSecrets(resource, record)});
    if (invites) await inviteNew(trx, resource, actor, id, record);
    return id;
  });
  if (invites) context.mail.ring();
  return created;
};

/** Switches the links named in `values`, and ends those that the record's company or profile no longer allows. */
const writeLinks = async (trx: DbOrTrx, resource: Resource, id: number, record: Values, values: Values): Promise<void> => {
  for (const [name, field] of linkFields(resource)) {
    const idEmpresa = record[field.within];
    if (typeof idEmpresa !== 'number' || !holds(field.enabled, record, resource.fields)) continue;
    await setLinks(trx, id, idEmpresa, switchesOf(field, values[name]));
  }
};
const endLinks = async (trx: DbOrTrx, resource: Resource, id: number, record: Values): Promise<void> => {
  for (const [, field] of linkFields(resource)) {
    const idEmpresa = record[field.within];
    const kept = typeof idEmpresa === 'number' && holds(field.enabled, record, resource.fields) ? idEmpresa : null;
    await unlinkOthers(trx, id, kept);
  }
};

/** A value as it is stored or given: an instant of the database is a `Date`, one that was given its text. */
const comparable = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));

/**
 * Changes a record; what the body does not name keeps its value.
 *
 * @param sent the version the caller changed; undefined: the last write wins
 * @returns whether the caller's sessions ended, because a password changed
 * @throws Refusal 404 outside the scope; 400 `VERSAO`, invalid values, a foreign reference, a value that is taken or that other
 *   records rely on; 403 for a record that only other profiles may change
 */
export const updateRecord = async (
  context: Context, name: string, actor: Actor, id: number, given: Values, sent: unknown,
): Promise<{passwordChanged: boolean}> => {
  const resource = resourceOf(context.config, name);
  const body = withCompany(context, resource, actor, given, 'update');
  const writer: Writer = {session: actor, mode: 'update', self: name === USERS && id === actor.id};
  const before = await storedRow(context, context.db, name, actor, id);
  refuseProtected(resource, actor, before);
  // Passwords are hashed before the transaction, which waits for nothing but the database.
  const secrets = await writtenColumns(resource, Object.fromEntries(
    Object.entries(validateRecord(context.config, resource, body, writer, before).values)
      .filter(([field, value]) => resource.fields[field]?.kind === 'senha' && value !== null)));

  await changeRecord(context.db, name, id, async trx => {
    const current = await storedRow(context, trx, name, actor, id, true);
    refuseStale(current.versao, sent);
    const {values, errors} = validateRecord(context.config, resource, body, writer, current);
    if (errors.length > 0) throw invalid(errors);
    const record = {...current, ...values};
    const changed = Object.fromEntries(Object.entries(values).filter(([field, value]) => {
      const declared = resource.fields[field];
      if (declared?.kind === 'senha') return false;
      return declared?.kind === 'vinculos' ? value !== null : comparable(value) !== comparable(current[field]);
    }));
    if (Object.keys(changed).length === 0 && secrets.length === 0) return;
    const wrong = await referenceErrors(context, trx, actor, name, record, new Set(Object.keys(changed)));
    if (wrong.length > 0) throw invalid(wrong);
    const held = await usedWithinErrors(context, trx, name, id, new Set(Object.keys(changed)));
    if (held.length > 0) throw conflict(held[0]?.mensagem ?? '', held);
    if (name === USERS && 'tipo' in changed && (await isLastAdm(trx, context.config, id))) throw conflict('Este é o único Adm ativo.');

    await endLinks(trx, resource, id, record);
    const columns = [...(await writtenColumns(resource, changed)), ...secrets];
    const assignments = columns.map(one => sql`${sql.ref(columnOf(one.name, one.field))} = ${one.value}`);
    if (secrets.length > 0 && name === USERS) assignments.push(sql`token_versao = token_versao + 1`);
    await sql`
      update ${sql.table(tableOf(name, resource))} set ${sql.join([...assignments, sql`versao = versao + 1`])} where id = ${id}`
      .execute(trx).catch((error: unknown) => refuseTaken(name, resource, error));
    if (secrets.length > 0 && name === USERS) await forgetTries(trx, id);
    // They were sent to somebody who may read that mail, and is not this person any more.
    if (name === USERS && 'email' in changed) await endPasswordLinks(trx, id);
    await writeLinks(trx, resource, id, record, changed);
    const antes = Object.fromEntries(Object.keys(changed).map(field => [field, current[field] ?? null]));
    await writeHistory(trx, {recurso: name, id, actor, acao: 'alterar', antes, depois: withoutSecrets(resource, changed)});
  });
  return {passwordChanged: secrets.length > 0 && name === USERS};
};
