/**
 * Schemas of the names in a config, each marked with what it names. Two checks use the marks: the type check of `defineConfig.ts`, and the
 * check at start (`check/names.ts`).
 */
import * as z from 'zod';
import type {USERS} from '../systemFields.ts';

/** Kinds of names, each with the noun for a compile error. */
export interface NameKinds {
  /** A field of this resource, or of another one where the option says of which. */
  field: 'field';
  /** A field of the resource, or `id`. */
  value: 'field';
  /** A field in the same place: of the resource, or of an action's answers. */
  beside: 'field';
  /** A field in the same place, or a value of the session: `session.id`, `session.perfil`, `session.idEmpresa`, `session.codigoExterno`. */
  compared: 'field';
  /** A field in the same place, a value of the session, or a date. */
  against: 'field';
  /** Start of a moment: `hoje`, `agora`, a field in the same place, or one of a record that its reference names: `idModelo.data`. */
  start: 'field';
  /** Amount of a moment: a field in the same place, or one of a record that its reference names: `idPrioridade.horas`. */
  amount: 'field';
  /** A value to write: `record.` with a field or `id` of the record, a value of the session, or any literal. */
  written: 'field';
  /** A field, `id`, or `aguarda`: for whom a record waits. */
  shown: 'field';
  /** A reference to `usuarios`, of the record or of one that it references: `idFilial.idResponsavel`. */
  user: `reference to ${typeof USERS}`;
  /** The `key` of a status. */
  status: 'status';
  /** The `key` of a status, or `*`: every status that is not an end. */
  left: 'status';
  /** A name in `profiles`. */
  profile: 'profile';
  /** A profile, or a profile under a condition: `fornecedor:autor`. */
  entry: 'profile';
  /** A condition by name or in place. */
  condition: 'condition';
  /** A condition that can be a predicate on rows: every one but `itensValidos` and `naoUltimoAdm`. */
  found: 'condition';
  /** A name in `people`, a profile, `equipe`, or a person named by a referenced record: `idCentro.idChefe`. */
  told: 'person or profile';
  /** A name in `people`, a profile, or one of `autor`, `equipe` and `robo`. */
  waiter: 'person or profile';
  /** A name in `actions`. */
  action: 'action';
  /** An action, a child, `delete`, or for users `update`. */
  doing: 'child or action';
  /** A name in `tabs`. */
  tab: 'tab';
  /** A name in `list.filters`. */
  filter: 'filter';
  /** An event of a webhook: `create`, `update`, `delete`, or the `key` of a status. */
  event: 'status or operation';
  /** A name in `resources`. */
  resource: 'resource';
  /** A name in `lists`. */
  list: 'list';
  /** A name of `src/schema/words/icons.ts`. */
  icon: 'icon';
  /** A page of the product (`home`, `robos`, `entregas`, `alterar-senha`), a dashboard, or a resource. */
  place: 'page, dashboard or resource';
}
export type NameKind = keyof NameKinds;

/** Makes keys required. */
export type WithRequired<T, K extends keyof T> = Omit<T, K> & {readonly [P in K]-?: Exclude<T[P], undefined>};

type PlainObject = Readonly<Record<string, unknown>>;
/** Returns the resource to which a name belongs, from the siblings of the word and its key. */
type ResourceLookup = (siblings: PlainObject, key: string, fields: Readonly<Record<string, object>>) => unknown;

export interface Naming {
  as: NameKind;
  of?: ResourceLookup;
  /** Field kinds that it may name. Not of type `Kind`, because the shapes of kinds use this type. */
  kinds?: readonly string[];
}

/** The resource named by a sibling word. */
export const resourceNamedBy = (word: string): ResourceLookup => siblings => siblings[word];
/** The resource to which a sibling reference refers. */
export const targetOfReference = (word: string): ResourceLookup => (siblings, _key, fields) => {
  const field = fields[String(siblings[word])];
  return field !== undefined && 'to' in field ? field.to : undefined;
};
/** The resource to which the reference refers whose name is the key. */
export const targetOfReferenceKey: ResourceLookup = (_beside, key, fields) => targetOfReference('it')({it: key}, key, fields);
/** The resource whose name is the key. */
export const resourceNamedByKey: ResourceLookup = (_beside, key) => key;

/** A name of one kind. Every string is assignable to it, so that a config is read as plain strings. Only `KindOfName` reads the brand. */
export type ConfigName<K extends NameKind> = string & {readonly [P in `a ${K}`]?: never};
/** Kind of name of a branded string; `never` for other strings. */
export type KindOfName<S> = S extends string ? Extract<keyof S, `a ${NameKind}`> extends `a ${infer K}` ? K : never : never;

const namings = new WeakMap<z.core.$ZodType, Naming>();
export const namingOf = (schema: z.core.$ZodType): Naming | undefined => namings.get(schema);

type NameShape<K extends NameKind> = z.ZodType<ConfigName<K>, ConfigName<K>> & z.core.$ZodRecordKey;

type NameOptions = Omit<Naming, 'as'>;
/** Names of another resource carry no brand, because types cannot check them. The check at start does. */
type CheckableKind<K extends NameKind, M extends NameOptions> = M extends {of: ResourceLookup} ? never : K;

/** Marks a schema as one of names. */
export const markAsNames = <S extends z.core.$ZodType>(shape: S, options: Naming): S => {
  namings.set(shape, options);
  return shape;
};
export const nameShape = <K extends NameKind, M extends NameOptions = NameOptions>(as: K, options?: M): NameShape<CheckableKind<K, M>> =>
  markAsNames(z.string(), {as, ...options}) as unknown as NameShape<CheckableKind<K, M>>;
export const namesShape = <K extends NameKind, M extends NameOptions = NameOptions>(as: K, options?: M) =>
  z.array(nameShape(as, options)).readonly();

/** Schema of a visible text. */
export const textShape = () => z.string().trim().min(1);

/** Placeholders allowed in a sentence: values of the record, those and `total`, `total` alone, or those of a notice. */
export type PlaceholderScope = 'record' | 'counted' | 'total' | 'told';
const sentences = new WeakMap<z.core.$ZodType, PlaceholderScope>();
export const placeholderScopeOf = (schema: z.core.$ZodType): PlaceholderScope | undefined => sentences.get(schema);

/** Schema of a sentence with placeholders for a record's values: `Ticket {id} Editado!`. */
export const sentenceShape = (speaks: PlaceholderScope = 'record') => {
  const shape = textShape();
  sentences.set(shape, speaks);
  return shape;
};

const fieldShape = z.unknown();
/** A field of any kind, which is then parsed with the schema of its own kind. */
export const anyFieldShape = (): z.ZodUnknown => fieldShape;
export const isFieldShape = (schema: z.core.$ZodType): boolean => schema === fieldShape;
