/** Shape and types of the whole `resources.config.ts`, which is plain data. */
import * as z from 'zod';
import {actionShape} from './actions.ts';
import {endpointShape, type Endpoint} from './calls.ts';
import {tones, type Fields} from './fields.ts';
import {anyFieldShape, nameShape, namesShape, resourceNamedByKey, textShape, type WithRequired} from './nameShapes.ts';
import {resourceShape, type ResourceInput, type Resource} from './resource.ts';
import {fileMessagesShape, generalMessagesShape, type FileMessageName, type GeneralMessageName} from './productMessages.ts';

export type {Action, ActionPlace, ConsequenceConfig, ActionInput, Notices, Toggle} from './actions.ts';
export type {Api, Endpoint} from './calls.ts';
export type {FilterConfig, Tab} from './lists.ts';
export type {FilesPart, PartName, QueuePart, TemplatePart} from './parts.ts';
export type {Operation} from './accessShapes.ts';
export type {ChildConfig, ResourceInput, Resource} from './resource.ts';

/** Profiles, by name: kinds of users. A user has the profile whose `id` their `tipo` holds. */
const profileShape = z.strictObject({
  /** Value of a user's `tipo` with this profile, from 1. It is a choice of `usuarios.tipo`. @example id: 1 */
  id: z.int(),
  /** Name for people: role claim of the token, and in parentheses in the menu. @example name: 'Empresa' */
  name: textShape(),
  /**
   * Screen after login (rules: Session 6): an address, or a list.
   * @default the dashboard `home`: `/frota/home`
   * @example home: {list: 'veiculos', tab: 'abertos'}
   */
  home: z.union([z.string(), z.strictObject({
    /** Resource whose list is shown. @example list: 'veiculos' */
    list: nameShape('resource'),
    /** Tab of the list. @default no tab @example tab: 'abertos' */
    tab: z.string().optional(),
  })]).optional(),
  /** Profile of the product's first user, in exactly one profile. Its last active user cannot be switched off. @example first: true */
  first: z.literal(true).optional(),
  /** Users of this profile are programs: they have no screens and get no notices, but may have API keys. @example robot: true */
  robot: z.literal(true).optional(),
  /** The profile belongs to the team (`equipe`), which works the records that others open. @example team: true */
  team: z.literal(true).optional(),
});
type ParsedProfile = z.infer<typeof profileShape>;
export type Profile = Omit<ParsedProfile, 'home'> & {readonly home: string};

/** Fixed lists, by name: codes and texts for fields of the kind `lista` and for file types. */
const fixedListShape = z.strictObject({
  /** Call that returns the list. @default from the list's name: `GET listas/tipos-arquivo` @example call: 'GET tipos' */
  call: endpointShape.optional(),
  /** Keys of a row's code and text in the API. @default `['codigo', 'descricao']` @example wire: ['nome', 'nome'] */
  wire: z.tuple([z.string(), z.string()]).readonly().optional(),
  /** Texts by code, or a list of texts that are their own codes. @example rows: {NF: 'Nota fiscal', CT: 'Contrato'} */
  rows: z.union([z.array(textShape()).readonly(), z.record(z.string(), textShape())]),
});
export interface FixedList {
  readonly call: Endpoint;
  readonly wire: readonly [code: string, name: string];
  readonly rows: Readonly<Record<string, string>>;
}

/** Value of a template's item that the server fills in from the caller's session. */
const prefillShape = z.strictObject({
  /** Profiles for which the item is filled in and read-only. @example profiles: ['fornecedor'] */
  profiles: namesShape('profile'),
  /** Value of the session. @example value: 'session.codigoExterno' */
  value: nameShape('compared'),
  /**
   * Message for a caller whose session lacks the value: what is missing, and whom to ask for it.
   * @example missing: 'Peça ao Adm o seu código externo.'
   */
  missing: textShape(),
});

/** A calendar year, the current year (`atual`), or whole calendar months up to and including this one (`6m`). */
const periodShape = z.union([z.int(), z.string()]);
export type DashboardPeriod = z.infer<typeof periodShape>;

