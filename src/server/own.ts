/**
 * Own code beside a config (rules: Own 1): `defineOwn`, and the types of its steps, timers and calls. It is the only module of the product
 * that a file such as `frota.own.ts` imports, besides its config.
 */
import * as z from 'zod';
import type {CreateOf, ValueOf} from '../schema/fields/recordTypes.ts';
import type {Field, Fields} from '../schema/shapes/fields.ts';

/** Shapes of what calls get and answer. */
export {z};

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

/** What own code does with records, in any scope and as Sistema. Each is awaited. */
export interface OwnTools<C extends OwnConfig> {
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

/** What a step and a call may do, in one transaction. A refusal of a tool ends the whole operation, also where it is caught. */
export interface StepTools<C extends OwnConfig, Names extends string> extends OwnTools<C> {
  readonly caller: StepCaller<C>;
  /** Refuses the operation with a sentence for the caller, beside a field where one is named. */
  readonly refuse: (sentence: string, field?: Names) => never;
}

/** What a timer and a `committed` may do: each tool in a transaction of its own. */
interface FreeTools<C extends OwnConfig> extends OwnTools<C> {
  /** Does several things or none: `transaction(async ({read, save}) => …)`. */
  readonly transaction: <T>(work: (tools: StepTools<C, string>) => T | Promise<T>) => Promise<T>;
  /** Aborts at a shutdown, and when the time is over: for `fetch`. */
  readonly signal: AbortSignal;
}

type Tools<C extends OwnConfig, R extends OwnResource, Asked = {}> = StepTools<C, (keyof R['fields'] | keyof Asked) & string>;
/** Sets values of the record about to be written; they are validated as a save is. */
interface SetTool<R extends OwnResource> {
  readonly set: (values: OwnValues<R>) => void;
}
type Step<Context> = (context: Context) => void | Promise<void>;
interface Points<Before, After, Committed> {
  /** Runs before the record is written, once the call is valid. */
  readonly before?: Step<Before>;
  /** Runs after the record was written, in the same transaction. */
  readonly after?: Step<After>;
  /** Runs after the commit, at least once, those of a record in order: the place for the network (rules: Own 4). */
  readonly committed?: Step<Committed>;
}
/** What `committed` gets besides the record: `key` stays the same over all attempts, the first of which is 1. */
interface CommittedTools<C extends OwnConfig> extends FreeTools<C> {
  readonly caller: StepCaller<C>;
  readonly key: string;
  readonly attempt: number;
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
  Changed<R> & {readonly answers: Answers<A>} & Tools<C, R, Answers<A>>,
  Changed<R> & {readonly answers: Answers<A>} & CommittedTools<C>
>;
interface ResourceSteps<C extends OwnConfig, R extends OwnResource> {
  readonly create?: Points<Created<R> & SetTool<R> & Tools<C, R>, Created<R> & Tools<C, R>, Created<R> & CommittedTools<C>>;
  readonly update?: Points<Changed<R> & SetTool<R> & Tools<C, R>, Changed<R> & Tools<C, R>, Changed<R> & CommittedTools<C>>;
  readonly delete?: Points<Deleted<R> & Tools<C, R>, Deleted<R> & Tools<C, R>, Deleted<R> & CommittedTools<C>>;
  readonly actions?: {readonly [A in ActionName<R>]?: ActionPoints<C, R, NonNullable<R['actions']>[A]>};
}

/** Every day at a time of São Paulo's clock (`02:00`), or at each multiple of an interval (`30s`, `15m`, `2h`). */
type OwnSchedule = {readonly daily: {readonly at: string}; readonly every?: never} | {readonly every: string; readonly daily?: never};
type TimerInput<C extends OwnConfig> = OwnSchedule & {
  /** `now` is the instant at which it begins. */
  readonly run: Step<FreeTools<C> & {readonly now: Date}>;
};

type ParamName<Call> = Call extends `${string}:${infer Name}/${infer Rest}` ? Name | ParamName<Rest>
  : Call extends `${string}:${infer Name}` ? Name : never;
/** A GET only reads. */
type CallTools<C extends OwnConfig, Call> =
  Call extends `GET ${string}` ? Omit<StepTools<C, string>, 'create' | 'save' | 'act'> : StepTools<C, string>;
/** Names that begin with `id` are numbers. */
type CallParams<Call> = {readonly [Name in ParamName<Call>]: Name extends `id${string}` ? number : string};
type ShapeAt<Shapes, Call> = Call extends keyof Shapes ? Shapes[Call] : undefined;
/** Three mapped types, because the shapes of each call are inferred one by one. */
type CallInputs<C extends OwnConfig, Query, Body, Answer> =
  & {readonly [Call in keyof Query]: {readonly query?: z.ZodType<Query[Call]>}}
  & {readonly [Call in keyof Body]: {readonly body?: z.ZodType<Body[Call]>}}
  & {readonly [Call in keyof Answer]: {
    readonly profiles: readonly (keyof C['profiles'] & string)[];
    /** Nothing leaves that it does not name. */
    readonly answer: z.ZodType<Answer[Call]>;
    readonly run: (
      context: {readonly params: CallParams<Call>; readonly query: ShapeAt<Query, Call>; readonly body: ShapeAt<Body, Call>}
        & CallTools<C, Call>,
    ) => NoInfer<Answer[Call]> | Promise<NoInfer<Answer[Call]>>;
  }};

interface OwnInput<C extends OwnConfig, Query, Body, Answer> {
  readonly steps?: {readonly [N in ResourceName<C>]?: ResourceSteps<C, C['resources'][N]>};
  /** Work by the clock, once over all servers (rules: Own 5). */
  readonly timers?: Readonly<Record<string, TimerInput<C>>>;
  /** Calls below `/api/own/`, by method and path: `'GET resumo/:id'` (rules: Own 6). */
  readonly calls?: CallInputs<C, Query, Body, Answer>;
}

/** A step as the engine runs it. */
export type RunnableStep = Step<Readonly<Record<string, unknown>>>;
export type StepPoint = keyof Points<never, never, never>;
export type OwnPoints = {readonly [P in StepPoint]?: RunnableStep};
export type OwnTimer = OwnSchedule & {readonly run: RunnableStep};
export interface OwnCall {
  readonly profiles: readonly string[];
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  readonly run: (context: Readonly<Record<string, unknown>>) => unknown;
}
/** Own code as the server holds it. */
export interface OwnCode {
  readonly steps?: Readonly<Record<string, {readonly [O in 'create' | 'update' | 'delete']?: OwnPoints} & {
    readonly actions?: Readonly<Record<string, OwnPoints>>;
  }>>;
  readonly timers?: Readonly<Record<string, OwnTimer>>;
  readonly calls?: Readonly<Record<string, OwnCall>>;
  /** Longest wait for one step. @default 2 seconds */
  readonly stepLimitMs?: number;
}

/** Types own code by its config: a wrong resource, action or field is an error at that word. */
export const defineOwn = <const C extends OwnConfig, Query, Body, Answer>(
  _config: C, own: OwnInput<C, Query, Body, Answer>,
): OwnCode => own as unknown as OwnCode;
