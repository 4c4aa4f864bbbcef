/** What is done to a record besides saving it: actions, the switch in its list, and what hangs on it and is told before. */
import * as z from 'zod';
import {asks} from './conditions.ts';
import {endpoint} from './calls.ts';
import type {Fields} from './fields.ts';
import {anyField, name, names, saidBy, sentence, text, type Filled} from './named.ts';

/** Where an action's button may stand: each is a row of the portal's `actions/places.ts`. */
const place = z.enum(['row', 'menu', 'details', 'edit']);
export type ActionPlace = z.infer<typeof place>;

/**
 * Whom something tells, and the sentence each reads as a notice: a name of `people` (who it is afterwards; where it leaves nobody, who it
 * was before), somebody whom a reference's record names (`idCentroCusto.idAprovador`), a profile, or `equipe`, where nobody named is told
 * and the record lacks one of them. Nobody is told of their own doings. `{field}` is the record's value, `{comentario}` and the like what
 * was asked, `{session.nome}` whoever did it.
 */
export const tells = z.record(name('told'), z.union([sentence('told'), z.strictObject({
  says: sentence('told'),
  /** Only where this holds of the record as it is afterwards. */
  when: asks('found').optional(),
  /** `equipe`, whoever else is told. */
  always: z.literal(true).optional(),
})]));
export type Tells = z.infer<typeof tells>;

export const action = z.strictObject({
  /** Absent: its name, `Cancelar`. */
  label: text().optional(),
  /** The letter that does it where one record has the eye. */
  key: z.string().optional(),
  /** What it is called when it is done to several records at once; absent: its label. */
  many: text().optional(),
  /** Is offered for several ticked records at once, a call for each, without files. */
  bulk: z.literal(true).optional(),
  /** Absent: that of the status it leads to. */
  icon: name('icon').optional(),
  tone: z.enum(['primary', 'danger']).optional(),
  /** Absent: `PUT {list}/{name}/:id`. At the update call it is the rule for saving. */
  call: endpoint.optional(),
  /** Other shapes of the same call that are accepted. */
  also: z.array(endpoint).readonly().optional(),
  /** Who may, on a resource without statuses. */
  profiles: names('entry').optional(),
  /** Who may, by the status left; `*`: every status that is no end. `fornecedor:autor` is the profile under a condition. */
  from: z.record(name('left'), names('entry')).optional(),
  /** The status entered; absent: the record stays where it is. */
  to: z.union([name('status'), z.strictObject({when: asks('condition'), then: name('status'), else: name('status')})]).optional(),
  /** The team has the next turn, in place of the person for whom the status entered waits. */
  waits: z.literal('equipe').optional(),
  /** Conditions for everybody. */
  needs: z.array(asks('condition')).readonly().optional(),
  /** Inputs of its dialog; one of a field's name is that field's value, and takes no more than it. `see` is who reads the answer. */
  asks: z.record(z.string(), anyField()).optional(),
  files: z.literal('optional').optional(),
  confirm: sentence().optional(),
  /** Absent: `Ticket Cancelado!`. */
  success: sentence().optional(),
  /** Values the record takes; `session.id` is whoever acts, `agora` the instant or day of it. */
  sets: z.record(name('field'), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  /** A mail to the record, which is a user: `convite` is the link to choose the first password. */
  sends: z.literal('convite').optional(),
  tells: tells.optional(),
  /** The screen the portal opens afterwards. */
  opens: z.literal('edit').optional(),
  /** Where its button stands; the first place is the frequent one. Absent: menu, details (where there are some) and edit. */
  places: z.array(place).readonly().optional(),
});
type WithAsks<A> = Omit<A, 'asks'> & {readonly asks?: Fields | undefined};
export type GivenAction = WithAsks<z.infer<typeof action>>;
export type Action = Filled<GivenAction, 'label' | 'call' | 'success'>;

/** Behind it are the two actions that set its field; where the resource does not declare one, `ativar` or `inativar` is made. */
export const toggle = z.strictObject({
  /** What a record begins with (`default`, else `true` or the first choice) is on. */
  field: name('field'),
  /** What one that is off is called where it may still be chosen; absent: nothing. */
  off: text().optional(),
  /**
   * Said to whoever names one that is off in a record: none is offered, nor newly named, but by what belongs to it. Absent: they
   * may be named.
   */
  refuses: text().optional(),
});
export type Toggle = z.infer<typeof toggle>;

/** What hangs on a record: how many of another resource name it. Told before something is done to it, where there are any. */
export const consequence = z.strictObject({
  /** The resource that is counted, by its reference to this one, or its links with it. */
  of: name('resource'),
  /** Absent: by the first there is. */
  by: name('field', {of: saidBy('of')}).optional(),
  /** Conditions that hold on those counted. */
  where: z.array(asks('found', {of: saidBy('of')})).readonly().optional(),
  /** Before what: actions, `delete`, children that are written; of users `update`, where only what they would no longer reach counts. */
  before: names('doing'),
  /** Where there are any it is not done: who asks reads the sentence, whether they reach those counted or not. */
  refuses: z.literal(true).optional(),
  /** Actions of `of` that are offered for those counted before it is done: to hand them over, say, or back. */
  offers: names('action', {of: saidBy('of')}).optional(),
  /** The sentence about one, and about more: `{total}`, and the record's own values. */
  one: sentence('counted'),
  many: sentence('counted'),
  /** About all that hang on several records, before something is done to those together: `{total}`. */
  together: sentence('total').optional(),
});
export type Consequence = Filled<z.infer<typeof consequence>, 'by'>;
