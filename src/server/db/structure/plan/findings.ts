/** Findings from the difference of two configs, checked against the rows: some stop a start, the others are only reported. */
import {sql} from 'kysely';
import {listConditionsOnReferences} from '../../../../schema/conditions/evaluate.ts';
import type {Condition} from '../../../../schema/shapes/conditions.ts';
import type {Config, Resource} from '../../../../schema/shapes/config.ts';
import type {FieldChoice, Field} from '../../../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../../../schema/fields/kinds.ts';
import {sqlTypeOf, type SqlType} from '../../kindColumns.ts';
import {columnOf, hasSoftDelete, linkTable, tableOf} from '../../sqlNames.ts';
import type {Sql} from '../../tables.ts';
import {hasManualValues} from '../calculations.ts';
import type {Change, FieldColumn} from '../change.ts';
import {valueColumnOf} from '../twinColumns.ts';
import {fieldColumns} from '../columns.ts';
import {retainedColumnName, presentTypeToConvert} from '../retypedColumns.ts';
import {formatCountedNoun, qualifiedFieldLabel, formatRecordsHave, formatRecordCount, addressedRecords, type Finding} from './finding.ts';
import {findRemovedFields, findRemovedParts, findRemovedResources} from './removedDeclarations.ts';
import {buildFinding, findPreviousResource, type ResourceFinder, type FindingContext} from './findingContext.ts';
import {findDuplicates} from './duplicates.ts';
import {
  fieldConditions, filledRows, linkedRows, unconvertibleRows, undeclaredValues, findUnmetRequirements, type FieldRequirement,
} from './rowChecks.ts';
import {usesOfChoice} from './uses.ts';

const UNRESTRICTING_WORDS = ['label', 'help', 'messages', 'see', 'default', 'unique', 'was'];
/** A condition with all that it refers to by name, for comparison. */
const expandConditions = ({resources}: Config, resource: Resource, conditions: readonly Condition[]): unknown =>
  conditions.map(condition => [
    condition, resource.conditions, ...listConditionsOnReferences(resource, condition).map(([reference]) => {
      const field = resource.fields[reference];
      return field?.kind === 'referencia' ? resources[field.to]?.conditions : undefined;
    }),
  ]);

const restrictionsOf = (config: Config, resource: Resource, field: Field, without: readonly string[]): string => JSON.stringify([
  Object.entries(field).filter(([word]) => !without.includes(word)).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  'list' in field ? config.lists[field.list]?.rows : [],
  expandConditions(config, resource, fieldConditions(field).filter(() => !without.includes('required'))),
]);

const isRestricted = (field: Field): boolean =>
  field.readOnly !== true && kindRuleOf(field).own && field.kind !== 'senha' && sqlTypeOf(field) !== null;

export const listFieldRequirements = ({fields, rules = {}}: Resource, names: ReadonlySet<string>): FieldRequirement[] =>
  [...names].flatMap(name => [
  ...(fields[name] !== undefined && isRestricted(fields[name]) ? [{name, onlyEmpty: false}] : []),
  ...(rules[name] ?? []).map(rule => ({name, rule, onlyEmpty: false})),
]);

/** Demands that the previous config did not have. */
const newDemands = ({config, catalog}: FindingContext, of: string, resource: Resource, before: Config): FieldRequirement[] => {
  const previous = findPreviousResource(before, of, resource)?.resource;
  const existing = catalog.tables.get(tableOf(of));
  const ofFields = Object.entries(resource.fields).flatMap(([name, field]): FieldRequirement[] => {
    const previousField = previous?.fields[name] ?? previous?.fields[field.was ?? name];
    // Removed choices have a finding of their own.
    const unrestricting = 'choices' in field ? [...UNRESTRICTING_WORDS, 'choices'] : UNRESTRICTING_WORDS;
    const isSame = (...without: string[]): boolean => previous !== undefined && previousField !== undefined
      && restrictionsOf(config, resource, field, [...unrestricting, ...without])
        === restrictionsOf(before, previous, previousField, [...unrestricting, ...without]);
    if (!isRestricted(field) || isSame()) return [];
    // A field that comes back has its old values.
    const onlyEmpty = previousField === undefined ? existing?.has(columnOf(name, field)) !== true : isSame('required');
    return onlyEmpty && field.required === undefined ? [] : [{name, onlyEmpty}];
  });
  const saidBefore = new Set(previous === undefined ? []
    : Object.values(previous.rules ?? {}).flat().map(rule => JSON.stringify(expandConditions(before, previous, [rule]))));
  const ofRules = Object.entries(resource.rules ?? {}).flatMap(([name, rules]) => rules
    .filter(rule => !saidBefore.has(JSON.stringify(expandConditions(config, resource, [rule]))))
    .map(rule => ({name, rule, onlyEmpty: false})));
  return [...ofFields, ...ofRules];
};

