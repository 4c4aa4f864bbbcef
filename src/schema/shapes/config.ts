/** Shape and types of the whole `resources.config.ts`, which is plain data. */
import * as z from 'zod';
import {actionShape} from './actions.ts';
import {endpointShape, type Endpoint} from './calls.ts';
import type {Fields} from './fields.ts';
import {anyField, name, names, text, type WithRequired} from './nameShapes.ts';
import {resourceShape, type ResourceInput, type Resource} from './resource.ts';
import {fileMessagesShape, generalMessagesShape, type FileMessageName, type GeneralMessageName} from './productMessages.ts';

export type {Action, ActionPlace, ConsequenceConfig, ActionInput, Tells, Toggle} from './actions.ts';
export type {Api, Endpoint} from './calls.ts';
export type {FilterConfig, Tab} from './lists.ts';
export type {FilesPart, PartName, QueuePart, TemplatePart} from './parts.ts';
export type {Operation} from './accessShapes.ts';
export type {ChildConfig, ResourceInput, Resource} from './resource.ts';

const profile = z.strictObject({
  id: z.int(),
  /** Role claim of the token, and the name that the menu shows in parentheses. */
  name: text(),
  /** Screen after login (rules: Session 6): an address, or a list with an optional tab. Default: the dashboard `home`. */
  home: z.union([z.string(), z.strictObject({list: name('resource'), tab: z.string().optional()})]).optional(),
  /** Profile of the product's first user. Its last active user cannot be switched off. */
  first: z.literal(true).optional(),
  /** Not a person: works through the API alone. */
  robot: z.literal(true).optional(),
  /** Works the records that others open. */
  team: z.literal(true).optional(),
});
type GivenProfile = z.infer<typeof profile>;
export type Profile = Omit<GivenProfile, 'home'> & {readonly home: string};

const fixedList = z.strictObject({
  call: endpointShape.optional(),
  /** Names of a row's code and text in the API. Default: `codigo`, `descricao`. */
  wire: z.tuple([z.string(), z.string()]).readonly().optional(),
  /** Texts by code; a plain text is both. */
  rows: z.union([z.array(text()).readonly(), z.record(z.string(), text())]),
});
export interface FixedList {
  readonly call: Endpoint;
  readonly wire: readonly [code: string, name: string];
  readonly rows: Readonly<Record<string, string>>;
}

const prefill = z.strictObject({
  /** Profiles for which the item is filled in and read-only. */
  profiles: names('profile'),
  /** A value of the session: `session.codigoExterno`. */
  value: name('compared'),
  /** Message for a caller without that value: what is missing, and who can help. */
  missing: text(),
});

/** A calendar year, the current year (`atual`), or whole calendar months up to and including this one (`6m`). */
const periodShape = z.union([z.int(), z.string()]);
export type DashboardPeriod = z.infer<typeof periodShape>;

/** A dashboard. */
const dashboard = z.strictObject({
  /** Counted resource: it has statuses and a creation instant. */
  of: name('resource'),
  /** Default: below `painel/`, with the dashboard's name. */
  calls: z.strictObject({counts: endpointShape, evolution: endpointShape, summary: endpointShape}).optional(),
  /** Profiles that have the dashboard, among those that list the counted resource. Default: all of those. */
  profiles: names('profile').optional(),
  /** The first period is selected at first. */
  periods: z.array(periodShape).min(1).readonly(),
  /** Statuses with a card, in this order. */
  cards: names('status'),
  /** Status whose card has a bar as wide in percent as its count (rules: Dashboard 2). */
  bar: name('status').optional(),
  /** Status whose entries are counted by month, by its `stamps` field. */
  chart: name('status'),
  /** References by which open records are counted. Each count links to the list filtered by it. */
  by: names('filter').optional(),
  /** First steps for a new customer, in this order. A step is open while its resource has no records. */
  steps: z.record(name('resource'), z.strictObject({label: text(), hint: text()})).optional(),
});
type GivenDashboard = z.infer<typeof dashboard>;
export type Dashboard = WithRequired<GivenDashboard, 'calls'>;

