/**
 * Profiles that a caller may give to users: none with more permissions or a wider scope than the caller's own (rules: Access 14). The
 * server refuses by this rule whatever the config says, and the portal offers by it.
 */
import {parseAccessEntry, canSeeResource, mayAccess, canSeeDashboard, maySee, profileById, rowScopeOf} from '../access.ts';
import {listConditionsOnReferences, collectNestedConditions, inlineConditionOf} from '../conditions/evaluate.ts';
import type {BuiltInCondition} from '../conditions/builtIn.ts';
import type {Condition} from '../shapes/conditions.ts';
import {listDirectlyReadFields} from '../conditions/wordTable.ts';
import type {Action, Config, Resource} from '../shapes/config.ts';
import type {FieldChoice, Field, FieldOf, Fields} from '../shapes/fields.ts';
import {accessEntriesByStatus} from '../lifeCycle/workflow.ts';
import {USERS} from '../systemFields.ts';
import {memoize} from '../memoize.ts';

interface ProfilePair {
  config: Config;
  giver: string;
  receiver: string;
}

/** Evaluates a predicate of a condition on a referenced record's resource. */
const holdsOnReferenced = (
  {resources}: Config, {fields}: Resource, [reference, condition]: readonly [string, Condition],
  predicate: (target: Resource, condition: Condition) => boolean,
): boolean => {
  const field = fields[reference];
  const target = field?.kind === 'referencia' ? resources[field.to] : undefined;
  return target !== undefined && predicate(target, condition);
};

const dependsOnProfile = (config: Config) => (resource: Resource, condition: Condition): boolean =>
  [...collectNestedConditions(resource, condition)].some(
    nested => listDirectlyReadFields(inlineConditionOf(resource, nested), resource).includes('session.perfil')
  )
  || listConditionsOnReferences(resource, condition).some(nested => holdsOnReferenced(config, resource, nested, dependsOnProfile(config)));

/** The caller's own user record, which its creator reaches too. */
const OWN_RECORD = 'proprio' satisfies BuiltInCondition;
const OWN_SESSION_VALUES: readonly unknown[] = ['session.id', 'session.codigoExterno'];

/**
 * Tells whether a condition holds only on records bound to the caller: by the name of such a condition, or by `=` with one of these session
 * values.
 */
export const createCallerLimitTest = (
  config: Config, isBinding: (name: string, resource: Resource) => boolean, values: readonly unknown[],
): ((resource: Resource, condition: Condition) => boolean) => {
  const binds = (resource: Resource, condition: Condition): boolean => {
    if (typeof condition === 'string' && isBinding(condition, resource)) return true;
    const {compare, all = [], any = [], through = {}} = inlineConditionOf(resource, condition);
    const bindsHere = (nested: Condition): boolean => binds(resource, nested);
    return (compare?.[1] === '=' && values.includes(compare[2])) || all.some(bindsHere) || (any.length > 0 && any.every(bindsHere))
      || Object.entries(through).some(nested => holdsOnReferenced(config, resource, nested, binds));
  };
  return binds;
};

/** Tells whether a condition holds only on records that name the caller: as author, as attendant. */
const namesCaller = (config: Config): ((resource: Resource, condition: Condition) => boolean) =>
  createCallerLimitTest(config, (name, {people}) => name === OWN_RECORD || people?.[name] !== undefined, OWN_SESSION_VALUES);

const isSameCondition = ({config}: ProfilePair, resource: Resource, left: Condition, right: Condition): boolean =>
  JSON.stringify(left) === JSON.stringify(right) && !dependsOnProfile(config)(resource, left);

/** Tells whether entries (`fornecedor:autor`) allow the receiver nothing that they do not allow the giver. */
const coversEntries = (pair: ProfilePair, resource: Resource, entries: readonly string[]): boolean => {
  const [receiverEntry, giverEntry] = [pair.receiver, pair.giver].map(profile =>
    entries.map(parseAccessEntry).find(({perfil}) => perfil === profile));
  if (receiverEntry === undefined || (giverEntry !== undefined && giverEntry.condition === undefined)) return true;
  return giverEntry?.condition !== undefined && receiverEntry.condition !== undefined
    && isSameCondition(pair, resource, giverEntry.condition, receiverEntry.condition);
};

/**
 * Covers operations on stored records. Entries limited to records that name the receiver are left out, because the giver reaches those
 * records too.
 */
const coversOperations = (pair: ProfilePair, resource: Resource, entries: readonly string[]): boolean => {
  const bindsReceiver = namesCaller(pair.config);
  const unrelated = entries.filter(entry => {
    const {perfil, condition} = parseAccessEntry(entry);
    return perfil !== pair.receiver || condition === undefined || !bindsReceiver(resource, condition);
  });
  return coversEntries(pair, resource, unrelated);
};

const EVERYTHING = 'tudo' satisfies BuiltInCondition;

/** Tells whether the receiver's scope is within the giver's: each rule that limits the giver limits the receiver. */
const coversScope = (pair: ProfilePair, resource: Resource): boolean => {
  const [receiverScope, giverScope] = [rowScopeOf(resource, pair.receiver), rowScopeOf(resource, pair.giver)];
  if (receiverScope.length === 0 || receiverScope.includes(OWN_RECORD)) return true;
  return giverScope.length > 0 && giverScope.every(rule => rule === EVERYTHING
    || receiverScope.some(receiverRule => isSameCondition(pair, resource, receiverRule, rule)));
};

