/** What `resources.config.ts` may say, apart from fields: resources, actions, menu, lists. Plain data only. */
import * as z from 'zod';
import {condition} from '../conditions/shape.ts';
import type {Fields} from '../fields/fields.ts';
import {anyField, keyed, name, names, referredBy, saidBy, sentence} from './named.ts';
import {fileSentences, generalSentences, type FileSentence} from './sentences.ts';

const endpoint = z.templateLiteral([z.enum(['GET', 'POST', 'PUT', 'DELETE']), ' ', z.string()]);
/** A call: method and path under the API base, `:id` and other parameters inside (`PUT empresas/:id`). */
export type Endpoint = z.infer<typeof endpoint>;

const filter = z.strictObject({
  /**
   * The query parameter, when it is not the field's own name; two for a period or a range of numbers (from, to). Numbers are
   * filtered by a range (`pesoDe`, `pesoAte` where nothing is said), by one value where one parameter is named.
   */
  param: z.union([z.string(), z.tuple([z.string(), z.string()]).readonly()]).optional(),
  label: z.string().optional(),
  /** The two inputs of a period or a range. */
  labels: z.tuple([z.string(), z.string()]).readonly().optional(),
  maxLength: z.int().positive().optional(),
  /** The period shown when nothing was chosen, in days back from today (rules: Lists 5). */
  lastDays: z.int().positive().optional(),
  /** What the empty choice is called. */
  all: z.string().optional(),
  /** What the values to choose from are called here, by value; absent: as the field calls them. */
  names: z.record(z.string(), z.string()).optional(),
  /** What the records without one are called, where they can be asked for: `-1` on the wire. */
  none: z.string().optional(),
  /** Asked for more rarely: on a desk its input stands behind 'Mais filtros'. */
  more: z.literal(true).optional(),
  /** Goes with a request only where it is chosen: none of the specified parameters. */
  optional: z.literal(true).optional(),
  /** Sentences for a date that is not one: from, to. */
  invalid: z.tuple([z.string(), z.string()]).readonly().optional(),
  /** Has no input: the list is led to it by an address, and shows it as a chip that can be taken off. */
  hidden: z.literal(true).optional(),
});
export type Filter = z.infer<typeof filter>;

const api = z.strictObject({
  list: endpoint.optional(),
  /** `page`: {total, registros}, 20 a page · `registros`: {registros} · `array`: bare (rules: Lists 1). */
  answer: z.enum(['page', 'registros', 'array']).optional(),
  one: endpoint.optional(),
  create: endpoint.optional(),
  update: endpoint.optional(),
  delete: endpoint.optional(),
  /** Who changed a record and what; `{list}/:id/historico` where it is not said. */
  history: endpoint.optional(),
  /** Options for a select: its path parameters name the references that narrow it. */
  combo: endpoint.optional(),
  /** Parameters other servers read; ours takes who asks from the token alone. */
  echo: z.array(z.string()).readonly().optional(),
});
export type Api = z.infer<typeof api>;

/** Somebody a record names: their name is a condition ('is me'). */
const person = z.strictObject({
  /** The reference to a user. */
  field: name('user', {kinds: ['referencia']}),
  /** Is whoever makes the record: its author. */
  stamps: z.literal('create').optional(),
  /** Works the record: it is with them. */
  attends: z.literal(true).optional(),
  /** Told to whoever is refused for not being it. */
  reason: z.string(),
});

/** What limits the rows a profile reaches: a condition, or several of which one holds. Those listed must all hold. */
const rule = z.union([name('found'), z.strictObject({any: names('found')})]);
export type ScopeRule = z.infer<typeof rule>;

/** A form that is frozen from a template when a record is created, filled in, and kept with it. */
const template = z.strictObject({
  /** The reference to the template. */
  by: name('field', {kinds: ['referencia']}),
  /** The resource of the template's items: fields kept in the database. */
  items: name('resource'),
  /** The items' field that says whether one is told in `summary`; absent, or where none is: the first few. */
  flag: name('field', {of: saidBy('items'), kinds: ['booleano']}).optional(),
  /** What the form is called on the wire; absent: `itens`. */
  as: z.string().optional(),
  /** The text that tells items in one line. */
  summary: name('field', {kinds: ['texto']}).optional(),
  /** What the record keeps of the template as it was: its own field by the template's. */
  keep: z.record(name('field'), name('field', {of: referredBy('by')})).optional(),
  /** What the record keeps of an item's value: its own field by the item's description. */
  keepItem: z.record(name('field', {kinds: ['texto']}), z.string()).optional(),
  /**
   * The number field that says with which version of the template's items the record was opened. With it versions are kept, and told
   * at `{the template's list}/:id/versoes`.
   */
  version: name('field', {kinds: ['numero']}).optional(),
});
export type Template = z.infer<typeof template>;

