/**
 * Own code beside a config (rules: Own 1): `defineOwn` and the types of its steps. It is the only module of the product that a file such as
 * `frota.own.ts` imports, besides its config.
 */
import type {CreateOf, ValueOf} from '../schema/fields/recordTypes.ts';
import type {Field, Fields} from '../schema/shapes/fields.ts';

interface OwnResource {
  readonly fields: Fields;
  readonly actions?: Readonly<Record<string, object>> | undefined;
}
interface OwnConfig {
  readonly profiles: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<Record<string, OwnResource>>;
}

type NamesWithout<Fs, Kinds> = {[K in keyof Fs & string]: Fs[K] extends {kind: Kinds} ? never : K}[keyof Fs & string];
type ReadNames<Fs> = NamesWithout<Fs, 'senha' | 'vinculos' | 'arquivo'>;
type StoredNames<Fs> = NamesWithout<Fs, 'senha' | 'vinculos' | 'arquivo' | 'relacionado' | 'calculo'>;
type Value<F> = F extends Field ? ValueOf<F> : unknown;
type Simplify<T> = {[K in keyof T]: T[K]} & {};

/** A record in a step: its stored values without passwords, links and files; `null` where empty, instants in ISO 8601. */
export type OwnRecord<R extends OwnResource> = Simplify<
  {readonly id: number; readonly versao: number} & {readonly [K in StoredNames<R['fields']>]: Value<R['fields'][K]> | null}
>;
/** A record that a step reads: calculated values and those of referenced records too. */
export type OwnReadRecord<R extends OwnResource> = Simplify<
  {readonly id: number; readonly versao: number} & {readonly [K in ReadNames<R['fields']>]: Value<R['fields'][K]> | null}
>;
/** Values that a step sets or saves. */
export type OwnValues<R extends OwnResource> = {readonly [K in StoredNames<R['fields']>]?: Value<R['fields'][K]> | null};
type Answers<A> = A extends {readonly asks: infer Asks} ? {readonly [K in keyof Asks & string]?: Value<Asks[K]> | null} : {};

/** The person or robot whose call began it all. */
export interface StepCaller<C extends OwnConfig = OwnConfig> {
  readonly id: number;
  readonly perfil: keyof C['profiles'] & string;
  readonly idEmpresa: number | null;
  readonly nome: string;
}

type ResourceName<C extends OwnConfig> = keyof C['resources'] & string;
type ActionName<R extends OwnResource> = keyof NonNullable<R['actions']> & string;

/** What every step may do. Each is awaited; a refusal of one ends the whole operation, also where the step catches it. */
export interface StepTools<C extends OwnConfig, Names extends string> {
  readonly caller: StepCaller<C>;
  /** Refuses the operation with a sentence for the caller, beside a field where one is named. */
  readonly refuse: (sentence: string, field?: Names) => never;
  /** Reads a record in any scope; undefined: missing or deleted. */
  readonly read: <N extends ResourceName<C>>(resource: N, id: number) => Promise<OwnReadRecord<C['resources'][N]> | undefined>;
  /** Reads the records with these values, by id; at most 1,000, and more are an error. */
  readonly list: <N extends ResourceName<C>>(resource: N, where: OwnValues<C['resources'][N]>) =>
  Promise<readonly OwnReadRecord<C['resources'][N]>[]>;
  /** Creates a record as Sistema. @returns its id */
  readonly create: <N extends ResourceName<C>>(
    resource: N, values: Simplify<CreateOf<C['resources'][N]> & OwnValues<C['resources'][N]>>,
  ) => Promise<number>;
  /** Saves a record as Sistema. */
  readonly save: <N extends ResourceName<C>>(resource: N, id: number, values: OwnValues<C['resources'][N]>) => Promise<void>;
  /** Runs an action of a record as Sistema. */
  readonly act: <N extends ResourceName<C>, A extends ActionName<C['resources'][N]>>(
    resource: N, id: number, action: A, answers?: Answers<NonNullable<C['resources'][N]['actions']>[A]>,
  ) => Promise<void>;
}

type Tools<C extends OwnConfig, R extends OwnResource, Asked = {}> = StepTools<C, (keyof R['fields'] | keyof Asked) & string>;
/** Sets values of the record about to be written; they are validated as a save is. */
interface SetTool<R extends OwnResource> {
  readonly set: (values: OwnValues<R>) => void;
}
type Step<Context> = (context: Context) => void | Promise<void>;
interface Points<Before, After> {
  /** Runs before the record is written, once the call is valid. */
  readonly before?: Step<Before>;
  /** Runs after the record was written, in the same transaction. */
  readonly after?: Step<After>;
}

/** `before` is the record as it was, `record` as it will be. */
interface Changed<R extends OwnResource> {
  readonly before: OwnRecord<R>;
  readonly record: OwnRecord<R>;
}
/** Of a new record, whose id is 0 before it is written. */
type Created<R extends OwnResource> = Pick<Changed<R>, 'record'>;
type Deleted<R extends OwnResource> = Pick<Changed<R>, 'before'>;

type ActionPoints<C extends OwnConfig, R extends OwnResource, A> = Points<
  Changed<R> & SetTool<R> & {readonly answers: Answers<A>} & Tools<C, R, Answers<A>>,
  Changed<R> & {readonly answers: Answers<A>} & Tools<C, R, Answers<A>>
>;
interface ResourceSteps<C extends OwnConfig, R extends OwnResource> {
  readonly create?: Points<Created<R> & SetTool<R> & Tools<C, R>, Created<R> & Tools<C, R>>;
  readonly update?: Points<Changed<R> & SetTool<R> & Tools<C, R>, Changed<R> & Tools<C, R>>;
  readonly delete?: Points<Deleted<R> & Tools<C, R>, Deleted<R> & Tools<C, R>>;
  readonly actions?: {readonly [A in ActionName<R>]?: ActionPoints<C, R, NonNullable<R['actions']>[A]>};
}
interface OwnInput<C extends OwnConfig> {
  readonly steps: {readonly [N in ResourceName<C>]?: ResourceSteps<C, C['resources'][N]>};
}

/** A step as the engine runs it. */
export type RunnableStep = Step<Readonly<Record<string, unknown>>>;
export type StepPoint = keyof Points<never, never>;
export type OwnPoints = {readonly [P in StepPoint]?: RunnableStep};
/** Own code as the server holds it. */
export interface OwnCode {
  readonly steps: Readonly<Record<string, {readonly [O in 'create' | 'update' | 'delete']?: OwnPoints} & {
    readonly actions?: Readonly<Record<string, OwnPoints>>;
  }>>;
  /** Longest wait for one step. @default 2 seconds */
  readonly stepLimitMs?: number;
}

/** Types own code by its config: a wrong resource, action or field is an error at that word. */
export const defineOwn = <const C extends OwnConfig>(_config: C, own: OwnInput<C>): OwnCode => own as unknown as OwnCode;
