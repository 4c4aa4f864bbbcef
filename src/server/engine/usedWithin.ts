/** What other records rely on: who names a template 'within' its branch would, once it moved, name one of another branch. */
import {sql} from 'kysely';
import type {FieldError} from '../../schema/wire.ts';
import type {Context} from '../context.ts';
import {columnOf, resourceOf, tableOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {sharedField} from './references.ts';

/**
 * Refuses a change of what records elsewhere share with this one by naming it (`within`).
 *
 * @param changed names of the fields that change
 * @returns a sentence for each that has to stay
 */
export const usedWithinErrors = async (
  {config}: Pick<Context, 'config'>, trx: DbOrTrx, name: string, id: number, changed: ReadonlySet<string>,
): Promise<FieldError[]> => {
  const target = resourceOf(config, name);
  const errors = new Map<string, FieldError>();
  for (const [other, resource] of Object.entries(config.resources)) {
    for (const [campo, field] of Object.entries(resource.fields)) {
      if (field.kind !== 'referencia' || field.to !== name || field.within === undefined) continue;
      const shared = sharedField(target, resource, field.within);
      if (shared === undefined || !changed.has(shared)) continue;
      const {rows} = await sql`
        select from ${sql.table(tableOf(other))} where ${sql.ref(columnOf(campo, field))} = ${id} limit 1`.execute(trx);
      const label = target.fields[shared]?.label ?? shared;
      if (rows.length > 0) {
        errors.set(shared, {campo: shared, mensagem: `${label} não pode mudar: já há ${resource.label.many} com este registro.`});
      }
    }
  }
  return [...errors.values()];
};
