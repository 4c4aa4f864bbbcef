/** The pages that are asked for, as Adm and as a company's manager. */
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import type {Context} from '../../server/context.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import {resourceOf, tableOf} from '../../server/db/names.ts';
import {COMMON, EMPRESA, RARE} from './fill.ts';
import {median} from './time.ts';

const RUNS = 5;
const PAGE = 20;

export interface Case {
  resource: string;
  perfil: string;
  consulta: string;
  query: string;
}
/** Milliseconds of each case, by its address. */
export type Times = ReadonlyMap<Case, number>;

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

const QUERIES: readonly {resource: string; consulta: string; query: string}[] = [
  ...[['fornecedores', 'nome', 'razaoSocial'], ['usuarios', 'nome', 'nome']].flatMap(([resource = '', param = '', sort = '']) => [
    {resource, consulta: 'primeira página', query: ''},
    {resource, consulta: 'página do meio', query: 'meio'},
    {resource, consulta: 'última página', query: 'fim'},
    {resource, consulta: 'termo raro', query: `${param}=${encodeURIComponent(RARE)}`},
    {resource, consulta: 'termo comum', query: `${param}=${COMMON}`},
    {resource, consulta: 'duas letras', query: `${param}=je`},
    {resource, consulta: 'ordem inversa', query: `sort=${sort}&order=desc`},
    {resource, consulta: 'por e-mail', query: 'sort=email&order=asc'},
  ]),
  {resource: 'tickets', consulta: 'primeira página', query: ''},
  {resource: 'tickets', consulta: 'página do meio', query: 'meio'},
  {resource: 'tickets', consulta: '30 dias', query: `dataInicial=${day(30)}&dataFinal=${day(0)}`},
  {
    resource: 'tickets',
    consulta: '30 dias, termo raro',
    query: `dataInicial=${day(30)}&dataFinal=${day(0)}&descricaoItensFormulario=${encodeURIComponent(RARE)}`,
  },
];

export const FIRST = 'primeira página';

export const casesOf = (profiles: readonly string[]): Case[] => QUERIES.flatMap(one => profiles.map(perfil => ({...one, perfil})));

const pageOf = (query: string, total: number): string => {
  const last = Math.max(1, Math.ceil(total / PAGE));
  if (query === 'meio') return `page=${Math.max(1, Math.floor(last / 2))}`;
  return query === 'fim' ? `page=${last}` : `page=1&${query}`;
};

/** @throws Error when the API refuses a page, or answers more than one */
export const timeLists = async (
  app: FastifyInstance, {config}: Context, tokens: ReadonlyMap<string, string>, cases: readonly Case[],
): Promise<Times> => {
  const times = new Map<Case, number>();
  for (const one of cases) {
    const resource = resourceOf(config, one.resource);
    const {path} = parseEndpoint(apiOf(one.resource, resource).list ?? 'GET /');
    const get = async (query: string) => {
      const answer = await app.inject({url: `/api/${path}?${query}`, headers: {authorization: `Bearer ${tokens.get(one.perfil) ?? ''}`}});
      if (answer.statusCode !== 200) throw new Error(`${path}?${query}: ${answer.statusCode} ${answer.body}`);
      return answer;
    };
    const first = await get('page=1');
    const total = Number(first.headers['x-total-count'] ?? first.json<{total?: number}>().total);
    times.set(one, await median(RUNS, () => get(pageOf(one.query, total))));
  }
  return times;
};

/** The first page and the total in SQL written by hand, as Adm and as the manager: what the API is compared with. */
export const timeBareSql = async ({config, db}: Context, {resource: name, perfil}: Case): Promise<number> => {
  const resource = resourceOf(config, name);
  const table = sql.table(tableOf(name, resource));
  const mine = perfil === 'empresa' ? sql`where id_empresa = ${EMPRESA}` : sql``;
  const order = {fornecedores: sql`"razao_social$busca", id`, usuarios: sql`"nome$busca", id`}[name] ?? sql`data_criacao desc, id desc`;
  return median(RUNS, async () => {
    await sql`select count(*) from ${table} ${mine}`.execute(db);
    await sql`select * from ${table} ${mine} order by ${order} limit ${PAGE}::integer`.execute(db);
  });
};
