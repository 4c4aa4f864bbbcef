// What 200 robots cost that wait for work which does not come, on a PostgreSQL of its own: `npx node tests/bench/waiting.ts`.
import {readFile} from 'node:fs/promises';
import {setTimeout} from 'node:timers/promises';
import config from '../../resources.config.ts';
import {httpApi} from '../support/httpApi.ts';
import {startPostgres} from '../support/postgres.ts';
import {ADM, openProduct} from '../support/product.ts';
import {createSeed} from '../support/seed.ts';

/** Of so many companies each, as many as one may have. */
const [COMPANIES, EACH] = [4, 50];
const MINUTE = 60_000;
/** After which everybody has begun to wait once more. */
const SETTLED = 35_000;
/** Of the processor's time in /proc, a second. */
const TICKS = 100;

const postgres = await startPostgres();
const product = await openProduct({env: {DATABASE_URL: postgres.url}, brief: false});
const ending = new AbortController();
try {
  const api = httpApi(product.url);
  const {body: adm} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const seed = createSeed(api, {...ADM, ...adm}, {config});
  /** Seconds of the processor that the server has had, and what its database was asked. */
  const used = async (): Promise<{seconds: number; asked: number}> => {
    const [, user, system] = /^(?:\S+ ){13}(\d+) (\d+)/.exec(await readFile(`/proc/${product.pid}/stat`, 'utf8')) ?? [];
    const [row] = await postgres.query<{n: string}>("select xact_commit as n from pg_stat_database where datname = 'balcao'");
    return {seconds: (Number(user) + Number(system)) / TICKS, asked: Number(row?.n)};
  };
  const minute = async (what: string): Promise<void> => {
    const before = await used();
    await setTimeout(MINUTE);
    const after = await used();
    const [seconds, asked] = [after.seconds - before.seconds, after.asked - before.asked];
    process.stdout.write(`${what}: ${(100 * seconds / 60).toFixed(2)} % of a core, ${asked} transactions in a minute\n`);
  };
  await minute('Nobody waits');
  for (let n = 0; n < COMPANIES; n++) {
    const {id} = await seed.usuario({perfil: 'rpa'});
    const {body: {chave}} = await api(adm, 'POST usuarios/:id/chaves', {params: {id}, body: {nome: 'VM'}});
    const wait = async (robo: string): Promise<void> => {
      while (!ending.signal.aborted) {
        await api(chave as string, 'POST rpa/reservar', {body: {robo, espera: 25}, headers: {'idempotency-key': crypto.randomUUID()}});
      }
    };
    // The end cuts them off.
    for (let robot = 0; robot < EACH; robot++) wait(`RPA-${robot}`).catch(() => {});
  }
  await setTimeout(SETTLED);
  await minute(`${COMPANIES * EACH} robots wait`);
} finally {
  ending.abort();
  await product.dispose();
  await postgres.remove();
}
