/**
 * The compile-time half of the config's check: a wrong name or a misspelt option is an error on that word. Which words name what, the
 * shapes say (`named.ts`); the check at start reads the same. The object-shaped `Mistake` matters: meeting a bare string would
 * collapse the whole resource to `never` and blame every line.
 */
import type {Alone, BuiltIn, OfTemplate, OfUsers} from '../conditions/builtIn.ts';
import type {Timed} from '../fields/moments.ts';
import type {Word} from '../config/conditions.ts';
import {complete} from './complete.ts';
import type {Action, Config, Dashboard, GivenConfig, GivenResource, List, Profile, Resource, Usual} from '../config/config.ts';
import type {DELETING, UPDATING} from '../lifeCycle/consequences.ts';
import type {FieldOf, GivenFields, Kind} from '../config/fields.ts';
import type {IconName} from '../words/icons.ts';
import type {KindOfName, NameKind, NameKinds} from '../config/named.ts';
import type {Needed, USERS} from '../needed.ts';
import type {TEAM} from '../words/notices.ts';
import type {pages} from '../pages.ts';
import type {Session} from '../session.ts';
import type {WAITED_FOR} from '../statuses/situation.ts';
import type {Waiter} from '../statuses/waiters.ts';

interface Mistake<Text extends string> {
  mistake: Text;
}
/** The same that ends with words to choose from. */
interface Choose<Text extends string, Words extends string> {
  mistake: readonly [Text, Words];
}
/** A plain `string` can be any word: where the config's shape is wrong all of them are, and that is what is to be told. */
type OneOf<T, Allowed, What extends string> = string extends T ? unknown
  : [Exclude<T, Allowed>] extends [never] ? unknown : Mistake<`${Exclude<T, Allowed> & string} is not a ${What}`>;

/** A generic parameter lets misspelt options through; this stops them. */
type Only<T, Allowed extends PropertyKey> = {[K in Exclude<keyof T, Allowed>]: Mistake<`${K & string} is not an option here`>};

/** What is shown of the records that a record refers to. */
type ShownNames<Fs> = {[K in keyof Fs]: Fs[K] extends {shows: infer S} ? keyof S & string : never}[keyof Fs];
type FieldNames<R extends {fields: GivenFields}> = (keyof R['fields'] & string) | ShownNames<R['fields']>;
type StatusKeys<R extends GivenResource> = R['status'] extends infer S extends string
  ? R['fields'][S] extends {choices: readonly (infer C)[]} ? C extends {key: infer K} ? K : never : never
  : never;
/** The fields of these kinds; a reference, to one resource. */
type FieldsOf<Fs, F> = {[K in keyof Fs & string]: Fs[K] extends F ? K : never}[keyof Fs & string];
type Named<T> = [T] extends [object] ? keyof T & string : never;
/** What can be asked of a record: not everything that is built in fits every resource. */
type ConditionNames<R extends GivenResource, Key> =
  | Exclude<BuiltIn,
    (R extends {template: object} ? never : OfTemplate) | (Key extends typeof USERS ? never : OfUsers)>
  | Named<R['people']> | Named<R['conditions']>;

/** The actions declared, and the two that a switch has. */
type ActionNames<R extends GivenResource> = keyof R['actions'] | (R extends {toggle: object} ? 'ativar' | 'inativar' : never);

