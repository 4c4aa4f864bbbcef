/** Items of a form template as fields, so that the same code draws and validates both. */
import type {Config} from '../config/config.ts';
import type {Field} from '../config/fields.ts';
import {ruleOf} from './kinds.ts';
import {itemWords} from '../words/messages.ts';
import {onceFor} from '../onceFor.ts';
import {normalised} from './text.ts';
import {isMissingRow, validateValue} from './validate.ts';

/** A template's item, or its copy on a record. */
export interface Item {
  descricao: string;
  tipoCampo: string;
  obrigatorio: boolean;
}

export const ITEMS = 'itens';

/** Returns the changed property of an item; undefined if only case, accents or blanks of its description differ. */
export const changeOfItem = (before: Omit<Item, 'obrigatorio'>, now: Omit<Item, 'obrigatorio'>): 'descricao' | 'tipoCampo' | undefined => {
  if (normalised(before.descricao) !== normalised(now.descricao)) return 'descricao';
  return before.tipoCampo === now.tipoCampo ? undefined : 'tipoCampo';
};

type NamedItems = Config['namedItems'];
/** Items by normalised name. Of two equal names the first counts. */
const itemsByName = onceFor((items: NamedItems): Map<string, NamedItems[string]> =>
  new Map(Object.entries(items).toReversed().map(([name, item]) => [normalised(name), item])));
export const namedItem = (config: Config, {descricao}: Item): NamedItems[string] | undefined =>
  itemsByName(config.namedItems).get(normalised(descricao));

/** The config's field for an item, without the item's own label. */
const configuredField = (config: Config, item: Item): Field =>
  (namedItem(config, item)?.field ?? config.itemKinds[item.tipoCampo] ?? config.itemKinds['texto']) as Field;

/** Returns the field for an item: by its description (Transgenia, CPF …; rules: Items 3), else by its `tipoCampo`. */
export const itemField = (config: Config, item: Item): Field =>
  ({...configuredField(config, item), label: item.descricao, ...(item.obrigatorio ? {required: true} : {})});

/** Returns the message for an invalid value (rules: Items 2); undefined if the value is valid. */
export const validateItem = (config: Config, item: Item, valor: unknown): string | undefined => {
  const field = configuredField(config, item);
  const mistake = validateValue(field, valor, item.obrigatorio, itemWords);
  const value = ruleOf(field).bare(valor, field);
  return mistake ?? (value !== null && isMissingRow(config, field, value) ? itemWords.invalid : undefined);
};
