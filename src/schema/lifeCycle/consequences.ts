/** Consequences of an operation on a record: counts of dependent records, shown before it. */
import {TITLE_SEPARATOR, titleFields} from '../fields/recordTitle.ts';
import {parseAccessEntry} from '../access.ts';
import type {Config, ConsequenceConfig, Endpoint, Resource} from '../shapes/config.ts';
import {referencedValueOf} from '../fields/relatedFields.ts';
import {apiOf, parseEndpoint} from '../paths.ts';
import {capitalize} from '../words/nouns.ts';
import {resolveToggle} from './toggle.ts';
import {statusesByTurnHolderField} from '../statuses/waiting.ts';
import {accessEntriesByStatus} from './workflow.ts';

export const OPERATION_PARAM = 'antes';
/** Operation: deleting a record. The others are named by their action or child. */
export const DELETE_OPERATION = 'delete';

/** Operation: saving a user. It counts only records that the user would no longer reach. */
export const UPDATE_OPERATION = 'update';
/** Query parameter: the body that would be saved. */
export const DATA_PARAM = 'dados';

export const consequencesBefore = (
  {consequences = {}}: Pick<Resource, 'consequences'>, operation: string,
): [string, ConsequenceConfig][] =>
  Object.entries(consequences).filter(([, consequence]) => consequence.before.includes(operation));

/** Tells whether consequences are shown for an operation on several records. Those of saving are about one user alone. */
export const hasBulkConsequences = (resource: Pick<Resource, 'consequences'>, operation: string): boolean =>
  operation !== UPDATE_OPERATION && consequencesBefore(resource, operation).every(
    ([, {together: bulkSentence}]) => bulkSentence !== undefined
  );

/** Call for the consequences of one record; undefined if none are declared or the list has no call. */
export const consequencesCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {list} = apiOf(name, resource);
  return list === undefined || resource.consequences === undefined ? undefined : `GET ${parseEndpoint(list).path}/:id/consequencias`;
};

/** Fields of a resource by which its records are looked up: counted as consequences, or as those that name the people of others. */
export const listLookupFields = ({resources}: Pick<Config, 'resources'>, name: string): ReadonlySet<string> =>
  new Set(Object.values(resources).flatMap(resource => [
    ...Object.values(resource.consequences ?? {}).flatMap(({of, by}) => (of === name ? [by] : [])),
    ...Object.values(resource.people ?? {}).flatMap(person => {
      const read = referencedValueOf(resource, person.field);
      return read?.to === name ? [read.field] : [];
    }),
  ]));

const OR_LIST = new Intl.ListFormat('pt-BR', {type: 'disjunction'});

/** Phrase for the actions by which the team can move records on from these statuses. */
const formatTeamActions = ({profiles}: Pick<Config, 'profiles'>, resource: Resource, statuses: readonly string[]): string => {
  const actions = Object.values(resource.actions ?? {}).filter(action => action.to !== undefined && statuses.some(key =>
    accessEntriesByStatus(resource, action)[key]?.some(entry => profiles[parseAccessEntry(entry).perfil]?.team === true) === true));
  return actions.length === 0 ? '' : `, que pode usar ${OR_LIST.format(actions.map(({label}) => label))}`;
};

/**
 * Consequences added to users before they are switched off or saved: records that wait for the person and would wait for the team. A
 * declared consequence of the same name replaces it. Fields with limited readers are left out.
 *
 * @param users the resource of users
 */
export const waitingConsequences = (
  config: Pick<Config, 'profiles' | 'resources'>, users: Resource,
): Record<string, ConsequenceConfig> => {
  const operations = [resolveToggle(users)?.disable, users.access.update.length > 0 ? UPDATE_OPERATION : undefined]
    .flatMap(operation => operation ?? []);
  if (operations.length === 0) return {};
  const person = titleFields(users).map(name => `{${name}}`).join(TITLE_SEPARATOR);
  return Object.fromEntries(Object.entries(config.resources).flatMap(([name, resource]) =>
    [...statusesByTurnHolderField(resource)].filter(([field]) => resource.fields[field]?.see === undefined)
      .map(([field, statuses]): [string, ConsequenceConfig] => {
        const {one, many} = {one: resource.label.one.toLowerCase(), many: resource.label.many.toLowerCase()};
        const turnConditions = [...new Set(statuses.map(({waits = ''}) => waits))].map(waits => ({waits}));
        const team = `a equipe${formatTeamActions(config, resource, statuses.map(({key}) => key))}`;
        return [`aguardam${capitalize(name)}${capitalize(field)}`, {
          of: name, by: field, before: operations, where: turnConditions.length === 1 ? turnConditions : [{any: turnConditions}],
          one: `1 ${one} aguarda ${person} e passa a aguardar ${team}.`,
          many: `{total} ${many} aguardam ${person} e passam a aguardar ${team}.`,
          together: `${capitalize(many)} que aguardam estas pessoas e passam a aguardar ${team}: {total}.`,
        }];
      })));
};
