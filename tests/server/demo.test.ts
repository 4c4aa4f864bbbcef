// DEMO=1 (rules: Operation 3): an empty database becomes something to look around in, once.
import {sql} from 'kysely';
import {beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';
import {startRobots} from '../../src/run/simulatedRobots.ts';
import {statusesOf} from '../../src/schema/statuses/statuses.ts';
import {chooseDemoCredentials, printDemoUsers, type DemoCredentials, type DemoUser} from '../../src/server/demo/plan.ts';
import {seedDemo} from '../../src/server/demo/seed.ts';
import {markDemoFinished, markDemoUnfinished, removeUnfinishedDemo} from '../../src/server/demo/unfinished.ts';
import {ensureFirstAdm} from '../../src/server/sessions/firstAdm.ts';
import product from '../../resources.config.ts';
import demonstration from '../../resources.demo.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {emptyTables} from '../support/database.ts';
import {openTestApp, type Answer} from '../support/server.ts';

const SENHA = 'uma-so-senha';
const ENV = {ADMIN_EMAIL: 'adm@balcao.test', ADMIN_PASSWORD: 'so-do-adm'};

const test = beforeTests(openTestApp);
let planned: DemoCredentials;
let users: DemoUser[];
/** How many tickets it has. */
let whole: number;
beforeAll(async () => {
  const {app, context} = test;
  await emptyTables(context.db);
  const plan = await chooseDemoCredentials(context.db, ENV);
  if (plan === undefined) throw new Error('an empty database was taken for a full one');
  await ensureFirstAdm(context.db, context.config, plan);
  planned = plan;
  users = await seedDemo(app, context, demonstration, plan.ADMIN_EMAIL, plan.ADMIN_PASSWORD, SENHA);
  whole = (await datesOfTickets()).length;
});

const signIn = (email: string): Promise<Answer> => test.api(undefined, 'POST usuarios/login', {
  body: {email, senha: email === ENV.ADMIN_EMAIL ? ENV.ADMIN_PASSWORD : SENHA},
});
const asAdm = async () => (await signIn(ENV.ADMIN_EMAIL)).body.token as string;

interface Dates {
  aberto: Date;
  finalizado: Date | null;
  anexado: Date;
  primeiro: Date;
  ultimo: Date;
}
const datesOfTickets = async (): Promise<Dates[]> => {
  const {rows} = await sql<Dates>`
    select t.data_criacao as aberto, t.data_finalizacao as finalizado,
      (select min(data_criacao) from tickets_arquivos where id_registro = t.id) as anexado,
      (select min(data_criacao) from historico where recurso = 'tickets' and id_registro = t.id) as primeiro,
      (select max(data_criacao) from historico where recurso = 'tickets' and id_registro = t.id) as ultimo
    from tickets t`.execute(test.context.db);
  return rows;
};

describe('the demonstration', () => {
  it('has tickets that stand still, that wait for their author, and that were answered', async () => {
    const token = await asAdm();
    const {body: tabs} = await test.api(token, 'GET tickets/abas');
    for (const aba of ['semAtendente', 'aguardandoAutor', 'paraAprovar', 'parados', 'todos']) {
      expect(tabs.find((one: {aba: string}) => one.aba === aba).total, aba).toBeGreaterThan(1);
    }
    const {body} = await test.api(token, 'GET tickets', {query: {page: 1, pageSize: 50, idStatusTicket: 6}});
    const turns: string[] = body.registros.map(({aguarda}: {aguarda: string}) => aguarda);
    expect(new Set(turns)).toEqual(new Set(['autor', 'equipe']));
    for (const {ultimoComentario, statusDesde, dataCriacao} of body.registros) {
      expect(ultimoComentario.texto).not.toBe('');
      expect(Date.parse(statusDesde)).toBeGreaterThanOrEqual(Date.parse(dataCriacao));
      expect(Date.parse(ultimoComentario.data)).toBeGreaterThanOrEqual(Date.parse(statusDesde));
    }
  });

  it('says of every ticket since when it stands there and what was written last, as its history does', async () => {
    const {rows} = await sql`
      select t.id from tickets t where status_desde is distinct from (
        select data_criacao from historico h
        where recurso = 'tickets' and id_registro = t.id and para_status is not null order by id desc limit 1)
      or comentario$texto is not null and not exists (
        select from historico h where recurso = 'tickets' and id_registro = t.id and comentario = comentario$texto
          and h.data_criacao = comentario$data and h.id_usuario = comentario$usuario)`.execute(test.context.db);
    expect(rows).toEqual([]);
  });

  it('has a ticket that a robot marked, and one that it gave up after three attempts', async () => {
    const token = await asAdm();
    const {body: {registros}} = await test.api(token, 'GET tickets', {query: {page: 1, pageSize: 50, idStatusTicket: 6}});
    const [marked, gaveUp] = await Promise.all(['A agenda', 'O portal da Sefaz'].map(async words => {
      const {id} = registros.find(({ultimoComentario}: {ultimoComentario: {texto: string}}) => ultimoComentario.texto.startsWith(words));
      const [{body: ticket}, {body: steps}] = [
        await test.api(token, 'GET tickets/:id', {params: {id}}), await test.api(token, 'GET ticketsHistorico/:id', {params: {id}}),
      ];
      const attempts = steps.filter(({tentativa}: {tentativa?: {passo: string}}) => tentativa?.passo === 'falhar');
      return {marks: ticket.ticketFormularios.filter(({aviso}: {aviso: string}) => aviso !== '').length, attempts: attempts.length};
    }));
    expect({marked, gaveUp}).toEqual({marked: {marks: 2, attempts: 1}, gaveUp: {marks: 0, attempts: 3}});
  });

  it('has users of every profile, who all sign in with one password that is drawn, and not with the Adm\'s own', async () => {
    expect(planned).toMatchObject({ADMIN_PASSWORD: 'so-do-adm', senha: expect.not.stringMatching(/^so-do-adm$/)});
    const lines: string[] = [];
    printDemoUsers(users, planned, line => lines.push(line));
    expect(lines.at(-1)).toBe(`adm@balcao.test com a senha de ADMIN_PASSWORD, os outros com a senha ${planned.senha}`);
    const labels = Object.values(test.context.config.profiles).map(({name}) => name);
    expect(new Set(users.map(({perfil}) => perfil))).toEqual(new Set(labels));
    for (const {email} of users) expect(await signIn(email), email).toAnswer(200);
  });

  it('has tickets in every status', async () => {
    const token = await asAdm();
    for (const {id, name} of statusesOf(test.context.config.resources['tickets']!)) {
      const {body} = await test.api(token, 'GET tickets', {query: {page: 1, idStatusTicket: Number(id)}});
      expect(body.total, name).toBeGreaterThan(0);
    }
  });

  it('shows each of its people tickets, templates and files they may see', async () => {
    for (const {perfil, email} of users) {
      const {body: session} = await signIn(email);
      const {body: list} = await test.api(session, 'GET tickets', {query: {page: 1}});
      expect(list.total, email).toBeGreaterThan(0);
      const {body: ticket} = await test.api(session, 'GET tickets/:id', {params: {id: list.registros[0].id}});
      expect(ticket.ticketFormularios.length, `${perfil} ${email}`).toBeGreaterThan(0);
      const [file] = ticket.ticketArquivos;
      const download = await test.api(session, 'GET TicketsArquivo/baixar-arquivo/:fileId', {params: {fileId: file.id}});
      expect(download.bytes.subarray(0, 5).toString(), file.nomeArquivo).toBe('%PDF-');
    }
  });

  it('has told its people what happened to their tickets: some of it is unread, and none of it goes by mail', async () => {
    const read: unknown[] = [];
    for (const {perfil, email} of users.filter(user => user.perfil === 'Fornecedor')) {
      const {body: session} = await signIn(email);
      const {body: {total, naoLidos, registros}} = await test.api(session, 'GET avisos');
      if (total === 0) continue;
      read.push(total > naoLidos);
      expect(naoLidos, `${perfil} ${email}`).toBeGreaterThan(0);
      const dates = registros.map((one: {dataCriacao: string}) => one.dataCriacao);
      expect(dates).toEqual(dates.toSorted().toReversed());
    }
    expect(read).toContain(true);
    const {rows} = await sql`select from avisos a where envio <> 'nenhum' or not exists (
      select from historico h where h.recurso = a.recurso and h.id_registro = a.id_registro and h.data_criacao = a.data_criacao)`
      .execute(test.context.db);
    expect(rows).toEqual([]);
  });

  it('happened in the past, over more than half a year, one step after the other', async () => {
    const all = await datesOfTickets();
    const now = Date.now();
    const DAY = 86_400_000;
    // Up to yesterday's last office hour, which in the small hours is not long ago.
    const today = new Date(now).setHours(0, 0, 0, 0);
    for (const {aberto, anexado, primeiro, ultimo} of all) {
      expect(aberto.getTime()).toBeLessThan(today);
      expect(primeiro.getTime()).toBe(anexado.getTime());
      expect(ultimo.getTime()).toBeLessThanOrEqual(now);
    }
    for (const {aberto, finalizado} of all.filter(one => one.finalizado !== null)) {
      expect(finalizado!.getTime()).toBeGreaterThanOrEqual(aberto.getTime());
      expect(finalizado!.getTime()).toBeLessThan(now);
    }
    expect(Math.min(...all.map(({aberto}) => aberto.getTime()))).toBeLessThan(now - 180 * DAY);
  });

  it('has a year behind it: more each quarter, on weekdays, in office hours, most of it done, numbered by its days', async () => {
    const {rows} = await sql<{trimestre: number; total: number; finalizados: number; filiais: number; empresas: number}>`
      select width_bucket(extract(epoch from now() - data_criacao), 0, 365.25 * 86400, 4) as trimestre, count(*) as total,
        count(*) filter (where id_status_ticket = 7) as finalizados, count(distinct id_filial) as filiais, count(distinct id_empresa) as empresas
      from tickets group by 1 order by 1 desc`.execute(test.context.db);
    const quarters = rows.map(({total}) => total);
    expect(quarters).toHaveLength(4);
    expect(quarters).toEqual(quarters.toSorted((a, b) => a - b));
    expect(quarters.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(300);
    for (const {trimestre, filiais, empresas} of rows) expect({trimestre, filiais: filiais > 1, empresas})
      .toEqual({trimestre, filiais: true, empresas: 2});
    for (const {total, finalizados} of rows.slice(0, -1)) expect(finalizados / total).toBeGreaterThan(0.8);
    const {rows: [odd]} = await sql<{fora: number; desordem: number; meses: number}>`
      with t as (select *, data_criacao at time zone 'America/Sao_Paulo' as dia from tickets where data_criacao < now() - interval '30 days')
      select count(*) filter (where extract(isodow from dia) > 5 or extract(hour from dia) not between 8 and 17) as fora,
        count(*) filter (where exists (select from t as o where o.id < t.id and o.data_criacao > t.data_criacao)) as desordem,
        count(distinct to_char(data_finalizacao at time zone 'America/Sao_Paulo', 'YYYY-MM')) as meses
      from t`.execute(test.context.db);
    expect(odd).toEqual({fora: 0, desordem: 0, meses: expect.any(Number)});
    expect(odd!.meses).toBeGreaterThanOrEqual(11);
  });

  it('is told by the dashboard', async () => {
    const {calls} = test.context.config.dashboards.home!;
    for (const {email} of users.filter(({perfil}) => perfil !== 'RPA')) {
      const {body: {token}} = await signIn(email);
      const {body: months} = await test.api(token, calls.evolution, {query: {periodo: '12m'}});
      expect(months.filter((one: {qtdEvolucao: number}) => one.qtdEvolucao > 0).length, email).toBeGreaterThan(9);
      const {body: {maisAntigos, porFilial}} = await test.api(token, calls.summary);
      expect({antigos: maisAntigos.length, filiais: porFilial.length > 0}, email).toEqual({antigos: 5, filiais: true});
    }
  });

  it('has work for a robot of each workflow, which sign in by a key of their own and end when they are told to', async () => {
    const {body: queues} = await test.api(await asAdm(), 'GET rpa/fila');
    for (const {workflow, esperando} of queues) expect(esperando, workflow).toBeGreaterThan(2);
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    const keys = async () => (await sql<{hash: string}>`select hash from chaves`.execute(test.context.db)).rows;
    const [first, second] = [await startRobots(test.context, 'http://127.0.0.1:9', demonstration), await keys()];
    await first();
    await (await startRobots(test.context, 'http://127.0.0.1:9', demonstration))();
    expect([second.length, (await keys()).length]).toEqual([1, 1]);
    expect(await keys()).not.toEqual(second);
    for (const {workflow} of queues) expect(String(said.mock.calls[0]?.[0])).toContain(`(${workflow})`);
  });

  it('is not made a second time', async () => {
    expect(await chooseDemoCredentials(test.context.db, ENV)).toBeUndefined();
  });

  it('tells who can sign in, and with what', () => {
    const lines: string[] = [];
    printDemoUsers(users, {...ENV, ADMIN_PASSWORD: SENHA, senha: SENHA}, line => lines.push(line));
    const told = lines.join('\n');
    for (const {email} of users) expect(told).toContain(email);
    expect(told).toContain(`Todos com a senha ${SENHA}`);
  });

  it('has records that wait for a robot for some minutes, as their history has it', async () => {
    const {rows} = await sql<{minutes: number; isOf: boolean}>`
      select extract(epoch from now() - f.desde)::integer / 60 as minutes, f.desde = t.status_desde as "isOf"
      from tickets_fila as f join tickets as t on t.id = f.id_registro
      where f.resultado is null and f.ate is null`.execute(test.context.db);
    expect(rows.length).toBeGreaterThan(4);
    expect(new Set(rows.map(({minutes}) => minutes)).size).toBeGreaterThan(3);
    const isShort = expect.toSatisfy((n: number) => n > 5 && n < 120);
    for (const row of rows) expect(row).toEqual({minutes: isShort, isOf: true});
  });
});

it('is not made where somebody works already, nor has robots there', async () => {
  await test.reset();
  expect(await chooseDemoCredentials(test.context.db, ENV)).toBeUndefined();
  await (await startRobots(test.context, 'http://127.0.0.1:9', demonstration))();
  expect((await sql`select from chaves`.execute(test.context.db)).rows).toEqual([]);
});

const removeUnfinished = () => removeUnfinishedDemo(test.context.db, async () => demonstration);

describe('a demonstration that is interrupted', () => {
  /** Begins one as a start does, and ends with the process at its `calls`th call of the API; without a number it is finished. */
  const begin = async (calls?: number): Promise<void> => {
    const {app, context} = test;
    await emptyTables(context.db);
    await markDemoUnfinished(context.db);
    await ensureFirstAdm(context.db, context.config, ENV);
    let made = 0;
    const dying = new Proxy(app, {
      get: (target, key: keyof typeof app) =>
        key === 'inject' && ++made === calls ? () => Promise.reject(new Error('killed')) : target[key],
    });
    const seeding = seedDemo(dying, context, demonstration, ENV.ADMIN_EMAIL, ENV.ADMIN_PASSWORD, SENHA);
    if (calls !== undefined) return expect(seeding).rejects.toThrow('killed');
    await seeding;
    await markDemoFinished(context.db);
  };

  it.each([
    ['before its first company', 2], ['among the users', 12], ['among the tickets', 60],
  ])('%s is gone with the next start, which finds an empty database', async (_when, calls) => {
    await begin(calls);
    expect(await chooseDemoCredentials(test.context.db, ENV)).toBeUndefined();
    expect(await removeUnfinished()).toBe(true);
    expect(await chooseDemoCredentials(test.context.db, ENV)).toMatchObject(ENV);
    expect(await removeUnfinished()).toBe(false);
    expect(await datesOfTickets()).toEqual([]);
  });

  it('is made again whole, with nothing twice', async () => {
    await begin(40);
    await removeUnfinished();
    await begin();
    expect(await datesOfTickets()).toHaveLength(whole);
    expect(await removeUnfinished()).toBe(false);
  });

  it('stays, as data, where there is a company of somebody else', async () => {
    await begin(60);
    await sql`insert into empresas (razao_social, cnpj) values ('De verdade', '11222333000181')`.execute(test.context.db);
    expect(await removeUnfinished()).toBe(false);
    expect((await datesOfTickets()).length).toBeGreaterThan(0);
    expect(await chooseDemoCredentials(test.context.db, ENV)).toBeUndefined();
    // Nor is it taken for one again when that company is gone.
    await sql`delete from empresas where cnpj = '11222333000181'`.execute(test.context.db);
    expect(await removeUnfinished()).toBe(false);
  });
});

it('ends in a sentence that says what it lacks where the config has no suppliers', async () => {
  const {fornecedores: _fornecedores, ...resources} = product.resources;
  const server = await openTestApp({config: {...product, resources}});
  onTestFinished(() => server.close());
  await expect(seedDemo(server.app, server.context, demonstration, server.adm.email, server.adm.senha)).rejects.toThrow(
    /^A demonstração não serve a esta configuração, em seu passo 5 \(\{make: 'fornecedores'\}\): "fornecedores" não é um recurso\. Corrija-a, ou a configuração\.$/);
});
