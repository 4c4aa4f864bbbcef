/**
 * Compile-time check of a config: a wrong name or a misspelt option is a type error at that word. `nameShapes.ts` marks what each word
 * names,
 * and the check at start reads the same marks. `Mistake` is an object type, because a plain string would collapse the whole resource to
 * `never` and mark every line.
 */
import type {NonSqlCondition, BuiltInCondition, TemplateCondition, UserCondition} from '../conditions/builtIn.ts';
import type {TimeValue} from '../fields/moments.ts';
import type {MomentStart} from '../fields/relativeMoments.ts';
import type {Condition, ConditionWord} from '../shapes/conditions.ts';
import {completeConfig} from './completeConfig.ts';
import type {
  Action, Config, Dashboard, ConfigInput, ResourceInput, FixedList, Profile, Resource, DefaultedConfigParts,
} from '../shapes/config.ts';
import type {DELETE_OPERATION, UPDATE_OPERATION} from '../lifeCycle/consequences.ts';
import type {FieldOf, FieldsInput, Kind} from '../shapes/fields.ts';
import type {IconName} from '../words/icons.ts';
import type {KindOfName, NameKind, NameKinds} from '../shapes/nameShapes.ts';
import type {SystemFields, USERS} from '../systemFields.ts';
import type {WebhookOperation} from '../words/webhookEvents.ts';
import type {TEAM} from '../words/notices.ts';
import type {pagePaths} from '../pages.ts';
import type {Session} from '../session.ts';
import type {TURN_HOLDER_KEY} from '../statuses/responseKeys.ts';
import type {CommonTurnHolder} from '../statuses/turnHolders.ts';

interface Mistake<Text extends string> {
  mistake: Text;
}
/** A mistake with the words to choose from. */
interface MistakeWithChoices<Text extends string, Words extends string> {
  mistake: readonly [Text, Words];
}
/**
 * Accepts the plain type `string`. In a config of the wrong shape TypeScript takes every name for a `string`, and should then report the
 * shape, not every name.
 */
type CheckedWord<T, Allowed, What extends string> = string extends T ? unknown
  : [Exclude<T, Allowed>] extends [never] ? unknown : Mistake<`${Exclude<T, Allowed> & string} is not a ${What}`>;

/** Refuses unknown options, which a generic parameter would accept. */
type NoOtherKeys<T, Allowed extends PropertyKey> = {[K in Exclude<keyof T, Allowed>]: Mistake<`${K & string} is not an option here`>};

type ShownFieldNames<Fs> = {[K in keyof Fs]: Fs[K] extends {shows: infer S} ? keyof S & string : never}[keyof Fs];
type FieldNames<R extends {fields: FieldsInput}> = (keyof R['fields'] & string) | ShownFieldNames<R['fields']>;
type StatusKeys<R extends ResourceInput> = R['status'] extends infer S extends string
  ? R['fields'][S] extends {choices: readonly (infer C)[]} ? C extends {key: infer K} ? K : never : never
  : never;
/** Fields whose declaration extends `F`: their kind, or a reference to one resource. */
type FieldNamesMatching<Fs, F> = {[K in keyof Fs & string]: Fs[K] extends F ? K : never}[keyof Fs & string];
type UserFieldNames<Fs> = FieldNamesMatching<Fs, {kind: 'referencia'; to: typeof USERS}>;
/** Paths to the people of referenced records: `idFilial.idResponsavel`. */
type UserPaths<C extends ConfigInput, Fs> = {[K in keyof Fs & string]: Fs[K] extends {kind: 'referencia'; to: infer To}
  ? To extends keyof C['resources'] ? `${K}.${UserFieldNames<C['resources'][To]['fields']>}` : never : never}[keyof Fs & string];
type KeysOf<T> = [T] extends [object] ? keyof T & string : never;
/** Conditions that can be used on a record. Some built-in ones do not fit every resource. */
type ConditionNames<R extends ResourceInput, Key> =
  | Exclude<BuiltInCondition,
    (R extends {template: object} ? never : TemplateCondition) | (Key extends typeof USERS ? never : UserCondition)>
  | KeysOf<R['people']> | KeysOf<R['conditions']>;

