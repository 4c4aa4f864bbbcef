/** Offers for selects (rules: Lists 11): records by title, link switches, statuses, fixed lists. */
import {sql} from 'kysely';
import {rowScopeOf} from '../../../schema/access.ts';
import type {Endpoint, FixedList, Resource} from '../../../schema/shapes/config.ts';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {parseEndpoint, pathParams} from '../../../schema/paths.ts';
import type * as wire from '../../../schema/apiShapes.ts';
import {OPTION_PARAMS} from '../../../schema/lists/options.ts';
import type {Actor, Context} from '../../context.ts';
import {columnOf, linkTable, resourceOf} from '../../db/sqlNames.ts';
import {idsBelow} from '../../db/trees.ts';
import {forbidden, invalidParam} from '../../errors.ts';
import {sharedValuePredicate} from '../../engine/references.ts';
import {parseId, pathId} from '../../http/route.ts';
import {ownCompanyPredicate, conditionPredicate, offeredRowsPredicate, scopePredicate} from '../../db/conditions/conditionPredicates.ts';
import {andPredicates, activePredicate, type PredicateContext} from '../../db/conditions/fieldPredicates.ts';
import {rowInScopePredicate} from '../../rowScope/scope.ts';
import {readStoredRow} from '../../rowScope/storedRow.ts';
import type {LinkField} from '../../formatting/valueFormatter.ts';
import {undeletedReferencePredicates, type OptionsOffer} from './options.ts';
import {readOptionsQuery, narrowOptions} from './optionsQuery.ts';

/** A combo may name another user only for profiles that reach everything (rules: Access 3). */
const refuseOtherUser = (resource: Resource, actor: Actor, idUsuario: number): void => {
  const mayNameAnyone = rowScopeOf(resource, actor.perfil).includes('tudo');
  if (idUsuario !== 0 && idUsuario !== actor.id && !mayNameAnyone) throw forbidden();
};

/** Combo of a resource: records within the caller's scope, narrowed by the references in the path; `0` matches nothing. */
export const comboOffer = (context: Context, name: string, endpoint: Endpoint, actor: Actor, params: unknown): OptionsOffer => {
  const resource = resourceOf(context.config, name);
  const predicates = pathParams(parseEndpoint(endpoint).path).flatMap(param => {
    const id = pathId(params, param);
    const field = resource.fields[param];
    if (field !== undefined) return [sql<boolean>`${sql.ref(`t.${columnOf(param, field)}`)} = ${id}`];
    refuseOtherUser(resource, actor, id);
    return [];
  });
  const {config} = context;
  return {
    name, where: caller => [scopePredicate(context, name, caller, 't'), ...predicates],
    ...(resource.toggle?.refuses === undefined ? {} : {
      newlyChoosable: caller => activePredicate({config, name, resource, actor: caller, alias: 't'}),
    }),
  };
};

/** Records that a reference offers by name alone, narrowed by the value shared with the own record; `0` matches nothing. */
export const namesOffer = (
  {config}: Context, name: string, [campo, field]: [string, FieldOf<'referencia'>], query: unknown,
): OptionsOffer => {
  const {to, within, where} = field;
  const target = resourceOf(config, to);
  const {[within ?? '']: parent} = query as Readonly<Record<string, unknown>>;
  const id = typeof parent === 'string' ? parseId(parent) : undefined;
  if (parent !== undefined && id === undefined) throw invalidParam(within ?? campo);
  const rowContext = (actor: Actor): PredicateContext => ({config, name: to, resource: target, actor, alias: 't'});
  return {
    name: to, isNameOnly: true, includesDeleted: true,
    where: caller => [
      ownCompanyPredicate(rowContext(caller)),
      ...(id === undefined ? [] : [sharedValuePredicate(config, resourceOf(config, name), field, 't', () => sql`${id}`)]),
    ],
    newlyChoosable: caller => andPredicates([
      offeredRowsPredicate(rowContext(caller)), activePredicate(rowContext(caller)), ...undeletedReferencePredicates(config, target),
      ...(where === undefined ? [] : [conditionPredicate(where, rowContext(caller))]),
    ]),
  };
};

/**
 * Records that may stand above a record in the resource's tree, narrowed as {@link namesOffer}: neither the record itself nor those below.
 */
export const treeOffer = (
  context: Context, name: string, [campo, field]: [string, FieldOf<'referencia'>], query: unknown,
): OptionsOffer => {
  const {config} = context;
  const resource = resourceOf(config, name);
  const {[field.within ?? '']: shared, [OPTION_PARAMS.record]: record} = query as Readonly<Record<string, unknown>>;
  const [sharedId, recordId] = [[shared, field.within ?? campo] as const, [record, OPTION_PARAMS.record] as const].map(([value, param]) => {
    const id = typeof value === 'string' ? parseId(value) : undefined;
    if (value !== undefined && id === undefined) throw invalidParam(param);
    return id;
  });
  return {
    name, isNameOnly: true,
    where: caller => [
      scopePredicate(context, name, caller, 't'),
      ...(sharedId === undefined ? [] : [sharedValuePredicate(config, resource, field, 't', () => sql`${sharedId}`)]),
    ],
    newlyChoosable: caller => andPredicates([
      activePredicate({config, name, resource, actor: caller, alias: 't'}),
      ...(recordId === undefined ? [] : [sql<boolean>`t.id <> all(array(${idsBelow(config, name, [recordId])}))`]),
    ]),
  };
};

/** Records within the caller's scope, deleted ones included. */
export const deletedNamesOffer = (context: Context, name: string): OptionsOffer =>
  ({name, isNameOnly: true, includesDeleted: true, where: caller => [rowInScopePredicate(context, name, caller, 't')]});

/**
 * Records that a record may be linked with, each with its switch (GET filial/buscar-filiais-empresa).
 *
 * @param params path parameters: the record's id, 0 for a new one, and the value that linked records share
 * @throws Refusal 404 for a record, or a shared one, outside the caller's scope
 */
export const linkSwitchOffer = async (
  context: Context, name: string, key: string, field: LinkField, actor: Actor, params: unknown,
): Promise<OptionsOffer> => {
  const {config, db} = context;
  const resource = resourceOf(config, name);
  const [id, idWithin] = [pathId(params), field.within === undefined ? 0 : pathId(params, field.within)];
  const within = resource.fields[field.within ?? ''];
  if (within?.kind === 'referencia') await readStoredRow(context, db, within.to, actor, idWithin);
  if (id !== 0) await readStoredRow(context, db, name, actor, id);
  const {table, ownColumn, otherColumn} = linkTable(name, key, field.to);
  return {
    name: field.to,
    where: caller =>
      [scopePredicate(context, field.to, caller, 't'), sharedValuePredicate(config, resource, field, 't', () => sql`${idWithin}`)],
    extraColumn: {
      as: field.wire.on,
      value: sql<boolean>`exists (
        select from ${sql.table(table)} v where ${sql.ref(`v.${ownColumn}`)} = ${id} and ${sql.ref(`v.${otherColumn}`)} = t.id)`,
    },
  };
};

/** The choices of a field as rows (GET statusTickets/listarCombo), narrowed like records. */
export const choiceRows = ({choices}: FieldOf<'escolha'>, query: unknown): wire.Option[] =>
  narrowOptions(choices.map(({id, name}) => ({id, descricao: name})), row => row.descricao, readOptionsQuery(query));

export const fixedListRows = ({rows, wire: [id, name]}: FixedList): Record<string, unknown>[] =>
  Object.entries(rows).map(row => ({[id]: row[0], [name]: row[1]}));
