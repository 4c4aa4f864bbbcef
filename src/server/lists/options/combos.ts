/** Offers for selects (rules: Lists 11): records by title, link switches, statuses, fixed lists. */
import {sql} from 'kysely';
import {scopeOf} from '../../../schema/access.ts';
import type {Endpoint, List, Resource} from '../../../schema/config/config.ts';
import type {FieldOf} from '../../../schema/config/fields.ts';
import {parseEndpoint, pathParams} from '../../../schema/paths.ts';
import type * as wire from '../../../schema/wire.ts';
import type {Actor, Context} from '../../context.ts';
import {columnOf, linkTable, resourceOf} from '../../db/names.ts';
import {forbidden, invalidParam} from '../../errors.ts';
import {sharing} from '../../engine/references.ts';
import {idIn, idOf} from '../../http/route.ts';
import {companyRows, conditionPredicate, namedRows, scopePredicate} from '../../db/conditions/conditions.ts';
import {allOf, switchedOn, type Rows} from '../../db/conditions/rows.ts';
import {rowInScope} from '../../reach/scope.ts';
import {storedRow} from '../../reach/storedRow.ts';
import type {LinkField} from '../../readable/reader.ts';
import {livingOwners, type Offer} from './options.ts';
import {askedOptions, narrowed} from './query.ts';

/** A combo may name another user only for profiles that reach everything (rules: Access 3). */
const refuseOtherUser = (resource: Resource, actor: Actor, idUsuario: number): void => {
  const mayNameAnyone = scopeOf(resource, actor.perfil).includes('tudo');
  if (idUsuario !== 0 && idUsuario !== actor.id && !mayNameAnyone) throw forbidden();
};

/** Combo of a resource: records within the caller's scope, narrowed by the references in the path; `0` matches nothing. */
export const comboOffer = (context: Context, name: string, endpoint: Endpoint, actor: Actor, params: unknown): Offer => {
  const resource = resourceOf(context.config, name);
  const predicates = pathParams(parseEndpoint(endpoint).path).flatMap(param => {
    const id = idOf(params, param);
    const field = resource.fields[param];
    if (field !== undefined) return [sql<boolean>`${sql.ref(`t.${columnOf(param, field)}`)} = ${id}`];
    refuseOtherUser(resource, actor, id);
    return [];
  });
  const {config} = context;
  return {
    name, where: caller => [scopePredicate(context, name, caller, 't'), ...predicates],
    ...(resource.toggle?.refuses === undefined ? {} : {anew: caller => switchedOn({config, name, resource, actor: caller, alias: 't'})}),
  };
};

/** Records that a reference offers by name alone, narrowed by the value shared with the own record; `0` matches nothing. */
export const namesOffer = ({config}: Context, name: string, [campo, field]: [string, FieldOf<'referencia'>], query: unknown): Offer => {
  const {to, within, where} = field;
  const target = resourceOf(config, to);
  const {[within ?? '']: parent} = query as Readonly<Record<string, unknown>>;
  const id = typeof parent === 'string' ? idIn(parent) : undefined;
  if (parent !== undefined && id === undefined) throw invalidParam(within ?? campo);
  const rowContext = (actor: Actor): Rows => ({config, name: to, resource: target, actor, alias: 't'});
  return {
    name: to, isNameAlone: true, isGoneToo: true,
    where: caller => [
      companyRows(rowContext(caller)),
      ...(id === undefined ? [] : [sharing(config, resourceOf(config, name), field, 't', () => sql`${id}`)]),
    ],
    anew: caller => allOf([
      namedRows(rowContext(caller)), switchedOn(rowContext(caller)), ...livingOwners(config, target),
      ...(where === undefined ? [] : [conditionPredicate(where, rowContext(caller))]),
    ]),
  };
};

/** Records within the caller's scope, deleted ones included. */
export const goneOffer = (context: Context, name: string): Offer =>
  ({name, isNameAlone: true, isGoneToo: true, where: caller => [rowInScope(context, name, caller, 't')]});

/**
 * Records that a record may be linked with, each with its switch (GET filial/buscar-filiais-empresa).
 *
 * @param params path parameters: the record's id, 0 for a new one, and the value that linked records share
 * @throws Refusal 404 for a record, or a shared one, outside the caller's scope
 */
export const switchOffer = async (
  context: Context, name: string, key: string, field: LinkField, actor: Actor, params: unknown,
): Promise<Offer> => {
  const {config, db} = context;
  const resource = resourceOf(config, name);
  const [id, idWithin] = [idOf(params), field.within === undefined ? 0 : idOf(params, field.within)];
  const within = resource.fields[field.within ?? ''];
  if (within?.kind === 'referencia') await storedRow(context, db, within.to, actor, idWithin);
  if (id !== 0) await storedRow(context, db, name, actor, id);
  const {table, own, other} = linkTable(name, key, field.to);
  return {
    name: field.to,
    where: caller => [scopePredicate(context, field.to, caller, 't'), sharing(config, resource, field, 't', () => sql`${idWithin}`)],
    more: {
      as: field.wire.on,
      value: sql<boolean>`exists (
        select from ${sql.table(table)} v where ${sql.ref(`v.${own}`)} = ${id} and ${sql.ref(`v.${other}`)} = t.id)`,
    },
  };
};

/** The choices of a field as rows (GET statusTickets/listarCombo), narrowed like records. */
export const choiceRows = ({choices}: FieldOf<'escolha'>, query: unknown): wire.Option[] =>
  narrowed(choices.map(({id, name}) => ({id, descricao: name})), row => row.descricao, askedOptions(query));

export const listRowsOf = ({rows, wire: [id, name]}: List): Record<string, unknown>[] =>
  Object.entries(rows).map(row => ({[id]: row[0], [name]: row[1]}));
