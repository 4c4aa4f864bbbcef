/** What differs between two configs, looked for in the rows: what a start leaves as it is, and what stops it. */
import {sql} from 'kysely';
import {askedThrough} from '../../../../schema/conditions/conditions.ts';
import type {Condition} from '../../../../schema/conditions/shape.ts';
import type {Config, Resource} from '../../../../schema/config/config.ts';
import type {Choice, Field} from '../../../../schema/fields/fields.ts';
import {ruleOf} from '../../../../schema/fields/kinds.ts';
import {sqlTypeOf} from '../../kinds.ts';
import {columnOf, tableOf} from '../../names.ts';
import type {Sql} from '../../tables.ts';
import {holdsTyped} from '../calculations.ts';
import type {Change} from '../change.ts';
import {heldIn} from '../twins.ts';
import {allColumns} from '../columns.ts';
import {amount, called, having, records, someOf, which, type Finding} from './finding.ts';
import {goneFields, goneParts, goneResources} from './gone.ts';
import {finding, resourceBefore, type Look} from './look.ts';
import {conditionsOf, filledRows, notConverted, otherValues, repeatedValues, unmetDemands, type Demand} from './rows.ts';
import {usesOfChoice} from './uses.ts';

/** Of a field: what no value is held to. */
const SAID = ['label', 'help', 'messages', 'see', 'default', 'unique', 'was'];
/** All that a condition says, with what it asks by name. */
const saidIn = ({resources}: Config, resource: Resource, conditions: readonly Condition[]): unknown => conditions.map(condition => [
  condition, resource.conditions, ...askedThrough(resource, condition).map(([reference]) => {
    const field = resource.fields[reference];
    return field?.kind === 'referencia' ? resources[field.to]?.conditions : undefined;
  }),
]);

