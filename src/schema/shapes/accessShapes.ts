/** Shapes of the people of a record, and of the access by profile. */
import * as z from 'zod';
import {nameShape, namesShape, textShape} from './nameShapes.ts';

/** A person named by a record. The name in `people` is also a condition: the caller is that person. */
export const personShape = z.strictObject({
  /**
   * Reference to the user who is this person, of the record or of a record that it references: `idFilial.idResponsavel` is the branch's
   * person of today, for open and old records alike.
   * @example field: 'idResponsavel'
   */
  field: nameShape('user', {kinds: ['referencia', 'relacionado']}),
  /**
   * The server writes the caller here: on creation (`create`, the record's author) or on every save (`update`). Not through a reference.
   * @example stamps: 'create'
   */
  stamps: z.enum(['create', 'update']).optional(),
  /** The person attends the record: lists and the record show them beside the turn. Not through a reference. @example attends: true */
  attends: z.literal(true).optional(),
  /** Message for callers refused because they are not this person. @example reason: 'Somente o responsável pode fazer isto.' */
  reason: textShape(),
});

export const operations = ['list', 'read', 'create', 'update', 'delete'] as const;
export type Operation = (typeof operations)[number];

/**
 * Profiles by operation. `mecanico:ordemAberta` is a profile under a condition, evaluated on the new record for `create`, else on the
 * stored one. `scope` limits the rows.
 */
export const accessShape = z.strictObject({
  /** Profiles that list and export records. @example list: ['adm', 'empresa'] */
  list: namesShape('profile'),
  /** Profiles that open one record. @default `list` @example read: ['adm', 'empresa', 'fornecedor'] */
  read: namesShape('profile').optional(),
  /** Profiles that create records. @default nobody @example create: ['adm', 'mecanico:ordemAberta'] */
  create: namesShape('entry').optional(),
  /** Profiles that save changes of a record. @default `create` @example update: ['adm', 'mecanico:responsavel'] */
  update: namesShape('entry').optional(),
  /** Profiles that delete a record. @default nobody @example delete: ['adm'] */
  delete: namesShape('entry').optional(),
} satisfies Record<Operation, z.ZodType>);
