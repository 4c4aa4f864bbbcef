/** One filled database, with the product and, on a server, the limit in front of it. */
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {sql} from 'kysely';
import type {TokenUser} from '../../server/accounts/tokens.ts';
import {openDatabase} from '../../server/db/connection/open.ts';
import {ask} from './ask.ts';
import {ADM, clerk, fillDatabase, LARGE, manager, robot, SENHA, supplier} from './fill.ts';
import {LIMIT, PRODUCT, startMeasured, type Measured} from './measured.ts';

const PEOPLE = {adm: ADM, gestor: manager(LARGE), filial: clerk(1), fornecedor: supplier(LARGE), robo: robot(LARGE)} as const;
export type Person = keyof typeof PEOPLE;

/** How a place is called: how many tickets it has, and whether they are in the embedded database. */
export interface PlaceName {
  tickets: number;
  embedded: boolean;
}

export interface Place extends PlaceName {
  /** Of its database; undefined: embedded. */
  url: string | undefined;
  product: Measured;
  limit: Measured | undefined;
  tokens: Readonly<Record<Person, string>>;
  /** Tickets of the large company: some to read, and open ones to move. */
  read: readonly number[];
  open: readonly number[];
  /** People who look on, first who reaches what is moved. */
  listeners: readonly TokenUser[];
  /** The items of its first branch's template, by name. */
  items: readonly {id: number; descricao: string}[];
}

const report = (message: string, error: unknown): void => void process.stderr.write(`${message} ${String(error)}\n`);

const SOME = 200;
const LISTENERS = 500;

type Known = Pick<Place, 'read' | 'open' | 'listeners' | 'items'>;

/** Makes the database, and says what is asked of it. */
export const fillPlace = async (
  folder: string, url: string | undefined, tickets: number, told: (tickets: number) => void,
): Promise<Known> => {
  await mkdir(folder, {recursive: true});
  // Makes the tables, and folder and database a pair: files of a database that never saw the folder would be somebody else's.
  await (await startMeasured(PRODUCT, folder, url)).stop();
  const {db, close} = await openDatabase({DATA_DIR: folder, DATABASE_URL: url}, report);
  try {
    await fillDatabase(db, {tickets, parts: true, told});
    const ids = async (where: ReturnType<typeof sql>): Promise<number[]> => {
      const {rows} = await sql<{id: number}>`
        select id from tickets where id_empresa = ${LARGE} and ${where} order by id desc limit ${SOME}::integer`.execute(db);
      return rows.map(({id}) => id);
    };
    const {rows: items} = await sql<Known['items'][number]>`
      select id, descricao from modelos_formulario_item where id_modelo_formulario = 1 order by ordem`.execute(db);
    const {rows: listeners} = await sql<TokenUser>`
      select id, nome, email, '' as perfil, '' as "nomeEmpresa", token_versao as "tokenVersao" from usuarios
      where tipo <> 4 order by id_empresa = ${LARGE} and tipo = 2 desc, id % 10, id limit ${LISTENERS}::integer`.execute(db);
    return {listeners, read: await ids(sql`id % 10 = 4`), open: await ids(sql`id_status_ticket = 1`), items};
  } finally {
    await close();
  }
};

const tokensOf = async ({port}: Measured): Promise<Place['tokens']> => {
  const tokens = new Map<string, string>();
  for (const [name, email] of Object.entries(PEOPLE)) {
    const body = Buffer.from(JSON.stringify({email, senha: SENHA}));
    const answer = await ask(port, {method: 'POST', path: '/api/usuarios/login', body, type: 'application/json'});
    tokens.set(name, (JSON.parse(answer.toString()) as {token: string}).token);
  }
  return Object.fromEntries(tokens) as Place['tokens'];
};

/** Starts what is measured in front of a filled database. */
export const openPlace = async (folder: string, url: string | undefined, name: PlaceName, known: Known): Promise<Place> => {
  const product = await startMeasured(PRODUCT, folder, url);
  const own = join(folder, 'limite');
  await mkdir(own, {recursive: true});
  const limit = url === undefined ? undefined : await startMeasured(LIMIT, own, url);
  return {...name, ...known, url, product, limit, tokens: await tokensOf(product)};
};