/** What the values of a field are held to, as a text. */
const limitsOf = (config: Config, resource: Resource, field: Field, without: readonly string[]): string => JSON.stringify([
  Object.entries(field).filter(([word]) => !without.includes(word)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  'list' in field ? config.lists[field.list]?.rows : [],
  saidIn(config, resource, conditionsOf(field).filter(() => !without.includes('required'))),
]);

/** Whether its values are held to anything. */
const isHeld = (field: Field): boolean =>
  field.readOnly !== true && ruleOf(field).own && field.kind !== 'senha' && sqlTypeOf(field) !== null;

/** All that a resource demands at some of its fields. */
export const demandsAt = ({fields, rules = {}}: Resource, names: ReadonlySet<string>): Demand[] => [...names].flatMap(name => [
  ...(fields[name] !== undefined && isHeld(fields[name]) ? [{name, onlyEmpty: false}] : []),
  ...(rules[name] ?? []).map(rule => ({name, rule, onlyEmpty: false})),
]);

/** What a resource demands that it did not. */
const newDemands = (config: Config, resource: Resource, before: Config, old: Resource | undefined): Demand[] => {
  const ofFields = Object.entries(resource.fields).flatMap(([name, field]): Demand[] => {
    const known = old?.fields[name] ?? old?.fields[field.was ?? name];
    // A value that is no choice any more is looked for apart.
    const said = 'choices' in field ? [...SAID, 'choices'] : SAID;
    const isSame = (...without: string[]): boolean => old !== undefined && known !== undefined
      && limitsOf(config, resource, field, [...said, ...without]) === limitsOf(before, old, known, [...said, ...without]);
    if (!isHeld(field) || isSame()) return [];
    const onlyEmpty = known === undefined || isSame('required');
    return onlyEmpty && field.required === undefined ? [] : [{name, onlyEmpty}];
  });
  const saidBefore = new Set(old === undefined ? []
    : Object.values(old.rules ?? {}).flat().map(rule => JSON.stringify(saidIn(before, old, [rule]))));
  const ofRules = Object.entries(resource.rules ?? {}).flatMap(([name, rules]) => rules
    .filter(rule => !saidBefore.has(JSON.stringify(saidIn(config, resource, [rule])))).map(rule => ({name, rule, onlyEmpty: false})));
  return [...ofFields, ...ofRules];
};

/** What rows are to be held to: all there is where they never were; where the config is the last start's, what was new to that one. */
const demandsNow = (look: Look, of: string, resource: Resource): Demand[] => {
  const {config, kept: {before, isJudged, meanwhile}} = look;
  if (before === undefined || !isJudged) return demandsAt(resource, new Set(Object.keys({...resource.fields, ...resource.rules})));
  const older = before === config ? meanwhile?.before : before;
  return older === undefined ? [] : newDemands(config, resource, older, resourceBefore(older, of, resource)?.resource);
};
/** Which rows: those that the version before may have written beside the last start, where nothing differs from it. */
const writtenSince = ({config, kept: {before, isJudged, meanwhile}}: Look, of: string): Sql | undefined => {
  if (before !== config || !isJudged || meanwhile === undefined) return undefined;
  return sql`(data_criacao >= ${meanwhile.since} or id in (
    select id_registro from historico where recurso = ${of} and data_criacao >= ${meanwhile.since}))`;
};

const unmet = async (look: Look, of: string, resource: Resource): Promise<Finding[]> => {
  const existing = look.catalog.tables.get(tableOf(of));
  // A column of another type stops the start as it is.
  const isOfType = ({name}: Demand): boolean => {
    const field = resource.fields[name] as Field;
    return (existing?.get(columnOf(name, field)) ?? sqlTypeOf(field)) === sqlTypeOf(field);
  };
  const demands = demandsNow(look, of, resource).filter(isOfType);
  const all = await unmetDemands(look.db, look.catalog, look.config, of, demands, writtenSince(look, of));
  for (const one of all) look.note?.(of, one);
  return all.map(({name, sentence, ...found}) =>
    finding(look, of, `resources.${of}.fields.${name}`, found, false, ids =>
      `${called(resource, name)}: o formulário recusaria ${records(found.total)} ("${sentence}"): ${ids}. ` +
        'Nada se perde nem muda agora: a aba Incompletos da lista mostra a quem pode corrigir, e o formulário pede a correção ao salvar.'));
};

const choicesOf = (field: Field | undefined): readonly Choice[] | undefined =>
  (field !== undefined && 'choices' in field ? field.choices : undefined);

/** Choices, statuses and profiles that rows have, and the config no more. */
const lostChoices = async (look: Look, of: string, resource: Resource): Promise<Finding[]> => {
  const {db, catalog} = look;
  const was = resourceBefore(look.kept.before, of, resource);
  const all: Finding[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!('choices' in field)) continue;
    const existing = catalog.tables.get(tableOf(of));
    const column = existing && heldIn(existing, name, field);
    const known = was?.resource.fields[name] ?? was?.resource.fields[field.was ?? name];
    const choices: readonly Choice[] = field.choices;
    const before = choicesOf(known);
    const ids = choices.flatMap(({id, was: one}) => (one === undefined ? [id] : [id, one]));
    const isLooked = look.kept.before === undefined
      || (before === undefined ? known !== undefined : before.some(({id}) => !ids.includes(id)));
    if (!isLooked || column === undefined || existing?.get(column) !== sqlTypeOf(field)) continue;
    for (const {value, ...found} of await otherValues(db, catalog, tableOf(of), field, column, ids)) {
      const choice = before?.find(({id}) => id === value)?.name;
      const fresh = before && choices.find(({id, was: one}) => one === undefined && before.every(old => old.id !== id));
      const rename = fresh === undefined ? '' : ` Se só o id mudou, diga was: ${JSON.stringify(value)} em "${fresh.name}".`;
      const shown = choice === undefined ? `${value}` : `"${choice}" (${value})`;
      const uses = was === undefined ? '' : await usesOfChoice(db, was.before, was.name, name, value);
      all.push(finding(look, of, `resources.${of}.fields.${name}.choices`, found, true, numbers =>
        `${called(resource, name)}: ${having(found.total)} ${shown}, que não está mais em choices: ${numbers}.${uses} ` +
          'Devolva-a a choices: como era; com archived: true, e ninguém mais a recebe; ou com to e o id de outra, para a qual esses ' +
          `registros passam.${rename}`));
    }
  }
  return all;
};

const ANOTHER_NAME = 'Volte ao tipo anterior, ou dê outro nome ao campo: os valores ficam na coluna de antes.';

/** Columns of another type than their fields ask for. */
const otherTypes = async (look: Look, of: string, resource: Resource): Promise<Finding[]> => {
  const {db, catalog} = look;
  const table = tableOf(of);
  const all: Finding[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const [type, column] = [sqlTypeOf(field), columnOf(name, field)];
    const found = catalog.tables.get(table)?.get(column);
    if (type === null || found === undefined || found === type) continue;
    const {filled, unfit} = await notConverted(db, catalog, table, name, field);
    const rows = filled === 0 ? 'Nenhum registro tem valor nela'
      : `${having(filled)} valor nela, e ${amount(unfit.total, 'não serviria', 'não serviriam')}`;
    all.push(finding(look, of, `resources.${of}.fields.${name}.kind`, unfit, true, ids =>
      `O campo ${name} pede a coluna ${table}.${column} do tipo ${type}, mas no banco de dados ela é do tipo ${found}. ` +
        `${rows}${unfit.total === 0 ? '' : `: ${ids}`}. ` +
        ANOTHER_NAME));
  }
  return all;
};

