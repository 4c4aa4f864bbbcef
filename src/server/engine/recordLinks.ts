/** Writes the links of a record together with it. */
import {sql} from 'kysely';
import type {ConditionContext} from '../../schema/conditions/context.ts';
import type {Config} from '../../schema/shapes/config.ts';
import {isFieldCleared} from '../../schema/conditions/fieldConditions.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {Actor} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {NO_ROWS} from '../db/conditions/fieldPredicates.ts';
import {linkTable} from '../db/sqlNames.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {linkFields, setLinks, unlinkOthers} from '../rowScope/links.ts';
import {parseLinkSwitches, type LinkField} from '../formatting/valueFormatter.ts';
import {sharedValuePredicate} from './references.ts';

interface LinkingContext {
  config: Config;
  name: string;
  actor: Actor;
  conditionContext: ConditionContext;
}

/** False: the field is cleared, or the value that links must share is missing. */
const hasLinks = ({conditionContext}: LinkingContext, field: LinkField): boolean =>
  !isFieldCleared(field, conditionContext) && (field.within === undefined || typeof conditionContext.record[field.within] === 'number');

/** Switches the links named in `values`. */
export const writeLinks = async (trx: DbOrTrx, context: LinkingContext, id: number, values: RecordValues): Promise<void> => {
  const {config, name, actor, conditionContext} = context;
  for (const [fieldName, field] of linkFields(conditionContext.resource)) {
    if (!hasLinks(context, field)) continue;
    const {to, within = ''} = field;
    const reachPredicate = scopePredicate({config}, to, actor, 'r');
    const links = parseLinkSwitches(field, values[fieldName]);
    await setLinks(trx, linkTable(name, fieldName, to), to, id, conditionContext.record[within], links, reachPredicate);
  }
};
/** Removes the links that the record's company or profile no longer allows. */
export const removeInvalidLinks = async (trx: DbOrTrx, context: LinkingContext, id: number): Promise<void> => {
  const {config, name, conditionContext} = context;
  for (const [fieldName, field] of linkFields(conditionContext.resource)) {
    if (field.within === undefined && hasLinks(context, field)) continue;
    const allowed = hasLinks(context, field)
      ? sharedValuePredicate(config, conditionContext.resource, field, 'r', within => sql`${conditionContext.record[within]}`) : NO_ROWS;
    await unlinkOthers(trx, linkTable(name, fieldName, field.to), field.to, id, allowed);
  }
};
