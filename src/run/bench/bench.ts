/** Fills a throwaway database, asks the real API by injection at two sizes, and prints how its costs relate. */
import {join} from 'node:path';
import type {FastifyInstance} from 'fastify';
import type {Config} from '../../schema/config.ts';
import {buildApp} from '../../server/app.ts';
import type {Context} from '../../server/context.ts';
import {prepareDatabase} from '../../server/db/migrate.ts';
import {readEnv} from '../../server/env.ts';
import {diskStore} from '../../server/files/diskStore.ts';
import {createBell} from '../../server/mail/bell.ts';
import {ensureFirstAdm} from '../../server/sessions/firstAdm.ts';
import {compareMoves, dashboardTable, timeDashboard} from './dashboard.ts';
import {throwawayDatabase} from './database.ts';
import {fillCompanies, fillRecords, MANAGER, type Person} from './fill.ts';
import {casesOf, FIRST, timeBareSql, timeLists, type Case, type Times} from './lists.ts';
import {milliseconds, ratio, tableOf} from './table.ts';
import {exportSpeed, readSpeed, timeInserts, timeTicket} from './work.ts';

const SMALL = 1000;
const LARGE = 100_000;
const ADM: Person = {email: 'adm@banco.test', senha: MANAGER.senha};
const PEOPLE: readonly [perfil: string, person: Person][] = [['adm', ADM], ['empresa', MANAGER]];

type Print = (line: string) => void;

const tokensOf = async (app: FastifyInstance): Promise<Map<string, string>> => {
  const tokens = new Map<string, string>();
  for (const [perfil, {email, senha}] of PEOPLE) {
    const answer = await app.inject({method: 'POST', url: '/api/usuarios/login', payload: {email, senha}});
    tokens.set(perfil, answer.json<{token: string}>().token);
  }
  return tokens;
};

const printLists = (context: Context, cases: readonly Case[], small: Times, large: Times, bare: Times, print: Print): void => {
  const rows = cases.map(one => {
    const {resource, perfil, consulta} = one;
    const first = cases.find(other => other.resource === resource && other.perfil === perfil && other.consulta === FIRST);
    const time = large.get(one) ?? 0;
    const sql = bare.get(one);
    return [
      context.config.resources[resource]?.label.many ?? resource, context.config.profiles[perfil]?.label ?? perfil, consulta,
      ratio(time, small.get(one) ?? 0), first === undefined || first === one ? '–' : ratio(time, large.get(first) ?? 0),
      sql === undefined ? '–' : ratio(time, sql), milliseconds(time),
    ];
  });
  print(`\n${tableOf(['Lista', 'Perfil', 'Consulta', '100 mil ÷ mil', '÷ primeira página', '÷ SQL direto', '(ms aqui)'], rows)}`);
};

/**
 * The whole benchmark, in about two minutes.
 *
 * @param server a PostgreSQL server on which a database may be made; undefined: the embedded database
 */
export const bench = async (config: Config, server: string | undefined, print: Print): Promise<void> => {
  const {db, kind, folder, close} = await throwawayDatabase(server);
  try {
    const env = readEnv({
      DATA_DIR: folder, JWT_SECRET: 'segredo-de-um-banco-que-ninguem-guarda', ADMIN_EMAIL: ADM.email, ADMIN_PASSWORD: ADM.senha,
    });
    const context: Context = {config, db, env, files: diskStore(join(folder, 'files')), mail: createBell()};
    await prepareDatabase(db, config, () => {});
    await ensureFirstAdm(db, config, env);
    await fillCompanies(context);
    const app = await buildApp(context);
    print(
      `Banco de dados ${kind === 'embedded' ? 'embutido' : 'PostgreSQL'}. ` +
        'Só as razões (×) se comparam; os tempos são desta máquina, agora.',
    );
    const tokens = await tokensOf(app);
    const adm = tokens.get('adm') ?? '';
    const cases = casesOf(PEOPLE.map(([perfil]) => perfil));

    await fillRecords(context, 1, SMALL);
    const small = await timeLists(app, context, tokens, cases);
    const ticketSmall = await timeTicket(app, context, adm);
    const exportSmall = await exportSpeed(app, adm, 'csv');
    const dashboardSmall = await timeDashboard(app, context, tokens);

    const start = performance.now();
    await fillRecords(context, SMALL + 1, LARGE);
    print(`100 mil fornecedores, usuários e tickets gravados em ${Math.round((performance.now() - start) / 1000)} s.`);
    const large = await timeLists(app, context, tokens, cases);
    const bare = new Map<Case, number>();
    for (const one of cases) if (one.consulta === FIRST) bare.set(one, await timeBareSql(context, one));
    printLists(context, cases, small, large, bare, print);

    print(`\n${dashboardTable(context, dashboardSmall, await timeDashboard(app, context, tokens))}`);

    const [ticket, inserts] = [await timeTicket(app, context, adm), await timeInserts(context)];
    const [csv, xlsx, read] = [await exportSpeed(app, adm, 'csv'), await exportSpeed(app, adm, 'xlsx'), await readSpeed(context)];
    const moves = await compareMoves(app, context, tokens.get('empresa') ?? '');
    print(`\n${tableOf(['Trabalho', 'Comparado com', 'Razão'], [
      ['Abrir ticket com 100 mil', 'abrir ticket com mil', ratio(ticket, ticketSmall)],
      ['Abrir ticket', 'os mesmos inserts em SQL', ratio(ticket, inserts)],
      ['Movimentos/s, 16 ao mesmo tempo', 'sem as contagens', ratio(moves.counted, moves.bare)],
      ['Linhas/s exportadas em CSV, 100 mil', 'com mil', ratio(csv, exportSmall)],
      ['Linhas/s exportadas em CSV', 'linhas/s lidas em SQL', ratio(csv, read)],
      ['Linhas/s exportadas em XLSX', 'linhas/s exportadas em CSV', ratio(xlsx, csv)],
    ])}`);
    await app.close();
  } finally {
    await close();
  }
};