type ActionNames<R extends ResourceInput> = keyof R['actions'] | (R extends {toggle: object} ? 'ativar' | 'inativar' : never);

/** Allowed names outside of a resource. */
interface AllowedNames<C extends ConfigInput> extends Record<NameKind, PropertyKey> {
  profile: keyof C['profiles'];
  resource: keyof C['resources'];
  list: KeysOf<C['lists']>;
  icon: IconName;
  place: (typeof pagePaths)[number] | KeysOf<C['dashboards']> | keyof C['resources'];
}
/** Allowed names in a resource, by kind of name. */
interface AllowedResourceNames<C extends ConfigInput, R extends ResourceInput, Key> extends AllowedNames<C> {
  field: FieldNames<R>;
  value: FieldNames<R> | 'id';
  shown: FieldNames<R> | 'id' | typeof TURN_HOLDER_KEY;
  user: UserFieldNames<R['fields']> | UserPaths<C, R['fields']>;
  status: StatusKeys<R>;
  left: StatusKeys<R> | '*';
  entry: keyof C['profiles'] | `${keyof C['profiles'] & string}:${ConditionNames<R, Key>}`;
  condition: ConditionNames<R, Key>;
  found: Exclude<ConditionNames<R, Key>, NonSqlCondition>;
  told: KeysOf<R['people']> | typeof TEAM | keyof C['profiles'] | `${FieldNamesMatching<R['fields'], {kind: 'referencia'}>}.${string}`;
  waiter: KeysOf<R['people']> | CommonTurnHolder | keyof C['profiles'];
  action: ActionNames<R>;
  // Only for users can the effect of saving be counted.
  doing: ActionNames<R> | keyof R['children'] | typeof DELETE_OPERATION | (Key extends typeof USERS ? typeof UPDATE_OPERATION : never);
  tab: KeysOf<R['tabs']>;
  filter: keyof R['list']['filters'];
}

/**
 * Checks every word of the written config against its shape. A field has the options of its own kind.
 *
 * @template T the written type
 * @template S the shape
 * @template W the allowed names
 * @template B the sibling fields
 */
type CheckedValue<T, S, W, B> = [T] extends [string] ? CheckedNameKind<T, KindOfName<S>, W, B>
  : T extends {kind: infer K extends Kind} ? CheckedOptions<T, Extract<S, {kind: K}>, W, B>
  : T extends readonly unknown[] ? CheckedElements<T, Extract<S, readonly unknown[]>, W, B>
  : T extends object ? CheckedOptions<T, Exclude<Extract<S, object>, string | readonly unknown[]>, W, B> : unknown;
type CheckedNameKind<T, K, W, B> = K extends 'beside' ? CheckedWord<T, B, 'field'>
  : K extends 'compared' | 'against' ? CheckedWord<T, B | `session.${keyof Session}` | (K extends 'against' ? TimeValue : never), 'field'>
  : K extends 'start' | 'amount' ? CheckedWord<T, B | `${B & string}.${string}` | (K extends 'start' ? MomentStart : never), 'field'>
  : K extends 'written' ? CheckedWrittenValue<T, W>
  : K extends keyof NameKinds & keyof W ? CheckedWord<T, W[K], NameKinds[K]> : unknown;
/** Only the two prefixes name something; any other text is a literal. */
type CheckedWrittenValue<T, W> = T extends `record.${infer F}` ? CheckedWord<F, W extends {value: infer V} ? V : never, 'field'>
  : T extends `session.${string}` ? CheckedWord<T, `session.${keyof Session}`, 'value of the session'> : unknown;
/** A mapped type stays a tuple only over a naked type parameter, hence this helper. */
type CheckedElements<T, S extends readonly unknown[], W, B> =
  {[I in keyof T]: CheckedValue<T[I], I extends keyof S ? S[I] : S[number], W, B>};