const coversReading = ({giver, receiver}: ProfilePair, resource: Resource, fields: Fields = {}): boolean =>
  !canSeeResource(resource, receiver) || Object.values(fields).every(field => maySee(field, giver) || !maySee(field, receiver));

/** Tells whether the receiver sees no field and may set no value that the giver may not. */
const coversFields = (pair: ProfilePair, resource: Resource): boolean =>
  coversReading(pair, resource, resource.fields) && Object.values(resource.fields).every(field => {
    const choices: readonly FieldChoice[] = 'choices' in field ? field.choices : [];
    return choices.every(({profiles}) => profiles === undefined || profiles.includes(pair.giver) || !profiles.includes(pair.receiver));
  });

const coversActions = (pair: ProfilePair, resource: Resource): boolean =>
  Object.values(resource.actions ?? {}).every((action: Action) =>
    [
      action.profiles ?? [], ...Object.values(accessEntriesByStatus(resource, action)),
    ].every(entries => coversOperations(pair, resource, entries))
    && coversReading(pair, resource, action.asks));

const covers = (pair: ProfilePair): boolean => {
  const {config, giver, receiver} = pair;
  return Object.values(config.resources).every(resource =>
    Object.entries(resource.access).every(([operation, entries]) =>
      (operation === 'update' || operation === 'delete' ? coversOperations : coversEntries)(pair, resource, entries))
    && coversActions(pair, resource) && coversScope(pair, resource) && coversFields(pair, resource))
    && Object.values(config.dashboards).every(
      dashboard => canSeeDashboard(config, dashboard, giver) || !canSeeDashboard(config, dashboard, receiver)
    );
};

const givableProfiles = memoize((config: Config): Readonly<Record<string, ReadonlySet<string>>> => {
  const profiles = Object.entries(config.profiles);
  const isGrantable = (giver: string, receiver: string): boolean => {
    const [giverProfile, receiverProfile] = [config.profiles[giver], config.profiles[receiver]];
    // The first profile manages all users, so it may give profiles that do what it does not do itself.
    if (giver === receiver || giverProfile?.first === true) return true;
    if (receiverProfile?.first === true || (receiverProfile?.robot === true && giverProfile?.robot !== true)) return false;
    return covers({config, giver, receiver});
  };
  return Object.fromEntries(profiles.map(([giver]) =>
    [giver, new Set(profiles.flatMap(([receiver]) => (isGrantable(giver, receiver) ? [receiver] : [])))]));
});

/** Tells whether a caller may create users of a profile, change users to it, or change users who have it. */
export const mayGrantProfile = (config: Config, giver: string, receiver: string): boolean =>
  givableProfiles(config)[giver]?.has(receiver) === true;

const RESERVED_CHOICE = 'Seu perfil não pode escolher esta opção.';
export const STRONGER_PROFILE_REFUSAL = 'Este perfil pode mais do que o seu: você não pode dá-lo a ninguém.';

const PROFILE_FIELD = 'tipo';
/** Tells whether a field is a user's profile, also as an action's answer. */
const isProfileField = ({resources}: Config, field: Field): boolean => {
  const profileField = resources[USERS]?.fields[PROFILE_FIELD];
  return 'choices' in field && profileField?.kind === 'escolha' && profileField.choices === field.choices;
};

/** Returns the reason why a caller may not set a choice; undefined if they may. */
export const choiceRefusal = (
  config: Config, field: FieldOf<'escolha' | 'opcoes'>, {id, profiles}: FieldChoice, perfil: string,
): string | undefined => {
  if (profiles?.includes(perfil) === false) return RESERVED_CHOICE;
  return isProfileField(config, field) ? profileGrantRefusal(config, id, perfil) : undefined;
};

export const profileGrantRefusal = (config: Config, grantedProfileId: unknown, giver: string): string | undefined => {
  const granted = profileById(config, Number(grantedProfileId));
  return granted === undefined || mayGrantProfile(config, giver, granted) ? undefined : STRONGER_PROFILE_REFUSAL;
};

/** Tells whether a record has a choice that the caller may not set, such as a user's profile. The caller may not change it. */
export const hasReservedChoice = (config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, perfil: string): boolean =>
  Object.entries(resource.fields).some(([name, field]) => {
    const choice = field.kind === 'escolha' ? field.choices.find(({id}) => id === record[name]) : undefined;
    return choice !== undefined && field.kind === 'escolha' && choiceRefusal(config, field, choice, perfil) !== undefined;
  });

/** Tells whether a caller may save a record: they may update the resource, and the record has no reserved choice. */
export const mayChange = (config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, perfil: string): boolean =>
  mayAccess(resource, 'update', perfil) && !hasReservedChoice(config, resource, record, perfil);

/** Tells whether an action changes a user: it sends them a link, or writes more than their toggle, which leaves their identity alone. */
const changesUser = ({resources}: Config, resource: Resource, {sends, sets, asks}: Action): boolean =>
  sends !== undefined || (resource === resources[USERS]
    && Object.keys({...sets, ...asks}).some(name => name in resource.fields && name !== resource.toggle?.field));

export const isActionReserved = (
  config: Config, resource: Resource, action: Action, record: Readonly<Record<string, unknown>>, perfil: string,
): boolean => changesUser(config, resource, action) && hasReservedChoice(config, resource, record, perfil);
