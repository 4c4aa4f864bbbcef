/** What the fields of a new record begin with: a value, a moment, what is known of whoever makes it, or a field of what it names. */
import {followed, literalOf} from '../fields/defaults.ts';
import {ruleOf} from '../fields/kinds.ts';
import {sortOfSide} from './conditionWords.ts';
import {sortOf, valueFits} from './fields.ts';
import {either} from './words.ts';
import type {Here} from './world.ts';

export const checkDefaults = ({world, name, resource, path}: Here): void => {
  const {fields} = resource;
  for (const [own, field] of Object.entries(fields)) {
    const here = `${path}.fields.${own}.default`;
    const {kind, default: said} = field;
    // A choice says itself which it takes.
    if (said === undefined || kind === 'escolha') continue;
    const from = followed(fields, field);
    const wrong = (): void => world.say(here, `${either([said])} não é um valor de um campo ${kind}`);
    if (ruleOf(field).column === 'none' || !ruleOf(field).own) world.say(here, `um campo ${kind} não começa com nada`);
    else if (from !== undefined) {
      const there = world.config.resources[from.to];
      const target = there?.fields[from.field];
      if (!world.known(here, from.field, world.fieldsOf(from.to), `um campo de ${from.to}`) || target === undefined) continue;
      if (sortOf(target) !== sortOf(field)) world.say(here, `"${from.field}" de ${from.to} é ${sortOf(target)}, e não ${sortOf(field)}`);
      if (field.required === true) world.say(here, `é obrigatório, e "${from.field}" de ${from.to} pode faltar`);
    } else if (literalOf(fields, field) === undefined) {
      const sort = sortOfSide({world, here, of: name, resource, ask: () => {}, askThere: () => {}}, String(said));
      if (sort !== sortOf(field)) wrong();
    // A record that a config names by its number may not be there.
    } else if (kind === 'referencia' || !valueFits(world, field, said)) wrong();
  }
};
