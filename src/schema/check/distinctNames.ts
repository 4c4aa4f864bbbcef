/** Labels that people cannot tell apart. */
import {maySee} from '../access.ts';
import type {Resource} from '../shapes/config.ts';
import type {Fields} from '../shapes/fields.ts';
import {toComparableText} from '../fields/text.ts';
import {askedFields} from '../lifeCycle/asks.ts';
import type {ResourceCheckContext, CheckContext} from './checkContext.ts';

type NamedEntry = readonly [key: string | number, name: string];

/** Reports each label that equals an earlier one without regard to case and accents. */
export const checkDistinctNames = (
  context: CheckContext, place: string, entries: readonly NamedEntry[],
  areDistinguishable: (first: NamedEntry, second: NamedEntry) => boolean = () => false,
): void => {
  for (const [index, entry] of entries.entries()) {
    const earlierEntry = entries.slice(0, index).find(
      earlier => toComparableText(earlier[1]) === toComparableText(entry[1]) && !areDistinguishable(earlier, entry)
    );
    if (earlierEntry === undefined) continue;
    context.report(
      place, `${JSON.stringify(earlierEntry[0])} e ${JSON.stringify(entry[0])} se chamam "${entry[1]}": ninguém saberia qual é qual`,
    );
  }
};

/** Returns the titled form section of a field. */
const sectionOf = ({form}: Resource, name: string): string =>
  Object.entries(form).find(([title, names]) => title !== '' && names.includes(name))?.[0] ?? '';

/** Tells whether no reader confuses two fields: no profile sees both, their sections or conditions differ, or one is archived. */
const createDistinguisher = (
  {context: {config}, resource}: ResourceCheckContext, fields: Fields,
) => ([firstName]: NamedEntry, [secondName]: NamedEntry): boolean => {
  const pair = [firstName, secondName].flatMap(name => (fields[name] === undefined ? [] : [fields[name]]));
  const hasCommonReader = Object.keys(config.profiles).some(perfil => pair.every(field => maySee(field, perfil)));
  const sections = new Set([firstName, secondName].map(name => sectionOf(resource, String(name))));
  return !hasCommonReader || (sections.size === 2 && !sections.has('')) || pair.every(field => field.visible !== undefined)
    || pair.some(field => field.archived === true);
};

export const checkDistinctLabels = (resourceContext: ResourceCheckContext): void => {
  const {context, resource, path} = resourceContext;
  const {fields, template, actions = {}} = resource;
  // Fields that show or keep a value of a referenced record are labelled like the reference.
  const templateNames = [template?.summary, ...Object.keys(template?.keep ?? {})];
  const isReferencedValue = ([name]: NamedEntry): boolean => fields[name]?.kind === 'relacionado' || templateNames.includes(String(name));
  const check = (place: string, fieldGroup: Fields): void => {
    const areDistinguishable = createDistinguisher(resourceContext, fieldGroup);
    checkDistinctNames(context, place, Object.entries(fieldGroup).map(([name, {label}]) => [name, label] as const),
      (first, second) => isReferencedValue(first) !== isReferencedValue(second) || areDistinguishable(first, second));
  };
  check(`${path}.fields`, fields);
  for (const [key, action] of Object.entries(actions)) check(`${path}.actions.${key}.asks`, askedFields(resource, action));
};
