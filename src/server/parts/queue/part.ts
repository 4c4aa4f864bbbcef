/**
 * A record's place in the queue of robots, as `resource.queue` declares it: it has one while it stands where records wait or are worked,
 * whatever brought it there, and loses it with the same statement that takes it away.
 */
import {sql, type RawBuilder} from 'kysely';
import type {Queue} from '../../../schema/config/config.ts';
import {queueKey} from '../../../schema/parts.ts';
import {statusByKey, statusIdOf} from '../../../schema/statuses/statuses.ts';
import {queueState, type QueueState} from '../../../schema/wire.ts';
import {partTable} from '../../db/names.ts';
import {ref} from '../../openapi/json.ts';
import {jsonSchemaOf} from '../../openapi/shapes.ts';
import type {Part, Subject} from '../part.ts';

export const queueTable = ({name}: Pick<Subject, 'name'>): string => partTable(name, 'queue');

/** What became of an attempt that ended the record's stay; null while it is there. */
export type Result = 'CONCLUIDA' | 'FALHOU' | 'INTERROMPIDA' | 'RETIRADA';

const isIn = ({waiting, working}: Queue, key: string): boolean => key === waiting || key === working;

/** Whatever it was before: three attempts anew, behind all that wait. */
const enters = (subject: Subject, id: RawBuilder<number>): RawBuilder<unknown> => sql`
  insert into ${sql.table(queueTable(subject))} (id_registro) values (${id})
  on conflict (id_registro) do update set tentativas = 0, desde = now(), apos = now(), ate = null, token = null, resultado = null,
    robo = '', progresso = '', porcento = null`;

/** Seconds since the robot that has a place `f` told of any progress, or began; null: none has it. */
export const stillFor = sql<number | null>`case when f.ate > now() then
  greatest(floor(extract(epoch from now() - coalesce(f.progresso_em, f.inicio))), 0)::integer end`;

/** A robot that ends its own work has said so before. */
const leaves = (subject: Subject, id: number): RawBuilder<unknown> => sql`
  update ${sql.table(queueTable(subject))} set resultado = case when ate is null then 'RETIRADA' else 'INTERROMPIDA' end
  where id_registro = ${id} and resultado is null`;

const SCHEMA = 'fila';
const instant = (value: string | null): string | null => (value === null ? null : new Date(value).toISOString());

export const queuePart: Part = {
  create: async change => {
    const {resource, record} = change;
    const stands = statusIdOf(resource, record) === statusByKey(resource, resource.queue?.waiting ?? '')?.id;
    return {values: {}, told: '', steps: [], writes: id => (stands ? [enters(change, id)] : [])};
  },
  update: async () => ({values: {}, told: '', steps: [], writes: () => []}),
  moved: ({from, to, id, ...subject}) => {
    const {queue} = subject.resource;
    if (queue === undefined) return [];
    const [was, is] = [isIn(queue, from), isIn(queue, to)];
    return [
      ...(is && !was ? [enters(subject, sql`${id}::integer`)] : []),
      ...(was && !is ? [leaves(subject, id)] : []),
    ];
  },
  rows: (subject, alias) => sql`(
    select json_build_object('tentativa', f.tentativas, 'desde', f.desde, 'adiadoAte', case when f.apos > now() then f.apos end,
      'robo', f.robo, 'leaseAte', f.ate, 'limiteAte', case when f.ate is not null then f.limite end,
      'progresso', f.progresso, 'porcento', f.porcento, 'semProgressoSegundos', ${stillFor})
    from ${sql.table(queueTable(subject))} as f where f.id_registro = ${sql.ref(`${alias}.id`)} and f.resultado is null)`,
  present: rows => {
    const row = rows as QueueState;
    if (row === null) return null;
    const {desde, adiadoAte, leaseAte, limiteAte} = row;
    return {
      ...row, desde: new Date(desde).toISOString(), adiadoAte: instant(adiadoAte), leaseAte: instant(leaseAte),
      limiteAte: instant(limiteAte),
    } satisfies QueueState;
  },
  document: ({resource}) => ({
    schemas: () => ({[SCHEMA]: jsonSchemaOf(queueState)}), read: {[queueKey(resource)]: ref(SCHEMA)},
  }),
};
