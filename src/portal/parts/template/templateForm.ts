/** The items of a template or a record's frozen form as form values, by item id (rules: Items 1). */
import {queryOptions, useQuery, useQueryClient} from '@tanstack/react-query';
import {useDataProvider, type DataProvider} from 'ra-core';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {itemField, type TemplateItem} from '../../../schema/fields/items.ts';
import {storedItemValue, prefillFromSession} from '../../../schema/lifeCycle/answers.ts';
import {itemsKey} from '../../../schema/parts.ts';
import type {Session} from '../../../schema/session.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import type {FieldError, FormItem as FrozenItem} from '../../../schema/apiShapes.ts';
import type {ComparedInput} from '../../form/stale/differences.ts';
import {joinHiddenFieldErrors, notSavedErrors} from '../../form/useSubmitOnce.ts';
import {useResourceAndSession, useConfig} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {allRowsParams, type Row} from '../../api/providers/listDialects.ts';

/** An item of a template, or its frozen copy on a record with a value. */
export type RecordFormItem = TemplateItem & Pick<FrozenItem, 'id'> & Partial<FrozenItem>;

const ITEMS_PATH = 'itens';

/** Starts with a letter, because react-hook-form treats bare numbers as array indexes. */
const keyOf = (item: {id: number}): string => `i${item.id}`;
export const itemSource = (item: {id: number}): string => `${ITEMS_PATH}.${keyOf(item)}`;

/** The record's items; undefined: it has none, as a list row. */
export const recordItems = (resource: Resource, record: RecordValues | undefined): readonly RecordFormItem[] | undefined =>
  record?.[itemsKey(resource)] as readonly RecordFormItem[] | undefined;

/** True unless the record is a list row, which lacks the form. */
export const isFormLoaded = (resource: Resource, record: RecordValues): boolean =>
  resource.template === undefined || recordItems(resource, record) !== undefined;

const findTemplateField = (config: Config, resource: Resource): string => {
  const {by = '', items = ''} = resource.template ?? {};
  const template = resource.fields[by];
  const [name = ''] = Object.entries(config.resources[items]?.fields ?? {})
    .find(([, field]) => field.kind === 'referencia' && template?.kind === 'referencia' && field.to === template.to) ?? [];
  return name;
};

const templateItemsQuery = (config: Config, resource: Resource, dataProvider: DataProvider, idTemplate: number) => {
  const {items = ''} = resource.template ?? {};
  return queryOptions({
    queryKey: [items, 'doModelo', idTemplate],
    queryFn: async ({signal}): Promise<RecordFormItem[]> => {
      const {data} = await dataProvider.getList<Row>(items, {
        ...allRowsParams(config.resources[items], {[findTemplateField(config, resource)]: idTemplate}), signal,
      });
      return data as unknown as RecordFormItem[];
    },
  });
};

export const useTemplateItems = (resource: Resource, idTemplate: number) => {
  const config = useConfig();
  const dataProvider = useDataProvider();
  return useQuery({...templateItemsQuery(config, resource, dataProvider, idTemplate), enabled: idTemplate > 0});
};

export const itemValues = (items: readonly RecordFormItem[]): RecordValues =>
  ({[ITEMS_PATH]: Object.fromEntries(items.map(item => [keyOf(item), item.valor ?? '']))});

/** The items to compare with the stored record, without those that the session fills in. */
export const listComparedItems = (config: Config, items: readonly RecordFormItem[], session: Session): ComparedInput[] =>
  items.filter(item => prefillFromSession(config, item, session) === undefined)
    .map(item => ({name: itemSource(item), field: itemField(config, item)}));

/** The request body: every item with its bare value as text (rules: Items 5). */
const answersOf = (config: Config, items: readonly RecordFormItem[], values: RecordValues, session: Session) => {
  const typed = (values[ITEMS_PATH] ?? {}) as RecordValues;
  return items.map(item => ({
    id: item.id,
    descricao: item.descricao,
    tipoCampo: item.tipoCampo,
    valor: prefillFromSession(config, item, session)?.value || storedItemValue(config, item, typed[keyOf(item)]),
  }));
};

/**
 * The function that builds the form's part of a save's body.
 *
 * @param record undefined: a new record, whose items come from its template
 * @returns resolves undefined for a template without items, after a warning toast
 */
export const useBuildFormAnswers = (name: string, record: RecordValues | undefined) => {
  const {config, resource, session} = useResourceAndSession(name);
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const {template} = resource;
  return async (values: RecordValues): Promise<Record<string, unknown> | undefined> => {
    if (template === undefined) return {};
    const items = record === undefined
      ? await queryClient.query({...templateItemsQuery(config, resource, dataProvider, Number(values[template.by])), staleTime: 'static'})
      : recordItems(resource, record) ?? [];
    if (record !== undefined || items.length > 0) return {[itemsKey(resource)]: answersOf(config, items, values, session)};
    toasts.warning(config.messages.formEmpty);
    return undefined;
  };
};

export const mergeAnswers = (resource: Resource, record: Row, answers: RecordValues): Row => {
  const answeredItems = recordItems(resource, answers) ?? [];
  const items = recordItems(resource, record)?.map((item, index) => ({...item, ...answeredItems[index]}));
  return items === undefined ? record : {...record, [itemsKey(resource)]: items};
};

/**
 * The errors of a failed submit: the server's `campos` at their fields (`itens.12` is the item with that id). Those without a visible input
 * become a message of the form; without `campos` the reason does. The result is never empty, because the form would count as saved. A field
 * without an input gets no error, because it would block the next submit.
 *
 * @param drawn names of the visible inputs
 */
export const submitErrors = (
  resource: Resource, campos: readonly FieldError[] = [], reason = '', drawn: ReadonlySet<string> = new Set(),
): Record<string, unknown> => {
  const errors: Record<string, string> = {};
  const items: Record<string, string> = {};
  const withoutInput: FieldError[] = [];
  const prefix = `${itemsKey(resource)}.`;
  for (const {campo, mensagem} of campos) {
    const id = campo.startsWith(prefix) ? Number(campo.slice(prefix.length)) : NaN;
    if (Number.isInteger(id)) items[keyOf({id})] = mensagem;
    else if (drawn.has(campo)) errors[campo] = mensagem;
    else withoutInput.push({campo, mensagem});
  }
  return {
    ...notSavedErrors(campos.length === 0 ? reason : joinHiddenFieldErrors(resource.fields, withoutInput)), ...errors,
    ...(Object.keys(items).length === 0 ? {} : {[ITEMS_PATH]: items}),
  };
};
