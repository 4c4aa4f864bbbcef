/** Builds the reference of the config (`docs/config.md`) from the shapes and their docstrings. */
import {inlineConditionShape} from '../../src/schema/shapes/conditions.ts';
import {rootShapes} from '../../src/schema/shapes/config.ts';
import {fieldShapes, type Kind} from '../../src/schema/shapes/fields.ts';
import {DEFAULT_FILE_MESSAGES, DEFAULT_GENERAL_MESSAGES} from '../../src/schema/shapes/productMessages.ts';
import {nameTypes, objectAt, objectsIn, isOptional, optionsOf, typeOf, visitUses, type Options, type Schema} from './configShapes.ts';
import {rareEntryOf, rareOptions} from './rareOptions.ts';
import {readConfigInput, readShapeDocs, type OptionDocs} from './shapeDocs.ts';

const {config, resource, action} = rootShapes;
const docs = readShapeDocs();

/** A place of the config: an object whose options have a section of their own. */
interface Place {
  title: string;
  /** Level of the heading. */
  level: 2 | 3;
  object: Schema;
  /** Declarations with the docstrings; the first one describes the place. */
  declarations: readonly string[];
  /** Texts of messages, which are their own defaults and need no example. */
  messages?: Readonly<Record<string, string>>;
}
const place = (level: 2 | 3, title: string, object: Schema, ...declarations: readonly string[]): Place =>
  ({title, level, object, declarations});

const FIELD: Place = place(2, 'Field', fieldShapes.texto, 'commonOptions');
export const places: readonly Place[] = [
  place(2, 'Config', config, 'configShape'),
  place(3, 'Product', objectAt(config, 'product'), 'productShape'),
  place(3, 'Profile', objectAt(config, 'profiles'), 'profileShape'),
  place(3, 'Fixed list', objectAt(config, 'lists'), 'fixedListShape'),
  place(3, 'Prefill', objectAt(config, 'namedItems', 'prefill'), 'prefillShape'),
  place(3, 'Webhook', objectAt(config, 'webhooks'), 'webhookShape'),
  place(3, 'Replies', objectAt(config, 'replies'), 'repliesShape'),
  place(3, 'Dashboard', objectAt(config, 'dashboards'), 'dashboardShape'),
  place(2, 'Resource', resource, 'resourceShape', 'partShapes'),
  place(3, 'API', objectAt(resource, 'api'), 'apiShape'),
  place(3, 'Access', objectAt(resource, 'access'), 'accessShape'),
  place(3, 'People', objectAt(resource, 'people'), 'personShape'),
  place(3, 'List', objectAt(resource, 'list'), 'listShape'),
  place(3, 'Filter', objectAt(resource, 'list', 'filters'), 'filterShape'),
  place(3, 'Tab', objectAt(resource, 'tabs'), 'tabShape'),
  place(3, 'Child', objectAt(resource, 'children'), 'childShape'),
  place(3, 'Consequence', objectAt(resource, 'consequences'), 'consequenceShape'),
  place(3, 'Toggle', objectAt(resource, 'toggle'), 'toggleShape'),
  place(3, 'Template', objectAt(resource, 'template'), 'templateShape'),
  place(3, 'Files', objectAt(resource, 'files'), 'filesShape'),
  place(3, 'File calls', objectAt(resource, 'files', 'calls'), 'fileCallsShape'),
  place(3, 'Queue', objectAt(resource, 'queue'), 'queueShape'),
  place(2, 'Action', action, 'actionShape'),
  place(3, 'Notice', objectAt(action, 'tells'), 'noticesShape'),
  place(2, 'Condition', inlineConditionShape, 'InlineCondition', 'wordShapes', 'WordValues'),
  FIELD,
  ...(Object.keys(fieldShapes) as Kind[]).map(kind => place(3, kind, fieldShapes[kind], 'fieldShapes')),
  place(3, 'Choice', objectAt(fieldShapes.escolha, 'choices'), 'choiceShape'),
  {...place(3, 'File messages', objectAt(config, 'files', 'messages'), 'DEFAULT_FILE_MESSAGES'), messages: DEFAULT_FILE_MESSAGES},
  {...place(3, 'General messages', objectAt(config, 'messages'), 'DEFAULT_GENERAL_MESSAGES'), messages: DEFAULT_GENERAL_MESSAGES},
];

/** Options that deserve a section of their own, by its title. */
const TOPICS: Readonly<Record<string, string>> = {Menu: 'Config.menu', Form: 'Resource.form', Ask: 'Action.asks'};