/** The demands to check: all where rows were never checked; for an unchanged config, those that were new at the last start. */
const demandsToCheck = (look: FindingContext, of: string, resource: Resource): FieldRequirement[] => {
  const {config, stored: {before, wereRowsChecked, rollout}} = look;
  if (before === undefined || !wereRowsChecked) return listFieldRequirements(
    resource, new Set(Object.keys({...resource.fields, ...resource.rules})),
  );
  const older = before === config ? rollout?.before : before;
  return older === undefined ? [] : newDemands(look, of, resource, older);
};
/** Limits the check to rows that the version before may have written since the last start, where the config is unchanged. */
const recentRows = (
  {config, stored: {before, wereRowsChecked, rollout}}: FindingContext, of: string,
): Sql | undefined => {
  if (before !== config || !wereRowsChecked || rollout === undefined) return undefined;
  return sql`(data_criacao >= ${rollout.since} or id in (
    select id_registro from historico where recurso = ${of} and data_criacao >= ${rollout.since}))`;
};

const fieldColumnOf = (of: string, resource: Resource, name: string, type: SqlType): FieldColumn => {
  const field = resource.fields[name] as Field;
  return {of, table: tableOf(of), resource, name, field, column: columnOf(name, field), type, hides: hasSoftDelete(of, resource)};
};

const unmetFindings: ResourceFinder = async (look, of, resource) => {
  const existing = look.catalog.tables.get(tableOf(of));
  // A column of another type has a finding of its own.
  const isOfType = ({name}: FieldRequirement): boolean => {
    const field = resource.fields[name] as Field;
    const column = existing && valueColumnOf(existing, name, field);
    const type = sqlTypeOf(field);
    return column === undefined || [null, existing?.get(column)].includes(type)
      || (type !== null && presentTypeToConvert(look.catalog, look.config, fieldColumnOf(of, resource, name, type)) !== undefined);
  };
  const demands = demandsToCheck(look, of, resource).filter(isOfType);
  const violations = await findUnmetRequirements(look.db, look.catalog, look.config, of, demands, recentRows(look, of));
  for (const violated of violations) look.onUnmet?.(of, violated);
  return violations.map(({name, sentence, ...matching}) =>
    buildFinding(look, of, `resources.${of}.fields.${name}`, matching, false, ids =>
      `${qualifiedFieldLabel(resource, name)}: o formulário recusaria ${formatRecordCount(matching.total)} ("${sentence}"): ${ids}. ` +
        'Nada se perde nem muda agora: a aba Incompletos da lista mostra a quem pode corrigir, e o formulário pede a correção ao salvar.'));
};

const choicesOf = (field: Field | undefined): readonly FieldChoice[] | undefined =>
  (field !== undefined && 'choices' in field ? field.choices : undefined);

