/**
 * Defaults of a config, filled in once: titles, addresses, calls, messages, read-only fields, the two actions and the filter of a toggle,
 * fields shown of referenced records, readers of derived fields.
 * Explicit options override defaults. An unknown option stays, because the check refuses it afterwards.
 */
import type {Api, Endpoint} from '../shapes/calls.ts';
import type {
  Action, ChildConfig, Config, ConsequenceConfig, ActionInput, ConfigInput, ResourceInput, FixedList, Resource,
} from '../shapes/config.ts';
import type {Field, FieldOf, Fields, FieldsInput} from '../shapes/fields.ts';
import {DEFAULT_FILE_MESSAGES, DEFAULT_GENERAL_MESSAGES} from '../shapes/productMessages.ts';
import {HOME, TAB_PARAM} from '../pages.ts';
import {USERS} from '../systemFields.ts';
import {listParts} from '../parts.ts';
import {parseEndpoint} from '../paths.ts';
import {withDerivedReaders} from '../fieldReaders.ts';
import {isRetiredChoice, kindRules} from '../fields/kinds.ts';
import {titleField} from '../fields/recordTitle.ts';
import {findFieldReading} from '../fields/relatedFields.ts';
import {toComparableText} from '../fields/text.ts';
import {waitingConsequences} from '../lifeCycle/consequences.ts';
import {resolveToggle, type ResolvedToggle} from '../lifeCycle/toggle.ts';
import {capitalize, genderOf, formatNone} from '../words/nouns.ts';

/** `enviarAprovacao` → 'enviar Aprovacao' */
const splitWords = (key: string): string => key.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
/** `enviarAprovacao` → `enviar-aprovacao`, 'Modelo Formulário' → `modelo-formulario`. */
const toKebabCase = (text: string): string => toComparableText(splitWords(text)).replace(/[^a-z0-9]+/g, '-');

/**
 * Past participle: 'Cancelado' from `cancelar`, 'Concluído' from `concluir`, but 'Seguido' from `seguir`. Of several words the first is the
 * verb.
 */
const pastParticiple = (action: string, gender: 'o' | 'a'): string => {
  const [verb = ''] = action.split(/(?=[A-Z])/);
  return `${capitalize(verb.replace(/ar$/, 'ad').replace(/([ao]|(?<![gq])u)[ei]r$/, '$1íd').replace(/[ei]r$/, 'id'))}${gender}`;
};

/** Adds the default call and keys of links, below the list's `path`. */
const withLinkDefaults = (fields: FieldsInput, path: string): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]): [string, Field] => {
    if (field.kind !== 'vinculos') return [name, field];
    const within = field.within === undefined ? '' : `/:${field.within}`;
    const {wire = {id: 'id', on: 'ligado'}, call = `GET ${path}/campos/${name}${within}/:id`} = field;
    return [name, {...field, wire, call}];
  }));

/** Makes archived fields read-only and visible only with a value. Archived choices are not offered. */
const withArchived = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).map(([name, field]): [string, Field] => {
  const {required: _required, default: _default, ...rest} = field;
  const retired = field.archived === true ? {...rest, readOnly: true as const, visible: {filled: name}} as Field : field;
  return [name, !('choices' in retired) || !retired.choices.some(isRetiredChoice) ? retired
    : {...retired, choices: retired.choices.map(choice => (isRetiredChoice(choice) ? {...choice, offered: false as const} : choice))}];
}));

const allKeys = (...parts: readonly (object | undefined)[]): string[] => parts.flatMap(part => Object.keys(part ?? {}));

/** Fields that other options have the server write. */
export const serverWrittenFields = (
  {fields, status, since, people = {}, template, toggle}: ResourceInput | Resource,
): ReadonlySet<string | undefined> => {
  const field = fields[status ?? ''];
  return new Set([
    status, since, toggle?.field, template?.summary, template?.version, ...allKeys(template?.keep, template?.keepItem),
    ...(field?.kind === 'escolha' ? field.choices.map(({stamps}) => stamps) : []),
    ...Object.values(people).flatMap(person => (person.stamps === undefined ? [] : [person.field])),
    ...Object.entries(fields).flatMap(([name, field]) => ('stamps' in field || 'sequence' in field ? [name] : [])),
  ]);
};
const withReadOnly = (resource: ResourceInput, path: string): Fields => {
  const names = serverWrittenFields(resource);
  // A new record has the first status, and is switched on by the first choice.
  const initialValue = (name: string, field: Field): Partial<Field> =>
    (field.kind === 'escolha' && [resource.status, resource.toggle?.field].includes(name) ? {default: field.choices[0]?.id} : {});
  return Object.fromEntries(Object.entries(withLinkDefaults(resource.fields, path)).map(([name, field]) =>
    [name, names.has(name) ? {...initialValue(name, field), ...field, readOnly: true} as Field : field]));
};

