/** Shapes of actions, notices, the toggle of a list, and the consequences shown before an action. */
import * as z from 'zod';
import {conditionShapeAs} from './conditions.ts';
import {endpointShape} from './calls.ts';
import type {Fields} from './fields.ts';
import {anyField, name, names, resourceNamedBy, sentence, text, type WithRequired} from './nameShapes.ts';

/** Places of an action's button. Each is a row of the portal's `actions/places.ts`. */
const actionPlace = z.enum(['row', 'menu', 'details', 'edit']);
export type ActionPlace = z.infer<typeof actionPlace>;

/**
 * Recipients of a notice and the sentence that each reads. A recipient is a name of `people`, a person named by a referenced record
 * (`idCentroCusto.idAprovador`), a profile, or `equipe`. A name of `people` is read after the change, or before it where the change removes
 * the person. `equipe` is told only where no named person is and the record lacks one of them. The actor is never told of their own action.
 * `{field}` is the record's value, `{comentario}` and the like are answers, `{session.nome}` is the actor.
 */
export const tellsShape = z.record(name('told'), z.union([sentence('told'), z.strictObject({
  says: sentence('told'),
  /** Condition on the record after the change; without it the notice is always sent. */
  when: conditionShapeAs('found').optional(),
  /** Tells `equipe` even if named people are told. */
  always: z.literal(true).optional(),
})]));
export type Tells = z.infer<typeof tellsShape>;

export const actionShape = z.strictObject({
  /** Default: the action's name, `Cancelar`. */
  label: text().optional(),
  /** Keyboard shortcut while one record has the focus. */
  key: z.string().optional(),
  /** Label for several records at once. Default: `label`. */
  many: text().optional(),
  /** Offered for several ticked records at once: one call for each, without files. */
  bulk: z.literal(true).optional(),
  /** Default: the icon of the status that the action leads to. */
  icon: name('icon').optional(),
  tone: z.enum(['primary', 'danger']).optional(),
  /** Default: `PUT {list}/{name}/:id`. An action at the update call is the rule for saving. */
  call: endpointShape.optional(),
  /** Other accepted forms of the same call. */
  also: z.array(endpointShape).readonly().optional(),
  /** Profiles that may do the action, on a resource without statuses. */
  profiles: names('entry').optional(),
  /** Profiles that may do the action, by the status left. `*` is every open status. `fornecedor:autor` is a profile under a condition. */
  from: z.record(name('left'), names('entry')).optional(),
  /** Status entered. Without it the record keeps its status. */
  to: z.union(
    [name('status'), z.strictObject({when: conditionShapeAs('condition'), then: name('status'), else: name('status')})]
  ).optional(),
  /** The team has the next turn, instead of the person for whom the new status waits. */
  waits: z.literal('equipe').optional(),
  /** Preconditions, for every profile. */
  needs: z.array(conditionShapeAs('condition')).readonly().optional(),
  /** Inputs of the action's dialog. An input with the name of a field is validated as that field. `see` limits who reads the answer. */
  asks: z.record(z.string(), anyField()).optional(),
  files: z.literal('optional').optional(),
  confirm: sentence().optional(),
  /** Default: `Ticket Cancelado!`. */
  success: sentence().optional(),
  /** Values written to the record. `session.id` is the actor, `agora` the instant or day of the action. */
  sets: z.record(name('field'), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  /** Mail to the record, which is a user. `convite` is the link to choose the first password. */
  sends: z.literal('convite').optional(),
  tells: tellsShape.optional(),
  /** Screen that the portal opens afterwards. */
  opens: z.literal('edit').optional(),
  /** Places of the button, the most frequent one first. Default: menu, details (where the resource has them) and edit. */
  places: z.array(actionPlace).readonly().optional(),
});
type WithAsks<A> = Omit<A, 'asks'> & {readonly asks?: Fields | undefined};
export type ActionInput = WithAsks<z.infer<typeof actionShape>>;
export type Action = WithRequired<ActionInput, 'label' | 'call' | 'success'>;

/** The toggle has two actions that set its field. A missing one is made, with the name `ativar` or `inativar`. */
export const toggleShape = z.strictObject({
  /** The value that a record begins with (`default`, else `true` or the first choice) means on. */
  field: name('field'),
  /** Suffix for a switched-off record in a select. Default: none. */
  off: text().optional(),
  /**
   * Message for naming a switched-off record in another record. Such records are neither offered nor newly accepted, except by records that
   * they own. Without it they can be named.
   */
  refuses: text().optional(),
});
export type Toggle = z.infer<typeof toggleShape>;

/** Number of records of another resource that refer to a record, shown before an action on it if there are any. */
export const consequenceShape = z.strictObject({
  /** Resource whose records are counted, by a reference to this one or by links with it. */
  of: name('resource'),
  /** Default: the first reference or link to this resource. */
  by: name('field', {of: resourceNamedBy('of')}).optional(),
  /** Conditions on the counted records. */
  where: z.array(conditionShapeAs('found', {of: resourceNamedBy('of')})).readonly().optional(),
  /**
   * Actions, `delete`, or children that are written. For users also `update`, which counts only records that they would no longer reach.
   */
  before: names('doing'),
  /** Forbids the action if the count is not zero. The caller reads the sentence even without access to the counted records. */
  refuses: z.literal(true).optional(),
  /** Actions of `of` that are offered first for the counted records, for example to hand them over. */
  offers: names('action', {of: resourceNamedBy('of')}).optional(),
  /** Sentences for one record and for several: `{total}`, and the values of the record. */
  one: sentence('counted'),
  many: sentence('counted'),
  /** Sentence for an action on several records together: `{total}`. */
  together: sentence('total').optional(),
});
export type ConsequenceConfig = WithRequired<z.infer<typeof consequenceShape>, 'by'>;
