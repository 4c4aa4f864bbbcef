/** Findings from the difference of two configs, checked against the rows: some stop a start, the others are only reported. */
import {sql} from 'kysely';
import {askedThrough} from '../../../../schema/conditions/conditions.ts';
import type {Condition} from '../../../../schema/conditions/shape.ts';
import type {Config, Resource} from '../../../../schema/config/config.ts';
import type {Choice, Field} from '../../../../schema/fields/fields.ts';
import {ruleOf} from '../../../../schema/fields/kinds.ts';
import {sqlTypeOf, type SqlType} from '../../kinds.ts';
import {columnOf, isHidden, linkTable, tableOf} from '../../names.ts';
import type {Sql} from '../../tables.ts';
import {holdsTyped} from '../calculations.ts';
import type {Change, Column} from '../change.ts';
import {heldIn} from '../twins.ts';
import {allColumns} from '../columns.ts';
import {keptColumn, retypedFrom} from '../retyped.ts';
import {amount, called, having, records, someOf, type Finding} from './finding.ts';
import {goneFields, goneParts, goneResources} from './gone.ts';
import {finding, resourceBefore, type FindingsIn, type Look} from './look.ts';
import {repeated} from './repeated.ts';
import {conditionsOf, filledRows, linkedRows, notConverted, otherValues, unmetDemands, type Demand} from './rows.ts';
import {usesOfChoice} from './uses.ts';

/** Words of a field that do not restrict its values. */
const SAID = ['label', 'help', 'messages', 'see', 'default', 'unique', 'was'];
/** A condition with all that it refers to by name, for comparison. */
const saidIn = ({resources}: Config, resource: Resource, conditions: readonly Condition[]): unknown => conditions.map(condition => [
  condition, resource.conditions, ...askedThrough(resource, condition).map(([reference]) => {
    const field = resource.fields[reference];
    return field?.kind === 'referencia' ? resources[field.to]?.conditions : undefined;
  }),
]);