/** The first required text; else the record's number. */
const defaultTitle = (fields: Fields): string =>
  Object.entries(fields).find(([, {kind, required, readOnly}]) => kind === 'texto' && required === true && readOnly !== true)?.[0] ?? 'id';

/** Label of a field, or of the reference that shows it. */
const labelOf = (fields: FieldsInput, name: string): string | undefined => fields[name]?.label
  ?? Object.values(fields).find(field => field.kind === 'referencia' && field.shows !== undefined && name in field.shows)?.label;

/** The reference's label. If it shows several fields, those other than the title add their own: 'Veículo: Hodômetro'. */
const shownLabel = ({label, to, shows = {}}: FieldOf<'referencia'>, shownField: string, resources: ConfigInput['resources']): string => {
  const target = resources[to];
  const targetLabel = target && labelOf(target.fields, shownField);
  if (target === undefined || targetLabel === undefined || Object.keys(shows).length === 1) return label;
  const {title = defaultTitle(withReadOnly(target, ''))} = target;
  return shownField === titleField({title}) ? label : `${label}: ${targetLabel}`;
};

const withShown = (fields: Fields, resources: ConfigInput['resources']): Fields => {
  const shownFields = Object.entries(fields).flatMap(([through, field]) =>
    (field.kind === 'referencia'
      ? Object.entries(field.shows ?? {}).map(([name, shownField]): [string, Field] => [name, {
        kind: 'relacionado', label: shownLabel(field, shownField, resources), through, field: shownField,
      }])
      : []));
  return {...fields, ...Object.fromEntries(shownFields.filter(([name]) => !(name in fields)))};
};

/** Name of the field that reads through a reference: `idFilial.idResponsavel` → `idFilialIdResponsavel`. */
const nameOfPath = (reference: string, field: string): string => `${reference}${capitalize(field)}`;

/** Has a person of a referenced record (`idFilial.idResponsavel`) read by a field: a declared one, else one that it adds. */
const withReferencedPeople = (
  fields: Fields, people: NonNullable<Resource['people']>, resources: ConfigInput['resources'],
): Pick<Resource, 'fields'> & {people: NonNullable<Resource['people']>} => {
  const all: Record<string, Field> = {...fields};
  const readers = Object.entries(people).map(([name, person]) => {
    const [through = '', field = ''] = person.field.split('.');
    const reference = fields[through];
    const named = reference?.kind === 'referencia' ? resources[reference.to]?.fields[field] : undefined;
    // The check reports a path that leads to nobody.
    if (named?.kind !== 'referencia' || named.to !== USERS) return [name, person] as const;
    const reader = findFieldReading({fields: all}, through, field) ?? nameOfPath(through, field);
    all[reader] ??= {kind: 'relacionado', label: named.label, through, field};
    return [name, {...person, field: reader}] as const;
  });
  return {fields: all, people: Object.fromEntries(readers)};
};

/** Adds the default calls of an API dialect. A child has no call for one record, because it is read with its siblings. */
const withCallDefaults = (name: string, {api, owner, access}: ResourceInput): Api | undefined => {
  if (api === undefined) return undefined;
  const {list = `GET ${name}` as Endpoint} = api;
  const {path} = parseEndpoint(list);
  return {
    list, create: `POST ${path}`, update: `PUT ${path}/:id`, ...(owner?.through === undefined && {one: `GET ${path}/:id` as Endpoint}),
    ...(access.delete?.length && {delete: `DELETE ${path}/:id` as Endpoint}), ...api,
  };
};

/** Value of the toggle's field that means off; undefined if there are several. */
const offValue = ({on}: ResolvedToggle, field: FieldsInput[string] | undefined): boolean | number | string | undefined => {
  if (typeof on === 'boolean') return !on;
  const offChoices = field?.kind === 'escolha' ? field.choices.filter(({id}) => id !== on) : [];
  return offChoices.length === 1 ? offChoices[0]?.id : undefined;
};

