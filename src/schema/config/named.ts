/**
 * What a word of the config is the name of, said once where the word's shape stands. Two are made from it: the type that refuses a
 * wrong word as it is written (`defineConfig.ts`), and the check at start (`check/names.ts`).
 */
import * as z from 'zod';
import type {USERS} from '../needed.ts';

/** Each kind of name, and what TypeScript calls a word that is none. */
export interface NameKinds {
  /** A field of the resource: of the one at hand, or of the one that `of` tells. */
  field: 'field';
  /** A field of the resource, or `id`. */
  value: 'field';
  /** A field that stands beside this one: of a resource, of what an action asks. */
  beside: 'field';
  /** A field that stands beside, or what is known of whoever asks (`session.idEmpresa`). */
  compared: 'field';
  /** One of those, or a moment: `hoje`, `agora-7`. */
  against: 'field';
  /** A field, `id`, or whom a record waits for. */
  shown: 'field';
  /** A field that names a user. */
  user: `reference to ${typeof USERS}`;
  status: 'status';
  /** A status, or `*`: every one that is no end. */
  left: 'status';
  profile: 'profile';
  /** A profile, or one under a condition: `fornecedor:autor`. */
  entry: 'profile';
  condition: 'condition';
  /** A condition by which rows are found. */
  found: 'condition';
  /** A name of `people`, a profile, the team, or somebody whom a reference's record names: `idCentroCusto.idAprovador`. */
  told: 'person or profile';
  /** A name of `people`, a profile, or what every record may wait for: `autor`, `equipe`, `robo`. */
  waiter: 'person or profile';
  action: 'action';
  /** A child, an action, or what else is done to a record. */
  doing: 'child or action';
  filter: 'filter';
  resource: 'resource';
  list: 'list';
  icon: 'icon';
  /** A page of the product's own, a dashboard, or a resource. */
  place: 'page, dashboard or resource';
}
export type NameKind = keyof NameKinds;

/** Without what may be left out, where it is. */
export type Filled<T, K extends keyof T> = Omit<T, K> & {readonly [P in K]-?: Exclude<T[P], undefined>};

type Plain = Readonly<Record<string, unknown>>;
/** Of which resource a name is, where it is not the one at hand: by what stands beside the word, and the key it stands under. */
type Whose = (beside: Plain, key: string, fields: Readonly<Record<string, object>>) => unknown;

export interface Naming {
  as: NameKind;
  of?: Whose;
  /** The kinds of field it may name; not of type `Kind`, whose shapes are made with this. */
  kinds?: readonly string[];
}

/** The resource that a word beside says. */
export const saidBy = (word: string): Whose => beside => beside[word];
/** The resource that a reference beside refers to. */
export const referredBy = (word: string): Whose => (beside, _key, fields) => {
  const field = fields[String(beside[word])];
  return field !== undefined && 'to' in field ? field.to : undefined;
};
/** The resource that the reference refers to under whose name it stands. */
export const referred: Whose = (_beside, key, fields) => referredBy('it')({it: key}, key, fields);
/** The resource under whose name it stands. */
export const keyed: Whose = (_beside, key) => key;

/**
 * A word that names something of one kind. Any text can be taken for one, and one for another: to whoever reads a config all of them
 * are texts. Only `KindOfName` tells them apart.
 */
export type Name<K extends NameKind> = string & {readonly [P in `a ${K}`]?: never};
/** The kind of name that a word of this type is; never for other texts. */
export type KindOfName<S> = S extends string ? Extract<keyof S, `a ${NameKind}`> extends `a ${infer K}` ? K : never : never;

const namings = new WeakMap<z.core.$ZodType, Naming>();
export const namingOf = (schema: z.core.$ZodType): Naming | undefined => namings.get(schema);

type NameShape<K extends NameKind> = z.ZodType<Name<K>, Name<K>> & z.core.$ZodRecordKey;

type More = Omit<Naming, 'as'>;
/** What a word of another resource names, types cannot tell: there the start alone refuses it. */
type TypedAs<K extends NameKind, M extends More> = M extends {of: Whose} ? never : K;

/** The same shape, whose texts are names. */
export const naming = <S extends z.core.$ZodType>(shape: S, said: Naming): S => {
  namings.set(shape, said);
  return shape;
};
/** The shape of a word that names one. */
export const name = <K extends NameKind, M extends More = More>(as: K, more?: M): NameShape<TypedAs<K, M>> =>
  naming(z.string(), {as, ...more}) as unknown as NameShape<TypedAs<K, M>>;
/** Of several. */
export const names = <K extends NameKind, M extends More = More>(as: K, more?: M) => z.array(name(as, more)).readonly();

/** The shape of what people read: something is seen of it. */
export const text = () => z.string().trim().min(1);

/** What a sentence may hold in braces: values of the record it speaks of, `total` of what is counted, or that alone. */
export type Speaks = 'record' | 'counted' | 'total' | 'told';
const sentences = new WeakMap<z.core.$ZodType, Speaks>();
export const speaksOf = (schema: z.core.$ZodType): Speaks | undefined => sentences.get(schema);

/** The shape of a sentence about a record, whose values stand in braces: `Ticket {id} Editado!`. */
export const sentence = (speaks: Speaks = 'record') => {
  const shape = text();
  sentences.set(shape, speaks);
  return shape;
};

const fieldShape = z.unknown();
/** A field of any kind; it is held against the shape of its own kind. */
export const anyField = (): z.ZodUnknown => fieldShape;
export const isFieldShape = (schema: z.core.$ZodType): boolean => schema === fieldShape;
