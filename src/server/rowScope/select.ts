/** Columns of a resource under their field names, and the joins they need. */
import {sql} from 'kysely';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {memoize, memoizePair} from '../../schema/memoize.ts';
import {precompile} from '../db/staticSql.ts';
import {sqlTypeOf} from '../db/kindColumns.ts';
import {columnOf, resourceOf, toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {Sql} from '../db/tables.ts';
import {statusContextColumns, statusContextJoins} from './statusContext.ts';

/** Alias of the resource's own table in every query. */
export const RECORD_ALIAS = 't';

const joinAlias = (through: string): string => `j_${through}`;

/** Column of a field's value; undefined: no single column holds it. */
export const valueColumn = (config: Config, resource: Resource, name: string, field: Field): Sql | undefined => {
  if (field.kind === 'relacionado') {
    const reference = resource.fields[field.through];
    const target = reference?.kind === 'referencia' ? resourceOf(config, reference.to).fields[field.field] : undefined;
    return target === undefined ? undefined : sql.ref(`${joinAlias(field.through)}.${columnOf(field.field, target)}`);
  }
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

/** A left join for each reference with a related field, and one for the author of the last comment. */
export const selectJoins = memoize((resource: Resource): Sql => {
  const through = new Set(Object.values(resource.fields).flatMap(field => (field.kind === 'relacionado' ? [field.through] : [])));
  const referenceJoins = [...through].flatMap(name => {
    const reference = resource.fields[name];
    if (reference?.kind !== 'referencia') return [];
    const alias = joinAlias(name);
    const table = tableOf(reference.to);
    return [
      sql`left join ${sql.table(table)} as ${sql.ref(alias)}
        on ${sql.ref(`${alias}.id`)} = ${sql.ref(`${RECORD_ALIAS}.${toSnakeCase(name)}`)}`,
    ];
  });
  return precompile(sql`${sql.join([...referenceJoins, ...statusContextJoins(resource, RECORD_ALIAS)], sql` `)}`);
});
