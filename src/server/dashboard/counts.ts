/** Numbers read from the counts that triggers keep (`db/counts`): as dear with a million records as with a thousand. */
import {sql} from 'kysely';
import {allOf, type Predicate} from '../db/conditions/rows.ts';
import {CREATED, ENTERED, NOW} from '../db/counts/definition.ts';
import {snake} from '../db/names.ts';
import type {Sql} from '../db/tables.ts';
import {countsOf, narrowest} from '../lists/planner/counted.ts';
import {placeScope} from '../reach/scope.ts';
import {ALIAS} from '../reach/select.ts';
import type {Question, Subject} from './subject.ts';
import {atPlace, fromRows, type Counted} from './rows.ts';

const inner = (column: string): Sql => sql.ref(`${ALIAS}.${column}`);

const days = (counted: Counted): Predicate[] =>
  (counted.of === 'open' ? [] : [sql`${inner('dia')} between ${counted.from}::date and ${counted.to}::date`]);

const statuses = ({open, chart}: Subject, counted: Counted): Predicate[] => {
  if (counted.of === 'created') return [];
  const ids = (counted.of === 'open' ? open : [chart.status]).map(({id}) => String(id));
  return [ids.length === 0 ? sql`false` : sql`${inner('status')} in (${sql.join(ids)})`];
};

/** The same subquery as `fromRows` gives, of counts; undefined where the caller's scope is not one of companies and branches. */
const fromCounts = ({context, subject, actor, place}: Question, counted: Counted): Sql | undefined => {
  const scope = placeScope(context, subject.name, actor, ALIAS);
  if (scope === undefined) return undefined;
  const {filial = 'idFilial'} = subject.resource.owner ?? {};
  const of = counted.of === 'open' ? NOW : counted.of === 'created' ? CREATED : ENTERED;
  const level = narrowest({empresa: place.idEmpresa !== 0, filial: place.idFilial !== 0}, scope.level);
  return sql`(
    select ${inner('status')} as status, ${inner(snake(filial))} as filial, ${inner('dia')} as dia, ${inner('quantidade')} as quantidade
    from ${countsOf(context.config, subject.name, of, level)}
    where ${allOf([scope.predicate, atPlace(subject, place), ...days(counted), ...statuses(subject, counted)])}
  )`;
};

/** What follows `from`: what is counted, of counts where they tell it. */
export const countedIn = (question: Question, counted: Counted): Sql =>
  sql`${fromCounts(question, counted) ?? fromRows(question, counted)} as contado`;
