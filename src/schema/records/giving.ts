/**
 * Profiles that a caller may give to users: none with more permissions or a wider scope than the caller's own (rules: Access 14). The
 * server refuses by this rule whatever the config says, and the portal offers by it.
 */
import {entryOf, looksAt, may, mayLook, maySee, profileById, scopeOf} from '../access.ts';
import {askedThrough, askedWith, spelledOf} from '../conditions/conditions.ts';
import type {BuiltIn} from '../conditions/builtIn.ts';
import type {Condition} from '../config/conditions.ts';
import {readBy} from '../conditions/words.ts';
import type {Action, Config, Resource} from '../config/config.ts';
import type {Choice, Field, FieldOf, Fields} from '../config/fields.ts';
import {fromOf} from '../lifeCycle/workflow.ts';
import {USERS} from '../needed.ts';
import {onceFor} from '../onceFor.ts';

interface Pair {
  config: Config;
  giver: string;
  receiver: string;
}

/** Evaluates a predicate of a condition on a referenced record's resource. */
const holdsThere = (
  {resources}: Config, {fields}: Resource, [reference, condition]: readonly [string, Condition],
  holds: (there: Resource, condition: Condition) => boolean,
): boolean => {
  const field = fields[reference];
  const there = field?.kind === 'referencia' ? resources[field.to] : undefined;
  return there !== undefined && holds(there, condition);
};

/** Whether a condition depends on the caller's profile. */
const looksAtProfile = (config: Config) => (resource: Resource, condition: Condition): boolean =>
  [...askedWith(resource, condition)].some(one => readBy(spelledOf(resource, one), resource).includes('session.perfil'))
  || askedThrough(resource, condition).some(one => holdsThere(config, resource, one, looksAtProfile(config)));

/** The caller's own user record, which its creator reaches too. */
const OWN = 'proprio' satisfies BuiltIn;
const OWN_VALUES: readonly unknown[] = ['session.id', 'session.codigoExterno'];

/**
 * Whether a condition holds only on records bound to the caller: by the name of such a condition, or by `=` with one of these session
 * values.
 */
export const bindsToCaller = (
  config: Config, isBinding: (name: string, resource: Resource) => boolean, values: readonly unknown[],
): ((resource: Resource, condition: Condition) => boolean) => {
  const binds = (resource: Resource, condition: Condition): boolean => {
    if (typeof condition === 'string' && isBinding(condition, resource)) return true;
    const {compare, all = [], any = [], through = {}} = spelledOf(resource, condition);
    const bindsHere = (one: Condition): boolean => binds(resource, one);
    return (compare?.[1] === '=' && values.includes(compare[2])) || all.some(bindsHere) || (any.length > 0 && any.every(bindsHere))
      || Object.entries(through).some(one => holdsThere(config, resource, one, binds));
  };
  return binds;
};

/** Whether a condition holds only on records that name the caller: as author, as attendant. */
const namesPerson = (config: Config): ((resource: Resource, condition: Condition) => boolean) =>
  bindsToCaller(config, (name, {people}) => name === OWN || people?.[name] !== undefined, OWN_VALUES);

/** Whether two conditions are equal and do not depend on the profile. */
const isSame = ({config}: Pair, resource: Resource, one: Condition, other: Condition): boolean =>
  JSON.stringify(one) === JSON.stringify(other) && !looksAtProfile(config)(resource, one);

/** Whether entries (`fornecedor:autor`) allow the receiver nothing that they do not allow the giver. */
const coversEntries = (pair: Pair, resource: Resource, entries: readonly string[]): boolean => {
  const [theirs, own] = [pair.receiver, pair.giver].map(profile => entries.map(entryOf).find(({perfil}) => perfil === profile));
  if (theirs === undefined || (own !== undefined && own.condition === undefined)) return true;
  return own?.condition !== undefined && theirs.condition !== undefined && isSame(pair, resource, own.condition, theirs.condition);
};

/**
 * The same for operations on stored records, without entries limited to records that name the receiver, because the giver reaches those
 * too.
 */
const coversDoing = (pair: Pair, resource: Resource, entries: readonly string[]): boolean => {
  const isPart = namesPerson(pair.config);
  const others = entries.filter(entry => {
    const {perfil, condition} = entryOf(entry);
    return perfil !== pair.receiver || condition === undefined || !isPart(resource, condition);
  });
  return coversEntries(pair, resource, others);
};

const EVERYTHING = 'tudo' satisfies BuiltIn;

/** Whether the receiver's scope is within the giver's: each rule that limits the giver limits the receiver. */
const coversScope = (pair: Pair, resource: Resource): boolean => {
  const [theirs, own] = [scopeOf(resource, pair.receiver), scopeOf(resource, pair.giver)];
  if (theirs.length === 0 || theirs.includes(OWN)) return true;
  return own.length > 0 && own.every(rule => rule === EVERYTHING || theirs.some(one => isSame(pair, resource, one, rule)));
};

