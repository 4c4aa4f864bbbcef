/** The conditions that a field says: when it is required, when a form takes its value (`visible`, `editable`), who may write it. */
import {maySee} from '../access.ts';
import type {Condition} from '../config/conditions.ts';
import type {Field} from '../config/fields.ts';
import {emptyOf} from '../fields/calculation.ts';
import {ruleOf} from '../fields/kinds.ts';
import {isWritten, type Values} from '../fields/validate.ts';
import type {Asked, Judged} from './asked.ts';
import {answerOf} from './conditions.ts';

/** A record as it is typed: what it does not name has no value, or the one that it begins with; a new one has no children. */
const asTyped = ({record, ...asked}: Asked<Judged>): Asked<Judged> => {
  const values = Object.entries(asked.resource.fields)
    .map(([name, field]) => [name, ruleOf(field).bare(record[name], field) ?? emptyOf(field)] as const);
  return {...asked, record: {...record, ...Object.fromEntries(values)}};
};

/** Whether a condition holds on a record as it is typed; absent: it does. */
export const holds = (condition: Condition | undefined, asked: Asked<Judged>): boolean =>
  condition === undefined || answerOf(condition, asTyped(asked)) === true;

/** A record that is stored keeps its password when none is given (rules: Fields 6), and no answer tells it. */
const keepsItsOwn = (field: Field, {id}: Values): boolean => field.kind === 'senha' && typeof id === 'number' && id > 0;

export const isRequired = (field: Field, asked: Asked<Judged>): boolean => field.required !== undefined
  && !keepsItsOwn(field, asked.record) && (field.required === true || holds(field.required, asked));

/**
 * Whether this person may give the field a value now; what they may not is ignored, not refused.
 *
 * @param asked of the record as it is stored; without an id: of one that is being made
 */
export const mayWrite = (field: Field, asked: Asked<Judged>): boolean => isWritten(field)
  && (field.readOnly === undefined || field.readOnly === true || !holds(field.readOnly, asked)) && maySee(field, asked.session.perfil);

/** Whether a field takes what is typed, by the others. */
export const isOn = ({visible, editable}: Field, asked: Asked<Judged>): boolean => holds(visible, asked) && holds(editable, asked);
/** Whether a record has no value of a field, by the others. */
export const isCleared = (field: Field, asked: Asked<Judged>): boolean => field.whenOff === 'clear' && !isOn(field, asked);

/** The conditions under which a form takes a field's value. */
export const opening = ({visible, editable}: Field): readonly Condition[] => [visible, editable].filter(one => one !== undefined);
