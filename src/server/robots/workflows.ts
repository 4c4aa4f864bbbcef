/** Workflows as robots ask for them: by a name that looks the same as the one that a template, or a record itself, says. */
import {sql, type RawBuilder} from 'kysely';
import type {Resource} from '../../schema/config/config.ts';
import {foldText} from '../../schema/fields/text.ts';
import {robotTemplates, type RobotTemplate} from '../../schema/queue.ts';
import type {Actor} from '../context.ts';
import {companyRows} from '../db/conditions/conditions.ts';
import type {Predicate} from '../db/conditions/rows.ts';
import {EXACT} from '../db/folding.ts';
import {columnOf, resourceOf, tableOf} from '../db/names.ts';
import type {Sql} from '../db/tables.ts';
import {invalid} from '../errors.ts';
import type {Line} from './queue.ts';

const NONE = {one: 'Nenhum modelo tem este workflow.', many: 'Nenhum modelo tem estes workflows.'};
/** @param campo where it was asked for */
export const noTemplate = (campo: string, isOne = true): Error => invalid([{campo, mensagem: isOne ? NONE.one : NONE.many}]);

/** Where the workflow of a queue's records is said, if a template does. */
export const saidBy = ({config, name}: Pick<Line, 'config' | 'name'>): RobotTemplate | undefined =>
  robotTemplates(config).find(one => one.name === name);
/** A value of the template `t`, as text. */
export const textOf = (resource: Resource, name: string): RawBuilder<string> => {
  const field = resource.fields[name];
  return field === undefined ? sql`''` : sql`coalesce(t.${sql.ref(columnOf(name, field))}::text, '')`;
};

/** Whether a workflow is one of these, however it is spelled. */
export const isOneOf = (workflow: Sql, some: readonly string[]): Predicate =>
  sql`${sql.raw(EXACT)}(${workflow}) = any(${some.map(foldText)}::text[])`;

/**
 * The workflows that a robot asks for as the templates of its company spell them, so that records are found by what they say. A template
 * that was deleted counts: its records go on waiting.
 *
 * @returns those of records that say theirs themselves as they were asked for
 * @throws Refusal VALIDACAO where no template has any of them
 */
export const spelledWorkflows = async (line: Line, actor: Actor, asked: readonly string[]): Promise<readonly string[]> => {
  const {config, context} = line;
  const found = saidBy(line);
  if (found === undefined || asked.length === 0) return asked;
  const resource = resourceOf(config, found.of);
  const {rows} = await sql<{workflow: string}>`
    select distinct ${textOf(resource, found.workflow)} as workflow from ${sql.table(tableOf(found.of))} as t
    where ${isOneOf(textOf(resource, found.workflow), asked)} and ${companyRows({config, name: found.of, resource, actor, alias: 't'})}`
    .execute(context.db);
  if (rows.length === 0) throw noTemplate('workflows', asked.length === 1);
  return rows.map(({workflow}) => workflow);
};
