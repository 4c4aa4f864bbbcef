/** What a resource may say; each longer word has a file of its own. */
import * as z from 'zod';
import {action, consequence, tells, toggle, type Action, type Consequence, type GivenAction} from './actions.ts';
import {api} from './calls.ts';
import {asks, spelled} from './conditions.ts';
import type {Fields, GivenFields} from './fields.ts';
import {list, tab} from './lists.ts';
import {anyField, keyed, name, names, sentence, text, type Filled} from './named.ts';
import {parts, type FilesPart} from './parts.ts';
import {access, person, type Operation} from './people.ts';

const child = z.strictObject({
  /** The child's reference to its parent; absent: the first there is. */
  by: name('field', {of: keyed}).optional(),
  /** The entry in the parent's Ação menu and the modal's title; `{field}` is the parent's value. */
  label: sentence(),
  title: sentence(),
  /** What is offered once a parent was made: the next step. */
  next: text().optional(),
  /**
   * The entry that shows the children as the form they make: they are items (`descricao`, `tipoCampo`, `obrigatorio`; rules:
   * Templates 2, 4).
   */
  preview: text().optional(),
});
export type Child = Filled<z.infer<typeof child>, 'by'>;

/** A reference, or the record itself. */
const owned = name('value', {kinds: ['referencia']}).optional();

export const resource = z.strictObject({
  /** `article`: how sentences speak of one ('este ticket', 'esta vistoria'); absent: they say 'este registro'. */
  label: z.strictObject({one: text(), many: text(), article: z.enum(['o', 'a']).optional()}),
  icon: name('icon'),
  /** The name that it had: tables, history, notices and saved filters go along at the next start. */
  was: z.string().optional(),
  /** `document.title` (rules: Screens 2); absent: its label. */
  pageTitle: text().optional(),
  /** Absent: `Cadastro de Veículos`. */
  formTitle: text().optional(),
  /** The portal's path under /adm; absent: its label, `modelo-formulario`. */
  route: z.string().optional(),
  /** The step under it where one is edited; absent: `salvar`. */
  editRoute: z.string().optional(),
  /** The field that names a record in sentences and links; absent: the first required text, else its number. */
  title: name('value').optional(),
  /** Absent: react-admin's own REST dialect at the resource's name. */
  api: api.optional(),
  /** Whose a record is: the fields that hold its company and branch, or the reference to the parent that knows. */
  owner: z.strictObject({empresa: owned, filial: owned, through: owned}).optional(),
  fields: z.record(z.string(), anyField()),
  list,
  /** Its sections by their titles, or the fields of one without; absent: every field that is not read only. */
  form: z.union([names('field'), z.record(z.string(), names('field'))]).optional(),
  access,
  conditions: z.record(z.string(), spelled).optional(),
  /** What has to hold of a record that is made or changed, whoever does it, by the field at which the reason is told. */
  rules: z.record(name('field'), z.array(asks('condition')).readonly()).optional(),
  /** What limits the rows a profile reaches: conditions that must all hold. */
  scope: z.record(name('profile'), z.array(asks('found')).readonly()),
  /** The choice field whose keys are this resource's statuses. */
  status: name('field', {kinds: ['escolha']}).optional(),
  /** The instant that every change of status writes. */
  since: name('field', {kinds: ['dataHora']}).optional(),
  /** Fields whose values no two records share together, nor such that look the same; one that lacks a value of them is like no other. */
  unique: z.array(z.array(name('field')).min(2).readonly()).readonly().optional(),
  people: z.record(z.string(), person).optional(),
  tabs: z.record(z.string(), tab).optional(),
  ...parts,
  actions: z.record(z.string(), action).optional(),
  /** Whom the making of one tells, and every change that is saved; an action says it itself. */
  tells: z.strictObject({create: tells.optional(), update: tells.optional()}).optional(),
  /** The switch in the list: its field, what 'on' is, and the two actions behind it. */
  toggle: toggle.optional(),
  children: z.record(name('resource'), child).optional(),
  /**
   * Records of others that are made after one of these: their form opens with what both have (fields of one name, the title) and with
   * the values said here.
   */
  makes: z.record(name('resource'), z.strictObject({
    label: text(), with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })).optional(),
  consequences: z.record(z.string(), consequence).optional(),
  /** Records may be copied, together with their children. */
  duplicate: z.strictObject({
    confirm: sentence(),
    /** Told when not every child could be copied. */
    incomplete: text(),
  }).optional(),
  /** Order kept by hand, in this number field. */
  order: name('field', {kinds: ['numero']}).optional(),
  /** Absent: the usual ones, `Veículo Cadastrado!`. */
  messages: z.strictObject({
    created: sentence().optional(), updated: sentence().optional(), deleted: sentence().optional(),
    confirmDelete: sentence().optional(), empty: text().optional(),
    /** Why a field that names one has none to offer, and who can help; of two, for whoever may make one and for the others. */
    none: z.union([text(), z.tuple([text(), text()]).readonly()]).optional(),
  }).optional(),
});

type Said = z.infer<typeof resource>;
type Kept<A, F> = {
  readonly fields: F;
  readonly actions?: Readonly<Record<string, A>> | undefined;
  readonly files?: FilesPart | undefined;
};
type KeptWord = keyof Kept<never, never>;
/** As it is written. */
export type GivenResource = Omit<Said, KeptWord> & Kept<GivenAction, GivenFields>;
/** With all that follows from it (`complete.ts`). */
export type Resource =
  Filled<
    Omit<Said, KeptWord | 'access' | 'children' | 'consequences' | 'form' | 'list' | 'messages'>, 'pageTitle' | 'route' | 'title'
  >
  & Kept<Action, Fields> & {
    /** Sections by their titles; `''` is without. */
    readonly form: Readonly<Record<string, readonly string[]>>;
    readonly access: Readonly<Record<Operation, readonly string[]>>;
    readonly list: Filled<Said['list'], 'sort'>;
    readonly children?: Readonly<Record<string, Child>> | undefined;
    readonly consequences?: Readonly<Record<string, Consequence>> | undefined;
    readonly messages: Filled<NonNullable<Said['messages']>, 'created' | 'updated' | 'empty'>;
  };
