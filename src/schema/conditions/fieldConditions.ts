/** When a form takes the value of a field: by what the others hold (`visible`, `editable`). */
import type {Asked, Judged} from './asked.ts';
import type {Condition} from '../config/conditions.ts';
import type {Field} from '../config/fields.ts';
import {holds} from '../fields/validate.ts';

/** Whether a field takes what is typed, by the others. */
export const isOn = ({visible, editable}: Field, asked: Asked<Judged>): boolean => holds(visible, asked) && holds(editable, asked);
/** Whether a record has no value of a field, by the others. */
export const isCleared = (field: Field, asked: Asked<Judged>): boolean => field.whenOff === 'clear' && !isOn(field, asked);

/** The conditions under which a form takes a field's value. */
export const opening = ({visible, editable}: Field): readonly Condition[] => [visible, editable].filter(one => one !== undefined);