const lostChoices: ResourceFinder = async (look, of, resource) => {
  const {db, catalog} = look;
  const previous = findPreviousResource(look.stored.before, of, resource);
  const findings: Finding[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!('choices' in field)) continue;
    const existing = catalog.tables.get(tableOf(of));
    const column = existing && valueColumnOf(existing, name, field);
    const previousField = previous?.resource.fields[name] ?? previous?.resource.fields[field.was ?? name];
    const choices: readonly FieldChoice[] = field.choices;
    const before = choicesOf(previousField);
    const ids = choices.flatMap(({id, was: formerId}) => (formerId === undefined ? [id] : [id, formerId]));
    const isRelevant = before === undefined || before.some(({id}) => !ids.includes(id));
    if (!isRelevant || column === undefined || existing?.get(column) !== sqlTypeOf(field)) continue;
    const uses = async (id: FieldChoice['id']): Promise<string> =>
      (previous === undefined ? '' : usesOfChoice(db, previous.before, previous.name, name, id));
    const lostValues = await undeclaredValues(db, catalog, tableOf(of), field, column, ids);
    for (const {id, name: choice} of before ?? []) {
      const used = ids.includes(id) || lostValues.some(({value}) => value === id) ? '' : await uses(id);
      if (used !== '') findings.push(buildFinding(look, of, `resources.${of}.fields.${name}.choices`, {total: 0, ids: []}, false, () =>
        `${qualifiedFieldLabel(resource, name)}: "${choice}" (${id}) saiu de choices, e nenhum registro a tem.${used} ` +
          'Se ainda serve a alguém, devolva-a com archived: true.'));
    }
    for (const {value, ...matching} of lostValues) {
      const choice = before?.find(({id}) => id === value)?.name;
      const newChoice = before && choices.find(({id, was: formerId}) => formerId === undefined && before.every(old => old.id !== id));
      const rename = newChoice === undefined ? '' : ` Se só o id mudou, diga was: ${JSON.stringify(value)} em "${newChoice.name}".`;
      // The value of a former text field may be personal, and is not shown.
      const named = choice === undefined ? `${value}` : `"${choice}" (${value})`;
      const shown = previousField === undefined || 'choices' in previousField ? named : 'um valor';
      const used = await uses(value);
      findings.push(buildFinding(look, of, `resources.${of}.fields.${name}.choices`, matching, true, numbers =>
        `${qualifiedFieldLabel(resource, name)}: ${formatRecordsHave(matching.total)} ${shown}, ` +
          `que não está mais em choices: ${numbers}.${used} ` +
          'Devolva-a a choices: como era; com archived: true, e ninguém mais a recebe; ou com to e o id de outra, para a qual esses ' +
          `registros passam.${rename}`));
    }
  }
  return findings;
};

/** Lost choices that the version before wrote since the last start; they do not stop the start. */
const choicesMeanwhile: ResourceFinder = async (look, of, resource) => {
  const {stored: {rollout, ...stored}} = look;
  if (rollout === undefined) return [];
  const findings = await lostChoices({...look, stored: {...stored, rollout, before: rollout.before}}, of, resource);
  return findings.filter(({total}) => total > 0).map(lostChoice => ({...lostChoice, stops: false}));
};

const ANOTHER_NAME = 'Volte ao tipo anterior, ou dê outro nome ao campo, sem was: os valores ficam na coluna de antes.';
/** @param rest of the sentence, for a positive total */
const filledSentence = (total: number, rest: string): string =>
  (total === 0 ? 'Nenhum registro tem valor nela' : `${formatRecordsHave(total)} valor nela${rest}`);

/** Columns of another type than the field needs, or than its renamed field has. */
const otherTypes: ResourceFinder = async (look, of, resource) => {
  const {db, catalog} = look;
  const table = tableOf(of);
  const existing = catalog.tables.get(table);
  const findings: Finding[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const [type, column] = [sqlTypeOf(field), existing && valueColumnOf(existing, name, field)];
    const presentType = existing?.get(column ?? '');
    if (type === null || column === undefined || presentType === undefined || presentType === type) continue;
    if (column !== columnOf(name, field)) {
      const filled = await filledRows(db, catalog, table, column);
      findings.push(buildFinding(look, of, `resources.${of}.fields.${name}.was`, filled, true, ids =>
        `${qualifiedFieldLabel(resource, name)}: was diz ${field.was}, cuja coluna ${table}.${column} é do tipo ${presentType}, ` +
        'e o campo pede o tipo ' +
          `${type}: os valores não passariam para ele. ${filledSentence(filled.total, `: ${ids}`)}. ` +
          'Dê ao campo o tipo que tinha, e eles passam; ou tire was: ele começa vazio, e os valores ficam na coluna de antes.'));
      continue;
    }
    const {filled, unfit} = await unconvertibleRows(db, catalog, table, name, field);
    if (presentTypeToConvert(catalog, look.config, fieldColumnOf(of, resource, name, type)) !== undefined) {
      if (unfit.total > 0) findings.push(buildFinding(look, of, `resources.${of}.fields.${name}.kind`, unfit, false, ids =>
        `${qualifiedFieldLabel(resource, name)}: é agora ${field.kind}, e ` +
          `${formatCountedNoun(filled, 'registro tinha', 'registros tinham')} valor nele: ` +
          `${formatCountedNoun(unfit.total, 'não serve', 'não servem')}, em ${ids}. Nesses o campo começa vazio. ` +
          `Nada se perde: a coluna de antes fica, como ${table}.${retainedColumnName(column, presentType)}, ` +
          'com todos os valores, que voltam se o campo voltar ao que era.'));
      continue;
    }
    findings.push(buildFinding(look, of, `resources.${of}.fields.${name}.kind`, unfit, true, ids =>
      `O campo ${name} pede a coluna ${table}.${column} do tipo ${type}, mas no banco de dados ela é do tipo ${presentType}. ` +
        filledSentence(
          filled, `, e ${formatCountedNoun(unfit.total, 'não serviria', 'não serviriam')}${unfit.total === 0 ? '' : `: ${ids}`}`,
        ) +
        `. ${ANOTHER_NAME}`));
  }
  return findings;
};

