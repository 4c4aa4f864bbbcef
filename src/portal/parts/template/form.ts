/** A record's frozen form as form values: one value an item, by the item's id (rules: Items 1). */
import {queryOptions, useQuery, useQueryClient} from '@tanstack/react-query';
import {useDataProvider, type DataProvider} from 'ra-core';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {itemField, type TemplateItem} from '../../../schema/fields/items.ts';
import {storedItemValue, prefillFromSession} from '../../../schema/lifeCycle/answers.ts';
import {itemsKey} from '../../../schema/parts.ts';
import type {Session} from '../../../schema/session.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import type {FieldError, FormItem as Frozen} from '../../../schema/wire.ts';
import type {Compared} from '../../form/stale/differences.ts';
import {besideForm, notSavedFor} from '../../form/useOnce.ts';
import {useAbout, useConfig} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {allRows, type Row} from '../../wire/providers/dialects.ts';

/** An item of the template, or its frozen copy on a record, which has a value. */
export type FormItem = TemplateItem & Pick<Frozen, 'id'> & Partial<Frozen>;

/** Where the form around them keeps the items' values. */
const PLACE = 'itens';

/** A letter first: react-hook-form would take bare numbers for places in a list. */
const keyOf = (item: {id: number}): string => `i${item.id}`;
export const sourceOf = (item: {id: number}): string => `${PLACE}.${keyOf(item)}`;

/** The items a record carries; undefined for one that carries none, as a row of a list. */
export const itemsOf = (resource: Resource, record: RecordValues | undefined): readonly FormItem[] | undefined =>
  record?.[itemsKey(resource)] as readonly FormItem[] | undefined;

/** Whether a record is more than its row of a list: a row carries no form. */
export const isWhole = (resource: Resource, record: RecordValues): boolean =>
  resource.template === undefined || itemsOf(resource, record) !== undefined;

/** The reference of an item to its template. */
const parentOf = (config: Config, resource: Resource): string => {
  const {by = '', items = ''} = resource.template ?? {};
  const template = resource.fields[by];
  const [name = ''] = Object.entries(config.resources[items]?.fields ?? {})
    .find(([, field]) => field.kind === 'referencia' && template?.kind === 'referencia' && field.to === template.to) ?? [];
  return name;
};

/** The items of a template of the resource's, in their order. */
const templateItems = (config: Config, resource: Resource, dataProvider: DataProvider, idTemplate: number) => {
  const {items = ''} = resource.template ?? {};
  return queryOptions({
    queryKey: [items, 'doModelo', idTemplate],
    queryFn: async ({signal}): Promise<FormItem[]> => {
      const {data} = await dataProvider.getList<Row>(items, {
        ...allRows(config.resources[items], {[parentOf(config, resource)]: idTemplate}), signal,
      });
      return data as unknown as FormItem[];
    },
  });
};

export const useTemplateItems = (resource: Resource, idTemplate: number) => {
  const config = useConfig();
  const dataProvider = useDataProvider();
  return useQuery({...templateItems(config, resource, dataProvider, idTemplate), enabled: idTemplate > 0});
};

/** Items as the form's values. */
export const itemValues = (items: readonly FormItem[]): RecordValues =>
  ({[PLACE]: Object.fromEntries(items.map(item => [keyOf(item), item.valor ?? '']))});

/** The items somebody writes into, for a comparison with what is stored; what the session fills in is nobody's. */
export const comparedItems = (config: Config, items: readonly FormItem[], session: Session): Compared[] =>
  items.filter(item => prefillFromSession(config, item, session) === undefined)
    .map(item => ({name: sourceOf(item), field: itemField(config, item)}));

/** What is sent: every item, its value bare and as text (rules: Items 5). */
const answersOf = (config: Config, items: readonly FormItem[], values: RecordValues, session: Session) => {
  const typed = (values[PLACE] ?? {}) as RecordValues;
  return items.map(item => ({
    id: item.id,
    descricao: item.descricao,
    tipoCampo: item.tipoCampo,
    valor: prefillFromSession(config, item, session)?.value || storedItemValue(config, item, typed[keyOf(item)]),
  }));
};

/**
 * @param record whose form it is; undefined: a new one, whose form its template has
 * @returns what a save sends of the form; undefined where there is none to send, which is said
 */
export const useAnswers = (name: string, record: RecordValues | undefined) => {
  const {config, resource, session} = useAbout(name);
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const {template} = resource;
  return async (values: RecordValues): Promise<Record<string, unknown> | undefined> => {
    if (template === undefined) return {};
    const items = record === undefined
      ? await queryClient.query({...templateItems(config, resource, dataProvider, Number(values[template.by])), staleTime: 'static'})
      : itemsOf(resource, record) ?? [];
    if (record !== undefined || items.length > 0) return {[itemsKey(resource)]: answersOf(config, items, values, session)};
    toasts.warning(config.messages.formEmpty);
    return undefined;
  };
};

/** A record with what was answered in its form. */
export const withAnswers = (resource: Resource, record: Row, answers: RecordValues): Row => {
  const given = itemsOf(resource, answers) ?? [];
  const items = itemsOf(resource, record)?.map((item, at) => ({...item, ...given[at]}));
  return items === undefined ? record : {...record, [itemsKey(resource)]: items};
};

/**
 * What a submit returns that did not save: the server's `campos` at their place in the form (`itens.12` is the item with that
 * id), those without an input in sight in words of the form, else why. Never empty, or the form would hold itself for saved and let
 * its changes go; and nothing at a field without an input, where it would keep the form from being sent again.
 *
 * @param drawn the names of the inputs in sight
 */
export const notSaved = (
  resource: Resource, campos: readonly FieldError[] = [], reason = '', drawn: ReadonlySet<string> = new Set(),
): Record<string, unknown> => {
  const errors: Record<string, string> = {};
  const items: Record<string, string> = {};
  const others: FieldError[] = [];
  const prefix = `${itemsKey(resource)}.`;
  for (const {campo, mensagem} of campos) {
    const id = campo.startsWith(prefix) ? Number(campo.slice(prefix.length)) : NaN;
    if (Number.isInteger(id)) items[keyOf({id})] = mensagem;
    else if (drawn.has(campo)) errors[campo] = mensagem;
    else others.push({campo, mensagem});
  }
  return {
    ...notSavedFor(campos.length === 0 ? reason : besideForm(resource.fields, others)), ...errors,
    ...(Object.keys(items).length === 0 ? {} : {[PLACE]: items}),
  };
};
