/** One filled database, with the product and, on a server, the limit in front of it. */
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {sql} from 'kysely';
import type {TokenUser} from '../../src/server/accounts/tokens.ts';
import {openDatabase} from '../../src/server/db/connection/open.ts';
import type {Db} from '../../src/server/db/tables.ts';
import {ask} from './ask.ts';
import {ADM, clerk, fillDatabase, LARGE, manager, robot, SENHA, supplier, TINY} from './fill.ts';
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
  /** People who look on, and tickets that are moved meanwhile, each with who moves it: so many of them hear of each. */
  listeners: readonly TokenUser[];
  watched: readonly (TokenUser & {idTicket: number})[];
  /** The items of its first branch's template, by name. */
  items: readonly {id: number; descricao: string}[];
}

const report = (message: string, error: unknown): void => void process.stderr.write(`${message} ${String(error)}\n`);

const SOME = 200;
/** Companies in each of which so many look on. */
const [WATCHED, LOOKERS] = [100, 20];

type Known = Pick<Place, 'read' | 'open' | 'listeners' | 'watched' | 'items'>;

/** The newest ticket of some companies is open, and watched. */
const fillLookers = async (db: Db): Promise<Pick<Known, 'listeners' | 'watched'>> => {
  const user = sql`u.id, u.nome, u.email, '' as perfil, '' as "nomeEmpresa", u.token_versao as "tokenVersao", '' as "identityTag"`;
  const {rows: watched} = await sql<Known['watched'][number]>`
    with novos as (
      select max(id) as id from tickets where id_empresa not in (${LARGE}, ${TINY}) group by id_empresa order by id_empresa
      limit ${WATCHED}::integer
    ), abertos as (
      update tickets as t set id_status_ticket = 1, id_usuario_atendimento = null, data_finalizacao = null from novos
      where t.id = novos.id returning t.id, t.id_empresa
    )
    select ${user}, a.id as "idTicket" from abertos as a join usuarios as u on u.tipo = 2 and u.id_empresa = a.id_empresa`.execute(db);
  const {rows: listeners} = await sql<TokenUser>`
    with u as (
      insert into usuarios (nome, email, tipo, id_empresa) select 'Olhar', 'olhar' || t.id || '-' || n || '@banco.test', 5, t.id_empresa
      from tickets as t, generate_series(1, ${LOOKERS}::integer) as n where t.id = any(${watched.map(({idTicket}) => idTicket)}::integer[])
      returning *
    ), linked as (
      insert into usuarios_filiais (id_usuario, id_filial, id_empresa) select u.id, f.id, f.id_empresa
      from u join filiais as f using (id_empresa)
    )
    select ${user} from u`.execute(db);
  return {listeners, watched};
};

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
    return {...await fillLookers(db), read: await ids(sql`id % 10 = 4`), open: await ids(sql`id_status_ticket = 1`), items};
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
