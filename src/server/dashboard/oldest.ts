/** The open records that were created first. */
import {sql} from 'kysely';
import {createdField} from '../../schema/dashboard.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import {MOST_OLDEST, type Summary} from '../../schema/wire.ts';
import {tableOf} from '../db/names.ts';
import {scopePredicate} from '../reach/conditions.ts';
import {allOf} from '../reach/rows.ts';
import {placeScope} from '../reach/scope.ts';
import {ALIAS} from '../reach/select.ts';
import type {Question} from './question.ts';
import {atPlace, columnIn, inStatus} from './rows.ts';

/** What says most about a record in one line, where there is such a field. */
const DESCRIPTION = 'descricao';

export const oldestOpen = async ({context, subject, actor, place}: Question): Promise<Summary['maisAntigos']> => {
  const {name, resource, open} = subject;
  const named = resource.fields[DESCRIPTION] === undefined ? resource.title : DESCRIPTION;
  const created = columnIn(subject, createdField(resource) ?? '');
  const found = sql`
    select ${sql.ref(`${ALIAS}.id`)} as id, ${columnIn(subject, named)} as descricao, ${created} as "dataCriacao"
    from ${sql.table(tableOf(name))} as ${sql.ref(ALIAS)}
    where ${allOf([scopePredicate(context, name, actor, ALIAS), atPlace(subject, place), inStatus(subject, open)])}`;
  // All of one branch or one company, and simply all, stand in an index in this order. Of any other scope every open record is found first:
  // with a limit PostgreSQL might walk an order in which none of them comes for long.
  const scope = placeScope(context, name, actor, ALIAS);
  const isInIndex = scope !== undefined && scope.level !== 'filial';
  const {rows} = await sql<{id: number; descricao: unknown; dataCriacao: Date}>`
    with found as ${isInIndex ? sql`` : sql`materialized`} (${found})
    select * from found order by "dataCriacao", id limit ${MOST_OLDEST}::integer`.execute(context.db);
  const field = resource.fields[named];
  return rows.map(({id, descricao, dataCriacao}) => ({
    id, descricao: field === undefined ? String(id) : ruleOf(field).format(descricao, field), dataCriacao: dataCriacao.toISOString(),
  }));
};
