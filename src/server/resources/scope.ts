/** Which rows a person reaches: one SQL predicate per resource, used by every list, read, change and delete (decisions §5). */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import {scopeOf} from '../../schema/access.ts';
import type {Config, Resource, ScopeRule} from '../../schema/config.ts';
import {isRequired} from '../../schema/validate.ts';
import {statusByKey} from '../../schema/workflow.ts';
import type {Actor, Context} from '../context.ts';
import {isHidden} from '../db/columns.ts';
import {columnOf, resourceOf, snake, tableOf} from '../db/names.ts';
import {USERS} from '../sessions/users.ts';

export type Predicate = RawBuilder<SqlBool>;

const NOTHING: Predicate = sql`false`;
const EVERYTHING: Predicate = sql`true`;

/** All hold; an empty list holds. */
export const allOf = (predicates: readonly Predicate[]): Predicate =>
  predicates.length === 0 ? EVERYTHING : sql`(${sql.join(predicates, sql` and `)})`;

interface Asked {
  config: Config;
  resource: Resource;
  actor: Actor;
  /** What the resource's table is called in the query. */
  alias: string;
}

/** Whether nobody of this profile can be without a company: then having none reaches nothing, not everything. */
const needsCompany = (config: Config, actor: Actor): boolean => {
  const {fields} = resourceOf(config, USERS);
  const field = fields['idEmpresa'];
  return field === undefined || isRequired(field, {tipo: actor.idPerfil}, fields);
};

const ownerColumn = ({resource, alias}: Asked, owner: 'empresa' | 'filial'): RawBuilder<unknown> | undefined => {
  const field = resource.owner?.[owner];
  return field === undefined ? undefined : sql.ref(`${alias}.${snake(field)}`);
};

const ofCompany = (asked: Asked): Predicate => {
  const column = ownerColumn(asked, 'empresa');
  if (column === undefined) return NOTHING;
  if (asked.actor.idEmpresa === null) return needsCompany(asked.config, asked.actor) ? NOTHING : EVERYTHING;
  return sql`${column} = ${asked.actor.idEmpresa}`;
};

const rules = {
  tudo: () => EVERYTHING,
  empresa: ofCompany,
  filiais: asked => {
    const column = ownerColumn(asked, 'filial');
    // Read once, so that an index is asked for these branches; a join might read every row instead.
    return column === undefined ? NOTHING : sql`${column} = any (array(select id_filial from usuarios_filiais where id_usuario = ${asked.actor.id}))`;
  },
  proprio: ({actor, alias}) => sql`${sql.ref(`${alias}.id`)} = ${actor.id}`,
  /** Two suppliers of one branch do not see each other's tickets; an empty code shares nothing. */
  autorOuTransportadora: ({actor, alias}) => {
    const author: Predicate = sql`${sql.ref(`${alias}.id_usuario`)} = ${actor.id}`;
    return actor.codigoExterno === ''
      ? author
      : sql`(${author} or ${sql.ref(`${alias}.codigo_transportadora`)} = ${actor.codigoExterno})`;
  },
  /** What waits for a robot, what one works on, and what this one worked on. */
  filaRobo: asked => {
    const {resource, actor, alias} = asked;
    const field = resource.status === undefined ? undefined : resource.fields[resource.status];
    if (resource.status === undefined || field === undefined) return NOTHING;
    const statuses = ['filaRpa', 'emAndamento'].flatMap(key => statusByKey(resource, key)?.id ?? []);
    const own = scopeOf(resource, actor.perfil).includes('empresa') ? ofCompany({...asked, alias: 'q'}) : EVERYTHING;
    // Two short lists that indexes give; an `or` over the rows would have each of the company's looked at.
    return sql`${sql.ref(`${alias}.id`)} in (
      select q.id from tickets q where ${sql.ref(`q.${columnOf(resource.status, field)}`)} in (${sql.join(statuses)}) and ${own}
      union all select h.id_ticket from tickets_historico h where h.id_usuario = ${actor.id})`;
  },
} satisfies Record<ScopeRule, (asked: Asked) => Predicate>;

/** What rows of a scope have to be told apart by: nothing, their company, their branch. */
export const levels = ['tudo', 'empresa', 'filial'] as const;
export type Level = (typeof levels)[number];

/** Rules that look at a record's company and branch alone. */
const BY_PLACE: Readonly<Partial<Record<ScopeRule, Level>>> = {tudo: 'tudo', empresa: 'empresa', filiais: 'filial'};

/**
 * A person's scope where company and branch alone decide it.
 *
 * @param alias a relation with the columns of both
 * @returns undefined where the records themselves have to be looked at
 */
export const placeScope = ({config}: Pick<Context, 'config'>, name: string, actor: Actor, alias: string): {level: Level; predicate: Predicate} | undefined => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  if (scope.length === 0 || resource.owner?.through !== undefined) return undefined;
  const parts: {level: Level; predicate: Predicate}[] = [];
  for (const rule of scope) {
    const level = BY_PLACE[rule];
    if (level === undefined) return undefined;
    const predicate = rules[rule]({config, resource, actor, alias});
    parts.push({predicate, level: predicate === EVERYTHING ? 'tudo' : level});
  }
  const level = levels.findLast(one => parts.some(part => part.level === one)) ?? 'tudo';
  return {level, predicate: allOf(parts.map(part => part.predicate))};
};

/** Rows that were not deleted. */
export const notDeleted = (name: string, resource: Resource, alias: string): Predicate =>
  isHidden(name, resource) ? sql`${sql.ref(`${alias}.data_exclusao`)} is null` : EVERYTHING;

/** A rule on the record itself, or on the parent that knows whose it is. */
const ruleOn = (rule: ScopeRule, asked: Asked): Predicate => {
  const through = asked.resource.owner?.through;
  const reference = through === undefined ? undefined : asked.resource.fields[through];
  if (rule === 'tudo' || through === undefined || reference?.kind !== 'referencia') return rules[rule](asked);
  const parent = resourceOf(asked.config, reference.to);
  const alias = `${asked.alias}_${snake(through)}`;
  const inner = ruleOn(rule, {...asked, resource: parent, alias});
  return sql`exists (select from ${sql.table(tableOf(reference.to, parent))} as ${sql.ref(alias)}
    where ${sql.ref(`${alias}.id`)} = ${sql.ref(`${asked.alias}.${snake(through)}`)} and ${inner})`;
};

/**
 * The rows of a resource that a person reaches and that were not deleted.
 *
 * @param alias what the resource's table is called in the query: `… from tickets as t where ${scopePredicate(context, 'tickets', actor, 't')}`
 */
export const scopePredicate = ({config}: Pick<Context, 'config'>, name: string, actor: Actor, alias: string): Predicate => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  if (scope.length === 0) return NOTHING;
  return allOf([notDeleted(name, resource, alias), ...scope.map(rule => ruleOn(rule, {config, resource, actor, alias}))]);
};