/** Files of a record. Without `calls` they are at `{list}/:id/arquivos`. */
const fileCalls = z.strictObject({
  list: endpoint, check: endpoint, upload: endpoint, remove: endpoint, download: endpoint,
  /** The record's id in the upload's `data`. */
  record: z.string(),
  /** A field of the record that the upload's `data` repeats, and that must be the record's. */
  repeats: name('field').optional(),
});
const filesPart = z.strictObject({
  /** What they are called on the wire; absent: `arquivos`. */
  as: z.string().optional(),
  /** The list (`lists`) of what a file may be. */
  types: name('list'),
  /** What a new record needs. */
  onCreate: z.strictObject({required: z.literal(true).optional(), onePerType: z.literal(true).optional()}).optional(),
  calls: fileCalls.optional(),
  /** Sentences of its own, by the names of `files.messages`. */
  messages: fileSentences.partial().optional(),
});
export type FilesPart = Omit<z.infer<typeof filesPart>, 'messages'> & {
  readonly messages?: Readonly<Partial<Record<FileSentence, string>>> | undefined;
};

/**
 * What a record has besides its fields. Adding a part begins here: every table keyed by `PartName`, on both sides, then fails to compile
 * until it has a row for it.
 */
const parts = {
  template: template.optional(),
  files: filesPart.optional(),
};
export type PartName = keyof typeof parts;

/** Without what may be left out, where it is. */
type Filled<T, K extends keyof T> = Omit<T, K> & {readonly [P in K]-?: Exclude<T[P], undefined>};

export const operations = ['list', 'read', 'create', 'update', 'delete'] as const;
export type Operation = (typeof operations)[number];

/** Where an action's button may stand: each is a row of the portal's `actions/places.ts`. */
const place = z.enum(['row', 'menu', 'details', 'edit']);
export type ActionPlace = z.infer<typeof place>;

