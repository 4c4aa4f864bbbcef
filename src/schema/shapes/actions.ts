/** Shapes of actions, notices, the toggle of a list, and the consequences shown before an action. */
import * as z from 'zod';
import {momentShape} from './moments.ts';
import {conditionShapeAs} from './conditions.ts';
import {endpointShape} from './calls.ts';
import type {Fields} from './fields.ts';
import {
  anyFieldShape, nameShape, namesShape, resourceNamedBy, resourceNamedByKey, sentenceShape, targetOfReference, textShape, type WithRequired,
} from './nameShapes.ts';

/** Places of an action's button. Each is a row of the portal's `actions/places.ts`. */
const actionPlaceShape = z.enum(['row', 'menu', 'details', 'edit']);
export type ActionPlace = z.infer<typeof actionPlaceShape>;

/**
 * Recipients of a notice and the sentence that each of them reads: `tells: {autor: 'O pedido {id} foi aprovado.'}`. A recipient is a name
 * of `people`, a person named by a referenced record (`idCentro.idChefe`), a profile, or `equipe`. A name of `people` is read after the
 * change, or before it where the change removes the person. `equipe` is told only where no named person is told and the record lacks one of
 * them. The actor is never told of their own action. In the sentence `{placa}` is a value of the record or an answer of the action, and
 * `{session.nome}` is the actor. Instead of the sentence alone, an object adds options to it.
 */
export const noticesShape = z.record(nameShape('told'), z.union([sentenceShape('told'), z.strictObject({
  /** Sentence of the notice. @example says: 'O pedido {id} pede {valor}.' */
  says: sentenceShape('told'),
  /** Condition on the record after the change. @default the notice is always sent @example when: {is: {urgente: [true]}} */
  when: conditionShapeAs('found').optional(),
  /** Tells `equipe` even if named people are told. For `equipe` only. @example always: true */
  always: z.literal(true).optional(),
})]));
export type Notices = z.infer<typeof noticesShape>;

const writtenValueShape = z.union([nameShape('written'), z.number(), z.boolean(), z.null(), momentShape]);
/** Values of a record of the resource that is the key. */
export const newRecordValuesShape = z.record(nameShape('field', {of: resourceNamedByKey}), writtenValueShape);

/**
 * Operations on a record besides saving, by name. The portal draws the buttons, and the server enforces the same declaration. An action at
 * the update call is the rule for saving.
 */
export const actionShape = z.strictObject({
  /** Label of the button. @default the action's name: `Enviar Oficina` @example label: 'Enviar à oficina' */
  label: textShape().optional(),
  /** Shortcut while one record has the focus: a lower-case letter that no screen uses. @example key: 'c' */
  key: z.string().optional(),
  /** Label for several records at once. @default `label` @example many: 'Arquivar veículos' */
  many: textShape().optional(),
  /** Offers the action for several ticked records at once: one call for each, without files. @example bulk: true */
  bulk: z.literal(true).optional(),
  /** Icon of the button. @default the icon of the status in `to` @example icon: 'check' */
  icon: nameShape('icon').optional(),
  /**
   * Colour of the button: `primary` for the usual next step, `danger` for one that ends something.
   * @default none; for a toggle's action that switches off `danger`
   * @example tone: 'danger'
   */
  tone: z.enum(['primary', 'danger']).optional(),
  /**
   * Call of the action. The update call makes it the rule for saving.
   * @default `PUT veiculos/enviar-oficina/:id`
   * @example call: 'PUT veiculos/enviar/:id'
   */
  call: endpointShape.optional(),
  /** Other calls that do the same. @example also: ['PUT veiculos/mandar/:id'] */
  also: z.array(endpointShape).readonly().optional(),
  /** Profiles that may do the action, where `from` does not say it by status. @example profiles: ['adm'] */
  profiles: namesShape('entry').optional(),
  /**
   * Profiles that may do the action, by the status that it leaves. `*` is every status that is not an end.
   * @example from: {liberado: ['adm'], oficina: ['adm', 'mecanico:responsavel']}
   */
  from: z.record(nameShape('left'), namesShape('entry')).optional(),
  /** Status that the record enters. @default the record keeps its status @example to: {when: 'comRobo', then: 'naFila', else: 'oficina'} */
  to: z.union([nameShape('status'), z.strictObject({
    /** Condition on the record before the action. @example when: 'comRobo' */
    when: conditionShapeAs('condition'),
    /** Status if the condition holds. @example then: 'naFila' */
    then: nameShape('status'),
    /** Status if it does not hold. @example else: 'oficina' */
    else: nameShape('status'),
  })]).optional(),
  /** Gives the next turn to the team, instead of the person for whom the new status waits. @example waits: 'equipe' */
  waits: z.literal('equipe').optional(),
  /**
   * Preconditions for every profile. The `reason` of the first one that fails is the refusal.
   * @example needs: ['comResponsavel', {not: 'autor', reason: 'Não em seu próprio pedido.'}]
   */
  needs: z.array(conditionShapeAs('condition')).readonly().optional(),
  /**
   * Inputs of the action's dialog, each written as a field. An input with the name and the kind of a field of the record takes that field's
   * options and writes it. `see` limits who reads the answer. A text with `comment` becomes the comment of the step.
   *
   * @default the dialog only asks for confirmation
   * @example asks: {motivo: {kind: 'texto', label: 'Motivo', required: true, maxLength: 300, comment: true}}
   */
  asks: z.record(z.string(), anyFieldShape()).optional(),
  /**
   * Accepts files in the action's dialog (`optional`), or demands at least one (`required`). The resource needs `files`.
   * @example files: 'required'
   */
  files: z.enum(['optional', 'required']).optional(),
  /**
   * Question of the dialog before the action, with values of the record; without them for a bulk action.
   * @default the label: `Enviar Oficina?`
   * @example confirm: 'Deseja baixar o veículo?'
   */
  confirm: sentenceShape().optional(),
  /**
   * Message after the action, with values of the record.
   * @default from the action's name: `Veículo Enviado!`
   * @example success: 'Veículo {id} enviado!'
   */
  success: sentenceShape().optional(),
  /**
   * Writes [values](#values) into the record.
   * @example sets: {idResponsavel: 'session.id', valorAprovado: 'record.total', nota: null}
   */
  sets: z.record(nameShape('field'), writtenValueShape).optional(),
  /**
   * Actions of the records that references name, done after this one and with it: if one of them is refused, nothing happens. Each is
   * judged for the caller, without answers. An empty reference leaves nothing to do, unless it is required.
   *
   * @example does: [{on: 'idVeiculo', action: 'devolver'}]
   */
  does: z.array(z.strictObject({
    /** Reference field of this record, as it is with the answers and before `sets`. @example on: 'idVeiculo' */
    on: nameShape('field', {kinds: ['referencia']}),
    /** Action of the referenced record. @example action: 'devolver' */
    action: nameShape('action', {of: targetOfReference('on')}),
  })).readonly().optional(),
  /**
   * Records of other resources that are created with the action, by resource, with these [values](#values). Each is created as if the
   * caller had filled in its form: if that is refused, nothing happens.
   *
   * @example creates: {inspecoes: {idVeiculo: 'record.id', dia: 'hoje'}}
   */
  creates: z.record(nameShape('resource'), newRecordValuesShape).optional(),
  /** Sends a mail to the record, which is a user: `convite` is the link to choose the first password. @example sends: 'convite' */
  sends: z.literal('convite').optional(),
  /** Notices about the action: recipients and sentences. @example tells: {responsavel: '{session.nome} devolveu {placa}.'} */
  tells: noticesShape.optional(),
  /** Screen that the portal opens afterwards: the record's form. @example opens: 'edit' */
  opens: z.literal('edit').optional(),
  /**
   * Places of the button: the row itself, its Ação menu, the details, the edit form. `[]` draws none.
   *
   * @default `['menu', 'edit']`, with `details` where the resource has statuses or parts
   * @example places: ['row', 'details', 'edit']
   */
  places: z.array(actionPlaceShape).readonly().optional(),
});
type WithAsks<A> = Omit<A, 'asks'> & {readonly asks?: Fields | undefined};
export type ActionInput = WithAsks<z.infer<typeof actionShape>>;
export type Action = WithRequired<ActionInput, 'label' | 'call' | 'success'>;