/** Dashboards, by their path and name in `menu`. `home` is the first screen; without it that screen only greets and has no menu entry. */
const dashboardShape = z.strictObject({
  /** Counted resource. It has statuses, and a creation instant with a filter. @example of: 'ordens' */
  of: nameShape('resource'),
  /**
   * Calls in a given dialect.
   * @default below `painel`, by the dashboard's name
   * @example calls: {counts: 'GET painel/situacoes', evolution: 'GET painel/evolucao', summary: 'GET painel/resumo'}
   */
  calls: z.strictObject({
    /** Call for the number of records by status. @default `GET painel/home/situacoes` @example counts: 'GET painel/situacoes' */
    counts: endpointShape,
    /** Call for the chart's numbers by month. @default `GET painel/home/evolucao` @example evolution: 'GET painel/evolucao' */
    evolution: endpointShape,
    /** Call for the other numbers of the dashboard. @default `GET painel/home/resumo` @example summary: 'GET painel/resumo' */
    summary: endpointShape,
  }).optional(),
  /** Profiles that have the dashboard. @default all that list the counted resource @example profiles: ['mecanico'] */
  profiles: namesShape('profile').optional(),
  /**
   * Periods to choose from, the initial one first: a calendar year, the current year (`atual`), or months up to and including this one
   * (`6m`).
   *
   * @example periods: ['atual', '6m', 2024]
   */
  periods: z.array(periodShape).min(1).readonly(),
  /** Statuses and tabs of the list with a card, in this order. @example cards: ['aberta', 'fechada', {tab: 'atrasadas'}] */
  cards: z.array(z.union([nameShape('status'), z.strictObject({
    /** Tab whose records the card counts, for the profiles that have the tab (rules: Dashboard 11). @example tab: 'atrasadas' */
    tab: nameShape('tab'),
    /** Icon of the card. @example icon: 'hourglass' */
    icon: nameShape('icon').optional(),
    /** Colour of the card, one of the statuses'. @example tone: 'ambar' */
    tone: z.enum(tones).optional(),
  })])).readonly(),
  /**
   * Numbers whose sums the cards show, for the profiles that see them (rules: Dashboard 12).
   * @example sums: ['valor']
   */
  sums: namesShape('field', {kinds: ['numero', 'decimal', 'moeda', 'calculo']}).optional(),
  /** Status of `cards` whose card has a bar as wide in percent as its count (rules: Dashboard 2). @example bar: 'aberta' */
  bar: nameShape('status').optional(),
  /** Status whose entries the chart counts by month, by its `stamps` field. @example chart: 'fechada' */
  chart: nameShape('status'),
  /**
   * Fields by whose values open records are counted: references, and fields with few values. Each is a filter of the list, to which its
   * counts link.
   *
   * @example by: ['idOficina', 'prioridade']
   */
  by: namesShape('filter', {kinds: ['referencia', 'escolha', 'lista', 'booleano']}).optional(),
  /**
   * First steps for a new customer, by resource and in this order. A step is open while its resource has no records.
   * @example steps: {veiculos: {label: 'Cadastre um veículo', hint: 'Placa e modelo.'}}
   */
  steps: z.record(nameShape('resource'), z.strictObject({
    /** Name of the step. @example label: 'Cadastre um veículo' */
    label: textShape(),
    /** Hint below the name. @example hint: 'Placa e modelo.' */
    hint: textShape(),
  })).optional(),
});
type ParsedDashboard = z.infer<typeof dashboardShape>;
export type Dashboard = WithRequired<ParsedDashboard, 'calls'>;

/** Name and addresses of the product. */
const productShape = z.strictObject({
  /** Name of the product. @example name: 'Frota' */
  name: textShape(),
  /** Prompt of the login form. @default `Entre com seu e-mail e sua senha` @example subtitle: 'Informe e-mail e senha' */
  subtitle: textShape().optional(),
  /** Base path of the portal. @default from the name: `/frota` @example basename: '/adm' */
  basename: z.string().optional(),
  /** Title of the browser's tab on screens that belong to no resource. @default `name`: `Frota` @example pageTitle: 'Adm' */
  pageTitle: textShape().optional(),
  /**
   * Key that the database stores: a database with another key is refused. It also names the folders of the data (`data-frota`) and of the
   * built portal.
   * @default none, as in Balcão's own config
   * @example key: 'frota'
   */
  key: z.string().refine(key => /^[a-z][a-z0-9]*$/.test(key), 'não serve: use letras minúsculas e números').optional(),
});

/** Saved replies: named texts that people insert into long-text answers of actions (rules: Replies 1). */
const repliesShape = z.strictObject({
  /** Profiles that have saved replies. @example profiles: ['adm', 'empresa'] */
  profiles: namesShape('profile'),
  /** Profiles, among these, that keep replies for their whole company. @default nobody @example company: ['empresa'] */
  company: namesShape('profile').optional(),
});

/** Webhooks, by name: other systems that are told what happens to records (rules: Deliveries 3). */
const webhookShape = z.strictObject({
  /**
   * Events by resource: `create`, `update` (saved, or changed by an action), `delete`, and statuses, whoever enters them.
   * @example on: {ordens: ['create', 'fechada']}
   */
  on: z.record(nameShape('resource'), namesShape('event', {of: resourceNamedByKey})),
  /** Environment variable with the address. A start without it is refused. @example to: 'ERP_URL' */
  to: z.string(),
  /** Environment variable with the secret that signs, `whsec_…`. A start without it is refused. @example secret: 'ERP_SECRET' */
  secret: z.string(),
  /** Fields that are sent. Every resource in `on` has them. @default none but the record's id @example fields: ['id', 'placa'] */
  fields: z.array(z.string()).readonly().optional(),
});
export type Webhook = z.infer<typeof webhookShape>;

