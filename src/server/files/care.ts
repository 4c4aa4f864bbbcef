/** What a running server does for its folder of files. */
import {join} from 'node:path';
import type {Report} from '../db/connection/open.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {settle, type StorePlace} from './identity.ts';
import {restoreBinned, sweepFiles} from './sweep.ts';

const HOUR = 3_600_000;

/** The folder of files of an environment and its database, which is named without user and password. */
export const placeOf = ({DATA_DIR, DATABASE_URL}: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>, folder: string, db: Db): StorePlace => {
  const url = DATABASE_URL === undefined ? undefined : new URL(DATABASE_URL);
  return {folder, db, name: url === undefined ? join(DATA_DIR, 'db') : `${url.host}${url.pathname}`};
};

/**
 * At start puts back what the bin holds by mistake and says whether folder and database belong together; takes nothing
 * away. Then sweeps every hour.
 *
 * @param say hears each sentence for the operator once
 * @returns what ends it, and resolves when the sweep on its way is over; that need not be waited for: a sweep may be cut anywhere
 */
export const careForFiles = async (place: StorePlace, say: (sentence: string) => void, report: Report): Promise<() => Promise<void>> => {
  let said: string | undefined;
  const sayOnce = (sentence: string | undefined): void => {
    if (sentence !== undefined && sentence !== said) say(sentence);
    said = sentence;
  };
  let ended = false;
  const sweep = () => sweepFiles(place).then(({refused}) => sayOnce(refused), (error: unknown) => {
    // The database is closed under it.
    if (!ended) report('A limpeza de arquivos falhou.', error);
  });
  try {
    await restoreBinned(place);
    const verdict = await settle(place);
    sayOnce(verdict.kind === 'ours' ? undefined : verdict.sentence);
  } catch (error) {
    // The product works without; uploads are refused in a sentence until the folder can be used.
    sayOnce(`Não é possível usar a pasta de arquivos ${place.folder}: ${error instanceof Error ? error.message : String(error)}`);
  }
  let swept = Promise.resolve();
  const sweeping = setInterval(() => {
    swept = swept.then(sweep);
  }, HOUR).unref();
  return () => {
    ended = true;
    clearInterval(sweeping);
    return swept;
  };
};
