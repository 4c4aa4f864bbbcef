/** Shape of a resource. Longer words have files of their own. */
import * as z from 'zod';
import {
  actionShape, consequenceShape, tellsShape, toggleShape, type Action, type ConsequenceConfig, type ActionInput,
} from './actions.ts';
import {apiShape} from './calls.ts';
import {conditionShapeAs, inlineConditionShape} from './conditions.ts';
import type {Fields, FieldsInput} from './fields.ts';
import {listShape, tabShape} from './lists.ts';
import {anyField, resourceNamedByKey, name, names, sentence, text, type WithRequired} from './nameShapes.ts';
import {partShapes, type FilesPart} from './parts.ts';
import {accessShape, personShape, type Operation} from './accessShapes.ts';

const child = z.strictObject({
  /** The child's reference to its parent. Default: the first one. */
  by: name('field', {of: resourceNamedByKey}).optional(),
  /** Entry of the parent's Ação menu, and title of the modal. `{field}` is the parent's value. */
  label: sentence(),
  title: sentence(),
  /** Label of the next step, offered after the parent was created. */
  next: text().optional(),
  /** Entry that shows the children as a form: they are items (`descricao`, `tipoCampo`, `obrigatorio`; rules: Templates 2, 4). */
  preview: text().optional(),
});
export type ChildConfig = WithRequired<z.infer<typeof child>, 'by'>;

/** A reference, or `id`. */
const ownerField = name('value', {kinds: ['referencia']}).optional();

export const resourceShape = z.strictObject({
  /** `article`: article of the noun in sentences ('este ticket', 'esta vistoria'). Without it they say 'este registro'. */
  label: z.strictObject({one: text(), many: text(), article: z.enum(['o', 'a']).optional()}),
  icon: name('icon'),
  /** Former name. Tables, history, notices and saved filters are renamed at the next start. */
  was: z.string().optional(),
  /** `document.title` (rules: Screens 2). Default: its label. */
  pageTitle: text().optional(),
  /** Default: `Cadastro de Veículos`. */
  formTitle: text().optional(),
  /** Path of the portal's screens under /adm. Default: its label, `modelo-formulario`. */
  route: z.string().optional(),
  /** Path step of the edit form. Default: `salvar`. */
  editRoute: z.string().optional(),
  /** Field that names a record in sentences and links. Default: the first required text, else its number. */
  title: name('value').optional(),
  /** Default: react-admin's own REST dialect at the resource's name. */
  api: apiShape.optional(),
  /** Owner of a record: the fields of its company and branch, or the reference to the parent that has them. */
  owner: z.strictObject({empresa: ownerField, filial: ownerField, through: ownerField}).optional(),
  fields: z.record(z.string(), anyField()),
  list: listShape,
  /** Fields of the form, by section title or in one section without a title. Default: every field that is not read-only. */
  form: z.union([names('field'), z.record(z.string(), names('field'))]).optional(),
  access: accessShape,
  conditions: z.record(z.string(), inlineConditionShape).optional(),
  /** Conditions that hold on every saved record, by the field that shows the message. */
  rules: z.record(name('field'), z.array(conditionShapeAs('condition')).readonly()).optional(),
  /** Row scope by profile: conditions that must all hold. */
  scope: z.record(name('profile'), z.array(conditionShapeAs('found')).readonly()),
  /** Choice field with the statuses. */
  status: name('field', {kinds: ['escolha']}).optional(),
  /** Field that receives the instant of each status change. */
  since: name('field', {kinds: ['dataHora']}).optional(),
  /** Unique combinations of fields, compared by look. A record that lacks one of the values is not compared. */
  unique: z.array(z.array(name('field')).min(2).readonly()).readonly().optional(),
  people: z.record(z.string(), personShape).optional(),
  tabs: z.record(z.string(), tabShape).optional(),
  ...partShapes,
  actions: z.record(z.string(), actionShape).optional(),
  /** Notices about creation and saved changes. Actions declare their own. */
  tells: z.strictObject({create: tellsShape.optional(), update: tellsShape.optional()}).optional(),
  /** Switch in the list, with its field and two actions. */
  toggle: toggleShape.optional(),
  children: z.record(name('resource'), child).optional(),
  /**
   * Records of other resources that can be created from one of these. Their form opens with the values of equal fields (and the title), and
   * with the values in `with`.
   */
  makes: z.record(name('resource'), z.strictObject({
    label: text(), with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })).optional(),
  consequences: z.record(z.string(), consequenceShape).optional(),
  /** Records can be copied with their children. */
  duplicate: z.strictObject({
    confirm: sentence(),
    /** Message for a copy that lacks some children. */
    incomplete: text(),
  }).optional(),
  /** Number field of the manual order. */
  order: name('field', {kinds: ['numero']}).optional(),
  /** Default: the usual messages, `Veículo Cadastrado!`. */
  messages: z.strictObject({
    created: sentence().optional(), updated: sentence().optional(), deleted: sentence().optional(),
    confirmDelete: sentence().optional(), empty: text().optional(),
    /** Message of a reference field without options, and who can help. Of two, the first is for callers who may create one. */
    none: z.union([text(), z.tuple([text(), text()]).readonly()]).optional(),
  }).optional(),
});

type ParsedResource = z.infer<typeof resourceShape>;
type ReplacedOptions<A, F> = {
  readonly fields: F;
  readonly actions?: Readonly<Record<string, A>> | undefined;
  readonly files?: FilesPart | undefined;
};
type ReplacedKey = keyof ReplacedOptions<never, never>;
/** A resource as it is written in the config. */
export type ResourceInput = Omit<ParsedResource, ReplacedKey> & ReplacedOptions<ActionInput, FieldsInput>;
/** A resource with its defaults (`complete.ts`). */
export type Resource =
  WithRequired<
    Omit<ParsedResource, ReplacedKey | 'access' | 'children' | 'consequences' | 'form' | 'list' | 'messages'>,
    'pageTitle' | 'route' | 'title'
  >
  & ReplacedOptions<Action, Fields> & {
    /** Sections by title; `''` has no title. */
    readonly form: Readonly<Record<string, readonly string[]>>;
    readonly access: Readonly<Record<Operation, readonly string[]>>;
    readonly list: WithRequired<ParsedResource['list'], 'sort'>;
    readonly children?: Readonly<Record<string, ChildConfig>> | undefined;
    readonly consequences?: Readonly<Record<string, ConsequenceConfig>> | undefined;
    readonly messages: WithRequired<NonNullable<ParsedResource['messages']>, 'created' | 'updated' | 'empty'>;
  };
