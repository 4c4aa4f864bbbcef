/** The product with people, records and a ledger of what they do: what every case begins with and is judged by. */
import {expect} from 'vitest';
import config from '../../../resources.config.ts';
import {httpApi} from '../../support/httpApi.ts';
import {hasPostgres, startPostgres, type Postgres} from '../../support/postgres.ts';
import {ADM, openProduct, type Product, type ProductOptions} from '../../support/product.ts';
import {createSeed, type Seed} from '../../support/seed.ts';
import type {Api} from '../../support/server.ts';
import {createWorld, type World} from '../../support/tickets.ts';
import type {Tally} from './cases.ts';
import {createLedger, type Findings, type Ledger, type Story} from './ledger.ts';

/** Milliseconds in which every call must have been answered, whatever is broken. Far above what it should take. */
export const BOUND = 30_000;

export type Kind = 'embedded' | 'server';

export interface Stage {
  product: Product;
  /** Calls that are given up after {@link BOUND}. */
  api: Api;
  /** The first Adm's token. */
  adm: string;
  world: World;
  seed: Seed;
  ledger: Ledger;
  /** Rejects, with what it said, when the product ends before `work` is done. */
  whileAlive<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Starts the product; call `close` in `afterAll`. */
export const openStage = async (options: ProductOptions = {}): Promise<Stage> => {
  const product = await openProduct(options);
  try {
    const api = httpApi(product.url, BOUND);
    const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
    const who = {id: body.id, token: body.token, ...ADM};
    const seed = createSeed(api, who, {config});
    const world = await createWorld({seed, adm: who});
    return {
      product, api, seed, world, adm: who.token,
      ledger: createLedger(world),
      whileAlive: work => Promise.race([work, product.ended.then(({code, signal, stderr}) => {
        throw new Error(`The server ended by itself (code ${code}, signal ${signal}): ${stderr.slice(-2000)}`);
      })]),
      close: () => product.dispose(),
    };
  } catch (error) {
    await product.dispose();
    throw error;
  }
};

/** The stage on a PostgreSQL of its own. */
export interface ServerStage extends Stage {
  postgres: Postgres;
}

/** Why there is no {@link openServerStage} here; undefined: there is. */
export const noPostgres = async (): Promise<string | undefined> => (await hasPostgres() ? undefined : 'PostgreSQL is not on this machine');

/**
 * @param settings of PostgreSQL, beyond its own
 * @param env of the product
 */
export const openServerStage = async (
  settings: Readonly<Record<string, string | number>> = {}, env: Readonly<Record<string, string>> = {},
): Promise<ServerStage> => {
  const postgres = await startPostgres(settings);
  try {
    const stage = await openStage({env: {DATABASE_URL: postgres.url, ...env}});
    const close = async () => {
      await stage.close();
      await postgres.remove();
    };
    return {...stage, postgres, close};
  } catch (error) {
    await postgres.remove();
    throw error;
  }
};

const pendingOf = (stories: readonly Story[]): Story[] => stories.filter(({acts}) => acts.at(-1)?.acknowledged === false);

/**
 * The end of every case: all that was acknowledged is there, nothing is there by half, and what had no answer is done once
 * when it is asked for again. Counts in `tally`.
 *
 * @param stories of this case
 * @returns the calls that had no answer, and whether they turned out to be done
 */
export const settle = async (
  {ledger, api, adm}: Pick<Stage, 'ledger' | 'api' | 'adm'>, tally: Tally, stories: readonly Story[],
): Promise<Findings['unanswered']> => {
  const findings = await ledger.audit(api, adm, stories);
  tally.acknowledged += findings.acknowledged;
  tally.lost += findings.lost.length;
  expect(findings).toMatchObject({lost: [], wrong: []});
  const pending = pendingOf(stories);
  await ledger.repeat(api);
  const after = await ledger.audit(api, adm, pending);
  expect(after).toMatchObject({lost: [], wrong: []});
  return findings.unanswered;
};
