/** Metrics of a running server in Prometheus' text format: its own counters, and figures read from the database (rules: Operation 5). */
import {setTimeout} from 'node:timers/promises';
import Fastify, {type FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {collectDefaultMetrics, Counter, Gauge, Registry} from 'prom-client';
import type {PoolUse} from '../db/connection/serverPool.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {EVENT_STREAM} from '../events/eventStream.ts';
import {leaseExpiredChannel} from '../robots/expiredLeases.ts';
import {countQueue} from '../robots/panel.ts';
import {robotQueues} from '../robots/robotQueue.ts';

const SECOND_MS = 1000;
/** Time limit for the database; Prometheus itself waits for ten seconds. */
const DATABASE_LIMIT_MS = 3 * SECOND_MS;

const rejectAfter = async (limit: number): Promise<never> => {
  await setTimeout(limit, undefined, {ref: false});
  throw new Error('the database did not tell in time');
};

interface DatabaseFigures {
  agora: Date;
  mails: number;
  transaction: number;
}
/**
 * Query of the figures, from an index and statistics. Only transactions with an xid or an xmin keep dead rows.
 * Transactions that merely hold a lock, as a file sweep does, are left out.
 */
const DATABASE_FIGURES = sql<DatabaseFigures>`
  select now() as agora, (select count(*) from correio where estado = 'pendente')::integer as mails,
    (select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and coalesce(backend_xid, backend_xmin) is not null)::float8 as transaction`;

const describe = (register: Registry) => (name: string, help: string, ...labelNames: string[]) =>
  ({name: `balcao_${name}`, help, labelNames, registers: [register]});

/** Creates the metrics that are read from the database. @returns reads them, once for parallel requests */
const createDatabaseMetrics = (context: EngineContext, register: Registry): (() => Promise<void>) => {
  const described = describe(register);
  const records = new Gauge(described('queue_records', 'Records in a queue of robots.', 'resource', 'workflow', 'state'));
  const oldest = new Gauge(described('queue_oldest_seconds', 'For how long the oldest waits that nobody has.', 'resource', 'workflow'));
  const mails = new Gauge(described('mails_waiting', 'Mails that have not left.'));
  const transaction = new Gauge(described('database_oldest_transaction_seconds', 'Age of the oldest transaction that keeps dead rows.'));
  const queues = robotQueues(context);
  const readFigures = async (): Promise<void> => {
    const [{rows: [figures]}, queueCounts] = await Promise.all([
      DATABASE_FIGURES.execute(context.db), Promise.all(queues.map(queue => countQueue(queue))),
    ]);
    if (figures === undefined) return;
    // Removes rows of queues that are empty now.
    records.reset();
    oldest.reset();
    queues.forEach(({name: resource}, index) => {
      for (const {workflow, esperando, adiados, emAndamento, maisAntigoDesde} of queueCounts[index] ?? []) {
        const states = {waiting: esperando, postponed: adiados, working: emAndamento};
        for (const [state, count] of Object.entries(states)) records.set({resource, workflow, state}, count);
        const age = maisAntigoDesde === null ? 0 : (figures.agora.getTime() - Date.parse(maisAntigoDesde)) / SECOND_MS;
        oldest.set({resource, workflow}, Math.max(0, age));
      }
    });
    mails.set(figures.mails);
    transaction.set(figures.transaction);
  };
  let reading: Promise<void> | undefined;
  return () => (reading ??= readFigures().finally(() => {
    reading = undefined;
  }));
};

export interface Metrics {
  /** Counts the responses of a server; call it before its routes are added. */
  watch: (app: FastifyInstance) => void;
  app: FastifyInstance;
}

/**
 * Creates the metrics and the server that answers them.
 *
 * @param pool use of the connections to a database server; undefined for the embedded database
 * @param limit milliseconds for the database
 */
export const createMetrics = (context: EngineContext, pool?: () => PoolUse, limit = DATABASE_LIMIT_MS): Metrics => {
  const [processRegistry, databaseRegistry] = [new Registry(), new Registry()];
  collectDefaultMetrics({register: processRegistry});
  const described = describe(processRegistry);
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
  const countLost = (resource: unknown): void => lost.inc({resource: String(resource)});
  leaseExpiredChannel.subscribe(countLost);

  const readDatabase = createDatabaseMetrics(context, databaseRegistry);
  const app = Fastify();
  app.addHook('onClose', async () => {
    leaseExpiredChannel.unsubscribe(countLost);
  });
  app.get('/metrics', async (_request, reply) => {
    const isAvailable = await Promise.race([readDatabase(), rejectAfter(limit)]).then(() => true, () => false);
    up.set(Number(isAvailable));
    const texts = await Promise.all(
      (isAvailable ? [processRegistry, databaseRegistry] : [processRegistry]).map(register => register.metrics())
    );
    return reply.type(processRegistry.contentType).send(texts.join('\n'));
  });
  return {
    app,
    watch: server => {
      server.addHook('onSend', async (_request, reply) => {
        if (reply.raw.destroyed || !String(reply.getHeader('content-type')).startsWith(EVENT_STREAM)) return;
        streams.inc();
        reply.raw.once('close', () => streams.dec());
      });
      // Labelled by route pattern, because paths are unbounded.
      server.addHook('onResponse', async ({method, routeOptions: {url: route = 'none'}}, {statusCode: status}) =>
        requests.inc({method, route, status}));
    },
  };
};