const product = z.strictObject({
  name: text(),
  /** Prompt of the login form. */
  subtitle: text().optional(),
  /** Base path of the portal. Default: from the name. */
  basename: z.string().optional(),
  /** Page title of screens that belong to no resource. Default: the name. */
  pageTitle: text().optional(),
  /** Key stored in the database. A database with another key is refused. Default: Balcão's own. */
  key: z.string().refine(key => /^[a-z][a-z0-9]*$/.test(key), 'não serve: use letras minúsculas e números').optional(),
});

/** Saved replies: named texts that people insert into long-text answers of actions (rules: Replies 1). */
const replies = z.strictObject({
  profiles: names('profile'),
  /** Profiles, among these, that keep replies for their whole company. */
  company: names('profile').optional(),
});

const config = z.strictObject({
  product,
  profiles: z.record(z.string(), profile),
  /**
   * Labels of pages and resources, by group title (`''`: no title). An entry is shown to profiles that list the resource; a robot needs
   * statuses too.
   */
  menu: z.record(z.string(), z.record(name('place'), text())),
  lists: z.record(z.string(), fixedList).optional(),
  /** Fields that a template item can be (`tipoCampo`), without labels. Default: `ITEM_KINDS`. */
  itemKinds: z.record(z.string(), anyField()).optional(),
  /** Items recognised by their description, compared without case and accents (rules: Items 3). */
  namedItems: z.record(z.string(), z.strictObject({
    field: anyField(),
    /** Value filled in from the caller's session. */
    prefill: prefill.optional(),
  })).optional(),
  files: z.strictObject(
    {forbiddenExtensions: z.array(z.string()).readonly().optional(), messages: fileMessagesShape.optional()}
  ).optional(),
  /** Messages of no single resource that differ from the usual ones (rules: Errors 1). */
  messages: generalMessagesShape.optional(),
  /** Default: no saved replies. */
  replies: replies.optional(),
  /** By their path and name in `menu`. The first screen is `home`; without a dashboard it only greets and has no menu entry. */
  dashboards: z.record(z.string(), dashboard).optional(),
  resources: z.record(z.string(), z.unknown()),
});

/** A field without the options that its place determines. */
export type UnlabelledField = Fields[string] extends infer F ? F extends unknown ? Omit<F, 'label' | 'required'> : never : never;

/** Parts of the config that are filled with defaults. */
export interface DefaultedConfigParts {
  readonly product: z.infer<typeof product> & Readonly<Record<'subtitle' | 'basename' | 'pageTitle', string>>;
  readonly lists: Readonly<Record<string, FixedList>>;
  readonly dashboards: Readonly<Record<string, Dashboard>>;
  readonly itemKinds: Readonly<Record<string, UnlabelledField>>;
  readonly namedItems: Readonly<Record<string, {readonly field: UnlabelledField; readonly prefill?: z.infer<typeof prefill> | undefined}>>;
  readonly files: {readonly forbiddenExtensions: readonly string[]; readonly messages: Readonly<Record<FileMessageName, string>>};
  readonly messages: Readonly<Record<GeneralMessageName, string>>;
}
type ParsedConfig = z.infer<typeof config>;
export interface Config extends Omit<ParsedConfig, 'resources' | 'profiles' | keyof DefaultedConfigParts>, DefaultedConfigParts {
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly resources: Readonly<Record<string, Resource>>;
}
/** The config as it is written. */
export interface ConfigInput extends Omit<ParsedConfig, 'resources' | 'itemKinds' | 'namedItems'>,
  Partial<Pick<DefaultedConfigParts, 'itemKinds' | 'namedItems'>> {
  readonly resources: Readonly<Record<string, ResourceInput>>;
}

export const shapes = {config, resource: resourceShape, action: actionShape};
