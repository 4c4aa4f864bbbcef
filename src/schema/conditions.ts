/**
 * The one grammar of conditions on a record: asked by buttons and by the server. What a condition means as rows of a table,
 * which scopes ask, is `server/reach/conditions.ts`.
 */
import type {Condition, Resource} from './config.ts';
import {ruleOf} from './kinds.ts';
import type {Session} from './session.ts';
import {WAITED_FOR} from './situation.ts';
import {statusById} from './statuses.ts';
import type {Values} from './validate.ts';
import {waitsFor} from './waiting.ts';

/** Conditions that need no declaration. */
export const builtIn = ['tudo', 'empresa', 'filiais', 'proprio', 'participou', 'itensValidos', 'naoUltimoAdm'] as const;
export type BuiltIn = (typeof builtIn)[number];

/** A record, whoever asks, and what the record alone does not tell. */
export interface Asked {
  resource: Resource;
  record: Values;
  session: Session;
  known?: Known;
}

/** What has to be looked up; absent: not known. */
export interface Known {
  /** Whether every item of the record's form is filled in validly. */
  itensValidos?: boolean | undefined;
  /** Whether the record is the only active user of the first profile. */
  ultimoAdm?: boolean | undefined;
  /** Whether a step of the record's history is theirs. */
  participou?: boolean | undefined;
  /** Whether the record's branch is one of theirs. */
  filiais?: boolean | undefined;
}

/** `undefined`: not known, as where another server's answer does not carry the field. */
export type Answer = boolean | undefined;

const isBuiltIn = (name: string): name is BuiltIn => (builtIn as readonly string[]).includes(name);

/** Every name a condition of the resource may be asked by. */
export const conditionNames = (resource: Resource): string[] =>
  [...builtIn, ...Object.keys(resource.people ?? {}), ...Object.keys(resource.conditions ?? {})];

/** A value in its bare form; `null` for nothing, and `undefined` where the record does not tell. */
const valueOf = ({resource, record, session}: Asked, name: string): unknown => {
  if (name.startsWith('session.')) return session[name.slice('session.'.length) as keyof Session] || null;
  const value = record[name];
  const field = resource.fields[name];
  if (value === undefined || field === undefined) return value;
  // Answers carry 0 and '' for nothing.
  return value === 0 && field.kind === 'referencia' ? null : ruleOf(field).bare(value, field);
};
const isFilled = (value: unknown): Answer => (value === undefined ? undefined : value !== null && value !== '');
const oneOf = (value: unknown, allowed: readonly unknown[]): Answer => (value === undefined ? undefined : allowed.includes(value));

/** All hold; not known where none is refused and one is not known. */
const every = (answers: readonly Answer[]): Answer => (answers.includes(false) ? false : answers.includes(undefined) ? undefined : true);
const opposite = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);

const DAY = 86_400_000;
const isOlder = (value: unknown, days: number): Answer => {
  if (value === undefined || value === null) return value === null ? false : undefined;
  return Date.now() - new Date(value as string | Date).getTime() > days * DAY;
};

/** Whom a record waits for: as it tells, else as its status says by itself. */
const waiting = ({resource, record}: Asked): unknown => {
  if (record[WAITED_FOR] !== undefined) return record[WAITED_FOR];
  const id = record[resource.status ?? ''];
  return id === undefined ? undefined : waitsFor(resource, id, false);
};

const declared = (condition: Condition, asked: Asked): Answer => {
  const {filled, same, status, is, older, waits, not} = condition;
  if (filled !== undefined) return isFilled(valueOf(asked, filled));
  if (same !== undefined) {
    const [one, other] = same.map(name => valueOf(asked, name));
    return every([isFilled(one), isFilled(other), one === undefined || other === undefined ? undefined : one === other]);
  }
  if (status !== undefined) {
    const {resource, record} = asked;
    const id = resource.status === undefined ? undefined : record[resource.status];
    return id === undefined ? undefined : status.includes(statusById(resource, id)?.key ?? '');
  }
  if (is !== undefined) return every(Object.entries(is).map(([name, allowed]) => oneOf(valueOf(asked, name), allowed)));
  if (older !== undefined) return every(Object.entries(older).map(([name, days]) => isOlder(asked.record[name], days)));
  if (waits !== undefined) return oneOf(waiting(asked), [waits]);
  return not === undefined ? undefined : opposite(answerOf(not, asked));
};

const builtIns: Record<BuiltIn, (asked: Asked) => Answer> = {
  tudo: () => true,
  empresa: asked => {
    const {owner} = asked.resource;
    if (owner?.empresa === undefined) return undefined;
    const {idEmpresa} = asked.session;
    const own = owner.empresa === 'id' ? asked.record['id'] : valueOf(asked, owner.empresa);
    return own === undefined ? undefined : own === idEmpresa;
  },
  filiais: ({known}) => known?.filiais,
  proprio: ({record, session}) => (record['id'] === undefined ? undefined : record['id'] === session.id),
  participou: ({known}) => known?.participou,
  itensValidos: ({known}) => known?.itensValidos,
  naoUltimoAdm: ({known}) => opposite(known?.ultimoAdm),
};

/** Whether a condition, built in, declared or a name of `people`, holds on a record. */
export const answerOf = (name: string, asked: Asked): Answer => {
  const {people, conditions} = asked.resource;
  const person = people?.[name];
  if (person !== undefined) {
    const value = valueOf(asked, person.field);
    return value === undefined ? undefined : value === asked.session.id;
  }
  const condition = conditions?.[name];
  if (condition !== undefined) return declared(condition, asked);
  return isBuiltIn(name) ? builtIns[name](asked) : undefined;
};

const BUILT_IN_REASONS: Partial<Record<BuiltIn, string>> = {
  itensValidos: 'Preencha corretamente os campos do formulário antes de continuar.',
  naoUltimoAdm: 'Este é o único Adm ativo.',
};

/** What is told to whoever is refused for a condition; `''` where the config does not say. */
export const reasonOf = ({people, conditions}: Resource, name: string): string =>
  people?.[name]?.reason ?? conditions?.[name]?.reason ?? (isBuiltIn(name) ? BUILT_IN_REASONS[name] : undefined) ?? '';

/** Whether an action that needs the condition is none of a record's where it does not hold. */
export const hidesAction = ({conditions}: Resource, name: string): boolean => conditions?.[name]?.whenOff === 'hidden';
