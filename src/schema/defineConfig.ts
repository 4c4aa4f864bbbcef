/**
 * The compile-time half of the config's check: a wrong name or a misspelt option is an error on that word.
 * `check.ts` says the same at start. The object-shaped `Mistake` matters: meeting a bare string would collapse
 * the whole resource to `never` and blame every line.
 */
import type {Alone, BuiltIn, OfTemplate, OfUsers} from './conditions/builtIn.ts';
import type {Word} from './conditions/shape.ts';
import type {Config, Dashboard, Operation, Resource, ScopeRule} from './config.ts';
import type {DELETING, UPDATING} from './consequences.ts';
import type {Fields, Kind} from './fields.ts';
import type {IconName} from './icons.ts';
import type {Needed, USERS} from './needed.ts';
import type {TEAM} from './notices.ts';
import type {Session} from './session.ts';
import type {WAITED_FOR} from './situation.ts';

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
/** The fields of these kinds; a reference, to one resource. */
type FieldsOf<R extends Resource, F> = {[K in FieldNames<R>]: R['fields'][K] extends F ? K : never}[FieldNames<R>];
/** What can be asked of a record: not everything that is built in fits every resource. */
type ConditionNames<R extends Resource, Name = typeof USERS> =
  | Exclude<BuiltIn,
    (R extends {template: object} ? never : OfTemplate) | (Name extends typeof USERS ? never : OfUsers)>
  | Named<R['people']> | Named<R['conditions']>;
type Named<T> = [T] extends [object] ? keyof T & string : never;
type Entry<P, N> = P | `${P & string}:${N & string}`;

type CheckedField<F, Names, W extends World> = {
  choices?: F extends {choices: infer Cs} ? CheckedChoices<Cs, Names, W> : unknown;
  see?: F extends {see: infer L} ? EachOneOf<L, W['profiles'], 'profile'> : unknown;
  change?: F extends {change: infer L} ? EachOneOf<L, W['profiles'], 'profile'> : unknown;
  to?: F extends {to: infer To} ? OneOf<To, W['resources'], 'resource'> : unknown;
  list?: F extends {list: infer L} ? OneOf<L, W['lists'], 'list'> : unknown;
  within?: F extends {within: infer N} ? OneOf<N, Names, 'field'> : unknown;
  through?: F extends {through: infer N} ? OneOf<N, Names, 'field'> : unknown;
  required?: F extends {required: infer C} ? (C extends true ? unknown : KeysOneOf<C, Names, 'field'>) : unknown;
  enabled?: F extends {enabled: infer C} ? KeysOneOf<C, Names, 'field'> : unknown;
};

type CheckedChoices<Cs, Names, W extends World> = {[I in keyof Cs]: {[K in keyof Cs[I]]:
  K extends 'icon' ? OneOf<Cs[I][K], IconName, 'icon'>
  : K extends 'stamps' ? OneOf<Cs[I][K], Names, 'field'> : K extends 'profiles' ? EachOneOf<Cs[I][K], W['profiles'], 'profile'> : unknown}};

type CheckedAction<A, R extends Resource, W extends World, Name> = {
  profiles?: A extends {profiles: infer L} ? EachOneOf<L, Entry<W['profiles'], ConditionNames<R, Name>>, 'profile'> : unknown;
  from?: A extends {
    from: infer From;
  } ? {
    [S in keyof From]: OneOf<S, StatusKeys<R> | '*', 'status'> &
      EachOneOf<From[S], Entry<W['profiles'], ConditionNames<R, Name>>, 'profile'>
  } : unknown;
  to?: A extends {to: infer To} ? (To extends string ? OneOf<To, StatusKeys<R>, 'status'>
    : {when: To extends {when: infer N} ? OneOf<N, ConditionNames<R, Name>, 'condition'> : unknown;
      then: To extends {then: infer T} ? OneOf<T, StatusKeys<R>, 'status'> : unknown; else: To extends {
        else: infer E;
      } ? OneOf<E, StatusKeys<R>, 'status'> : unknown}) : unknown;
  needs?: A extends {needs: infer L} ? EachOneOf<L, ConditionNames<R, Name>, 'condition'> : unknown;
  icon?: CheckedIcon<A>;
  files?: A extends {files: unknown}
    ? R extends {files: object} ? unknown : Mistake<'a resource without files has none in its actions'>
    : unknown;
  sets?: A extends {sets: infer S} ? KeysOneOf<S, FieldNames<R>, 'field'> : unknown;
  tells?: A extends {tells: infer T} ? KeysOneOf<T, Named<R['people']> | typeof TEAM, 'person'> : unknown;
  asks?: A extends {asks: infer Fs} ? {[K in keyof Fs]: CheckedField<Fs[K], keyof Fs, W>} : unknown;
};

