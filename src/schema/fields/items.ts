/** Items of a form template as fields, so that the same code draws and validates both. */
import type {Config} from '../shapes/config.ts';
import type {Field} from '../shapes/fields.ts';
import {kindRuleOf} from './kinds.ts';
import {itemMessages} from '../words/messages.ts';
import {memoize} from '../memoize.ts';
import {toComparableText} from './text.ts';
import {isMissingRow, validateValue} from './validate.ts';

/** A template's item, or its copy on a record. */
export interface TemplateItem {
  descricao: string;
  tipoCampo: string;
  obrigatorio: boolean;
}

export const DEFAULT_ITEMS_KEY = 'itens';

/** Returns the changed property of an item; undefined if only case, accents or blanks of its description differ. */
export const changedItemProperty = (
  before: Omit<TemplateItem, 'obrigatorio'>, now: Omit<TemplateItem, 'obrigatorio'>,
): 'descricao' | 'tipoCampo' | undefined => {
  if (toComparableText(before.descricao) !== toComparableText(now.descricao)) return 'descricao';
  return before.tipoCampo === now.tipoCampo ? undefined : 'tipoCampo';
};

type NamedItems = Config['namedItems'];
/** Items by normalised name. Of two equal names the first counts. */
const itemsByName = memoize((items: NamedItems): Map<string, NamedItems[string]> =>
  new Map(Object.entries(items).toReversed().map(([name, item]) => [toComparableText(name), item])));
export const findNamedItem = (config: Config, {descricao}: TemplateItem): NamedItems[string] | undefined =>
  itemsByName(config.namedItems).get(toComparableText(descricao));

/** The config's field for an item, without the item's own label. */
const configuredField = (config: Config, item: TemplateItem): Field =>
  (findNamedItem(config, item)?.field ?? config.itemKinds[item.tipoCampo] ?? config.itemKinds['texto']) as Field;

/** Returns the field for an item: by its description (Transgenia, CPF …; rules: Items 3), else by its `tipoCampo`. */
export const itemField = (config: Config, item: TemplateItem): Field =>
  ({...configuredField(config, item), label: item.descricao, ...(item.obrigatorio ? {required: true} : {})});

/** Returns the message for an invalid value (rules: Items 2); undefined if the value is valid. */
export const validateItem = (config: Config, item: TemplateItem, valor: unknown): string | undefined => {
  const field = configuredField(config, item);
  const mistake = validateValue(field, valor, item.obrigatorio, itemMessages);
  const value = kindRuleOf(field).bare(valor, field);
  return mistake ?? (value !== null && isMissingRow(config, field, value) ? itemMessages.invalid : undefined);
};