/**
 * Switches records on and off by a field, with two actions that set it. A missing action is made, with the name `ativar` or `inativar`, for
 * the profiles of `access.update`. The filter of the field gets usual labels.
 */
export const toggleShape = z.strictObject({
  /**
   * A boolean or choice field. The value that a record begins with (`default`, else `true` or the first choice) means on.
   * @example field: 'ativo'
   */
  field: nameShape('field'),
  /** Suffix of a switched-off record in a select. @example off: 'inativo' */
  off: textShape().optional(),
  /**
   * Message for a record that refers to a switched-off one. Switched-off records are neither offered nor newly accepted, except by records
   * that belong to them (`owner.through`).
   *
   * @default they can be chosen
   * @example refuses: 'Este veículo está fora de uso.'
   */
  refuses: textShape().optional(),
});
export type Toggle = z.infer<typeof toggleShape>;

/**
 * Counts of dependent records, by name. If a count is not zero, the portal shows its sentence before the operation.
 */
export const consequenceShape = z.strictObject({
  /** Resource whose records are counted, by a reference to this one or by links with it. @example of: 'ordens' */
  of: nameShape('resource'),
  /** Reference or link of the counted records. @default the first one to this resource: `idVeiculo` @example by: 'idVeiculo' */
  by: nameShape('field', {of: resourceNamedBy('of')}).optional(),
  /**
   * Conditions of the other resource, which the counted records meet.
   * @default all are counted
   * @example where: ['aberto', {filled: 'idVeiculo'}]
   */
  where: z.array(conditionShapeAs('found', {of: resourceNamedBy('of')})).readonly().optional(),
  /**
   * Operations that the count precedes: actions, `delete`, or children that are written. For users also `update`, which counts only records
   * that they would no longer reach.
   *
   * @example before: ['inativar', 'delete']
   */
  before: namesShape('doing'),
  /**
   * Forbids the operation if the count is not zero. The caller reads the sentence even without access to the counted records.
   * @example refuses: true
   */
  refuses: z.literal(true).optional(),
  /**
   * Actions of `of` that are offered first for the counted records, for example to hand them over.
   * @example offers: ['passar', 'devolver']
   */
  offers: namesShape('action', {of: resourceNamedBy('of')}).optional(),
  /** Sentence for a count of one, with values of the record that the operation is about. @example one: '{placa} tem 1 ordem em aberto.' */
  one: sentenceShape('counted'),
  /** Sentence for a larger count, `{total}`. @example many: '{placa} tem {total} ordens em aberto.' */
  many: sentenceShape('counted'),
  /**
   * Sentence for an action on several records at once, with the sum as `{total}`. Required where the operation is offered for several.
   * @example together: 'Ordens em aberto: {total}.'
   */
  together: sentenceShape('total').optional(),
});
export type ConsequenceConfig = WithRequired<z.infer<typeof consequenceShape>, 'by'>;