/** The whole config: one object, which `defineConfig` completes and exports. */
const configShape = z.strictObject({
  /** Name and addresses. @example product: {name: 'Frota', key: 'frota'} */
  product: productShape,
  /** Profiles by name. @example profiles: {adm: {id: 1, name: 'Adm', first: true}} */
  profiles: z.record(z.string(), profileShape),
  /**
   * Menu: labels by group title (`''`: no title) and place. A place is a resource, a dashboard, or a page (`home`, `robos`,
   * `entregas`, `alterar-senha`). An entry is shown to the profiles that may open it; to robots only if the resource has statuses.
   *
   * @example menu: {'': {home: 'Painel'}, Cadastros: {veiculos: 'Veículos', usuarios: 'Usuários'}}
   */
  menu: z.record(z.string(), z.record(nameShape('place'), textShape())),
  /** Fixed lists by name. @example lists: {tiposArquivo: {rows: ['Foto', 'Orçamento']}} */
  lists: z.record(z.string(), fixedListShape).optional(),
  /**
   * Fields that an item of a template can be, by the value of its `tipoCampo`, without label. `texto` has to be there.
   * @default `texto`, `numero`, `data`, `email`, `decimal`, `moeda`, `hora`, `url`
   * @example itemKinds: {texto: {kind: 'texto', maxLength: 100}, data: {kind: 'data'}}
   */
  itemKinds: z.record(z.string(), anyFieldShape()).optional(),
  /**
   * Items recognised by their `descricao`, compared without case and accents (rules: Items 3).
   * @default `{}`
   * @example namedItems: {CEP: {field: {kind: 'cep'}}}
   */
  namedItems: z.record(z.string(), z.strictObject({
    /** Field that such an item is, whatever its `tipoCampo`, without label. @example field: {kind: 'cep'} */
    field: anyFieldShape(),
    /**
     * Value filled in from the caller's session.
     * @example prefill: {profiles: ['fornecedor'], value: 'session.codigoExterno', missing: 'Peça ao Adm o seu código.'}
     */
    prefill: prefillShape.optional(),
  })).optional(),
  /** Rules and messages for all files. @default as for each option @example files: {forbiddenExtensions: ['exe', 'bat', 'js']} */
  files: z.strictObject({
    /**
     * Extensions that no file may have, in lower case and without dot.
     * @default `['exe', 'bat']`
     * @example forbiddenExtensions: ['exe', 'bat', 'js']
     */
    forbiddenExtensions: z.array(z.string()).readonly().optional(),
    /**
     * Messages about files.
     * @default the file messages
     * @example messages: {empty: 'Arquivo vazio.'}
     */
    messages: fileMessagesShape.optional(),
  }).optional(),
  /**
   * Messages of no single resource.
   * @default the general messages
   * @example messages: {failed: 'Não deu certo. Tente de novo.'}
   */
  messages: generalMessagesShape.optional(),
  /**
   * Webhooks by name. `menu` has the page `entregas`, where what did not arrive is decided.
   * @example webhooks: {erp: {on: {ordens: ['fechada']}, to: 'ERP_URL', secret: 'ERP_SECRET', fields: ['id']}}
   */
  webhooks: z.record(z.string(), webhookShape).optional(),
  /** Saved replies. @example replies: {profiles: ['adm']} */
  replies: repliesShape.optional(),
  /**
   * Dashboards by path.
   * @example dashboards: {home: {of: 'ordens', periods: ['6m'], cards: ['aberta'], chart: 'fechada'}}
   */
  dashboards: z.record(z.string(), dashboardShape).optional(),
  /** Resources by name. `usuarios`, `empresas` and `filiais` have to be there. @example resources: {} */
  resources: z.record(z.string(), z.unknown()),
});

/** A field without the options that its place determines. */
export type UnlabelledField = Fields[string] extends infer F ? F extends unknown ? Omit<F, 'label' | 'required'> : never : never;

/** Parts of the config that are filled with defaults. */
export interface DefaultedConfigParts {
  readonly product: z.infer<typeof productShape> & Readonly<Record<'subtitle' | 'basename' | 'pageTitle', string>>;
  readonly lists: Readonly<Record<string, FixedList>>;
  readonly dashboards: Readonly<Record<string, Dashboard>>;
  readonly itemKinds: Readonly<Record<string, UnlabelledField>>;
  readonly namedItems: Readonly<Record<string, {
    readonly field: UnlabelledField; readonly prefill?: z.infer<typeof prefillShape> | undefined,
  }>>;
  readonly files: {readonly forbiddenExtensions: readonly string[]; readonly messages: Readonly<Record<FileMessageName, string>>};
  readonly messages: Readonly<Record<GeneralMessageName, string>>;
}
type ParsedConfig = z.infer<typeof configShape>;
export interface Config extends Omit<ParsedConfig, 'resources' | 'profiles' | keyof DefaultedConfigParts>, DefaultedConfigParts {
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly resources: Readonly<Record<string, Resource>>;
}
/** The config as it is written. */
export interface ConfigInput extends Omit<ParsedConfig, 'resources' | 'itemKinds' | 'namedItems'>,
  Partial<Pick<DefaultedConfigParts, 'itemKinds' | 'namedItems'>> {
  readonly resources: Readonly<Record<string, ResourceInput>>;
}

export const rootShapes = {config: configShape, resource: resourceShape, action: actionShape};