type CheckedIcon<T> = T extends {icon: infer I} ? OneOf<I, IconName, 'icon'> : unknown;

/** Names that every record has already, and kinds that are no resource's but one. */
type CheckedPlace<K, F, Name> = K extends 'id' | 'versao' | 'dataExclusao' ? Mistake<`${K} is of every record`>
  : F extends {kind: 'vinculos'}
    ? Name extends typeof USERS ? unknown : Mistake<'vinculos are between usuarios and filiais only'>
    : unknown;

/** What the product itself reads of a resource. */
type CheckedNeeds<Fs, Name> = Name extends keyof Needed
  ? [Exclude<keyof Needed[Name], keyof Fs>] extends [never]
    ? {[K in keyof Needed[Name] & keyof Fs]: Needed[Name][K] extends {kind: infer A} ? Fs[K] extends {kind: A} ? unknown
      : Mistake<`${K & string} has to be a field of another kind here`> : unknown}
    : Mistake<`${Exclude<keyof Needed[Name], keyof Fs> & string} is a field that the product needs`>
  : unknown;

type CheckedResource<R extends Resource, W extends World, Name> = {
  icon: CheckedIcon<R>;
  title: OneOf<R['title'], FieldNames<R> | 'id', 'field'>;
  fields: {[K in keyof R['fields']]: CheckedField<R['fields'][K], FieldNames<R>, W> & CheckedPlace<K, R['fields'][K], Name>}
    & CheckedNeeds<R['fields'], Name>;
  list: {
    columns: EachOneOf<R['list']['columns'], FieldNames<R> | 'id', 'field'>;
    extra?: R['list'] extends {extra: infer L} ? EachOneOf<L, FieldNames<R> | 'id' | typeof WAITED_FOR, 'field'> : unknown;
    card?: EachOneOf<R['list']['card'], FieldNames<R> | 'id', 'field'>;
    filters?: {[K in keyof R['list']['filters']]: OneOf<K, FieldNames<R> | 'id', 'field'>};
    goTo?: R['list'] extends {goTo: infer L} ? EachOneOf<L, FieldNames<R> | 'id', 'field'> : unknown;
    sort: readonly [OneOf<R['list']['sort'][0], FieldNames<R> | 'id', 'field'>, unknown];
    editLink?: R['list'] extends {
      editLink: infer L;
    } ? {[S in keyof L]: OneOf<S, StatusKeys<R>, 'status'> & EachOneOf<L[S], W['profiles'], 'profile'>} : unknown;
  };
  form: CheckedSections<R['form'], FieldNames<R>>;
  access: {[O in Operation]: EachOneOf<R['access'][O], W['profiles'], 'profile'>};
  scope: KeysOneOf<R['scope'], W['profiles'], 'profile'>
    & CheckedScope<R['scope'], Exclude<ConditionNames<R, Name>, Alone>>;
  since?: R extends {since: infer N} ? OneOf<N, FieldNames<R>, 'field'> : unknown;
  people?: R extends {people: infer P} ? {[K in keyof P]: CheckedPerson<P[K], R> & CheckedName<K, never>} : unknown;
  conditions?: R extends {conditions: infer Cs}
    ? {[K in keyof Cs]: CheckedCondition<Cs[K], R, Name> & CheckedName<K, Named<R['people']>>}
    : unknown;
  tabs?: R extends {tabs: infer T} ? {[K in keyof T]: CheckedTab<T[K], R, W, Name>} : unknown;
  template?: R extends {template: infer T} ? CheckedTemplate<T, R, W> : unknown;
  files?: R extends {files: {types: infer L}} ? {types: OneOf<L, W['lists'], 'list'>; calls?: CheckedFileCalls<R['files'], R>} : unknown;
  status?: R extends {status: infer S} ? OneOf<S, FieldNames<R>, 'field'> : unknown;
  menu?: R extends {menu: infer M} ? OneOf<M, W['groups'], 'menu group'> : unknown;
  order?: R extends {order: infer S} ? OneOf<S, FieldNames<R>, 'field'> : unknown;
  owner?: R extends {owner: infer O} ? {[K in keyof O]: OneOf<O[K], FieldNames<R> | 'id', 'field'>} : unknown;
  toggle?: R extends {toggle: {field: infer F; enable: infer E; disable: infer D}}
    ? {
      field: OneOf<F, FieldNames<R>, 'field'>;
      enable: OneOf<E, keyof R['actions'], 'action'>;
      disable: OneOf<D, keyof R['actions'], 'action'>;
    }
    : unknown;
  children?: KeysOneOf<R['children'], W['resources'], 'resource'>;
  consequences?: R extends {consequences: infer C}
    ? {[K in keyof C]: C[K] extends {of: infer O; before: infer B}
      ? {
        of: OneOf<O, W['resources'], 'resource'>;
        before: EachOneOf<B, keyof R['actions'] | keyof R['children'] | Written<Name>, 'child or action'>;
      }
      : unknown}
    : unknown;
  duplicate?: R extends {duplicate: {children: infer L}} ? {children: EachOneOf<L, keyof R['children'], 'child'>} : unknown;
  messages: {taken?: R['messages'] extends {taken: infer T} ? KeysOneOf<T, FieldNames<R>, 'field'> : unknown};
  actions?: {[A in keyof R['actions']]: CheckedAction<R['actions'][A], R, W, Name>};
};
/** Only of users is it known what a save would take from them. */
type Written<Name> = typeof DELETING | (Name extends typeof USERS ? typeof UPDATING : never);
type CheckedFileCalls<F, R extends Resource> =
  F extends {calls: {repeats: infer N}} ? {repeats: OneOf<N, FieldNames<R>, 'field'>} : unknown;
