/** Options for selects (rules: Lists 11): records by their title, branches with a user's switches, statuses, fixed lists. */
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

/** Who a combo is read for is who asks; only who reaches everything may name somebody else (rules: Access 3). */
const refuseOther = (resource: Resource, actor: Actor, idUsuario: number): void => {
  const mayNameAnyone = scopeOf(resource, actor.perfil).includes('tudo');
  if (idUsuario !== 0 && idUsuario !== actor.id && !mayNameAnyone) throw forbidden();
};

/** A resource's combo: the records that the caller reaches, narrowed by the references in the path; `0` narrows to none. */
export const comboOffer = (context: Context, name: string, endpoint: Endpoint, actor: Actor, params: unknown): Offer => {
  const resource = resourceOf(context.config, name);
  const predicates = pathParams(parseEndpoint(endpoint).path).flatMap(param => {
    const id = idOf(params, param);
    const field = resource.fields[param];
    if (field !== undefined) return [sql<boolean>`${sql.ref(`t.${columnOf(param, field)}`)} = ${id}`];
    refuseOther(resource, actor, id);
    return [];
  });
  const {config} = context;
  return {
    name, where: who => [scopePredicate(context, name, who, 't'), ...predicates],
    ...(resource.toggle?.refuses === undefined ? {} : {anew: who => switchedOn({config, name, resource, actor: who, alias: 't'})}),
  };
};

/** What a reference offers by name alone; narrowed by the record that it shares with its own, `0`: to none. */
export const namesOffer = ({config}: Context, name: string, [campo, field]: [string, FieldOf<'referencia'>], query: unknown): Offer => {
  const {to, within, where} = field;
  const target = resourceOf(config, to);
  const {[within ?? '']: parent} = query as Readonly<Record<string, unknown>>;
  const id = typeof parent === 'string' ? idIn(parent) : undefined;
  if (parent !== undefined && id === undefined) throw invalidParam(within ?? campo);
  const rowsOf = (actor: Actor): Rows => ({config, name: to, resource: target, actor, alias: 't'});
  return {
    name: to, isNameAlone: true, isGoneToo: true,
    where: who => [
      companyRows(rowsOf(who)), ...(id === undefined ? [] : [sharing(config, resourceOf(config, name), field, 't', () => sql`${id}`)]),
    ],
    anew: who => allOf([
      namedRows(rowsOf(who)), switchedOn(rowsOf(who)), ...livingOwners(config, target),
      ...(where === undefined ? [] : [conditionPredicate(where, rowsOf(who))]),
    ]),
  };
};

/** Records within the caller's scope, deleted or not. */
export const goneOffer = (context: Context, name: string): Offer =>
  ({name, isNameAlone: true, isGoneToo: true, where: who => [rowInScope(context, name, who, 't')]});

/**
 * The records that one may be linked with, each with its switch (GET filial/buscar-filiais-empresa).
 *
 * @param params of the call: its number, 0 for a new one, and what those share that are linked
 * @throws Refusal 404 for a record, or one that it shares, outside the caller's scope
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
    where: who => [scopePredicate(context, field.to, who, 't'), sharing(config, resource, field, 't', () => sql`${idWithin}`)],
    more: {
      as: field.wire.on,
      value: sql<boolean>`exists (
        select from ${sql.table(table)} v where ${sql.ref(`v.${own}`)} = ${id} and ${sql.ref(`v.${other}`)} = t.id)`,
    },
  };
};

/** The choices of a field as rows (GET statusTickets/listarCombo), narrowed as records are. */
export const choiceRows = ({choices}: FieldOf<'escolha'>, query: unknown): wire.Option[] =>
  narrowed(choices.map(({id, name}) => ({id, descricao: name})), row => row.descricao, askedOptions(query));

/** A fixed list under its names on the wire. */
export const listRowsOf = ({rows, wire: [id, name]}: List): Record<string, unknown>[] =>
  Object.entries(rows).map(row => ({[id]: row[0], [name]: row[1]}));
