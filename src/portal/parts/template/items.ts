/** The dynamic fields of a ticket as form values: one value an item, by the item's id (rules: Items 1). */
import {queryOptions, useQuery} from '@tanstack/react-query';
import type {Config} from '../../../schema/config.ts';
import {itemField, itemValue, prefilled, type Item} from '../../../schema/items.ts';
import {apiOf} from '../../../schema/paths.ts';
import type {Session} from '../../../schema/session.ts';
import type {FieldError, FormItem} from '../../../schema/wire.ts';
import type {Compared} from '../../form/stale/differences.ts';
import {useConfig} from '../../session/ConfigContext.tsx';
import {request} from '../../wire/http.ts';

export const TEMPLATE_ITEMS = 'modelosFormularioItem';

/** An item of the template, or its frozen copy on a ticket. */
export type TicketItem = Item & Pick<FormItem, 'id'> & Partial<FormItem>;

/** Form values of a ticket screen. */
export interface TicketValues {
  [field: string]: unknown;
  itens?: Record<string, unknown>;
}

/** A letter first: react-hook-form would take bare numbers for places in a list. */
const keyOf = (item: {id: number}): string => `i${item.id}`;
export const sourceOf = (item: {id: number}): string => `itens.${keyOf(item)}`;

/** The items of a template, in their order. */
export const templateItems = (config: Config, idModeloFormulario: number) =>
  queryOptions({
    queryKey: [TEMPLATE_ITEMS, 'doModelo', idModeloFormulario],
    queryFn: async ({signal}): Promise<TicketItem[]> => {
      const resource = config.resources[TEMPLATE_ITEMS];
      const list = resource && apiOf(TEMPLATE_ITEMS, resource).list;
      if (list === undefined) return [];
      const query = new URLSearchParams({idModeloFormulario: String(idModeloFormulario)});
      return (await request<TicketItem[]>(list, {query, signal})).body;
    },
  });

export const useTemplateItems = (idModeloFormulario: number) => {
  const config = useConfig();
  return useQuery({...templateItems(config, idModeloFormulario), enabled: idModeloFormulario > 0});
};

/** A ticket's own items as form values. */
export const valuesOf = (items: readonly TicketItem[]): Record<string, unknown> =>
  Object.fromEntries(items.map(item => [keyOf(item), item.valor ?? '']));

/** The items somebody writes into, for a comparison with what is stored; what the session fills in is nobody's. */
export const comparedItems = (config: Config, items: readonly TicketItem[], session: Session): Compared[] =>
  items.filter(item => prefilled(config, item, session) === undefined)
    .map(item => ({name: sourceOf(item), field: itemField(config, item)}));

/** What `ticketFormularios` carries: every item, its value bare and as text (rules: Items 5). */
export const toFormularios = (config: Config, items: readonly TicketItem[], values: TicketValues, session: Session) =>
  items.map(item => ({
    id: item.id,
    descricao: item.descricao,
    tipoCampo: item.tipoCampo,
    valor: prefilled(config, item, session)?.value || itemValue(config, item, values.itens?.[keyOf(item)]),
  }));

/**
 * What a submit returns that did not save: the server's `campos` at their place in the form (`ticketFormularios.12` is
 * the item with that id). Never empty, or the form would hold itself for saved and let its changes go.
 */
export const notSaved = (campos: readonly FieldError[] = []): Record<string, unknown> => {
  const errors: Record<string, unknown> = {root: {servidor: {type: 'servidor'}}};
  const itens: Record<string, string> = {};
  for (const {campo, mensagem} of campos) {
    const id = /^ticketFormularios\.(\d+)$/.exec(campo)?.[1];
    if (id === undefined) errors[campo] = mensagem;
    else itens[keyOf({id: Number(id)})] = mensagem;
  }
  return Object.keys(itens).length === 0 ? errors : {...errors, itens};
};
