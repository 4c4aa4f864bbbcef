/** Numbers read from the counts that triggers keep (../db/counts): as dear with a million records as with a thousand. */
import {sql, type RawBuilder} from 'kysely';
import {CREATED, ENTERED, NOW} from '../db/counts/definition.ts';
import {snake} from '../db/names.ts';
import {allOf, type Predicate} from '../records/conditions.ts';
import {levels, placeScope, type Level} from '../records/scope.ts';
import {ALIAS} from '../records/select.ts';
import type {Place} from './asked.ts';
import type {Question} from './question.ts';
import {atPlace, type Counted} from './rows.ts';
import type {Subject} from './subject.ts';

const inner = (column: string): RawBuilder<unknown> => sql.ref(`${ALIAS}.${column}`);

const narrowest = (place: Place, scope: Level): Level => {
  if (place.idFilial !== 0) return 'filial';
  return place.idEmpresa !== 0 && scope === 'tudo' ? 'empresa' : scope;
};

/** Where the folded counts of a level stand; what does not count there is 0, and said so that the index is read to the day. */
const atLevel = (level: Level): Predicate => allOf([
  sql`nivel = ${sql.lit(levels.indexOf(level))}`,
  ...(level === 'filial' ? [] : [sql<boolean>`id_filial = 0`]),
  ...(level === 'tudo' ? [sql<boolean>`id_empresa = 0`] : []),
]);

const days = (counted: Counted): Predicate[] =>
  (counted.of === 'open' ? [] : [sql`${inner('dia')} between ${counted.from}::date and ${counted.to}::date`]);

const statuses = ({open, chart}: Subject, counted: Counted): Predicate[] => {
  if (counted.of === 'created') return [];
  const ids = (counted.of === 'open' ? open : [chart.status]).map(({id}) => String(id));
  return [ids.length === 0 ? sql`false` : sql`${inner('status')} in (${sql.join(ids)})`];
};

/**
 * The same subquery as `fromRows` gives, of counts. Folded ones and what waits to be folded are read in one statement: that is what makes
 * them exact.
 *
 * @returns undefined where the caller's scope is not one of companies and branches
 */
export const fromCounts = ({context, subject, actor, place}: Question, counted: Counted): RawBuilder<unknown> | undefined => {
  const scope = placeScope(context, subject.name, actor, ALIAS);
  if (scope === undefined) return undefined;
  const {empresa = 'idEmpresa', filial = 'idFilial'} = subject.resource.owner ?? {};
  const columns = sql`id_empresa as ${sql.ref(snake(empresa))}, id_filial as ${sql.ref(snake(filial))}, dia, status, quantidade`;
  const [marco, folded] = counted.of === 'open' ? [CREATED, NOW] : counted.of === 'created' ? [CREATED, CREATED] : [ENTERED, ENTERED];
  // Those of today's statuses are kept by branch alone.
  const level = counted.of === 'open' ? 'filial' : narrowest(place, scope.level);
  return sql`(
    select ${inner('status')} as status, ${inner(snake(filial))} as filial, ${inner('dia')} as dia, ${inner('quantidade')} as quantidade
    from (
      select ${columns} from contagens where marco = ${sql.lit(folded)} and ${atLevel(level)}
      union all select ${columns} from contagens_mudancas where marco = ${sql.lit(marco)}
    ) as ${sql.ref(ALIAS)} where ${allOf([scope.predicate, atPlace(subject, place), ...days(counted), ...statuses(subject, counted)])}
  )`;
};