/** The words there are, where no resource is at hand: none of what only a resource has. */
interface Words<C extends GivenConfig> extends Record<NameKind, PropertyKey> {
  profile: keyof C['profiles'];
  resource: keyof C['resources'];
  list: Named<C['lists']>;
  icon: IconName;
  place: (typeof pages)[number] | Named<C['dashboards']> | keyof C['resources'];
}
/** And in a resource: a row for each kind of name. */
interface WordsOf<C extends GivenConfig, R extends GivenResource, Key> extends Words<C> {
  field: FieldNames<R>;
  value: FieldNames<R> | 'id';
  shown: FieldNames<R> | 'id' | typeof WAITED_FOR;
  user: FieldsOf<R['fields'], {kind: 'referencia'; to: typeof USERS}>;
  status: StatusKeys<R>;
  left: StatusKeys<R> | '*';
  entry: keyof C['profiles'] | `${keyof C['profiles'] & string}:${ConditionNames<R, Key>}`;
  condition: ConditionNames<R, Key>;
  found: Exclude<ConditionNames<R, Key>, Alone>;
  told: Named<R['people']> | typeof TEAM | keyof C['profiles'] | `${FieldsOf<R['fields'], {kind: 'referencia'}>}.${string}`;
  waiter: Named<R['people']> | Waiter | keyof C['profiles'];
  action: ActionNames<R>;
  // Only of users is it known what a save would take from them.
  doing: ActionNames<R> | keyof R['children'] | typeof DELETING | (Key extends typeof USERS ? typeof UPDATING : never);
  filter: keyof R['list']['filters'];
}

/**
 * Every word of what was written, against the shape that is allowed there. A field's options are those of its own kind.
 *
 * @template T what was written
 * @template S the shape
 * @template W the words there are
 * @template B the fields beside
 */
type Said<T, S, W, B> = [T] extends [string] ? Called<T, KindOfName<S>, W, B>
  : T extends {kind: infer K extends Kind} ? Options<T, Extract<S, {kind: K}>, W, B>
  : T extends readonly unknown[] ? Each<T, Extract<S, readonly unknown[]>, W, B>
  : T extends object ? Options<T, Exclude<Extract<S, object>, string | readonly unknown[]>, W, B> : unknown;
type Called<T, K, W, B> = K extends 'beside' ? OneOf<T, B, 'field'>
  : K extends 'compared' | 'against' ? OneOf<T, B | `session.${keyof Session}` | (K extends 'against' ? Timed : never), 'field'>
  : K extends keyof NameKinds & keyof W ? OneOf<T, W[K], NameKinds[K]> : unknown;
/** A helper on a naked type parameter: only so does a mapped type stay a tuple. */
type Each<T, S extends readonly unknown[], W, B> = {[I in keyof T]: Said<T[I], I extends keyof S ? S[I] : S[number], W, B>};
type Options<T, S, W, B> = [S] extends [never] ? unknown
  : string extends keyof S
    ? {[K in keyof T]: Said<K, keyof S, W, B> & Said<T[K], S[string & keyof S], W, S[string & keyof S] extends {kind: Kind} ? keyof T : B>}
    : Only<T, keyof S> & {[K in keyof T & keyof S]?: Said<T[K], S[K], W, B>};

/** Names that every record has already. */
type CheckedPlace<K> = K extends 'id' | 'versao' | 'dataExclusao' ? Mistake<`${K} is of every record`> : unknown;

/** What the product itself reads of a resource. */
type CheckedNeeds<Fs, Key> = Key extends keyof Needed
  ? [Exclude<keyof Needed[Key], keyof Fs>] extends [never]
    ? {[K in keyof Needed[Key] & keyof Fs]: Needed[Key][K] extends {kind: infer A} ? Fs[K] extends {kind: A} ? unknown
      : Mistake<`${K & string} has to be a field of another kind here`> : unknown}
    : Mistake<`${Exclude<keyof Needed[Key], keyof Fs> & string} is a field that the product needs`>
  : unknown;

/** A name that is one already. */
type CheckedName<K, Taken> = K extends BuiltIn | Taken ? Mistake<`${K & string} is a condition already`> : unknown;
type IsOne<T, U = T> = [T] extends [never] ? false : T extends unknown ? [U] extends [T] ? true : false : never;
type SaidOnce<C, Key> = string extends Key ? unknown
  : IsOne<Word & keyof C> extends true ? unknown : Choose<'a condition says one of', Word>;

