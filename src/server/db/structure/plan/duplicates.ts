/** Duplicate values where the config asks for unique ones. */
import {sql} from 'kysely';
import type {Config} from '../../../../schema/shapes/config.ts';
import {literalDefault} from '../../../../schema/fields/defaults.ts';
import type {Field} from '../../../../schema/shapes/fields.ts';
import {CANONICAL_TEXT_FUNCTION, exactExpression} from '../../textFolding.ts';
import {sqlTypeOf, type SqlType} from '../../kindColumns.ts';
import {columnOf, tableOf} from '../../sqlNames.ts';
import type {DbOrTrx, Sql} from '../../tables.ts';
import type {Catalog} from '../catalog.ts';
import type {Change} from '../change.ts';
import {fieldColumns, SOFT_DELETE_COLUMN_DEFINITION} from '../columns.ts';
import {renamedFromColumn} from '../twinColumns.ts';
import {
  formatCountedNoun, qualifiedFieldLabel, MAX_SAMPLE_IDS, formatRecordCount, addressedRecords, formatRecordList, type Finding,
} from './finding.ts';
import type {FindingContext} from './findingContext.ts';
import {duplicateValues} from './rowChecks.ts';

/** A column about to be added, with its values; undefined: null in every row. */
interface UpcomingColumn {
  type: SqlType;
  value: Sql | undefined;
  isDefault?: boolean;
}
const upcomingColumns = (catalog: Catalog, config: Config, of: string): ReadonlyMap<string, UpcomingColumn> => {
  const existing = catalog.tables.get(tableOf(of));
  // A table without soft deletion so far has no deleted rows.
  const upcoming = new Map<string, UpcomingColumn>(
    [[SOFT_DELETE_COLUMN_DEFINITION.column, {type: SOFT_DELETE_COLUMN_DEFINITION.type, value: undefined}]]
  );
  for (const column of fieldColumns(config)) {
    if (column.of !== of) continue;
    const [twin, defaultLiteral] = [renamedFromColumn(catalog, column), literalDefault(column.resource.fields, column.field)];
    const defaultValue = defaultLiteral === undefined ? undefined : sql.lit(defaultLiteral);
    upcoming.set(column.column, {
      type: column.type, value: twin === undefined ? defaultValue : sql.ref(twin), isDefault: twin === undefined,
    });
  }
  return new Map([...upcoming].filter(([column]) => existing?.has(column) !== true));
};

/** Inlines the folding function, for a database that lacks it. */
const inlineFunctions = (columns: readonly string[]): string[] => {
  const call = new RegExp(`^${CANONICAL_TEXT_FUNCTION}\\((.*)\\)$`);
  return columns.map(column => column.replace(call, (_call, argument: string) => exactExpression(argument)));
};

/**
 * Removes unique indexes that rows violate, where the index to be replaced can stay.
 *
 * @returns the other changes, and findings with the numbers of the records
 */
export const excludeViolatedIndexes = async (
  db: DbOrTrx, config: Config, changes: readonly Change[],
): Promise<{changes: Change[]; findings: Finding[]}> => {
  const findings: Finding[] = [];
  const omitted = new Set<string>();
  for (const {unique, index} of changes) {
    const resource = config.resources[unique?.of ?? ''];
    if (unique?.before === undefined || resource === undefined || index === undefined) continue;
    const {of, fields, before} = unique;
    const columns = inlineFunctions(unique.columns);
    const {total, some: groups} = await duplicateValues(db, sql.table(tableOf(of)), {...unique, columns});
    if (total === 0) continue;
    omitted.add(index.name).add(before);
    const shown = addressedRecords(config, of, {ids: groups.flatMap(({ids}) => ids)});
    const [first = ''] = fields;
    findings.push({
      at: `resources.${of}${fields.length === 1 ? `.fields.${first}` : ''}.unique`, total,
      some: shown.slice(0, MAX_SAMPLE_IDS), stops: false,
      sentence: `${fields.map(name => qualifiedFieldLabel(resource, name)).join(' + ')}: ${formatRecordCount(total)} ` +
        'só se diferenciam por traços, aspas, espaços ou largura das letras, que agora contam como iguais: ' +
        `${formatRecordList(shown, total)}. Ficam como estão, e até lá só se recusa ` +
        'o que difere apenas em maiúsculas. Mude ou exclua os que sobram, e a próxima partida passa a recusar também os outros.',
    });
  }
  return {changes: changes.filter(({index}) => index === undefined || !omitted.has(index.name)), findings};
};

export const findDuplicates = async ({db, catalog, config}: FindingContext, changes: readonly Change[]): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const {unique} of changes) {
    const resource = config.resources[unique?.of ?? ''];
    if (unique === undefined || resource === undefined || !catalog.tables.has(tableOf(unique.of))) continue;
    const {of, fields} = unique;
    // Converted values are unknown before the conversion.
    const isRetyped = fields.some(name => {
      const field = resource.fields[name] as Field;
      const presentType = catalog.tables.get(tableOf(of))?.get(columnOf(name, field));
      return presentType !== undefined && presentType !== sqlTypeOf(field);
    });
    if (isRetyped) continue;
    const upcoming = upcomingColumns(catalog, config, of);
    const added = fields.map(name => upcoming.get(columnOf(name, resource.fields[name] as Field)));
    if (added.some(column => column !== undefined && column.value === undefined)) continue;
    const addedColumns = [...upcoming].map(([name, {type, value}]) => sql`${value ?? sql`null`}::${sql.raw(type)} as ${sql.ref(name)}`);
    const {values, total, some: groups} = await duplicateValues(
      db, sql`(select ${sql.join([sql`*`, ...addedColumns])} from ${sql.table(tableOf(of))}) as t`,
      {...unique, columns: inlineFunctions(unique.columns)},
    );
    if (total === 0) continue;
    // Record numbers without the values, because a value may be personal and a start's output goes to logs.
    const listings = groups.map(group => `em ${formatRecordList(addressedRecords(config, of, group), group.total)}`);
    findings.push({
      at: `resources.${of}${fields.length === 1 ? `.fields.${fields[0]}` : ''}.unique`, total,
      some: addressedRecords(config, of, {ids: groups.flatMap(({ids}) => ids).slice(0, MAX_SAMPLE_IDS)}), stops: true,
      sentence: `${fields.map(name => qualifiedFieldLabel(resource, name)).join(' + ')}: ` +
        `${formatCountedNoun(values, 'valor repetido', 'valores repetidos')} em ` +
        `${formatRecordCount(total)}, e não poderá haver dois iguais: ${listings.join('; ')}${values > groups.length ? '; …' : ''}. ` +
        (added.every(column => column?.isDefault) ? 'Tire default ou unique.' : 'Mude ou exclua os repetidos, ou tire unique.'),
    });
  }
  return findings;
};
