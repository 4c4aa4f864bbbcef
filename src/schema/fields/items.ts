/** What an administrator writes into a form template is a field too: the same kinds, drawn and validated by the same code. */
import type {Config} from '../config/config.ts';
import type {Field} from '../config/fields.ts';
import {ruleOf} from './kinds.ts';
import {itemWords} from '../words/messages.ts';
import {onceFor} from '../onceFor.ts';
import {normalised} from './text.ts';
import {isMissingRow, validateValue} from './validate.ts';

/** A template's item, or its frozen copy on a record. */
export interface Item {
  descricao: string;
  tipoCampo: string;
  obrigatorio: boolean;
}

/** What a frozen form is called on the wire, where the resource does not say. */
export const ITEMS = 'itens';

/** Which of both an item asks for otherwise than before; undefined: it is the same question, however it is spelled. */
export const changeOfItem = (before: Omit<Item, 'obrigatorio'>, now: Omit<Item, 'obrigatorio'>): 'descricao' | 'tipoCampo' | undefined => {
  if (normalised(before.descricao) !== normalised(now.descricao)) return 'descricao';
  return before.tipoCampo === now.tipoCampo ? undefined : 'tipoCampo';
};

type NamedItems = Config['namedItems'];
/** By name as names are compared; of two that are the same the first counts. */
const byName = onceFor((items: NamedItems): Map<string, NamedItems[string]> =>
  new Map(Object.entries(items).toReversed().map(([name, item]) => [normalised(name), item])));
/** What the config says of an item by its name. */
export const namedItem = (config: Config, {descricao}: Item): NamedItems[string] | undefined =>
  byName(config.namedItems).get(normalised(descricao));

/** The config's own field for an item: what its values are, without the item's own label. */
const fieldBehind = (config: Config, item: Item): Field =>
  (namedItem(config, item)?.field ?? config.itemKinds[item.tipoCampo] ?? config.itemKinds['texto']) as Field;

/** The field an item is: known by its description (Transgenia, CPF …; rules: Items 3), else by its `tipoCampo`. */
export const itemField = (config: Config, item: Item): Field =>
  ({...fieldBehind(config, item), label: item.descricao, ...(item.obrigatorio ? {required: true} : {})});

/** The sentence for an item's value (rules: Items 2); undefined when it is valid. */
export const validateItem = (config: Config, item: Item, valor: unknown): string | undefined => {
  const field = fieldBehind(config, item);
  const mistake = validateValue(field, valor, item.obrigatorio, itemWords);
  const value = ruleOf(field).bare(valor, field);
  return mistake ?? (value !== null && isMissingRow(config, field, value) ? itemWords.invalid : undefined);
};