const action = z.strictObject({
  /** Absent: its name, `Cancelar`. */
  label: z.string().optional(),
  /** The letter that does it where one record has the eye. */
  key: z.string().optional(),
  /** What it is called when it is done to several records at once; absent: its label. */
  many: z.string().optional(),
  /** Is offered for several ticked records at once, a call for each. */
  bulk: z.literal(true).optional(),
  icon: name('icon').optional(),
  tone: z.enum(['primary', 'danger']).optional(),
  /** Absent: `PUT {list}/{name}/:id`. At the update call it is the rule for saving. */
  call: endpoint.optional(),
  /** Other shapes of the same call that are accepted. */
  also: z.array(endpoint).readonly().optional(),
  /** Who may, on a resource without statuses. */
  profiles: names('entry').optional(),
  /** Who may, by the status left; `*`: every status that is no end. `fornecedor:autor` is the profile under a condition. */
  from: z.record(name('left'), names('entry')).optional(),
  /** The status entered; absent: the record stays where it is. */
  to: z.union([name('status'), z.strictObject({when: name('condition'), then: name('status'), else: name('status')})]).optional(),
  /** Conditions for everybody. */
  needs: names('condition').optional(),
  /** Inputs of its dialog. */
  asks: z.record(z.string(), anyField()).optional(),
  files: z.literal('optional').optional(),
  confirm: sentence().optional(),
  /** Absent: `Ticket Cancelado!`. */
  success: sentence().optional(),
  /** Values the record takes; `session.id` is whoever acts, `agora` the instant or day of it. */
  sets: z.record(name('field'), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  /** A mail to the record, which is a user: `convite` is the link to choose the first password. */
  sends: z.literal('convite').optional(),
  /**
   * Whom it tells, by the sentence each reads as a notice: a name of `people` (who it is afterwards; where it leaves nobody, who it was
   * before), or `equipe`, where nobody else is told and the record lacks one of the others. Nobody is told of their own doings.
   * `{field}` is the record's value, `{comentario}` and the like what was asked, `{session.nome}` whoever did it.
   */
  tells: z.record(name('person'), sentence('told')).optional(),
  /** The screen the portal opens afterwards. */
  opens: z.literal('edit').optional(),
  /** Where its button stands; the first place is the frequent one. Absent: menu, details (where there are some) and edit. */
  places: z.array(place).readonly().optional(),
});
type WithAsks<A> = Omit<A, 'asks'> & {readonly asks?: Fields | undefined};
export type GivenAction = WithAsks<z.infer<typeof action>>;
export type Action = Filled<GivenAction, 'label' | 'call' | 'success'>;

const child = z.strictObject({
  /** The child's reference to its parent. */
  by: name('field', {of: keyed}),
  /** The entry in the parent's Ação menu and the modal's title; `{field}` is the parent's value. */
  label: sentence(),
  title: sentence(),
  /** What is offered once a parent was made: the next step. */
  next: z.string().optional(),
  /**
   * The entry that shows the children as the form they make: they are items (`descricao`, `tipoCampo`, `obrigatorio`; rules:
   * Templates 2, 4).
   */
  preview: z.string().optional(),
});
export type Child = z.infer<typeof child>;

/** A part of a list that has a name of its own: the records on which all its conditions hold, whatever their day. */
const tab = z.strictObject({
  label: z.string(),
  where: names('found'),
  /** Who has it; absent: whoever lists. */
  profiles: names('profile').optional(),
});
export type Tab = z.infer<typeof tab>;

/** What hangs on a record: how many of another resource name it. Told before something is done to it, where there are any. */
const consequence = z.strictObject({
  /** The resource that is counted, by its reference to this one, or its links with it. */
  of: name('resource'),
  by: name('field', {of: saidBy('of')}),
  /** Conditions that hold on those counted. */
  where: names('found', {of: saidBy('of')}).optional(),
  /** Before what: actions, `delete`, children that are written; of users `update`, where only what they would no longer reach counts. */
  before: names('doing'),
  /** Actions of `of` that are offered for those counted before it is done: to hand them over, say, or back. */
  offers: names('action', {of: saidBy('of')}).optional(),
  /** The sentence about one, and about more: `{total}`, and the record's own values. */
  one: sentence('counted'),
  many: sentence('counted'),
  /** About all that hang on several records, before something is done to those together: `{total}`. */
  together: sentence('total').optional(),
});
export type Consequence = z.infer<typeof consequence>;

/** A reference, or the record itself. */
const owned = name('value', {kinds: ['referencia']}).optional();

const section = z.strictObject({title: z.string().optional(), fields: names('field')});

/** Who lists; who reads one is the same where nothing is said, who changes one is who creates. */
const access = z.strictObject({
  list: names('profile'), read: names('profile').optional(), create: names('profile').optional(), update: names('profile').optional(),
  delete: names('profile').optional(),
} satisfies Record<Operation, z.ZodType>);

const toggle = z.strictObject({
  field: name('field'),
  /** Absent: `true`, or the first choice. */
  on: z.union([z.boolean(), z.number()]).optional(),
  /** The two actions behind it; absent: `ativar` and `inativar`. They are made where the resource does not declare them. */
  enable: name('action').optional(),
  disable: name('action').optional(),
  /** What one that is off is called where it may still be chosen; absent: nothing. */
  off: z.string().optional(),
  /**
   * Said to whoever names one that is off in a record: none is offered, nor newly named, but by what belongs to it. Absent: they
   * may be named.
   */
  refuses: z.string().optional(),
});
export type Toggle = Filled<z.infer<typeof toggle>, 'on' | 'enable' | 'disable'>;

const resource = z.strictObject({
  /** `article`: how sentences speak of one ('este ticket', 'esta vistoria'); absent: they say 'este registro'. */
  label: z.strictObject({one: z.string(), many: z.string(), article: z.enum(['o', 'a']).optional()}),
  icon: name('icon'),
  /** `document.title` (rules: Screens 2); absent: its label. */
  pageTitle: z.string().optional(),
  /** Absent: `Cadastro de Veículos`. */
  formTitle: z.string().optional(),
  /** The portal's path under /adm; absent: its label, `modelo-formulario`. */
  route: z.string().optional(),
  /** The menu group that gets an entry for it; absent: `config.menu` names it itself, or nothing does. */
  menu: name('group').optional(),
  table: z.string().optional(),
  /** The field that names a record in sentences and links. */
  title: name('value'),
  /** Absent: react-admin's own REST dialect at the resource's name. */
  api: api.optional(),
  /** Whose a record is: the fields that hold its company and branch, or the reference to the parent that knows. */
  owner: z.strictObject({empresa: owned, filial: owned, through: owned}).optional(),
  fields: z.record(z.string(), anyField()),
  list: z.strictObject({
    columns: names('value'),
    filters: z.record(name('value'), filter).optional(),
    /** Absent: by the title. */
    sort: z.tuple([name('value'), z.enum(['asc', 'desc'])]).readonly().optional(),
    pageSize: z.int().positive().optional(),
    /** Which statuses show the edit link to whom; absent: always. */
    editLink: z.record(name('status'), names('profile')).optional(),
    actionsAt: z.enum(['start', 'end']).optional(),
    /** Columns after the others, where there is room for them; besides fields whom a record waits for (`aguarda`). */
    extra: names('shown').optional(),
    /** The few facts a phone shows of each row, what matters most first: in a table they stay longest where room is short. */
    card: names('value').optional(),
    createLabel: z.string().optional(),
    /** The fields by which 'Ir para' finds a record (`id`: by its number); absent: its title; none: never. */
    goTo: names('value', {kinds: ['texto', 'email', 'documento']}).optional(),
  }),
  /** Absent: every field that is not read only, in one section. */
  form: z.array(section).readonly().optional(),
  access,
  scope: z.record(name('profile'), z.array(rule).readonly()),
  /** The choice field whose keys are this resource's statuses. */
  status: name('field', {kinds: ['escolha']}).optional(),
  /** The instant that every change of status writes. */
  since: name('field', {kinds: ['dataHora']}).optional(),
  people: z.record(z.string(), person).optional(),
  conditions: z.record(z.string(), condition).optional(),
  tabs: z.record(z.string(), tab).optional(),
  ...parts,
  /** The portal's addresses under `route`, where they are not the usual ones. */
  screens: z.strictObject({edit: z.string().optional()}).optional(),
  actions: z.record(z.string(), action).optional(),
  /** The switch in the list: its field, what 'on' is, and the two actions behind it. */
  toggle: toggle.optional(),
  children: z.record(name('resource'), child).optional(),
  consequences: z.record(z.string(), consequence).optional(),
  /** Records may be copied, together with the children named. */
  duplicate: z.strictObject({
    label: z.string(),
    /** What the copy is called; `{field}` is the original's value. */
    title: sentence(),
    confirm: sentence(),
    /** Told when not every child could be copied. */
    incomplete: z.string(),
    children: names('child').optional(),
  }).optional(),
  /** Order kept by hand, in this number field. */
  order: name('field', {kinds: ['numero']}).optional(),
  /** Absent: the usual ones, `Veículo Cadastrado!`. */
  messages: z.strictObject({
    created: sentence().optional(), updated: sentence().optional(), deleted: sentence().optional(),
    confirmDelete: sentence().optional(), empty: z.string().optional(),
    /** Sentences for a value that another record already has, by field. */
    taken: z.record(name('field'), z.string()).optional(),
    /** Why a field that names one has none to offer, and who can help: for everybody, and for some profiles. */
    none: z.string().optional(),
    noneFor: z.record(name('profile'), z.string()).optional(),
  }).optional(),
});

type Said = z.infer<typeof resource>;
type Parts<A> = {
  readonly fields: Fields;
  readonly actions?: Readonly<Record<string, A>> | undefined;
  readonly files?: FilesPart | undefined;
};
/** As it is written. */
export type GivenResource = Omit<Said, keyof Parts<unknown>> & Parts<GivenAction>;
/** With all that follows from it (`complete.ts`). */
export type Resource =
  Filled<Omit<Said, keyof Parts<unknown> | 'access' | 'list' | 'toggle' | 'messages'>, 'pageTitle' | 'route' | 'form'> & Parts<Action> & {
    readonly access: Readonly<Record<Operation, readonly string[]>>;
    readonly list: Filled<Said['list'], 'sort'>;
    readonly toggle?: Toggle | undefined;
    readonly messages: Filled<NonNullable<Said['messages']>, 'created' | 'updated' | 'empty'>;
  };

const profile = z.strictObject({
  id: z.int(),
  /** The role claim and what the menu shows in parentheses. */
  label: z.string(),
  /** Where the portal goes after login (rules: Session 6). */
  home: z.string(),
  /** The profile of the first user there is; the last active one of it stays. */
  first: z.literal(true).optional(),
  /** No person: works by calls. */
  robot: z.literal(true).optional(),
  /** Works the records that others open. */
  team: z.literal(true).optional(),
});
export type Profile = z.infer<typeof profile>;

const menuGroup = z.strictObject({
  label: z.string().optional(),
  profiles: names('profile'),
  /** What each is called, by the page or the resource. */
  entries: z.record(name('place'), z.string()),
});
export type MenuGroup = z.infer<typeof menuGroup>;

const list = z.strictObject({
  call: endpoint,
  /** Names on the wire. */
  wire: z.strictObject({id: z.string(), name: z.string()}),
  rows: z.array(z.strictObject({id: z.string(), name: z.string()})).readonly(),
});
export type List = z.infer<typeof list>;

const prefill = z.strictObject({
  from: z.literal('codigoExterno'),
  profiles: names('profile'),
  /** Said to somebody whose own record has no value: what is missing, and who can help. */
  missing: z.string(),
});

const dashboardPeriod = z.strictObject({
  /** What the choice is called; absent: the year. */
  label: z.string().optional(),
  /** A calendar year, or the current one; else `months`, one of the two. */
  year: z.union([z.literal('atual'), z.int()]).optional(),
  /** Whole calendar months up to today, the current one included. */
  months: z.int().positive().optional(),
});
export type DashboardPeriod = z.infer<typeof dashboardPeriod>;

const dashboardCard = z.strictObject({
  /** What the card is called; absent: the status's name. */
  label: z.string().optional(),
  /** A bar as wide in percent as the count (rules: Dashboard 2). */
  bar: z.literal(true).optional(),
});
export type DashboardCard = z.infer<typeof dashboardCard>;

const dashboard = z.strictObject({
  /** The resource that is counted: one with statuses. */
  of: name('resource'),
  heading: z.string(),
  calls: z.strictObject({counts: endpoint, evolution: endpoint, summary: endpoint}),
  /** The first is the initial one. */
  periods: z.array(dashboardPeriod).min(1).readonly(),
  /** The filter of the list behind a card that holds the day by which cards count. */
  created: name('filter'),
  /** By status key, in this order. */
  cards: z.record(name('status'), dashboardCard),
  /** What the remaining statuses are called in the strip beneath, where it is not their name. */
  others: z.record(name('status'), z.string()).optional(),
  chart: z.strictObject({
    title: z.string(),
    /** The line's name. */
    label: z.string(),
    /** The status whose entries are counted, by the month in its `stamps`. */
    status: name('status'),
    /** Distance of the ticks once counts reach it; whole numbers below. */
    step: z.int().positive(),
  }),
  /** Titles and sentences that name what is counted. */
  words: z.strictObject({
    /** A chart without a single entry. */
    emptyChart: z.string(),
    /** The newest records in reach, for who opens them but administers nothing. */
    latest: z.string(),
    oldest: z.string(),
    noneOpen: z.string(),
    finished: z.string(),
    byBranch: z.string(),
  }),
  /** What somebody who begins does first, in this order: a resource that has no record yet is a step to do. */
  steps: z.array(z.strictObject({resource: name('resource'), label: z.string(), hint: z.string()})).readonly().optional(),
});
export type Dashboard = z.infer<typeof dashboard>;

const config = z.strictObject({
  product: z.strictObject({name: z.string(), subtitle: z.string(), basename: z.string(), pageTitle: z.string()}),
  profiles: z.record(z.string(), profile),
  menu: z.array(menuGroup).readonly(),
  lists: z.record(z.string(), list),
  /** What a template item can be (`tipoCampo`): each is a field without its label. */
  itemKinds: z.record(z.string(), anyField()),
  /** Items known by their description, compared without case and accents (rules: Items 3). */
  namedItems: z.record(z.string(), z.strictObject({
    field: anyField(),
    /** Filled in, and for these profiles kept, from the session. */
    prefill: prefill.optional(),
  })),
  files: z.strictObject({forbiddenExtensions: z.array(z.string()).readonly(), messages: fileSentences}),
  /** Sentences that belong to no single resource (rules: Errors 1). */
  messages: generalSentences,
  /** The first screen; absent: it only greets. */
  dashboard: dashboard.optional(),
  resources: z.record(z.string(), z.unknown()),
});

/** A field without the words that its place gives it. */
export type BareField = Fields[string] extends infer F ? F extends unknown ? Omit<F, 'label' | 'required'> : never : never;

/** As it is written. */
export interface GivenConfig extends Omit<Config, 'resources'> {
  readonly resources: Readonly<Record<string, GivenResource>>;
}
export interface Config extends Omit<z.infer<typeof config>, 'resources' | 'itemKinds' | 'namedItems'> {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly itemKinds: Readonly<Record<string, BareField>>;
  readonly namedItems: Readonly<Record<string, {readonly field: BareField; readonly prefill?: z.infer<typeof prefill> | undefined}>>;
}

export const shapes = {config, resource, action};
