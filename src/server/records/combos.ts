/** Options for selects (rules: Lists 11): records by their title, branches with a user's switches, statuses, fixed lists. */
import {sql} from 'kysely';
import {scopeOf} from '../../schema/access.ts';
import type {List, Resource} from '../../schema/config.ts';
import type {FieldOf} from '../../schema/fields.ts';
import {parseEndpoint, pathParams} from '../../schema/paths.ts';
import type * as wire from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {isHidden} from '../db/columns.ts';
import {columnOf, resourceOf, tableOf} from '../db/names.ts';
import {comparedValue} from '../db/ordering.ts';
import {forbidden} from '../errors.ts';
import {idOf} from './ids.ts';
import type {LinkField} from './links.ts';
import {storedRow} from './read.ts';
import {allOf, type Predicate} from './conditions.ts';
import {notDeleted, scopePredicate} from './scope.ts';

type Option = Record<string, unknown>;

/** Who a combo is read for is who asks; only who reaches everything may name somebody else (rules: Access 3). */
const refuseOther = (resource: Resource, actor: Actor, idUsuario: number): void => {
  const mayNameAnyone = scopeOf(resource, actor.perfil).includes('tudo');
  if (idUsuario !== 0 && idUsuario !== actor.id && !mayNameAnyone) throw forbidden();
};

/** A record of what was deleted is not offered: a template of a branch that is no more. */
const livingOwners = (context: Context, resource: Resource): Predicate[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    const target = field.kind === 'referencia' ? resourceOf(context.config, field.to) : undefined;
    if (field.kind !== 'referencia' || target === undefined || !isHidden(field.to, target)) return [];
    const own = sql.ref(`t.${columnOf(name, field)}`);
    return [sql<boolean>`(${own} is null or exists (
      select from ${sql.table(tableOf(field.to, target))} as o where o.id = ${own} and ${notDeleted(field.to, target, 'o')}))`];
  });

const titles = async (
  context: Context, name: string, predicates: readonly Predicate[], more: Predicate | undefined, as = '',
): Promise<Option[]> => {
  const resource = resourceOf(context.config, name);
  const field = resource.fields[resource.title];
  const title = sql.ref(field === undefined ? 't.id' : `t.${columnOf(resource.title, field)}`);
  const order = field === undefined ? title : comparedValue(resource, resource.title, field, 't');
  // Whether it is switched on, for those that are.
  const toggle = resource.toggle?.field;
  const switched = toggle === undefined ? undefined : resource.fields[toggle];
  const state = toggle === undefined || switched === undefined
    ? sql``
    : sql`, ${sql.ref(`t.${columnOf(toggle, switched)}`)} as ${sql.ref(toggle)}`;
  const {rows} = await sql<Option>`
    select t.id, ${title} as ${sql.ref(resource.title)}${state}${more === undefined ? sql`` : sql`, ${more} as ${sql.ref(as)}`}
    from ${sql.table(tableOf(name, resource))} as t
    where ${allOf([...predicates, ...livingOwners(context, resource)])}
    order by ${order}, t.id`.execute(context.db);
  return rows;
};

/** A resource's combo: the records that the caller reaches, narrowed by the references in the path; `0` narrows to none. */
export const comboRows = (
  context: Context, name: string, endpoint: NonNullable<Resource['api']>['combo'], actor: Actor, params: unknown,
): Promise<Option[]> => {
  const resource = resourceOf(context.config, name);
  const names = endpoint === undefined ? [] : pathParams(parseEndpoint(endpoint).path);
  const predicates = names.flatMap(param => {
    const id = idOf(params, param);
    const field = resource.fields[param];
    if (field !== undefined) return [sql<boolean>`${sql.ref(`t.${columnOf(param, field)}`)} = ${id}`];
    refuseOther(resource, actor, id);
    return [];
  });
  return titles(context, name, [scopePredicate(context, name, actor, 't'), ...predicates], undefined);
};

/**
 * The records a user may be linked with, each with the user's switch (GET filial/buscar-filiais-empresa).
 *
 * @param id the user; 0 for a new one
 * @throws Refusal 404 for a company or user outside the caller's scope
 */
export const switchRows = async (
  context: Context, name: string, field: LinkField, actor: Actor, idWithin: number, id: number,
): Promise<Option[]> => {
  const within = resourceOf(context.config, name).fields[field.within];
  if (within?.kind === 'referencia') await storedRow(context, context.db, within.to, actor, idWithin);
  if (id !== 0) await storedRow(context, context.db, name, actor, id);
  const target = resourceOf(context.config, field.to);
  const column = target.fields[field.within];
  const narrowed = column === undefined ? [] : [sql<boolean>`${sql.ref(`t.${columnOf(field.within, column)}`)} = ${idWithin}`];
  const on = sql<boolean>`exists (select from usuarios_filiais v where v.id_usuario = ${id} and v.id_filial = t.id)`;
  return titles(context, field.to, [scopePredicate(context, field.to, actor, 't'), ...narrowed], on, field.wire.on);
};

/** The choices of a field as rows (GET statusTickets/listarCombo). */
export const choiceRows = ({choices}: FieldOf<'escolha'>): wire.Option[] => choices.map(({id, name}) => ({id, descricao: name}));

/** A fixed list under its names on the wire. */
export const listRowsOf = ({rows, wire}: List): Option[] => rows.map(row => ({[wire.id]: row.id, [wire.name]: row.name}));

/** Records under their titles, those that `predicates` leave of `t`. */
export const optionRows = (context: Context, name: string, predicates: readonly Predicate[]): Promise<Option[]> =>
  titles(context, name, predicates, undefined);
