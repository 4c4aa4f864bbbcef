/** Access of profiles and their row scopes. */
import {parseAccessEntry, profilesAllowedTo} from '../../access.ts';
import {findBuiltInCondition} from '../../conditions/builtIn.ts';
import {listReadFields} from '../../conditions/evaluate.ts';
import type {Condition} from '../../shapes/conditions.ts';
import type {Resource} from '../../shapes/config.ts';
import {operations} from '../../shapes/accessShapes.ts';
import {aggregateOf, listOperands} from '../../fields/calculation.ts';
import {profilesOfAction} from '../../lifeCycle/workflow.ts';
import {checkAccessEntries} from '../actions.ts';
import {collectNestedBuiltIns, checkRowCondition} from '../conditions.ts';
import type {ResourceCheckContext, CheckContext} from '../checkContext.ts';

const checkRule = (context: CheckContext, place: string, rule: Condition, of: string, resource: Resource): void => {
  // The owner may also be known through the parent.
  const name = typeof rule === 'string' ? rule : '';
  const ownerPart = findBuiltInCondition(name)?.owner;
  const {owner} = resource;
  if (ownerPart !== undefined) {
    const hasOwner = owner?.[ownerPart] !== undefined || owner?.through !== undefined;
    if (!hasOwner) context.report(place, `"${name}" precisa de "owner.${ownerPart}" ou "owner.through"`);
    return;
  }
  checkRowCondition(context, place, rule, of, resource, 'escopo');
  const {fields} = resource;
  const read = listReadFields(resource, rule).flatMap(name => [name, ...listOperands(fields, name)]);
  const aggregateField = read.find(name => aggregateOf(fields[name]) !== undefined);
  if (aggregateField !== undefined) {
    context.report(
      place, `"${aggregateField}" muda com os filhos do registro: quem o perdesse de vista não seria avisado`,
    );
  }
};

/** Checks access entries. A create condition may read only the values given for the new record. */
export const checkAccess = (resourceContext: ResourceCheckContext): void => {
  const {context, resource, path} = resourceContext;
  for (const operation of operations) {
    const place = `${path}.access.${operation}`;
    const entries = resource.access[operation];
    // `update` defaults to the entries of `create`.
    if (operation === 'update' && entries === resource.access.create) continue;
    checkAccessEntries(resourceContext, place, entries);
    for (const {condition} of operation === 'create' ? entries.map(parseAccessEntry) : []) {
      if (condition === undefined) continue;
      const builtIn = collectNestedBuiltIns(condition, resource).some(row => row.judge === undefined);
      const read = listReadFields(resource, condition);
      const shownField = read.find(field => resource.fields[field]?.kind === 'relacionado');
      const aggregateField = read.find(field => aggregateOf(resource.fields[field]) !== undefined);
      if (builtIn) context.report(place, `"${condition}" só se sabe de um registro que já existe`);
      if (aggregateField !== undefined) {
        context.report(
          place, `"${condition}" olha para "${aggregateField}", e um registro novo não tem filhos`,
        );
      }
      if (shownField === undefined) continue;
      context.report(place, `"${condition}" olha para "${shownField}", que só se lê de um registro que já existe: use "through"`);
    }
  }
};

export const checkScope = ({context, name, resource, path}: ResourceCheckContext): void => {
  const acting = new Set([
    ...operations.flatMap(
      operation => profilesAllowedTo(resource, operation),
    ), ...Object.values(resource.actions ?? {}).flatMap(profilesOfAction),
  ]);
  const isReadable = !context.unreadablePlaces.has(`${path}.access`) && !context.unreadablePlaces.has(`${path}.scope`);
  for (const [profile, rules] of Object.entries(resource.scope)) {
    if (isReadable && context.profiles?.includes(profile) && !acting.has(profile) && resource.api?.combo === undefined) {
      context.report(`${path}.scope`, `"${profile}" tem linhas, mas nenhum acesso`);
    }
    for (const [index, rule] of rules.entries()) {
      const place = `${path}.scope.${profile}`;
      checkRule(context, typeof rule === 'string' ? place : `${place}[${index}]`, rule, name, resource);
    }
  }
  for (const profile of isReadable ? acting : []) {
    if (context.profiles?.includes(profile) && (resource.scope[profile]?.length ?? 0) === 0) {
      context.report(`${path}.scope`, `"${profile}" tem acesso a ${name}, mas nenhuma linha: falta o seu escopo`);
    }
  }
};
