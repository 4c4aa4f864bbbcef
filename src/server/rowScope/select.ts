/** Columns of a resource under their field names, and the joins they need. */
import {sql} from 'kysely';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Field, FieldOf} from '../../schema/shapes/fields.ts';
import {memoizePair} from '../../schema/memoize.ts';
import {precompile} from '../db/staticSql.ts';
import {sqlTypeOf} from '../db/kindColumns.ts';
import {columnOf, resourceOf, toSnakeCase, tableOf, truncateIdentifier} from '../db/sqlNames.ts';
import type {Sql} from '../db/tables.ts';
import {statusContextColumns, statusContextJoins} from './statusContext.ts';

/** Alias of the resource's own table in every query. */
export const RECORD_ALIAS = 't';

const JOIN_PREFIX = 'j';
/** Alias of the record that a reference of the record `alias` names. */
const joinAlias = (alias: string, through: string): string => truncateIdentifier(`${alias}_${through}`);

const relatedColumn = (
  config: Config, resource: Resource, {through, field: name}: FieldOf<'relacionado'>, alias: string,
): Sql | undefined => {
  const reference = resource.fields[through];
  const target = reference?.kind === 'referencia' ? resourceOf(config, reference.to) : undefined;
  const [field, joined] = [target?.fields[name], joinAlias(alias, through)];
  if (target === undefined || field === undefined) return undefined;
  return field.kind === 'relacionado' ? relatedColumn(config, target, field, joined) : sql.ref(`${joined}.${columnOf(name, field)}`);
};

/** Column of a field's value; undefined: no single column holds it. */
export const valueColumn = (config: Config, resource: Resource, name: string, field: Field): Sql | undefined => {
  if (field.kind === 'relacionado') return relatedColumn(config, resource, field, JOIN_PREFIX);
  return sqlTypeOf(field) === null || field.kind === 'senha' ? undefined : sql.ref(`${RECORD_ALIAS}.${columnOf(name, field)}`);
};

/** `t.id, t.versao, t.razao_social as "razaoSocial", …`: every readable field and the status context. */
export const selectColumns = memoizePair((config: Config, resource: Resource): Sql => {
  const fields = Object.entries(resource.fields).flatMap(([name, field]) => {
    const value = valueColumn(config, resource, name, field);
    return value === undefined ? [] : [sql`${value} as ${sql.ref(name)}`];
  });
  const columns = [
    sql.ref(`${RECORD_ALIAS}.id`), sql.ref(`${RECORD_ALIAS}.versao`), ...fields, ...statusContextColumns(resource, RECORD_ALIAS),
  ];
  return precompile(sql`${sql.join(columns)}`);
});

type Join = readonly [alias: string, join: Sql];

/** The joins of a value read through references. @param row alias of the record with the first reference @param alias of its joins */
const relatedJoins = (
  config: Config, resource: Resource, {through, field: name}: FieldOf<'relacionado'>, row: string, alias: string,
): Join[] => {
  const reference = resource.fields[through];
  if (reference?.kind !== 'referencia') return [];
  const joined = joinAlias(alias, through);
  const target = resourceOf(config, reference.to);
  const field = target.fields[name];
  const join = sql`left join ${sql.table(tableOf(reference.to))} as ${sql.ref(joined)}
        on ${sql.ref(`${joined}.id`)} = ${sql.ref(`${row}.${toSnakeCase(through)}`)}`;
  return [[joined, join], ...(field?.kind === 'relacionado' ? relatedJoins(config, target, field, joined, joined) : [])];
};

/** A left join for each reference with a related field, and one for the author of the last comment. */
export const selectJoins = memoizePair((config: Config, resource: Resource): Sql => {
  const joins = new Map(Object.values(resource.fields).flatMap(field =>
    (field.kind === 'relacionado' ? relatedJoins(config, resource, field, RECORD_ALIAS, JOIN_PREFIX) : [])));
  return precompile(sql`${sql.join([...joins.values(), ...statusContextJoins(resource, RECORD_ALIAS)], sql` `)}`);
});
