/**
 * The compile-time half of the config's check: a wrong name or a misspelt option is an error on that word.
 * `check.ts` says the same at start. The object-shaped `Mistake` matters: meeting a bare string would collapse
 * the whole resource to `never` and blame every line.
 */
import type {Config, GuardName, Operation, Resource} from './config.ts';
import type {Fields, Kind} from './fields.ts';

interface Mistake<Text extends string> {
  mistake: Text;
}
type OneOf<T, Allowed, What extends string> = [Exclude<T, Allowed>] extends [never] ? unknown : Mistake<`${Exclude<T, Allowed> & string} is not a ${What}`>;
type EachOneOf<List, Allowed, What extends string> = {[I in keyof List]: OneOf<List[I], Allowed, What>};
type KeysOneOf<T, Allowed, What extends string> = {[K in keyof T]: OneOf<K, Allowed, What>};

/** A generic parameter lets misspelt options through; this stops them. */
type Only<T, Allowed extends PropertyKey> = {[K in Exclude<keyof T, Allowed>]: Mistake<`${K & string} is not an option here`>};

/**
 * The same at every depth, beside the shape that is allowed there. A field's options are those of its own kind; where
 * the shape takes any key (names of fields, of profiles), each value is looked at.
 */
type Options<T, S> = T extends {kind: infer K extends Kind}
  ? OptionsWithin<T, Extract<S, {kind: K}>>
  : T extends readonly unknown[]
    ? {[I in keyof T]: Options<T[I], Elements<S>>}
    : T extends object ? OptionsWithin<T, Exclude<Extract<S, object>, readonly unknown[]>> : unknown;
type Elements<S> = Extract<S, readonly unknown[]>[number];
type OptionsWithin<T, S> = [S] extends [never] ? unknown
  : string extends keyof S ? {[K in keyof T]: Options<T[K], S[string & keyof S]>}
  : Only<T, keyof S> & {[K in keyof T & keyof S]?: Options<T[K], S[K]>};

interface World {
  profiles: PropertyKey;
  resources: PropertyKey;
  lists: PropertyKey;
  groups: PropertyKey;
}
type FieldNames<R extends {fields: Fields}> = keyof R['fields'] & string;
type StatusKeys<R extends Resource> = R['status'] extends infer S extends string
  ? R['fields'][S] extends {choices: readonly (infer C)[]} ? C extends {key: infer K} ? K : never : never
  : never;
type Entry<P> = P | `${P & string}:${GuardName}`;

type CheckedField<F, Names, W extends World> = {
  choices?: F extends {choices: infer Cs} ? CheckedChoices<Cs, W> : unknown;
  see?: F extends {see: infer L} ? EachOneOf<L, W['profiles'], 'profile'> : unknown;
  change?: F extends {change: infer L} ? EachOneOf<L, W['profiles'], 'profile'> : unknown;
  invites?: F extends {invites: infer L} ? EachOneOf<L, W['profiles'], 'profile'> : unknown;
  to?: F extends {to: infer To} ? OneOf<To, W['resources'], 'resource'> : unknown;
  list?: F extends {list: infer L} ? OneOf<L, W['lists'], 'list'> : unknown;
  within?: F extends {within: infer N} ? OneOf<N, Names, 'field'> : unknown;
  through?: F extends {through: infer N} ? OneOf<N, Names, 'field'> : unknown;
  required?: F extends {required: infer C} ? (C extends true ? unknown : KeysOneOf<C, Names, 'field'>) : unknown;
  enabled?: F extends {enabled: infer C} ? KeysOneOf<C, Names, 'field'> : unknown;
};

type CheckedChoices<Cs, W extends World> = {[I in keyof Cs]: Cs[I] extends {profiles: infer L} ? {profiles: EachOneOf<L, W['profiles'], 'profile'>} : unknown};

type CheckedAction<A, R extends Resource, W extends World> = {
  profiles?: A extends {profiles: infer L} ? EachOneOf<L, Entry<W['profiles']>, 'profile'> : unknown;
  from?: A extends {from: infer From} ? {[S in keyof From]: OneOf<S, StatusKeys<R>, 'status'> & EachOneOf<From[S], Entry<W['profiles']>, 'profile'>} : unknown;
  to?: A extends {to: infer To} ? (To extends string ? OneOf<To, StatusKeys<R>, 'status'>
    : {then: To extends {then: infer T} ? OneOf<T, StatusKeys<R>, 'status'> : unknown; else: To extends {else: infer E} ? OneOf<E, StatusKeys<R>, 'status'> : unknown}) : unknown;
  sets?: A extends {sets: infer S} ? KeysOneOf<S, FieldNames<R>, 'field'> : unknown;
  asks?: A extends {asks: infer Fs} ? {[K in keyof Fs]: CheckedField<Fs[K], keyof Fs, W>} : unknown;
};

