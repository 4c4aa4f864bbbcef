/** Conditions that need no declaration: what each needs, reads, and how it is judged on a record. */
import type {PartName} from '../config/config.ts';
import {USERS} from '../needed.ts';
import type {Answer, Asked, Judged} from './asked.ts';
import {valueOf} from './words.ts';

interface Row {
  /** How it is judged on a record; absent: it has to be looked up. */
  judge?(asked: Asked<Judged>): Answer;
  /** The place that the resource has to say in `owner`: it reads that field. */
  owner?: 'empresa' | 'filial';
  /** The only resource that has it. */
  of?: string;
  /** The part that the resource needs. */
  part?: PartName;
  /** Is looked up record by record: no rows of a table are found by it. */
  alone?: true;
  /** Told to whoever is refused for it. */
  reason?: string;
}

const builtIns = {
  tudo: {judge: () => true},
  empresa: {
    owner: 'empresa',
    judge: asked => {
      const {resource: {owner}, session: {idEmpresa}} = asked;
      // Whom having no company keeps from nothing, the server knows.
      if (owner?.empresa === undefined || idEmpresa === null) return undefined;
      const own = owner.empresa === 'id' ? asked.record['id'] : valueOf(asked, owner.empresa);
      return own === undefined ? undefined : own === idEmpresa;
    },
  },
  filiais: {owner: 'filial'},
  proprio: {of: USERS, judge: ({record, session}) => (record['id'] === undefined ? undefined : record['id'] === session.id)},
  /** The record is there already: it is not just being made. */
  criado: {judge: ({record}) => Number(record['id'] ?? 0) > 0},
  participou: {},
  /** Whoever asks reaches it. */
  noEscopo: {},
  itensValidos: {part: 'template', alone: true, reason: 'Preencha corretamente os campos do formulário antes de continuar.'},
  naoUltimoAdm: {of: USERS, alone: true, reason: 'Este é o único Adm ativo.'},
} as const satisfies Readonly<Record<string, Row>>;

type Rows = typeof builtIns;
export type BuiltIn = keyof Rows;
/** That of whatever is stored. */
export const CREATED = 'criado' satisfies BuiltIn;
/** That of whatever is within somebody's reach. */
export const REACHED = 'noEscopo' satisfies BuiltIn;
/** Those that say something: `{alone: true}`. */
type Saying<S> = {[B in BuiltIn]: Rows[B] extends S ? B : never}[BuiltIn];
/** By which no rows are found: no scope, tab or consequence can ask for them. */
export type Alone = Saying<{alone: true}>;
export type OfUsers = Saying<{of: string}>;
export type OfTemplate = Saying<{part: 'template'}>;
/** What the record alone does not tell. */
export type LookedUp = Exclude<BuiltIn, Saying<{judge: unknown}>>;
/** What was looked up. */
export type Known = {[B in LookedUp]?: Answer};

export const builtInNames = Object.keys(builtIns) as readonly BuiltIn[];

/** The row of a built-in condition; undefined for any other name. */
export const builtInOf = (name: string): Row | undefined => (Object.hasOwn(builtIns, name) ? builtIns[name as BuiltIn] : undefined);