type CheckedPerson<P, R extends Resource> = P extends {field: infer N}
  ? {field: OneOf<N, FieldNames<R>, 'field'>
    & OneOf<N, FieldsOf<R, {kind: 'referencia'; to: typeof USERS}> | Exclude<N, FieldNames<R>>, 'reference to usuarios'>}
  : unknown;
/** A name that is one already. */
type CheckedName<K, Taken> = K extends BuiltIn | Taken ? Mistake<`${K & string} is a condition already`> : unknown;
type IsOne<T, U = T> = [T] extends [never] ? false : T extends unknown ? [U] extends [T] ? true : false : never;
type SaidOnce<C, Name> = string extends Name ? unknown : IsOne<Word & keyof C> extends true ? unknown : Choose<'a condition says one of', Word>;
type CheckedCondition<C, R extends Resource, Name> = SaidOnce<C, Name> & {
  filled?: C extends {filled: infer N} ? OneOf<N, FieldNames<R>, 'field'> : unknown;
  same?: C extends {same: infer L} ? EachOneOf<L, FieldNames<R> | `session.${keyof Session}`, 'field'> : unknown;
  status?: C extends {status: infer L} ? EachOneOf<L, StatusKeys<R>, 'status'> : unknown;
  is?: C extends {is: infer V} ? KeysOneOf<V, FieldNames<R>, 'field'> : unknown;
  older?: C extends {older: infer V} ? KeysOneOf<V, FieldNames<R>, 'field'> : unknown;
  not?: C extends {not: infer N} ? OneOf<N, ConditionNames<R, Name>, 'condition'> : unknown;
};
type CheckedTab<T, R extends Resource, W extends World, Name> = {
  where: T extends {where: infer L}
    ? EachOneOf<L, Exclude<ConditionNames<R, Name>, Alone>, 'condition'> : unknown;
  profiles?: T extends {profiles: infer L} ? EachOneOf<L, W['profiles'], 'profile'> : unknown;
};
type CheckedTemplate<T, R extends Resource, W extends World> = {
  by: T extends {by: infer N} ? OneOf<N, FieldNames<R>, 'field'> : unknown;
  items: T extends {items: infer N} ? OneOf<N, W['resources'], 'resource'> : unknown;
  summary?: T extends {summary: infer N} ? OneOf<N, FieldNames<R>, 'field'> : unknown;
  keep?: T extends {keep: infer V} ? KeysOneOf<V, FieldNames<R>, 'field'> : unknown;
  keepItem?: T extends {keepItem: infer V} ? KeysOneOf<V, FieldNames<R>, 'field'> : unknown;
  version?: T extends {version: infer N} ? OneOf<N, FieldNames<R>, 'field'> : unknown;
};
type CheckedScope<S, N> = {[P in keyof S]: CheckedRules<S[P], N>};
type CheckedRules<L, N> = {[I in keyof L]: L[I] extends {
  any: infer A;
} ? {any: EachOneOf<A, N, 'condition'>} : L[I] extends ScopeRule & string ? OneOf<L[I], N, 'condition'> : unknown};
/** Helpers on a naked type parameter: only so does a mapped type stay a tuple. */
type CheckedSections<S, Names> = {[I in keyof S]: S[I] extends {fields: infer L}
  ? {fields: EachOneOf<L, Names, 'field'>; title?: unknown}
  : unknown};
