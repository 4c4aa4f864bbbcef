/** How the links of a record are written with it. */
import {sql} from 'kysely';
import type {Asked} from '../../schema/conditions/asked.ts';
import type {Config} from '../../schema/config/config.ts';
import {isCleared} from '../../schema/conditions/fieldConditions.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {Actor} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditions.ts';
import {NOTHING} from '../db/conditions/rows.ts';
import {linkTable} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {linkFields, setLinks, unlinkOthers} from '../reach/links.ts';
import {switchesOf, type LinkField} from '../readable/reader.ts';
import {sharing} from './references.ts';

/** A record whose links are written. */
interface Linking {
  config: Config;
  name: string;
  actor: Actor;
  asked: Asked;
}

/** Whether a record has links of a field at all, by what it shares with those, and by its others. */
const hasLinks = ({asked}: Linking, field: LinkField): boolean =>
  !isCleared(field, asked) && (field.within === undefined || typeof asked.record[field.within] === 'number');

/** Switches the links named in `values`. */
export const writeLinks = async (trx: DbOrTrx, linking: Linking, id: number, values: Values): Promise<void> => {
  const {config, name, actor, asked} = linking;
  for (const [own, field] of linkFields(asked.resource)) {
    if (!hasLinks(linking, field)) continue;
    const {to, within = ''} = field;
    const reached = scopePredicate({config}, to, actor, 'r');
    await setLinks(trx, linkTable(name, own, to), to, id, asked.record[within], switchesOf(field, values[own]), reached);
  }
};
/** Ends the links that the record's company or profile no longer allows. */
export const endLinks = async (trx: DbOrTrx, linking: Linking, id: number): Promise<void> => {
  const {config, name, asked} = linking;
  for (const [own, field] of linkFields(asked.resource)) {
    if (field.within === undefined && hasLinks(linking, field)) continue;
    const kept = hasLinks(linking, field) ? sharing(config, asked.resource, field, 'r', within => sql`${asked.record[within]}`) : NOTHING;
    await unlinkOthers(trx, linkTable(name, own, field.to), field.to, id, kept);
  }
};