type CheckedOptions<T, S, W, B> = [S] extends [never] ? unknown
  : string extends keyof S
    ? {[K in keyof T]: CheckedValue<K, keyof S, W, B>
      & CheckedValue<T[K], S[string & keyof S], W, S[string & keyof S] extends {kind: Kind} ? keyof T : B>}
    : NoOtherKeys<T, keyof S> & {[K in keyof T & keyof S]?: CheckedValue<T[K], S[K], W, B>};

/** Names that every record already has. */
type CheckedFieldName<K> = K extends 'id' | 'versao' | 'dataExclusao' ? Mistake<`${K} is of every record`> : unknown;

type CheckedNeededFields<Fs, Key> = Key extends keyof SystemFields
  ? [Exclude<keyof SystemFields[Key], keyof Fs>] extends [never]
    ? {[K in keyof SystemFields[Key] & keyof Fs]: SystemFields[Key][K] extends {kind: infer A} ? Fs[K] extends {kind: A} ? unknown
      : Mistake<`${K & string} has to be a field of another kind here`> : unknown}
    : Mistake<`${Exclude<keyof SystemFields[Key], keyof Fs> & string} is a field that the product needs`>
  : unknown;

/** Names that are already conditions. */
type CheckedUniqueName<K, Taken> = K extends BuiltInCondition | Taken ? Mistake<`${K & string} is a condition already`> : unknown;
type IsSingle<T, U = T> = [T] extends [never] ? false : T extends unknown ? [U] extends [T] ? true : false : never;
type CheckedSingleWord<C, Key> = string extends Key ? unknown
  : IsSingle<ConditionWord & keyof C> extends true ? unknown : MistakeWithChoices<'a condition says one of', ConditionWord>;

/** The condition of an aggregate names fields of the other resource. */
type CheckedAggregate<C extends ConfigInput, F> =
  F extends {kind: 'calculo'; of: infer Of extends keyof C['resources']; where: infer W}
    ? {where: CheckedValue<W, Condition, AllowedResourceNames<C, C['resources'][Of], Of>, FieldNames<C['resources'][Of]>>} : unknown;

/** Checks beyond the shape of a single word. */
type CheckedSemantics<C extends ConfigInput, R extends ResourceInput, Key> = {
  fields: {[K in keyof R['fields']]: CheckedFieldName<K> & CheckedAggregate<C, R['fields'][K]>} & CheckedNeededFields<R['fields'], Key>;
  people?: {[K in keyof R['people']]: CheckedUniqueName<K, never>};
  conditions?: {[K in keyof R['conditions']]: CheckedSingleWord<R['conditions'][K], Key> & CheckedUniqueName<K, KeysOf<R['people']>>};
  actions?: {[A in keyof R['actions']]: R['actions'][A] extends {files: unknown}
    ? R extends {files: object} ? unknown : {files: Mistake<'a resource without files has none in its actions'>}
    : unknown};
};

type CheckedResource<C extends ConfigInput, R extends ResourceInput, Key> =
  CheckedValue<R, ResourceInput, AllowedResourceNames<C, R, Key>, FieldNames<R>> & CheckedSemantics<C, R, Key>;

type CheckedDashboard<C extends ConfigInput, D> = D extends {of: infer Of}
  ? Of extends keyof C['resources']
    ? CheckedValue<D, Config['dashboards'][string], AllowedResourceNames<C, C['resources'][Of], Of>, never>
    : {of: CheckedWord<Of, keyof C['resources'], 'resource'>}
  : unknown;

/** Names that all members of a union of functions take. */
type CommonNames<F> = [F] extends [(name: infer N) => void] ? N : never;
type CheckedEvents<C extends ConfigInput, Of, Es> = Of extends keyof C['resources']
  ? {[I in keyof Es]: CheckedWord<Es[I], StatusKeys<C['resources'][Of]> | WebhookOperation, NameKinds['event']>} : unknown;
/** Fields that all these resources have. */
type CommonFields<C extends ConfigInput, Of extends keyof C['resources']> =
  CommonNames<{[K in Of]: (name: FieldNames<C['resources'][K]>) => void}[Of]>;
