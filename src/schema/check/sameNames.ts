/** Names that people read and could not tell apart. */
import {maySee} from '../access.ts';
import type {Resource} from '../shapes/config.ts';
import type {Fields} from '../shapes/fields.ts';
import {toComparableText} from '../fields/text.ts';
import {askedFields} from '../lifeCycle/asks.ts';
import type {Here, World} from './world.ts';

type Called = readonly [key: string | number, name: string];

/** Says so of each that is called like one before it: capitals and accents do not tell them apart. */
export const refuseSameNames = (
  world: World, here: string, called: readonly Called[], areApart: (one: Called, other: Called) => boolean = () => false,
): void => {
  for (const [index, one] of called.entries()) {
    const other = called.slice(0, index).find(before => toComparableText(before[1]) === toComparableText(one[1]) && !areApart(before, one));
    if (other === undefined) continue;
    world.say(here, `${JSON.stringify(other[0])} e ${JSON.stringify(one[0])} se chamam "${one[1]}": ninguém saberia qual é qual`);
  }
};

/** The titled section of the form that a field stands in. */
const sectionOf = ({form}: Resource, name: string): string =>
  Object.entries(form).find(([title, names]) => title !== '' && names.includes(name))?.[0] ?? '';

/**
 * Whether nobody takes one for the other: no profile sees both, each has a section of its own or is shown under a condition of its own, or
 * one is archived, which the other replaces.
 */
const areApartIn = ({world: {config}, resource}: Here, fields: Fields) => ([one]: Called, [other]: Called): boolean => {
  const both = [one, other].flatMap(name => (fields[name] === undefined ? [] : [fields[name]]));
  const isSeen = Object.keys(config.profiles).some(perfil => both.every(field => maySee(field, perfil)));
  const sections = new Set([one, other].map(name => sectionOf(resource, String(name))));
  return !isSeen || (sections.size === 2 && !sections.has('')) || both.every(field => field.visible !== undefined)
    || both.some(field => field.archived === true);
};

export const checkSameNames = (here: Here): void => {
  const {world, resource, path} = here;
  const {fields, template, actions = {}} = resource;
  // What is shown or kept of the record that a reference names is called like the reference.
  const kept = [template?.summary, ...Object.keys(template?.keep ?? {})];
  const isShown = ([name]: Called): boolean => fields[name]?.kind === 'relacionado' || kept.includes(String(name));
  const check = (place: string, some: Fields): void => {
    const areApart = areApartIn(here, some);
    refuseSameNames(world, place, Object.entries(some).map(([name, {label}]) => [name, label] as const),
      (one, other) => isShown(one) !== isShown(other) || areApart(one, other));
  };
  check(`${path}.fields`, fields);
  for (const [key, action] of Object.entries(actions)) check(`${path}.actions.${key}.asks`, askedFields(resource, action));
};
