/** Matches the workflows that robots ask for with those of templates or records, ignoring case and accents. */
import {sql, type RawBuilder} from 'kysely';
import type {Resource} from '../../schema/shapes/config.ts';
import {foldText} from '../../schema/fields/text.ts';
import {robotTemplates, type RobotTemplate} from '../../schema/queue.ts';
import type {Actor} from '../context.ts';
import {ownCompanyPredicate} from '../db/conditions/conditionPredicates.ts';
import type {Predicate} from '../db/conditions/fieldPredicates.ts';
import {CANONICAL_TEXT_FUNCTION} from '../db/textFolding.ts';
import {columnOf, resourceOf, tableOf} from '../db/sqlNames.ts';
import type {Sql} from '../db/tables.ts';
import {invalid} from '../errors.ts';
import type {RobotQueue} from './robotQueue.ts';

const NO_TEMPLATE_TEXTS = {one: 'Nenhum modelo tem este workflow.', many: 'Nenhum modelo tem estes workflows.'};
export const noTemplateRefusal = (campo: string, isOne = true): Error =>
  invalid([{campo, mensagem: isOne ? NO_TEMPLATE_TEXTS.one : NO_TEMPLATE_TEXTS.many}]);

/** The template that says the workflow of a queue's records; undefined: the records do. */
export const workflowTemplate = ({config, name}: Pick<RobotQueue, 'config' | 'name'>): RobotTemplate | undefined =>
  robotTemplates(config).find(template => template.name === name);
export const templateText = (resource: Resource, name: string): RawBuilder<string> => {
  const field = resource.fields[name];
  return field === undefined ? sql`''` : sql`coalesce(t.${sql.ref(columnOf(name, field))}::text, '')`;
};

export const matchesWorkflow = (workflow: Sql, workflows: readonly string[]): Predicate =>
  sql`${sql.raw(CANONICAL_TEXT_FUNCTION)}(${workflow}) = any(${workflows.map(foldText)}::text[])`;

/**
 * Resolves requested workflows to the spelling of the company's templates.
 * Deleted templates count, because their records keep waiting.
 *
 * @returns the requested names where records say their workflow themselves
 * @throws Refusal VALIDACAO where no template has any of them
 */
export const resolveWorkflows = async (line: RobotQueue, actor: Actor, names: readonly string[]): Promise<readonly string[]> => {
  const {config, context} = line;
  const source = workflowTemplate(line);
  if (source === undefined || names.length === 0) return names;
  const resource = resourceOf(config, source.of);
  const {rows} = await sql<{workflow: string}>`
    select distinct ${templateText(resource, source.workflow)} as workflow from ${sql.table(tableOf(source.of))} as t
    where ${matchesWorkflow(templateText(resource, source.workflow), names)}
      and ${ownCompanyPredicate({config, name: source.of, resource, actor, alias: 't'})}`
    .execute(context.db);
  if (rows.length === 0) throw noTemplateRefusal('workflows', names.length === 1);
  return rows.map(({workflow}) => workflow);
};