const toggleActions = ({label, fields, actions = {}}: ResourceInput, toggle: ResolvedToggle, profiles: readonly string[]) => {
  const field = fields[toggle.field];
  const values = {disable: offValue(toggle, field), enable: toggle.on};
  // For a field of another kind no action is made, so that the check reports only what was written.
  const isYesOrNo = field !== undefined && Object.hasOwn(kindRules, field.kind) && kindRules[field.kind].empty === false;
  const isSwitch = isYesOrNo || field?.kind === 'escolha';
  const words = (['disable', 'enable'] as const).filter(word => isSwitch || actions[toggle[word]] !== undefined);
  return Object.fromEntries(words.map(word => {
    const name = toggle[word];
    const usual: ActionInput = {
      label: `${capitalize(name)} ${label.one}`, many: `${capitalize(name)} ${label.many}`, confirm: `Deseja realmente ${name}?`,
      ...(actions[name]?.from === undefined && {profiles}),
      ...(isSwitch && values[word] !== undefined && {sets: {[toggle.field]: values[word]}}), ...(word === 'disable' && {tone: 'danger'}),
    };
    return [name, {...usual, ...actions[name]}];
  }));
};

const toggleFilters = ({label, fields, list}: ResourceInput, toggle: ResolvedToggle): ResourceInput['list']['filters'] => {
  const {field, on} = toggle;
  const declared = list.filters?.[field];
  if (declared === undefined) return list.filters;
  const off = offValue(toggle, fields[field]);
  const ending = `${genderOf(label)}s`;
  const usual = {
    all: `Tod${ending}`, optional: true,
    names: {[String(on)]: `Ativ${ending}`, ...(off !== undefined && {[String(off)]: `Inativ${ending}`})},
  } as const;
  return {...list.filters, [field]: {...usual, ...declared}};
};

/** The first reference or link of a resource to another. The check reports a missing one. */
const referenceTo = (resource: ResourceInput | undefined, to: string) =>
  Object.entries(resource?.fields ?? {}).flatMap(([name, field]) => ('to' in field && field.to === to ? [{by: name}] : []))[0];

/** Returns a malformed value unchanged, because the check refuses it with a message. */
const orUnchanged = <C>(input: unknown, completed: () => C): C => {
  try {
    return completed();
  } catch {
    return input as C;
  }
};

const completeEach = <G, C>(inputs: Readonly<Record<string, G>>, completed: (input: G, name: string) => C): Record<string, C> =>
  Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, orUnchanged(input, () => {
    if (typeof input !== 'object') throw new TypeError('Only an object is completed.');
    return completed(input, name);
  })]));

const completeResource = (given: ResourceInput, name: string, resources: ConfigInput['resources']): Resource => {
  const {actions: declared, children, consequences, ...rest} = given;
  const {label, status} = rest;
  const gender = genderOf(label);
  const {list, read = list, create = [], update = create, delete: remove = []} = given.access;
  const api = withCallDefaults(name, given);
  const {path} = parseEndpoint(api?.list ?? `GET ${name}`);
  const readOnlyFields = withReadOnly(given, path);
  const shownFields = withShown(withArchived(readOnlyFields), resources);
  const {fields, people} = given.people === undefined ? {fields: shownFields} : withReferencedPeople(shownFields, given.people, resources);
  const {title = defaultTitle(readOnlyFields)} = given;
  const save = api === undefined ? `PUT ${name}/:id` : api.update;
  const toggle = resolveToggle(given);
  const places: Action['places'] = status !== undefined || listParts(given).length > 0 ? ['menu', 'details', 'edit'] : ['menu', 'edit'];
  const completeAction = (key: string, action: ActionInput): Action => {
    const field = fields[status ?? ''];
    const entered = field?.kind === 'escolha' ? field.choices.find(choice => choice.key === action.to) : undefined;
    const {
      label: called = capitalize(splitWords(key)), call = `PUT ${path}/${toKebabCase(key)}/:id` as Endpoint,
      success = `${label.one} ${pastParticiple(key, gender)}!`,
    } = action;
    // These two have places of their own: the list draws the toggle, and the form saves.
    const isDrawn = call === save || key === toggle?.enable || key === toggle?.disable;
    return {...(!isDrawn && {places}), ...(entered?.icon && {icon: entered.icon}), ...action, label: called, call, success};
  };
  const actions = Object.entries({...declared, ...(toggle && toggleActions(given, toggle, update))});
  const typed = Object.keys(given.fields).filter(key => fields[key]?.kind !== 'relacionado'
    && (fields[key]?.readOnly !== true || fields[key]?.archived === true));
  const {pageTitle = label.one, formTitle = `Cadastro de ${label.many}`, route = toKebabCase(label.one), form = typed} = given;
  const {sort = [titleField({title}), 'asc']} = given.list;
  const {
    created = `${label.one} Cadastrad${gender}!`, updated = `${label.one} Editad${gender}!`,
    empty = `${formatNone(label)} encontrad${gender}.`,
  } = given.messages ?? {};
  return {
    ...rest, title, fields, ...(people && {people}), pageTitle, formTitle, route,
    form: Array.isArray(form) ? {'': form} : form as Resource['form'],
    access: {...given.access, list, read, create, update, delete: remove},
    list: {...given.list, ...(toggle && {filters: toggleFilters(given, toggle)}), sort},
    ...(api && {api}), ...(children && {
      children: completeEach(children, (child, childName) => ({...referenceTo(resources[childName], name), ...child} as ChildConfig)),
    }),
    ...(consequences && {
      consequences: completeEach(consequences, consequence =>
        ({...referenceTo(resources[consequence.of], name), ...consequence} as ConsequenceConfig)),
    }),
    ...(actions.length > 0 && {actions: Object.fromEntries(actions.map(([key, action]) => [key, completeAction(key, action)]))}),
    messages: {...given.messages, created, updated, empty},
  };
};