/** Columns with the numbers of another resource's records than their fields name. */
const otherTargets = async (look: Look, of: string, resource: Resource): Promise<Finding[]> => {
  const {db, catalog, config: {resources}} = look;
  const table = tableOf(of);
  const all: Finding[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const column = columnOf(name, field);
    const target = catalog.references.get(`${table}.${column}`);
    const to = field.kind === 'referencia' ? field.to : undefined;
    const wanted = to === undefined ? [] : [to, resources[to]?.was ?? to].map(tableOf);
    if (target === undefined || wanted.includes(target) || sqlTypeOf(field) !== catalog.tables.get(table)?.get(column)) continue;
    const found = await filledRows(db, catalog, table, column);
    all.push(finding(look, of, `resources.${of}.fields.${name}.${to === undefined ? 'kind' : 'to'}`, found, true, ids =>
      `${called(resource, name)}: a coluna ${table}.${column} guarda números de ${target}, e o campo ` +
        `${to === undefined ? 'não é mais uma referência' : `pede os de ${to}`}. ` +
        `${found.total === 0 ? 'Nenhum registro tem valor nela' : `${having(found.total)} valor nela: ${ids}`}. ${ANOTHER_NAME}`));
  }
  return all;
};

/** Columns with what somebody typed, of fields that nobody types any more. */
const typed = async ({catalog, config, db}: Look): Promise<Finding[]> => {
  const all: Finding[] = [];
  for (const one of allColumns(config)) {
    if (!holdsTyped(catalog, one)) continue;
    const {of, table, name, column} = one;
    const {total, ids} = await filledRows(db, catalog, table, column);
    all.push({
      at: `resources.${of}.fields.${name}.kind`, total, some: someOf(config, of, {ids}), stops: true,
      sentence: `O campo ${name} é calculado, mas a coluna ${table}.${column} guarda o que foi digitado: dê outro nome ao campo.`,
    });
  }
  return all;
};

/** What would have to be unique, and is there more than once. */
const repeated = async (look: Look, changes: readonly Change[]): Promise<Finding[]> => {
  const {db, catalog, config} = look;
  const all: Finding[] = [];
  for (const {unique} of changes) {
    const resource = config.resources[unique?.of ?? ''];
    const existing = catalog.tables.get(tableOf(unique?.of ?? ''));
    if (unique === undefined || resource === undefined || existing === undefined) continue;
    const {of, fields} = unique;
    const columns = fields.map(name => columnOf(name, resource.fields[name] as Field));
    if (!columns.every(column => existing.has(column))) continue;
    const {values, total, some} = await repeatedValues(db, tableOf(of), unique);
    if (total === 0) continue;
    const each = some.map(({value, ...found}) => `"${value}" em ${which(someOf(config, of, found), found.total)}`);
    all.push({
      at: `resources.${of}${fields.length === 1 ? `.fields.${fields[0]}` : ''}.unique`, total,
      some: someOf(config, of, {ids: some.flatMap(({ids}) => ids).slice(0, 3)}), stops: true,
      sentence: `${fields.map(name => called(resource, name)).join(' + ')}: ${amount(values, 'valor repetido', 'valores repetidos')} em ` +
        `${records(total)}, e não poderá haver dois iguais: ${each.join('; ')}${values > some.length ? '; …' : ''}. ` +
        'Mude ou exclua os repetidos, ou tire unique.',
    });
  }
  return all;
};

const UNKNOWN = 'Não se sabe com que configuração foi a última partida, ou ela não serve mais a esta versão: o que saiu dela desde então ' +
  'não é dito, e todos os registros são conferidos uma vez com tudo o que esta pede.';

/** All that is found, what stops a start first. */
export const findingsOf = async (look: Look, changes: readonly Change[]): Promise<Finding[]> => {
  const isSame = look.kept.before === look.config;
  const all: Finding[] = [...await repeated(look, changes), ...await typed(look)];
  for (const [of, resource] of Object.entries(look.config.resources)) {
    all.push(...await otherTypes(look, of, resource), ...await otherTargets(look, of, resource));
    all.push(...await unmet(look, of, resource));
    if (isSame) continue;
    for (const found of [lostChoices, goneFields, goneParts]) all.push(...await found(look, of, resource));
  }
  if (!isSame) all.push(...await goneResources(look));
  if (look.kept.before === undefined) all.push({at: 'resources', total: 0, some: [], stops: false, sentence: UNKNOWN});
  return all.toSorted((one, other) => Number(other.stops) - Number(one.stops));
};
