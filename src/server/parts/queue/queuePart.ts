/**
 * The part of `resource.queue`: a record's place in the robot queue.
 * A record gains and loses its place in the same statement that moves it into or out of the waiting and working statuses.
 */
import {sql, type RawBuilder} from 'kysely';
import type {QueuePart} from '../../../schema/shapes/config.ts';
import {queueKey} from '../../../schema/parts.ts';
import {statusByKey, statusIdOf} from '../../../schema/statuses/statuses.ts';
import {queueState, type QueueState} from '../../../schema/apiShapes.ts';
import {partTable} from '../../db/sqlNames.ts';
import {ref} from '../../openapi/json.ts';
import {jsonSchemaOf} from '../../openapi/zodSchemas.ts';
import type {Part, PartOwner} from '../part.ts';

export const queueTable = ({name}: Pick<PartOwner, 'name'>): string => partTable(name, 'queue');

/** Result of the last attempt, set when the record leaves the queue; null: still there. */
export type AttemptResult = 'CONCLUIDA' | 'FALHOU' | 'INTERROMPIDA' | 'RETIRADA';

const hasPlace = ({waiting, working}: QueuePart, key: string): boolean => key === waiting || key === working;

/** Starts over: three new attempts, behind all waiting records. */
const enterQueue = (subject: PartOwner, id: RawBuilder<number>): RawBuilder<unknown> => sql`
  insert into ${sql.table(queueTable(subject))} (id_registro) values (${id})
  on conflict (id_registro) do update set tentativas = 0, desde = now(), apos = now(), ate = null, token = null, resultado = null,
    robo = '', progresso = '', porcento = null`;

/** Seconds since the robot of place `f` reported progress, or began; null: no robot has it. */
export const secondsWithoutProgress = sql<number | null>`case when f.ate > now() then
  greatest(floor(extract(epoch from now() - coalesce(f.progresso_em, f.inicio))), 0)::integer end`;

/** Robots set the result before they move the record, so a place without result was left by a person. */
const leaveQueue = (subject: PartOwner, id: number): RawBuilder<unknown> => sql`
  update ${sql.table(queueTable(subject))} set resultado = case when ate is null then 'RETIRADA' else 'INTERROMPIDA' end
  where id_registro = ${id} and resultado is null`;

const SCHEMA = 'fila';
const isoInstant = (value: string | null): string | null => (value === null ? null : new Date(value).toISOString());

export const queuePart: Part = {
  create: async change => {
    const {resource, record} = change;
    const isWaiting = statusIdOf(resource, record) === statusByKey(resource, resource.queue?.waiting ?? '')?.id;
    return {values: {}, historyText: '', steps: [], writes: id => (isWaiting ? [enterQueue(change, id)] : [])};
  },
  update: async () => ({values: {}, historyText: '', steps: [], writes: () => []}),
  onStatusChange: ({from, to, id, ...subject}) => {
    const {queue} = subject.resource;
    if (queue === undefined) return [];
    const [wasQueued, isQueued] = [hasPlace(queue, from), hasPlace(queue, to)];
    return [
      ...(isQueued && !wasQueued ? [enterQueue(subject, sql`${id}::integer`)] : []),
      ...(wasQueued && !isQueued ? [leaveQueue(subject, id)] : []),
    ];
  },
  rows: (subject, alias) => sql`(
    select json_build_object('tentativa', f.tentativas, 'desde', f.desde, 'adiadoAte', case when f.apos > now() then f.apos end,
      'robo', f.robo, 'leaseAte', f.ate, 'limiteAte', case when f.ate is not null then f.limite end,
      'progresso', f.progresso, 'porcento', f.porcento, 'semProgressoSegundos', ${secondsWithoutProgress})
    from ${sql.table(queueTable(subject))} as f where f.id_registro = ${sql.ref(`${alias}.id`)} and f.resultado is null)`,
  present: rows => {
    const row = rows as QueueState;
    if (row === null) return null;
    const {desde, adiadoAte, leaseAte, limiteAte} = row;
    return {
      ...row, desde: new Date(desde).toISOString(), adiadoAte: isoInstant(adiadoAte), leaseAte: isoInstant(leaseAte),
      limiteAte: isoInstant(limiteAte),
    } satisfies QueueState;
  },
  document: ({resource}) => ({
    schemas: () => ({[SCHEMA]: jsonSchemaOf(queueState)}), read: {[queueKey(resource)]: ref(SCHEMA)},
  }),
};
