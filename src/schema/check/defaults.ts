/** Default values: a literal, a moment, a session value, or a field of the referenced record. */
import {defaultLookupOf, literalDefault} from '../fields/defaults.ts';
import type {Fields} from '../shapes/fields.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {sortOfWord} from './conditionWords.ts';
import {references, sortOf, valueFits} from './fields.ts';
import {either, suggestion} from './words.ts';
import type {World} from './world.ts';

interface DefaultsGroup {
  path: string;
  fields: Fields;
  /** Fields whose references may be followed by a default. */
  beside: Fields;
  /** True for inputs of an existing record, where a required input must be answered. */
  asked?: true;
}

export const checkDefaults = (context: World, {path, fields, beside: siblings, asked: isAsked}: DefaultsGroup): void => {
  for (const [fieldName, field] of Object.entries(fields)) {
    const place = `${path}.${fieldName}.default`;
    const {kind, default: defaultValue} = field;
    // The choices check covers their default.
    if (defaultValue === undefined || kind === 'escolha') continue;
    const lookup = defaultLookupOf(siblings, field);
    const [name = '', ...furtherParts] = String(defaultValue).split('.');
    const hint = furtherParts.length === 1 && !name.includes(' ') ? suggestion(name, references(siblings)) : '';
    const reportWrongValue = (): void => context.say(place, `${either([defaultValue])} não é um valor de um campo ${kind}${hint}`);
    if (kindRuleOf(field).column === 'none' || !kindRuleOf(field).own) context.say(place, `um campo ${kind} não começa com nada`);
    else if (lookup !== undefined) {
      const lookupResource = context.config.resources[lookup.to];
      const target = lookupResource?.fields[lookup.field];
      if (!context.known(place, lookup.field, context.fieldsOf(lookup.to), `um campo de ${lookup.to}`) || target === undefined) continue;
      if (sortOf(target) !== sortOf(field)) context.say(
        place, `"${lookup.field}" de ${lookup.to} é ${sortOf(target)}, e não ${sortOf(field)}`,
      );
      if (isAsked && field.required !== undefined) context.say(place, `é obrigatório, e "${lookup.field}" de ${lookup.to} pode faltar`);
    } else if (literalDefault(siblings, field) === undefined) {
      if (sortOfWord(String(defaultValue)) !== sortOf(field)) reportWrongValue();
    // A referenced record may not exist. A text that resembles a reference's field is most likely a typo.
    } else if (kind === 'referencia' || hint !== '' || !valueFits(context, field, defaultValue)) reportWrongValue();
  }
};