/** Whether the receiver sees no field or answer that the giver does not see. */
const coversSight = ({giver, receiver}: Pair, resource: Resource, fields: Fields = {}): boolean =>
  !looksAt(resource, receiver) || Object.values(fields).every(field => maySee(field, giver) || !maySee(field, receiver));

/** Whether the receiver sees no field and may set no value that the giver may not. */
const coversFields = (pair: Pair, resource: Resource): boolean =>
  coversSight(pair, resource, resource.fields) && Object.values(resource.fields).every(field => {
    const choices: readonly Choice[] = 'choices' in field ? field.choices : [];
    return choices.every(({profiles}) => profiles === undefined || profiles.includes(pair.giver) || !profiles.includes(pair.receiver));
  });

const coversActions = (pair: Pair, resource: Resource): boolean =>
  Object.values(resource.actions ?? {}).every((action: Action) =>
    [action.profiles ?? [], ...Object.values(fromOf(resource, action))].every(entries => coversDoing(pair, resource, entries))
    && coversSight(pair, resource, action.asks));

const covers = (pair: Pair): boolean => {
  const {config, giver, receiver} = pair;
  return Object.values(config.resources).every(resource =>
    Object.entries(resource.access).every(([operation, entries]) =>
      (operation === 'update' || operation === 'delete' ? coversDoing : coversEntries)(pair, resource, entries))
    && coversActions(pair, resource) && coversScope(pair, resource) && coversFields(pair, resource))
    && Object.values(config.dashboards).every(dashboard => mayLook(config, dashboard, giver) || !mayLook(config, dashboard, receiver));
};

/** Profiles that each profile may give. */
const givenBy = onceFor((config: Config): Readonly<Record<string, ReadonlySet<string>>> => {
  const all = Object.entries(config.profiles);
  const isGiven = (giver: string, receiver: string): boolean => {
    const [own, theirs] = [config.profiles[giver], config.profiles[receiver]];
    // The first profile manages all users, so it may give profiles that do what it does not do itself.
    if (giver === receiver || own?.first === true) return true;
    if (theirs?.first === true || (theirs?.robot === true && own?.robot !== true)) return false;
    return covers({config, giver, receiver});
  };
  return Object.fromEntries(all.map(([giver]) =>
    [giver, new Set(all.flatMap(([receiver]) => (isGiven(giver, receiver) ? [receiver] : [])))]));
});

/** Whether a caller may create users of a profile, change users to it, or change users who have it. */
export const mayGive = (config: Config, giver: string, receiver: string): boolean => givenBy(config)[giver]?.has(receiver) === true;

const RESERVED = 'Seu perfil não pode escolher esta opção.';
export const REACHES_MORE = 'Este perfil pode mais do que o seu: você não pode dá-lo a ninguém.';

/** Field of a user's profile. */
const PROFILE = 'tipo';
/** Whether a field is a user's profile, also as an action's answer. */
const isProfile = ({resources}: Config, field: Field): boolean => {
  const own = resources[USERS]?.fields[PROFILE];
  return 'choices' in field && own?.kind === 'escolha' && own.choices === field.choices;
};

/** Returns the reason why a caller may not set a choice; undefined if they may. */
export const whyNotGiven = (
  config: Config, field: FieldOf<'escolha' | 'opcoes'>, {id, profiles}: Choice, perfil: string,
): string | undefined => {
  if (profiles?.includes(perfil) === false) return RESERVED;
  return isProfile(config, field) ? whyProfileNotGiven(config, id, perfil) : undefined;
};

/** The same for a profile by its id. */
export const whyProfileNotGiven = (config: Config, id: unknown, perfil: string): string | undefined => {
  const receiver = profileById(config, Number(id));
  return receiver === undefined || mayGive(config, perfil, receiver) ? undefined : REACHES_MORE;
};

/** Whether a record has a choice that the caller may not set, such as a user's profile. The caller may not change it. */
export const isReserved = (config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, perfil: string): boolean =>
  Object.entries(resource.fields).some(([name, field]) => {
    const choice = field.kind === 'escolha' ? field.choices.find(({id}) => id === record[name]) : undefined;
    return choice !== undefined && field.kind === 'escolha' && whyNotGiven(config, field, choice, perfil) !== undefined;
  });

/** Whether a caller may save a record: they may update the resource, and the record has no reserved choice. */
export const mayChange = (config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, perfil: string): boolean =>
  may(resource, 'update', perfil) && !isReserved(config, resource, record, perfil);

/** Whether an action changes a user: it sends them a link, or writes more than their toggle, which leaves their identity alone. */
const changesPerson = ({resources}: Config, resource: Resource, {sends, sets, asks}: Action): boolean =>
  sends !== undefined || (resource === resources[USERS]
    && Object.keys({...sets, ...asks}).some(name => name in resource.fields && name !== resource.toggle?.field));

/** Whether an action would change a user whom the caller may not change. */
export const isActionReserved = (
  config: Config, resource: Resource, action: Action, record: Readonly<Record<string, unknown>>, perfil: string,
): boolean => changesPerson(config, resource, action) && isReserved(config, resource, record, perfil);
