/** A record that holds a choice the caller may not give (an Adm, a robot) is not theirs to change. */
import type {Resource} from '../../schema/config/config.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {Actor} from '../context.ts';
import {forbidden} from '../errors.ts';

/** @throws Refusal 403 */
export const refuseProtected = (resource: Resource, actor: Actor, current: Values): void => {
  for (const [name, field] of Object.entries(resource.fields)) {
    const choice = field.kind === 'escolha' ? field.choices.find(one => one.id === current[name]) : undefined;
    if (choice?.profiles !== undefined && !choice.profiles.includes(actor.perfil)) throw forbidden();
  }
};
