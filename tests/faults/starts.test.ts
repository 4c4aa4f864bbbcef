// Two servers start at once on a database that is still empty: neither spoils the other's work.
import {afterEach, beforeEach, describe, expect} from 'vitest';
import {httpApi} from '../support/httpApi.ts';
import {startPostgres} from '../support/postgres.ts';
import {ADM, openProduct, type Ending, type Product, type ProductOptions} from '../support/product.ts';
import {temporaryFolder} from '../support/server.ts';
import {fault, timed, type Tally} from './support/cases.ts';
import {noPostgres} from './support/stage.ts';

const TIMES = 4;

interface Started {
  /** The folder both were started on. */
  folder: string;
  up: Product[];
  refused: Ending[];
}

describe('two starts at once', () => {
  /** Undone in the opposite order. */
  let dispose: (() => Promise<void>)[];
  beforeEach(() => {
    dispose = [];
  });
  afterEach(async () => {
    for (const one of dispose.toReversed()) await one();
  });

  const startTwo = async (options: ProductOptions, tally: Tally): Promise<Started> => {
    const {folder, remove} = await temporaryFolder();
    dispose.push(remove);
    const found: Started = {folder, up: [], refused: []};
    tally.recovered.push(await timed(() => Promise.all([1, 2].map(() => openProduct({dataDir: folder, ...options}).then(
      product => {
        dispose.push(() => product.dispose());
        found.up.push(product);
      },
      (error: Error) => {
        if (error.cause === undefined) throw error;
        found.refused.push(error.cause as Ending);
      },
    )))));
    return found;
  };
  const signIn = async ({url}: Product) => (await httpApi(url)(undefined, 'POST usuarios/login', {body: ADM})).body;

  fault('embedded database: one works, the other says why not', {times: TIMES}, async tally => {
    const {folder, up, refused} = await startTwo({}, tally);
    expect(refused).toMatchObject([{code: 1, stdout: '', stderr: `A pasta ${folder} já está em uso por outro processo do Balcão.\n`}]);
    expect(up).toHaveLength(1);
    expect(await signIn(up[0]!)).toMatchObject({idPerfil: 1});
    await up[0]!.stop();
  });

  /** A database with nothing in it, on a server for this test. */
  const emptyDatabase = async (): Promise<string> => {
    const {url, remove} = await startPostgres();
    dispose.push(remove);
    return url;
  };

  fault('server database: both work, with one Adm and one key', {times: TIMES, unless: noPostgres}, async tally => {
    const {up, refused} = await startTwo({env: {DATABASE_URL: await emptyDatabase()}}, tally);
    expect(refused).toEqual([]);
    const [one, other] = up as [Product, Product];
    const [{token}] = [await signIn(one), await signIn(other)];
    // Who signed in at one is signed in at the other.
    expect((await httpApi(other.url)(token, 'GET usuarios')).body).toMatchObject([{email: ADM.email}]);
    for (const product of up) expect(await product.stop()).toMatchObject({code: 0, stderr: ''});
  });

  fault('server database, DEMO=1: both work, on one demonstration', {unless: noPostgres}, async tally => {
    const {up, refused} = await startTwo({env: {DATABASE_URL: await emptyDatabase(), DEMO: '1'}}, tally);
    expect(refused).toEqual([]);
    const endings = await Promise.all(up.map(product => product.stop()));
    expect(endings.filter(({stdout}) => stdout.includes('Demonstração criada.'))).toHaveLength(1);
    expect(endings.filter(({stdout}) => stdout.includes('DEMO: o banco de dados já tem registros, e nada foi criado.'))).toHaveLength(1);
  });
});