const homeAddress = (
  {resources}: ConfigInput, basename: string, home: ConfigInput['profiles'][string]['home'] = `${basename}/${HOME}`,
): string => {
  if (typeof home === 'string') return home;
  const {list, tab, ...unknown} = home;
  if (Object.keys(unknown).length > 0) throw new TypeError('An address has no place for other words.');
  const {label, route = toKebabCase(label.one)} = resources[list] as ResourceInput;
  const filter = tab === undefined ? '' : `?${new URLSearchParams({filter: JSON.stringify({[TAB_PARAM]: tab})}).toString()}`;
  return `${basename}/${route}${filter}`;
};

const ITEM_KINDS: Config['itemKinds'] = {
  texto: {kind: 'texto', maxLength: 100}, numero: {kind: 'digitos', maxLength: 100}, data: {kind: 'data'},
  email: {kind: 'email', maxLength: 100}, decimal: {kind: 'decimal'}, moeda: {kind: 'moeda'}, hora: {kind: 'hora'},
  url: {kind: 'url', maxLength: 300},
};

/** Fills in the defaults of a config. Idempotent. */
export const completeConfig = (given: ConfigInput): Config => orUnchanged(given, () => {
  const {name} = given.product;
  const product = {
    subtitle: 'Entre com seu e-mail e sua senha', basename: `/${toKebabCase(name)}`, pageTitle: name, ...given.product,
  } as Config['product'];
  const resources = completeEach(given.resources, (resource, key) => completeResource(resource, key, given.resources));
  const readableResources = completeEach(
    resources, (resource, key) => ({...resource, fields: withDerivedReaders(resources, key, resource.fields)}),
  );
  return {
    itemKinds: ITEM_KINDS, namedItems: {}, ...given, product,
    files: {
      ...given.files, forbiddenExtensions: given.files?.forbiddenExtensions ?? ['exe', 'bat'],
      messages: {...DEFAULT_FILE_MESSAGES, ...given.files?.messages},
    } as Config['files'],
    messages: {...DEFAULT_GENERAL_MESSAGES, ...given.messages} as Config['messages'],
    profiles: completeEach(given.profiles, ({home, ...profile}) => ({
      ...profile, home: orUnchanged(home, () => homeAddress(given, product.basename, home)),
    })),
    lists: completeEach(given.lists ?? {}, ({rows, ...list}, key): FixedList => ({
      ...list, call: list.call ?? `GET listas/${toKebabCase(key)}`, wire: list.wire ?? ['codigo', 'descricao'],
      rows: Array.isArray(rows) ? Object.fromEntries((rows as readonly string[]).map(row => [row, row])) : rows as FixedList['rows'],
    })),
    dashboards: completeEach(given.dashboards ?? {}, ({calls, ...dashboard}, key) => {
      const call = (word: string): Endpoint => `GET painel/${key}/${word}`;
      return {...dashboard, calls: calls ?? {counts: call('situacoes'), evolution: call('evolucao'), summary: call('resumo')}};
    }),
    resources: completeEach(readableResources, (resource, key) => {
      const waiting = key !== USERS ? {}
        : waitingConsequences({profiles: given.profiles as Config['profiles'], resources: readableResources}, resource);
      return {...resource, ...(Object.keys(waiting).length > 0 && {consequences: {...waiting, ...resource.consequences}})};
    }),
  };
});
