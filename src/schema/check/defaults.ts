/** What fields begin with: a value, a moment, what is known of whoever makes the record, or a field of what it names. */
import {defaultLookupOf, literalDefault} from '../fields/defaults.ts';
import type {Fields} from '../shapes/fields.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {sortOfWord} from './conditionWords.ts';
import {references, sortOf, valueFits} from './fields.ts';
import {either, suggestion} from './words.ts';
import type {World} from './world.ts';

interface Place {
  path: string;
  fields: Fields;
  /** All that is named beside them, by which they may be looked up; of what stands alone, nothing. */
  beside: Fields;
  /** Asked of a record that there is: what is required has to be answered. */
  asked?: true;
}

export const checkDefaults = (world: World, {path, fields, beside, asked}: Place): void => {
  for (const [own, field] of Object.entries(fields)) {
    const here = `${path}.${own}.default`;
    const {kind, default: said} = field;
    // A choice says itself which it takes.
    if (said === undefined || kind === 'escolha') continue;
    const from = defaultLookupOf(beside, field);
    const [name = '', ...rest] = String(said).split('.');
    const meant = rest.length === 1 && !name.includes(' ') ? suggestion(name, references(beside)) : '';
    const wrong = (): void => world.say(here, `${either([said])} não é um valor de um campo ${kind}${meant}`);
    if (kindRuleOf(field).column === 'none' || !kindRuleOf(field).own) world.say(here, `um campo ${kind} não começa com nada`);
    else if (from !== undefined) {
      const there = world.config.resources[from.to];
      const target = there?.fields[from.field];
      if (!world.known(here, from.field, world.fieldsOf(from.to), `um campo de ${from.to}`) || target === undefined) continue;
      if (sortOf(target) !== sortOf(field)) world.say(here, `"${from.field}" de ${from.to} é ${sortOf(target)}, e não ${sortOf(field)}`);
      if (asked && field.required !== undefined) world.say(here, `é obrigatório, e "${from.field}" de ${from.to} pode faltar`);
    } else if (literalDefault(beside, field) === undefined) {
      if (sortOfWord(String(said)) !== sortOf(field)) wrong();
    // A record that a config names by its number may not be there; a text that is nearly a reference's field is no text.
    } else if (kind === 'referencia' || meant !== '' || !valueFits(world, field, said)) wrong();
  }
};