type CheckedWebhook<C extends ConfigInput, W> = W extends {on: infer On} ? {
  on: {[K in keyof On]: CheckedEvents<C, K, On[K]>};
  fields?: W extends {fields: infer Fs}
    ? {[I in keyof Fs]: CheckedWord<Fs[I], 'id' | CommonFields<C, keyof On & keyof C['resources']>, 'field of every resource in "on"'>}
    : unknown;
} : unknown;

type Checked<C extends ConfigInput> = CheckedValue<Omit<C, 'resources' | 'dashboards'>, ConfigInput, AllowedNames<C>, never> & {
  webhooks?: {[K in keyof C['webhooks']]: CheckedWebhook<C, C['webhooks'][K]>};
  dashboards?: {[K in keyof C['dashboards']]: CheckedDashboard<C, C['dashboards'][K]>};
  resources: {[K in keyof C['resources']]: CheckedResource<C, C['resources'][K], K>}
    & (string extends keyof C['resources'] ? unknown : {[K in keyof SystemFields]: unknown});
};

/** Values of these words; for a table its keys. */
type ReferencedNames<T, K extends string> = {[P in keyof T & K]: T[P] extends string ? T[P] : keyof T[P]}[keyof T & K];
/** Fields that only the server writes, as in `complete.ts`. */
type ServerWrittenFields<R> =
  | ReferencedNames<R, 'status' | 'since'>
  | (R extends {toggle: infer T} ? ReferencedNames<T, 'field'> : never)
  | (R extends {template: infer T} ? ReferencedNames<T, 'summary' | 'version' | 'keep' | 'keepItem'> : never)
  | (R extends {people: infer P} ? ReferencedNames<Extract<P[keyof P], {stamps: string}>, 'field'> : never)
  | (R extends {fields: infer F} ? FieldNamesMatching<F, {stamps: string} | {sequence: string | true}> | StampFields<F[keyof F]> : never);
type StampFields<F> = F extends {choices: readonly (infer C)[]} ? C extends {stamps: infer S} ? S : never : never;
/** Defaults that follow from a field's name. */
type DerivedOptions<F> = F extends {kind: 'vinculos'} ? Pick<FieldOf<'vinculos'>, 'wire' | 'call'> : unknown;
/** An action with the literal types of its inputs, by which own code is typed. */
type CompletedAction<As, A> = A extends keyof As
  ? As[A] extends {asks: infer Asks} ? Omit<Action, 'asks'> & {readonly asks: Asks} : Action
  : Action;
type CompletedResource<R extends ResourceInput> = Omit<Resource, 'fields' | 'actions'> & {
  readonly fields: {readonly [K in keyof R['fields']]: R['fields'][K] & DerivedOptions<R['fields'][K]>
    & (K extends ServerWrittenFields<R> ? {readonly readOnly: true} : unknown)}
    & {readonly [N in ShownFieldNames<R['fields']>]: FieldOf<'relacionado'>};
  readonly actions: {readonly [A in ActionNames<R>]: CompletedAction<R['actions'], A>};
};
type Completed<C extends ConfigInput> = Omit<C, 'resources' | 'profiles' | keyof DefaultedConfigParts>
  & Omit<DefaultedConfigParts, 'lists' | 'dashboards'> & {
  readonly profiles: Readonly<Record<keyof C['profiles'], Profile>>;
  readonly lists: Readonly<Record<KeysOf<C['lists']>, FixedList>>;
  readonly dashboards: Readonly<Record<KeysOf<C['dashboards']>, Dashboard>>;
  readonly resources: {readonly [K in keyof C['resources']]: CompletedResource<C['resources'][K]>};
};

/** Completes the config. The literal types of its fields are kept, so that records are typed by it (`RecordOf`). */
export const defineConfig = <const C extends ConfigInput>(config: C & Checked<C>): Completed<C> =>
  completeConfig(config) as Config & Completed<C>;