/** Columns and links that reference another resource than the field names. */
const otherTargets: ResourceFinder = async (look, of, resource) => {
  const {db, catalog, config: {resources}} = look;
  const existing = catalog.tables.get(tableOf(of));
  const findings: Finding[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const links = field.kind === 'vinculos' ? linkTable(of, name, field.to) : undefined;
    const column = links === undefined ? existing && valueColumnOf(existing, name, field) : links.otherColumn;
    const isStored = links !== undefined || sqlTypeOf(field) === existing?.get(column ?? '');
    const place = `${links?.table ?? tableOf(of)}.${column}`;
    const target = catalog.references.get(place);
    const to = 'to' in field ? field.to : undefined;
    const wantedTables = to === undefined ? [] : [to, resources[to]?.was ?? to].map(tableOf);
    if (column === undefined || !isStored || target === undefined || wantedTables.includes(target)) continue;
    const matching = await (links === undefined
      ? filledRows(db, catalog, tableOf(of), column) : linkedRows(db, catalog, tableOf(of), links));
    findings.push(buildFinding(look, of, `resources.${of}.fields.${name}.${to === undefined ? 'kind' : 'to'}`, matching, true, ids =>
      `${qualifiedFieldLabel(resource, name)}: a coluna ${place} guarda números de ${target}, e o campo ` +
        `${to === undefined ? 'não é mais uma referência' : `pede os de ${to}`}. ${
          filledSentence(matching.total, `: ${ids}`)}. ${ANOTHER_NAME}`));
  }
  return findings;
};

const typedColumns = async ({catalog, config, db}: FindingContext): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const fieldColumn of fieldColumns(config)) {
    if (!hasManualValues(catalog, fieldColumn)) continue;
    const {of, table, name, column} = fieldColumn;
    const {total, ids} = await filledRows(db, catalog, table, column);
    findings.push({
      at: `resources.${of}.fields.${name}.kind`, total, some: addressedRecords(config, of, {ids}), stops: true,
      sentence: `O campo ${name} é calculado, mas a coluna ${table}.${column} guarda o que foi digitado: dê outro nome ao campo.`,
    });
  }
  return findings;
};

const UNKNOWN_CONFIG =
  'Não se sabe com que configuração foi a última partida, ou ela não serve mais a esta versão: o que saiu dela desde então ' +
  'não é dito, e todos os registros são conferidos uma vez com tudo o que esta pede.';

/** All findings, those that stop a start first. */
export const collectFindings = async (look: FindingContext, changes: readonly Change[]): Promise<Finding[]> => {
  const isSame = look.stored.before === look.config;
  const findings: Finding[] = [...await findDuplicates(look, changes), ...await typedColumns(look)];
  for (const [of, resource] of Object.entries(look.config.resources)) {
    findings.push(...await otherTypes(look, of, resource), ...await otherTargets(look, of, resource));
    findings.push(...await unmetFindings(look, of, resource));
    if (isSame) {
      findings.push(...await choicesMeanwhile(look, of, resource));
      continue;
    }
    for (const search of [lostChoices, findRemovedFields, findRemovedParts]) findings.push(...await search(look, of, resource));
  }
  if (!isSame) findings.push(...await findRemovedResources(look));
  if (look.stored.before === undefined) findings.push({at: 'resources', total: 0, some: [], stops: false, sentence: UNKNOWN_CONFIG});
  return findings.toSorted((left, right) => Number(right.stops) - Number(left.stops));
};
