/** What an action asks, as the fields it is: an ask with the name of a field is that field, asked again. */
import {sql} from 'kysely';
import {asksOf} from '../../schema/lifeCycle/asks.ts';
import type {Action} from '../../schema/config/config.ts';
import type {FieldOf, Fields} from '../../schema/fields/fields.ts';
import {formWords} from '../../schema/words/messages.ts';
import {holds, validateRecord, type Values} from '../../schema/fields/validate.ts';
import type {FieldError} from '../../schema/wire.ts';
import {tableOf} from '../db/names.ts';
import {invalid} from '../errors.ts';
import {choosable} from './choices.ts';
import type {Standing} from './facts.ts';

const referenceErrors = async (standing: Standing, asks: Fields, answers: Values): Promise<FieldError[]> => {
  const record = {...standing.row, ...answers};
  const references = Object.entries(asks).filter((entry): entry is [string, FieldOf<'referencia'>] =>
    entry[1].kind === 'referencia' && typeof answers[entry[0]] === 'number');
  const errors: FieldError[] = [];
  for (const [campo, field] of references) {
    const {rows} = await sql`
      select from ${sql.table(tableOf(field.to))} as r
      where r.id = ${answers[campo]} and ${choosable(standing, campo, field, record, 'r')}`.execute(standing.db);
    if (rows.length === 0) errors.push({campo, mensagem: formWords.invalid});
  }
  return errors;
};

/**
 * The answers given, in bare form. What was not asked of this record, or not answered, is not among them.
 *
 * @throws Refusal VALIDACAO
 */
export const askedValues = async (standing: Standing, action: Action, data: Values): Promise<Record<string, unknown>> => {
  const {config, resource, row, actor} = standing;
  const asks = asksOf(resource, action);
  const names = Object.keys(asks);
  if (names.length === 0) return {};
  const fields = {...resource.fields, ...asks};
  const body = Object.fromEntries(names.map(name => [name, data[name] ?? null]));
  const {values, errors} = validateRecord(config, {...resource, fields}, body, actor, row);
  const wrong = errors.filter(({campo}) => names.includes(campo));
  if (wrong.length > 0) throw invalid(wrong);
  const asked = {resource: {...resource, fields}, record: {...row, ...body}, session: actor};
  const answers = Object.fromEntries(names
    .filter(name => name in values && data[name] !== undefined && data[name] !== null && holds(asks[name]?.enabled, asked))
    .map(name => [name, values[name]]));
  const foreign = await referenceErrors(standing, asks, answers);
  if (foreign.length > 0) throw invalid(foreign);
  return answers;
};