type CheckedResource<R extends Resource, W extends World> = {
  title: OneOf<R['title'], FieldNames<R> | 'id', 'field'>;
  fields: {[K in keyof R['fields']]: CheckedField<R['fields'][K], FieldNames<R>, W>};
  list: {
    columns: EachOneOf<R['list']['columns'], FieldNames<R> | 'id', 'field'>;
    card?: EachOneOf<R['list']['card'], FieldNames<R> | 'id', 'field'>;
    filters?: {[K in keyof R['list']['filters']]: OneOf<K, FieldNames<R>, 'field'>};
    sort: readonly [OneOf<R['list']['sort'][0], FieldNames<R> | 'id', 'field'>, unknown];
    editLink?: R['list'] extends {editLink: infer L} ? {[S in keyof L]: OneOf<S, StatusKeys<R>, 'status'> & EachOneOf<L[S], W['profiles'], 'profile'>} : unknown;
  };
  form: CheckedSections<R['form'], FieldNames<R>>;
  access: {[O in Operation]: EachOneOf<R['access'][O], W['profiles'], 'profile'>};
  scope: KeysOneOf<R['scope'], W['profiles'], 'profile'>;
  status?: R extends {status: infer S} ? OneOf<S, FieldNames<R>, 'field'> : unknown;
  menu?: R extends {menu: infer M} ? OneOf<M, W['groups'], 'menu group'> : unknown;
  order?: R extends {order: infer S} ? OneOf<S, FieldNames<R>, 'field'> : unknown;
  owner?: R extends {owner: infer O} ? {[K in keyof O]: OneOf<O[K], FieldNames<R> | 'id', 'field'>} : unknown;
  toggle?: R extends {toggle: {field: infer F; enable: infer E; disable: infer D}}
    ? {field: OneOf<F, FieldNames<R>, 'field'>; enable: OneOf<E, keyof R['actions'], 'action'>; disable: OneOf<D, keyof R['actions'], 'action'>}
    : unknown;
  children?: KeysOneOf<R['children'], W['resources'], 'resource'>;
  duplicate?: R extends {duplicate: {children: infer L}} ? {children: EachOneOf<L, keyof R['children'], 'child'>} : unknown;
  messages: {taken?: R['messages'] extends {taken: infer T} ? KeysOneOf<T, FieldNames<R>, 'field'> : unknown};
  actions?: {[A in keyof R['actions']]: CheckedAction<R['actions'][A], R, W>};
};
/** Helpers on a naked type parameter: only so does a mapped type stay a tuple. */
type CheckedSections<S, Names> = {[I in keyof S]: S[I] extends {fields: infer L extends readonly unknown[]} ? OneOf<L[number], Names, 'field'> : unknown};
type CheckedEntries<E, Resources> = {[I in keyof E]: E[I] extends {resource: infer Name} ? OneOf<Name, Resources, 'resource'> : unknown};
type CheckedMenu<M, C extends Config> = {[I in keyof M]: M[I] extends {profiles: infer P; entries: infer E}
  ? {profiles: EachOneOf<P, keyof C['profiles'], 'profile'>; entries: CheckedEntries<E, keyof C['resources']>; label?: unknown}
  : unknown};
type CheckedItems<Items, W extends World> = {[K in keyof Items]: Items[K] extends {field: infer F}
  ? {field: CheckedField<F, never, W>; prefill?: Items[K] extends {prefill: {profiles: infer L}} ? {profiles: EachOneOf<L, W['profiles'], 'profile'>} : unknown}
  : CheckedField<Items[K], never, W>};
interface WorldOf<C extends Config> {
  profiles: keyof C['profiles'];
  resources: keyof C['resources'];
  lists: keyof C['lists'];
  groups: C['menu'][number] extends infer G ? (G extends {label: infer L extends string} ? L : never) : never;
}

type Checked<C extends Config> = Options<C, Config> & {
  menu: CheckedMenu<C['menu'], C>;
  itemKinds: CheckedItems<C['itemKinds'], WorldOf<C>>;
  namedItems: CheckedItems<C['namedItems'], WorldOf<C>>;
  files: {types: OneOf<C['files']['types'], keyof C['lists'], 'list'>};
  resources: {[K in keyof C['resources']]: CheckedResource<C['resources'][K], WorldOf<C>>};
};

/** The config as written, every literal kept, so that records have types of their own (`RecordOf`). */
export const defineConfig = <const C extends Config>(config: C & Checked<C>): C => config;
