/** What a running server counts, and what it asks the database for when it is read, in Prometheus' text (rules: Operation 5). */
import {setTimeout} from 'node:timers/promises';
import Fastify, {type FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {collectDefaultMetrics, Counter, Gauge, Registry} from 'prom-client';
import type {PoolUse} from '../db/connection/serverPool.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {EVENT_STREAM} from '../events/stream.ts';
import {leaseExpiredChannel} from '../robots/expiredLeases.ts';
import {countQueue} from '../robots/panel.ts';
import {robotQueues} from '../robots/robotQueue.ts';

const SECOND = 1000;
/** In which the database has told, or is taken for away: whoever reads waits for ten. */
const LIMIT = 3 * SECOND;

const tooLate = async (limit: number): Promise<never> => {
  await setTimeout(limit, undefined, {ref: false});
  throw new Error('the database did not tell in time');
};

interface Told {
  agora: Date;
  mails: number;
  transaction: number;
}
/**
 * By an index, and by what the database knows by heart. A transaction that only holds a lock, as who sweeps files, keeps no row that died:
 * it has neither a number of its own nor a view of others'.
 */
const TOLD = sql<Told>`
  select now() as agora, (select count(*) from correio where estado = 'pendente')::integer as mails,
    (select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and coalesce(backend_xid, backend_xmin) is not null)::float8 as transaction`;

const describe = (register: Registry) => (name: string, help: string, ...labelNames: string[]) =>
  ({name: `balcao_${name}`, help, labelNames, registers: [register]});

/** What the database is asked. @returns asks it, once for all who read meanwhile */
const createAsked = (context: EngineContext, register: Registry): (() => Promise<void>) => {
  const described = describe(register);
  const records = new Gauge(described('queue_records', 'Records in a queue of robots.', 'resource', 'workflow', 'state'));
  const oldest = new Gauge(described('queue_oldest_seconds', 'For how long the oldest waits that nobody has.', 'resource', 'workflow'));
  const mails = new Gauge(described('mails_waiting', 'Mails that have not left.'));
  const transaction = new Gauge(described('database_oldest_transaction_seconds', 'Age of the oldest transaction that keeps dead rows.'));
  const lines = robotQueues(context);
  const ask = async (): Promise<void> => {
    const [{rows: [told]}, queues] = await Promise.all([TOLD.execute(context.db), Promise.all(lines.map(line => countQueue(line)))]);
    if (told === undefined) return;
    // A queue that is empty now has no rows.
    records.reset();
    oldest.reset();
    lines.forEach(({name: resource}, at) => {
      for (const {workflow, esperando, adiados, emAndamento, maisAntigoDesde} of queues[at] ?? []) {
        const states = {waiting: esperando, postponed: adiados, working: emAndamento};
        for (const [state, count] of Object.entries(states)) records.set({resource, workflow, state}, count);
        const age = maisAntigoDesde === null ? 0 : (told.agora.getTime() - Date.parse(maisAntigoDesde)) / SECOND;
        oldest.set({resource, workflow}, Math.max(0, age));
      }
    });
    mails.set(told.mails);
    transaction.set(told.transaction);
  };
  let asking: Promise<void> | undefined;
  return () => (asking ??= ask().finally(() => {
    asking = undefined;
  }));
};

export interface Metrics {
  /** Counts what a server answers; called before its routes are added. */
  watch: (app: FastifyInstance) => void;
  /** Answers `GET /metrics`, and nothing else. */
  app: FastifyInstance;
}

/**
 * @param pool how the connections to a server database are used; the embedded one has none
 * @param limit milliseconds that the database has
 */
export const createMetrics = (context: EngineContext, pool?: () => PoolUse, limit = LIMIT): Metrics => {
  const [own, told] = [new Registry(), new Registry()];
  collectDefaultMetrics({register: own});
  const described = describe(own);
  const requests = new Counter(described('requests_total', 'Requests that were answered.', 'method', 'route', 'status'));
  const streams = new Gauge(described('event_streams', 'Event streams that are open.'));
  const lost = new Counter(described('leases_lost_total', 'Leases of robots that ran out, as this server found them.', 'resource'));
  const up = new Gauge(described('database_up', 'Whether the database told what it was asked.'));
  if (pool !== undefined) {
    const connections = new Gauge(described('database_connections', 'Connections to the database.', 'state'));
    const wanted = new Gauge({
      ...described('database_connections_wanted', 'Who waits for a connection.'),
      collect() {
        const use = pool();
        connections.set({state: 'in_use'}, use.inUse);
        connections.set({state: 'idle'}, use.idle);
        wanted.set(use.wanted);
      },
    });
  }
  for (const {name: resource} of robotQueues(context)) lost.inc({resource}, 0);
  const found = (resource: unknown): void => lost.inc({resource: String(resource)});
  leaseExpiredChannel.subscribe(found);

  const ask = createAsked(context, told);
  const app = Fastify();
  app.addHook('onClose', async () => {
    leaseExpiredChannel.unsubscribe(found);
  });
  app.get('/metrics', async (_request, reply) => {
    const isTold = await Promise.race([ask(), tooLate(limit)]).then(() => true, () => false);
    up.set(Number(isTold));
    // What is not known is not said.
    const texts = await Promise.all((isTold ? [own, told] : [own]).map(register => register.metrics()));
    return reply.type(own.contentType).send(texts.join('\n'));
  });
  return {
    app,
    watch: watched => {
      watched.addHook('onSend', async (_request, reply) => {
        if (reply.raw.destroyed || !String(reply.getHeader('content-type')).startsWith(EVENT_STREAM)) return;
        streams.inc();
        reply.raw.once('close', () => streams.dec());
      });
      // By what its path is a case of: of addresses there is no end.
      watched.addHook('onResponse', async ({method, routeOptions: {url: route = 'none'}}, {statusCode: status}) =>
        requests.inc({method, route, status}));
    },
  };
};