/** An option of the config: a row of the reference. */
export interface Option {
  place: Place;
  /** Path from the place: `calls.counts`. */
  path: string;
  name: string;
  /** Object that has the option. */
  object: Schema;
  schema: Schema;
  docs: OptionDocs;
  isRequired: boolean;
}

const NO_DOCS: OptionDocs = {text: '', inner: new Map()};
const ofKind = ({declarations: [first], title}: Place): boolean => first === 'fieldShapes' && title in fieldShapes;
const declarationsOf = (one: Place): readonly OptionDocs[] => one.declarations.flatMap(name => {
  const declared = docs.get(name) ?? NO_DOCS;
  return ofKind(one) ? declared.inner.get(one.title) ?? NO_DOCS : declared;
});

const commonNames = new Set(docs.get('commonOptions')?.inner.keys());
/** Options of a place: of a kind those that not every field has, of `Field` the others. */
const optionsOfPlace = (one: Place): Options => Object.fromEntries(Object.entries(optionsOf(one.object) ?? {}).filter(([name]) =>
  (one === FIELD ? commonNames.has(name) : !ofKind(one) || (name !== 'kind' && !commonNames.has(name)))));

const titles = new Map([
  ...places.filter(one => one !== FIELD).map(one => [one.object, one.title] as const),
  // The choices of `opcoes` have some of the options.
  [objectAt(fieldShapes.opcoes, 'choices'), 'Choice'],
]);
const titleOf = (object: Schema): string | undefined => titles.get(object);

interface Written {
  place: Place;
  object: Schema;
  options: Options;
  docsOf: (name: string) => OptionDocs;
  prefix: string;
}
const optionsIn = ({place: of, object, options, docsOf, prefix}: Written): Option[] => Object.entries(options).flatMap(([name, schema]) => {
  const own: Option = {place: of, path: `${prefix}${name}`, name, object, schema, docs: docsOf(name), isRequired: !isOptional(schema)};
  const inPlace = objectsIn(schema).filter(inner => titleOf(inner) === undefined);
  return [own, ...inPlace.flatMap(inner => optionsIn({
    place: of, object: inner, options: optionsOf(inner) ?? {}, docsOf: word => own.docs.inner.get(word) ?? NO_DOCS, prefix: `${own.path}.`,
  }))];
});

/** All options of the config, place by place. */
export const options: readonly Option[] = places.flatMap(one => optionsIn({
  place: one, object: one.object, options: optionsOfPlace(one), prefix: '',
  docsOf: name => declarationsOf(one).map(({inner}) => inner.get(name)).find(found => found !== undefined) ?? NO_DOCS,
}));

export const keyOf = ({place: {title}, path}: Option): string => `${title}.${path}`;

