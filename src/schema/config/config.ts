/** What `resources.config.ts` may say as a whole. Plain data only. */
import * as z from 'zod';
import {action} from './actions.ts';
import {endpoint, type Endpoint} from './calls.ts';
import type {Fields} from './fields.ts';
import {anyField, name, names, text, type Filled} from './named.ts';
import {resource, type GivenResource, type Resource} from './resource.ts';
import {fileSentences, generalSentences, type FileSentence, type GeneralSentence} from './sentences.ts';

export type {Action, ActionPlace, Consequence, GivenAction, Tells, Toggle} from './actions.ts';
export type {Api, Endpoint} from './calls.ts';
export type {Filter, Tab} from './lists.ts';
export type {FilesPart, PartName, Queue, Template} from './parts.ts';
export type {Operation} from './people.ts';
export type {Child, GivenResource, Resource} from './resource.ts';

const profile = z.strictObject({
  id: z.int(),
  /** The role claim and what the menu shows in parentheses. */
  name: text(),
  /** Where the portal goes after login (rules: Session 6): an address, or a list, in one of its tabs; absent: the dashboard `home`. */
  home: z.union([z.string(), z.strictObject({list: name('resource'), tab: z.string().optional()})]).optional(),
  /** The profile of the first user there is; the last active one of it stays. */
  first: z.literal(true).optional(),
  /** No person: works by calls. */
  robot: z.literal(true).optional(),
  /** Works the records that others open. */
  team: z.literal(true).optional(),
});
type GivenProfile = z.infer<typeof profile>;
export type Profile = Omit<GivenProfile, 'home'> & {readonly home: string};

const fixedList = z.strictObject({
  call: endpoint.optional(),
  /** What a row's code and its name are called on the wire; absent: `codigo`, `descricao`. */
  wire: z.tuple([z.string(), z.string()]).readonly().optional(),
  /** The names by their codes; a text alone is both. */
  rows: z.union([z.array(text()).readonly(), z.record(z.string(), text())]),
});
export interface List {
  readonly call: Endpoint;
  readonly wire: readonly [code: string, name: string];
  readonly rows: Readonly<Record<string, string>>;
}

const prefill = z.strictObject({
  /** For whom it is filled in, and kept. */
  profiles: names('profile'),
  /** What of theirs: `session.codigoExterno`. */
  value: name('compared'),
  /** Said to somebody whose own record has no value: what is missing, and who can help. */
  missing: text(),
});

/** A calendar year, the current one (`atual`), or whole calendar months up to today, the current one included (`6m`). */
const dashboardPeriod = z.union([z.int(), z.string()]);
export type DashboardPeriod = z.infer<typeof dashboardPeriod>;

/** What a screen counts. */
const dashboard = z.strictObject({
  /** The resource that is counted: one with statuses, whose records are stamped when they are made. */
  of: name('resource'),
  /** Absent: below `painel/`, at its name. */
  calls: z.strictObject({counts: endpoint, evolution: endpoint, summary: endpoint}).optional(),
  /** Of those who list what is counted, whose it is; absent: everybody's. */
  profiles: names('profile').optional(),
  /** The first is the initial one. */
  periods: z.array(dashboardPeriod).min(1).readonly(),
  /** The statuses that have a card, in this order. */
  cards: names('status'),
  /** The one whose card has a bar as wide in percent as the count (rules: Dashboard 2). */
  bar: name('status').optional(),
  /** The status whose entries are counted, by the month in its `stamps`. */
  chart: name('status'),
  /** References by which the open records are counted; the list behind each is filtered by it. */
  by: names('filter').optional(),
  /** What somebody who begins does first, in this order: a resource that has no record yet is a step to do. */
  steps: z.record(name('resource'), z.strictObject({label: text(), hint: text()})).optional(),
});
type GivenDashboard = z.infer<typeof dashboard>;
export type Dashboard = Filled<GivenDashboard, 'calls'>;

const product = z.strictObject({
  name: text(),
  /** What the login asks for. */
  subtitle: text().optional(),
  /** The address of the portal; absent: the name. */
  basename: z.string().optional(),
  /** The title of the screens that are no resource's; absent: the name. */
  pageTitle: text().optional(),
  /** Whose a database is: one that was made under another key is refused. Absent: Balcão's own. */
  key: z.string().refine(key => /^[a-z][a-z0-9]*$/.test(key), 'não serve: use letras minúsculas e números').optional(),
});

/** Texts that people keep by name and put into the long texts that actions ask (rules: Replies 1). */
const replies = z.strictObject({
  /** Who has them. */
  profiles: names('profile'),
  /** Of those, who keeps some for their whole company. */
  company: names('profile').optional(),
});

const config = z.strictObject({
  product,
  profiles: z.record(z.string(), profile),
  /** By the title of each group (`''`: without), what its pages and resources are called there. Who lists a resource has its
   * entry, a robot where there are statuses. */
  menu: z.record(z.string(), z.record(name('place'), text())),
  lists: z.record(z.string(), fixedList).optional(),
  /** What a template item can be (`tipoCampo`): each is a field without its label; absent: `ITEM_KINDS`. */
  itemKinds: z.record(z.string(), anyField()).optional(),
  /** Items known by their description, compared without case and accents (rules: Items 3). */
  namedItems: z.record(z.string(), z.strictObject({
    field: anyField(),
    /** Filled in by what is known of whoever types. */
    prefill: prefill.optional(),
  })).optional(),
  files: z.strictObject({forbiddenExtensions: z.array(z.string()).readonly().optional(), messages: fileSentences.optional()}).optional(),
  /** Sentences that belong to no single resource (rules: Errors 1), where they are not the usual ones. */
  messages: generalSentences.optional(),
  /** Absent: nobody has any. */
  replies: replies.optional(),
  /** By their step of the address and of `menu`. The first screen is `home`; without, it only greets, and no entry leads there. */
  dashboards: z.record(z.string(), dashboard).optional(),
  resources: z.record(z.string(), z.unknown()),
});

/** A field without the words that its place gives it. */
export type BareField = Fields[string] extends infer F ? F extends unknown ? Omit<F, 'label' | 'required'> : never : never;

/** What is left to what is usual where it is not said. */
export interface Usual {
  readonly product: z.infer<typeof product> & Readonly<Record<'subtitle' | 'basename' | 'pageTitle', string>>;
  readonly lists: Readonly<Record<string, List>>;
  readonly dashboards: Readonly<Record<string, Dashboard>>;
  readonly itemKinds: Readonly<Record<string, BareField>>;
  readonly namedItems: Readonly<Record<string, {readonly field: BareField; readonly prefill?: z.infer<typeof prefill> | undefined}>>;
  readonly files: {readonly forbiddenExtensions: readonly string[]; readonly messages: Readonly<Record<FileSentence, string>>};
  readonly messages: Readonly<Record<GeneralSentence, string>>;
}
type Written = z.infer<typeof config>;
export interface Config extends Omit<Written, 'resources' | 'profiles' | keyof Usual>, Usual {
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly resources: Readonly<Record<string, Resource>>;
}
/** As it is written. */
export interface GivenConfig extends Omit<Written, 'resources' | 'itemKinds' | 'namedItems'>,
  Partial<Pick<Usual, 'itemKinds' | 'namedItems'>> {
  readonly resources: Readonly<Record<string, GivenResource>>;
}

export const shapes = {config, resource, action};