/** Elements of a list name all their keys, or TypeScript takes the others for misspelt. */
type CheckedEntries<E, Resources> = {[I in keyof E]: {[K in keyof E[I]]: K extends 'icon' ? OneOf<E[I][K], IconName, 'icon'>
  : K extends 'resource' ? OneOf<E[I][K], Resources, 'resource'> : unknown}};
type CheckedMenu<M, C extends Config> = {[I in keyof M]: M[I] extends {profiles: infer P; entries: infer E}
  ? {profiles: EachOneOf<P, keyof C['profiles'], 'profile'>; entries: CheckedEntries<E, keyof C['resources']>; label?: unknown}
  : unknown};
type CheckedItems<Items, W extends World> = {[K in keyof Items]: Items[K] extends {field: infer F}
  ? {
    field: CheckedField<F, never, W>;
    prefill?: Items[K] extends {prefill: {profiles: infer L}} ? {profiles: EachOneOf<L, W['profiles'], 'profile'>} : unknown;
  }
  : CheckedField<Items[K], never, W>};
type CheckedDashboard<D extends Dashboard, C extends Config> = {
  of: OneOf<D['of'], keyof C['resources'], 'resource'>;
  steps?: CheckedEntries<D['steps'], keyof C['resources']>;
} & (C['resources'][D['of'] & keyof C['resources']] extends infer R extends Resource ? {
  created: OneOf<D['created'], keyof R['list']['filters'], 'filter'>;
  cards: KeysOneOf<D['cards'], StatusKeys<R>, 'status'>;
  others?: KeysOneOf<D['others'], StatusKeys<R>, 'status'>;
  chart: {status: OneOf<D['chart']['status'], StatusKeys<R>, 'status'>};
} : unknown);
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
  dashboard?: C['dashboard'] extends infer D extends Dashboard ? CheckedDashboard<D, C> : unknown;
  resources: {[K in keyof C['resources']]: CheckedResource<C['resources'][K], WorldOf<C>, K>}
    & (string extends keyof C['resources'] ? unknown : {[K in keyof Needed]: unknown});
};

/** The config as written, every literal kept, so that records have types of their own (`RecordOf`). */
export const defineConfig = <const C extends Config>(config: C & Checked<C>): C => config;