/** What no shape of a single word says. */
type CheckedSense<R extends GivenResource, Key> = {
  fields: {[K in keyof R['fields']]: CheckedPlace<K>} & CheckedNeeds<R['fields'], Key>;
  people?: {[K in keyof R['people']]: CheckedName<K, never>};
  conditions?: {[K in keyof R['conditions']]: SaidOnce<R['conditions'][K], Key> & CheckedName<K, Named<R['people']>>};
  actions?: {[A in keyof R['actions']]: R['actions'][A] extends {files: unknown}
    ? R extends {files: object} ? unknown : {files: Mistake<'a resource without files has none in its actions'>}
    : unknown};
};

type CheckedResource<C extends GivenConfig, R extends GivenResource, Key> =
  Said<R, GivenResource, WordsOf<C, R, Key>, FieldNames<R>> & CheckedSense<R, Key>;

type CheckedDashboard<C extends GivenConfig, D> = D extends {of: infer Of}
  ? Of extends keyof C['resources']
    ? Said<D, Config['dashboards'][string], WordsOf<C, C['resources'][Of], Of>, never>
    : {of: OneOf<Of, keyof C['resources'], 'resource'>}
  : unknown;

type Checked<C extends GivenConfig> = Said<Omit<C, 'resources' | 'dashboards'>, GivenConfig, Words<C>, never> & {
  dashboards?: {[K in keyof C['dashboards']]: CheckedDashboard<C, C['dashboards'][K]>};
  resources: {[K in keyof C['resources']]: CheckedResource<C, C['resources'][K], K>}
    & (string extends keyof C['resources'] ? unknown : {[K in keyof Needed]: unknown});
};

/** What words say, where they stand; the keys of a table. */
type Says<T, K extends string> = {[P in keyof T & K]: T[P] extends string ? T[P] : keyof T[P]}[keyof T & K];
/** What only the server writes, as `complete.ts` knows it. */
type ByServer<R> =
  | Says<R, 'status' | 'since'>
  | (R extends {toggle: infer T} ? Says<T, 'field'> : never)
  | (R extends {template: infer T} ? Says<T, 'summary' | 'version' | 'keep' | 'keepItem'> : never)
  | (R extends {people: infer P} ? Says<Extract<P[keyof P], {stamps: string}>, 'field'> : never)
  | (R extends {fields: infer F} ? FieldsOf<F, {stamps: string} | {sequence: string | true}> | StampedBy<F[keyof F]> : never);
type StampedBy<F> = F extends {choices: readonly (infer C)[]} ? C extends {stamps: infer S} ? S : never : never;
/** What follows from the name of a field. */
type Followed<F> = F extends {kind: 'vinculos'} ? Pick<FieldOf<'vinculos'>, 'wire' | 'call'> : unknown;
type CompletedResource<R extends GivenResource> = Omit<Resource, 'fields' | 'actions'> & {
  readonly fields: {readonly [K in keyof R['fields']]: R['fields'][K] & Followed<R['fields'][K]>
    & (K extends ByServer<R> ? {readonly readOnly: true} : unknown)}
    & {readonly [N in ShownNames<R['fields']>]: FieldOf<'relacionado'>};
  readonly actions: {readonly [A in ActionNames<R>]: Action};
};
type Completed<C extends GivenConfig> = Omit<C, 'resources' | 'profiles' | keyof Usual> & Omit<Usual, 'lists' | 'dashboards'> & {
  readonly profiles: Readonly<Record<keyof C['profiles'], Profile>>;
  readonly lists: Readonly<Record<Named<C['lists']>, List>>;
  readonly dashboards: Readonly<Record<Named<C['dashboards']>, Dashboard>>;
  readonly resources: {readonly [K in keyof C['resources']]: CompletedResource<C['resources'][K]>};
};

/** The config completed; the literals of its fields are kept, so that records have types of their own (`RecordOf`). */
export const defineConfig = <const C extends GivenConfig>(config: C & Checked<C>): Completed<C> =>
  complete(config) as Config & Completed<C>;
