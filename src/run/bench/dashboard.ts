/** The dashboard's calls at two sizes, and moves beside the counting that makes them flat. */
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {parseEndpoint} from '../../schema/paths.ts';
import type {Context} from '../../server/context.ts';
import {foldSome, startFolding} from '../../server/db/counts/fold.ts';
import {EMPRESA} from './fill.ts';
import {milliseconds, ratio, tableOf} from './table.ts';
import {median} from './time.ts';

const RUNS = 9;
const AT_ONCE = 16;
const ROUNDS = 20;
const TIMES = 5;

const CALLS = [
  ['counts', 'cartões, este ano', ''], ['evolution', 'gráfico, 12 meses', '?periodo=12m'], ['summary', 'resumo', ''],
] as const;

/** Milliseconds by call and profile. */
export type DashboardTimes = ReadonlyMap<string, number>;

/** Once what was written is folded, as it is within seconds. @throws Error when the API refuses */
export const timeDashboard = async (
  app: FastifyInstance, {config, db}: Context, tokens: ReadonlyMap<string, string>,
): Promise<DashboardTimes> => {
  const times = new Map<string, number>();
  if (config.dashboard === undefined) return times;
  while ((await foldSome(db)) > 0);
  await sql`vacuum (analyze)`.execute(db);
  for (const [key, , query] of CALLS) {
    const {path} = parseEndpoint(config.dashboard.calls[key]);
    for (const [perfil, token] of tokens) {
      times.set(`${key} ${perfil}`, await median(RUNS, async () => {
        const answer = await app.inject({url: `/api/${path}${query}`, headers: {authorization: `Bearer ${token}`}});
        if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
      }));
    }
  }
  return times;
};

export const dashboardTable = ({config}: Context, small: DashboardTimes, large: DashboardTimes): string =>
  tableOf(['Dashboard', 'Perfil', '100 mil ÷ mil', '(ms aqui)'], [...large].map(([key, time]) => {
    const [call = '', perfil = ''] = key.split(' ');
    return [
      CALLS.find(([one]) => one === call)?.[1] ?? call, config.profiles[perfil]?.label ?? perfil, ratio(time, small.get(key) ?? 0),
      milliseconds(time),
    ];
  }));

/** Moves per second of tickets of one company, so many at once, each there and back. */
const moveSpeed = async (app: FastifyInstance, {db}: Context, token: string): Promise<number> => {
  const {rows} = await sql<{id: number}>`
    select id from tickets where id_empresa = ${EMPRESA} and id_status_ticket = 1 order by id desc limit ${AT_ONCE}::integer`.execute(db);
  const move = async (call: string): Promise<void> => {
    const answer = await app.inject({method: 'PUT', url: `/api/tickets/${call}`, headers: {authorization: `Bearer ${token}`}});
    if (answer.statusCode !== 200) throw new Error(`tickets/${call}: ${answer.statusCode} ${answer.body}`);
  };
  const start = performance.now();
  await Promise.all(rows.map(async ({id}) => {
    for (let round = 0; round < ROUNDS; round++) {
      await move(`iniciar-atendimento/${id}`);
      await move(`devolver/${id}`);
    }
  }));
  return rows.length * ROUNDS * 2 / (performance.now() - start) * 1000;
};

/**
 * Moves per second with the counting and folding, and without, in turns: whatever else the machine does falls on both.
 * Counts are wrong afterwards.
 */
export const compareMoves = async (app: FastifyInstance, context: Context, token: string): Promise<{counted: number; bare: number}> => {
  const all = {counted: [] as number[], bare: [] as number[]};
  await moveSpeed(app, context, token);
  for (let time = 0; time < TIMES; time++) {
    const stop = startFolding(context.db, () => {});
    all.counted.push(await moveSpeed(app, context, token));
    await stop();
    await sql`alter table tickets disable trigger user`.execute(context.db);
    all.bare.push(await moveSpeed(app, context, token));
    await sql`alter table tickets enable trigger user`.execute(context.db);
  }
  const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
  return {counted: middle(all.counted), bare: middle(all.bare)};
};