const cell = (text: string): string => text.replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => [
  `| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows.map(row => `| ${row.map(cell).join(' | ')} |`),
].join('\n');
const code = (text: string | undefined): string => (text === undefined ? '' : text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

const typeOfOption = ({schema}: Option): string => typeOf(schema, titleOf);
const defaultOf = ({docs: {default: text}, isRequired}: Option): string => text ?? (isRequired ? '**required**' : '–');
const topicOf = (option: Option): string | undefined => Object.keys(TOPICS).find(title => TOPICS[title] === keyOf(option));
const textOf = (option: Option): string => {
  const topic = topicOf(option);
  const {text} = option.docs;
  return topic === undefined ? text : `${/^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text} See [${topic}](#${topic.toLowerCase()}).`;
};

const section = (one: Place): string => {
  const [own = NO_DOCS] = declarationsOf(one);
  const rows = options.filter(option => option.place === one);
  const messages = one.messages;
  const rowsTable = messages === undefined
    ? table(['Option', 'Type', 'Default', 'What it does', 'Example'], rows.map(option =>
      [`\`${option.path}\``, typeOfOption(option), defaultOf(option), textOf(option), code(option.docs.example)]))
    : table(['Message', 'When', 'Default'], rows.map(({path, docs: {text}}) => [`\`${path}\``, text, messages[path] ?? '']));
  const topics = rows.flatMap(option => {
    const title = topicOf(option);
    return title === undefined ? [] : [[
      `### ${title}`, option.docs.text, table(['Type', 'Default', 'Example'], [
        [typeOfOption(option), defaultOf(option), code(option.docs.example)],
      ]),
    ].join('\n\n')];
  });
  return [
    `${'#'.repeat(one.level)} ${one.title}`, ...(own.text === '' ? [] : [own.text]),
    ...(ofKind(one) && own.example !== undefined ? [`\`\`\`ts\n${own.example}\n\`\`\``] : []),
    ...(rows.length === 0 ? [] : [rowsTable]), ...topics,
  ].join('\n\n');
};

const keys = new Map<Schema, Map<string, string>>();
for (const option of options) {
  const names = keys.get(option.object) ?? new Map<string, string>();
  keys.set(option.object, names.set(option.name, keyOf(option)));
}
const kinds = new Set<Schema>(Object.values(fieldShapes));
/** Returns the key of the option of an object: of all kinds alike for the common options of fields. */
const keyIn = (object: Schema, name: string): string => (kinds.has(object) && commonNames.has(name) ? `${FIELD.title}.${name}`
  : keys.get(object)?.get(name) ?? `${titleOf(object)}.${name}`);

/** Returns the docstrings of the kinds of fields. */
export const kindDocs = (): Readonly<Record<string, OptionDocs | undefined>> =>
  Object.fromEntries(Object.keys(fieldShapes).map(kind => [kind, docs.get('fieldShapes')?.inner.get(kind)]));

/** Counts the objects of the config that no place has. */
export const countUnknownObjects = (): number => {
  const visited = new Set<Schema>();
  const visit = (object: Schema): void => {
    if (visited.has(object)) return;
    visited.add(object);
    Object.values(optionsOf(object) ?? {}).flatMap(objectsIn).forEach(visit);
  };
  [config, resource, action, inlineConditionShape, ...kinds].forEach(visit);
  return [...visited].filter(object => !keys.has(object) && titleOf(object) === undefined).length;
};

/** Counts how often a config uses each option, by key. */
export const countUses = (value: unknown): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  visitUses(config, value, (object, name) => {
    const key = keyIn(object, name);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  return counts;
};
const PRODUCT_FILES = ['resources.config.ts'];
const EXAMPLE_FILES = ['clinica', 'compras', 'frota'].map(name => `docs/examples/${name}.config.ts`);


/** Number of uses of an option in the product's config and in the examples. */
interface OptionUses {
  key: string;
  product: number;
  examples: number;
}
const countUsesIn = (files: readonly string[]): ((key: string) => number) => {
  const counts = files.map(file => countUses(readConfigInput(file)));
  return key => counts.reduce((all, each) => all + (each.get(key) ?? 0), 0);
};
export const listOptionUses = (): readonly OptionUses[] => {
  const [inProduct, inExamples] = [countUsesIn(PRODUCT_FILES), countUsesIn(EXAMPLE_FILES)];
  return options.map(keyOf).map(key => ({key, product: inProduct(key), examples: inExamples(key)}));
};
/** Tells whether at most one place uses an option, so that it needs a reason to stay. */
export const isRare = ({product, examples}: OptionUses): boolean => product + examples <= 1;

const usesTable = (): string => table(['Option', 'Balcão', 'Examples', 'Stays because'], listOptionUses().map(uses =>
  [`\`${uses.key}\``, String(uses.product), String(uses.examples), isRare(uses) ? rareOptions[rareEntryOf(uses.key) ?? ''] ?? '' : '']));

const namesTable = (): string => table(['Type', 'What the config names'], nameTypes.map(([type, kind]) =>
  [type, docs.get('NameKinds')?.inner.get(kind)?.text ?? '']));

const contents = (): string => places.filter(one => !ofKind(one)).flatMap(one => [
  one.title, ...Object.keys(TOPICS).filter(topic => TOPICS[topic]?.startsWith(`${one.title}.`)),
]).map(title => `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`).join(' · ');

/** Line of `docs/config.md` below which it is generated. */
export const GENERATED = '<!-- Below this line `npm run docs` writes. Change the docstrings in src/schema/shapes instead. -->';

/** Writes the generated part of `docs/config.md`. */
export const writeReference = (): string => [
  GENERATED, `Places: ${contents()} · [Names](#names) · [Uses](#uses)`, ...places.map(section),
  '## Names', 'The words of the column *Type* that stand for names of the config.', namesTable(),
  '## Uses', 'How often each option is written in `resources.config.ts` and in the three configs of `docs/examples`. '
    + 'A constant that several records share counts once for each. An option with at most one use has a reason to stay.', usesTable(), '',
].join('\n\n').replace(/\n+$/, '\n');