/** A field's restrictions as a text, for comparison. */
const limitsOf = (config: Config, resource: Resource, field: Field, without: readonly string[]): string => JSON.stringify([
  Object.entries(field).filter(([word]) => !without.includes(word)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  'list' in field ? config.lists[field.list]?.rows : [],
  saidIn(config, resource, conditionsOf(field).filter(() => !without.includes('required'))),
]);

/** True if the field's values are restricted at all. */
const isHeld = (field: Field): boolean =>
  field.readOnly !== true && ruleOf(field).own && field.kind !== 'senha' && sqlTypeOf(field) !== null;

/** All demands of a resource on the named fields. */
export const demandsAt = ({fields, rules = {}}: Resource, names: ReadonlySet<string>): Demand[] => [...names].flatMap(name => [
  ...(fields[name] !== undefined && isHeld(fields[name]) ? [{name, onlyEmpty: false}] : []),
  ...(rules[name] ?? []).map(rule => ({name, rule, onlyEmpty: false})),
]);

/** Demands that the previous config did not have. */
const newDemands = ({config, catalog}: Look, of: string, resource: Resource, before: Config): Demand[] => {
  const old = resourceBefore(before, of, resource)?.resource;
  const existing = catalog.tables.get(tableOf(of));
  const ofFields = Object.entries(resource.fields).flatMap(([name, field]): Demand[] => {
    const known = old?.fields[name] ?? old?.fields[field.was ?? name];
    // Removed choices have a finding of their own.
    const said = 'choices' in field ? [...SAID, 'choices'] : SAID;
    const isSame = (...without: string[]): boolean => old !== undefined && known !== undefined
      && limitsOf(config, resource, field, [...said, ...without]) === limitsOf(before, old, known, [...said, ...without]);
    if (!isHeld(field) || isSame()) return [];
    // A field that comes back has its old values.
    const onlyEmpty = known === undefined ? existing?.has(columnOf(name, field)) !== true : isSame('required');
    return onlyEmpty && field.required === undefined ? [] : [{name, onlyEmpty}];
  });
  const saidBefore = new Set(old === undefined ? []
    : Object.values(old.rules ?? {}).flat().map(rule => JSON.stringify(saidIn(before, old, [rule]))));
  const ofRules = Object.entries(resource.rules ?? {}).flatMap(([name, rules]) => rules
    .filter(rule => !saidBefore.has(JSON.stringify(saidIn(config, resource, [rule])))).map(rule => ({name, rule, onlyEmpty: false})));
  return [...ofFields, ...ofRules];
};

/** The demands to check: all where rows were never checked; for an unchanged config, those that were new at the last start. */
const demandsNow = (look: Look, of: string, resource: Resource): Demand[] => {
  const {config, kept: {before, isJudged, meanwhile}} = look;
  if (before === undefined || !isJudged) return demandsAt(resource, new Set(Object.keys({...resource.fields, ...resource.rules})));
  const older = before === config ? meanwhile?.before : before;
  return older === undefined ? [] : newDemands(look, of, resource, older);
};
/** Limits the check to rows that the version before may have written since the last start, where the config is unchanged. */
const writtenSince = ({config, kept: {before, isJudged, meanwhile}}: Look, of: string): Sql | undefined => {
  if (before !== config || !isJudged || meanwhile === undefined) return undefined;
  return sql`(data_criacao >= ${meanwhile.since} or id in (
    select id_registro from historico where recurso = ${of} and data_criacao >= ${meanwhile.since}))`;
};

const columnIn = (of: string, resource: Resource, name: string, type: SqlType): Column => {
  const field = resource.fields[name] as Field;
  return {of, table: tableOf(of), resource, name, field, column: columnOf(name, field), type, hides: isHidden(of, resource)};
};

const unmet: FindingsIn = async (look, of, resource) => {
  const existing = look.catalog.tables.get(tableOf(of));
  // A column of another type has a finding of its own.
  const isOfType = ({name}: Demand): boolean => {
    const field = resource.fields[name] as Field;
    const column = existing && heldIn(existing, name, field);
    const type = sqlTypeOf(field);
    return column === undefined || [null, existing?.get(column)].includes(type)
      || (type !== null && retypedFrom(look.catalog, look.config, columnIn(of, resource, name, type)) !== undefined);
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

/** Values in rows that are no choices any more. */
const lostChoices: FindingsIn = async (look, of, resource) => {
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
    const isLooked = before === undefined || before.some(({id}) => !ids.includes(id));
    if (!isLooked || column === undefined || existing?.get(column) !== sqlTypeOf(field)) continue;
    const uses = async (id: Choice['id']): Promise<string> => (was === undefined ? '' : usesOfChoice(db, was.before, was.name, name, id));
    const lost = await otherValues(db, catalog, tableOf(of), field, column, ids);
    for (const {id, name: choice} of before ?? []) {
      const used = ids.includes(id) || lost.some(({value}) => value === id) ? '' : await uses(id);
      if (used !== '') all.push(finding(look, of, `resources.${of}.fields.${name}.choices`, {total: 0, ids: []}, false, () =>
        `${called(resource, name)}: "${choice}" (${id}) saiu de choices, e nenhum registro a tem.${used} ` +
          'Se ainda serve a alguém, devolva-a com archived: true.'));
    }
    for (const {value, ...found} of lost) {
      const choice = before?.find(({id}) => id === value)?.name;
      const fresh = before && choices.find(({id, was: one}) => one === undefined && before.every(old => old.id !== id));
      const rename = fresh === undefined ? '' : ` Se só o id mudou, diga was: ${JSON.stringify(value)} em "${fresh.name}".`;
      // The value of a former text field may be personal, and is not shown.
      const named = choice === undefined ? `${value}` : `"${choice}" (${value})`;
      const shown = known === undefined || 'choices' in known ? named : 'um valor';
      const used = await uses(value);
      all.push(finding(look, of, `resources.${of}.fields.${name}.choices`, found, true, numbers =>
        `${called(resource, name)}: ${having(found.total)} ${shown}, que não está mais em choices: ${numbers}.${used} ` +
          'Devolva-a a choices: como era; com archived: true, e ninguém mais a recebe; ou com to e o id de outra, para a qual esses ' +
          `registros passam.${rename}`));
    }
  }
  return all;
};

/** Lost choices that the version before wrote since the last start; they do not stop the start. */
const choicesMeanwhile: FindingsIn = async (look, of, resource) => {
  const {kept: {meanwhile, ...kept}} = look;
  if (meanwhile === undefined) return [];
  const all = await lostChoices({...look, kept: {...kept, meanwhile, before: meanwhile.before}}, of, resource);
  return all.filter(({total}) => total > 0).map(one => ({...one, stops: false}));
};

const ANOTHER_NAME = 'Volte ao tipo anterior, ou dê outro nome ao campo, sem was: os valores ficam na coluna de antes.';
/** @param rest of the sentence, for a positive total */
const filledIn = (total: number, rest: string): string =>
  (total === 0 ? 'Nenhum registro tem valor nela' : `${having(total)} valor nela${rest}`);

/** Columns of another type than the field needs, or than its renamed field has. */
const otherTypes: FindingsIn = async (look, of, resource) => {
  const {db, catalog} = look;
  const table = tableOf(of);
  const existing = catalog.tables.get(table);
  const all: Finding[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const [type, column] = [sqlTypeOf(field), existing && heldIn(existing, name, field)];
    const found = existing?.get(column ?? '');
    if (type === null || column === undefined || found === undefined || found === type) continue;
    if (column !== columnOf(name, field)) {
      const filled = await filledRows(db, catalog, table, column);
      all.push(finding(look, of, `resources.${of}.fields.${name}.was`, filled, true, ids =>
        `${called(resource, name)}: was diz ${field.was}, cuja coluna ${table}.${column} é do tipo ${found}, e o campo pede o tipo ` +
          `${type}: os valores não passariam para ele. ${filledIn(filled.total, `: ${ids}`)}. ` +
          'Dê ao campo o tipo que tinha, e eles passam; ou tire was: ele começa vazio, e os valores ficam na coluna de antes.'));
      continue;
    }
    const {filled, unfit} = await notConverted(db, catalog, table, name, field);
    if (retypedFrom(catalog, look.config, columnIn(of, resource, name, type)) !== undefined) {
      if (unfit.total > 0) all.push(finding(look, of, `resources.${of}.fields.${name}.kind`, unfit, false, ids =>
        `${called(resource, name)}: é agora ${field.kind}, e ${amount(filled, 'registro tinha', 'registros tinham')} valor nele: ${
          amount(unfit.total, 'não serve', 'não servem')}, em ${ids}. Nesses o campo começa vazio. Nada se perde: a coluna de antes ` +
          `fica, como ${table}.${keptColumn(column, found)}, com todos os valores, que voltam se o campo voltar ao que era.`));
      continue;
    }
    all.push(finding(look, of, `resources.${of}.fields.${name}.kind`, unfit, true, ids =>
      `O campo ${name} pede a coluna ${table}.${column} do tipo ${type}, mas no banco de dados ela é do tipo ${found}. ` +
        filledIn(filled, `, e ${amount(unfit.total, 'não serviria', 'não serviriam')}${unfit.total === 0 ? '' : `: ${ids}`}`) +
        `. ${ANOTHER_NAME}`));
  }
  return all;
};

/** Columns and links that reference another resource than the field names. */
const otherTargets: FindingsIn = async (look, of, resource) => {
  const {db, catalog, config: {resources}} = look;
  const existing = catalog.tables.get(tableOf(of));
  const all: Finding[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const links = field.kind === 'vinculos' ? linkTable(of, name, field.to) : undefined;
    const column = links === undefined ? existing && heldIn(existing, name, field) : links.other;
    const isKept = links !== undefined || sqlTypeOf(field) === existing?.get(column ?? '');
    const place = `${links?.table ?? tableOf(of)}.${column}`;
    const target = catalog.references.get(place);
    const to = 'to' in field ? field.to : undefined;
    const wanted = to === undefined ? [] : [to, resources[to]?.was ?? to].map(tableOf);
    if (column === undefined || !isKept || target === undefined || wanted.includes(target)) continue;
    const found = await (links === undefined ? filledRows(db, catalog, tableOf(of), column) : linkedRows(db, catalog, tableOf(of), links));
    all.push(finding(look, of, `resources.${of}.fields.${name}.${to === undefined ? 'kind' : 'to'}`, found, true, ids =>
      `${called(resource, name)}: a coluna ${place} guarda números de ${target}, e o campo ` +
        `${to === undefined ? 'não é mais uma referência' : `pede os de ${to}`}. ${filledIn(found.total, `: ${ids}`)}. ${ANOTHER_NAME}`));
  }
  return all;
};

/** Columns with typed values, of fields that are calculated now. */
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

const UNKNOWN = 'Não se sabe com que configuração foi a última partida, ou ela não serve mais a esta versão: o que saiu dela desde então ' +
  'não é dito, e todos os registros são conferidos uma vez com tudo o que esta pede.';

/** All findings, those that stop a start first. */
export const findingsOf = async (look: Look, changes: readonly Change[]): Promise<Finding[]> => {
  const isSame = look.kept.before === look.config;
  const all: Finding[] = [...await repeated(look, changes), ...await typed(look)];
  for (const [of, resource] of Object.entries(look.config.resources)) {
    all.push(...await otherTypes(look, of, resource), ...await otherTargets(look, of, resource));
    all.push(...await unmet(look, of, resource));
    if (isSame) {
      all.push(...await choicesMeanwhile(look, of, resource));
      continue;
    }
    for (const found of [lostChoices, goneFields, goneParts]) all.push(...await found(look, of, resource));
  }
  if (!isSame) all.push(...await goneResources(look));
  if (look.kept.before === undefined) all.push({at: 'resources', total: 0, some: [], stops: false, sentence: UNKNOWN});
  return all.toSorted((one, other) => Number(other.stops) - Number(one.stops));
};
