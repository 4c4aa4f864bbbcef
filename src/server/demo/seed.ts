/** Fills an empty database with the demonstration (`DEMO`; rules: Operation 3), through the API itself. */
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {robotStepName} from '../../schema/queue.ts';
import {REPLY_CALLS} from '../../schema/lists/savedReplies.ts';
import type {FormItem} from '../../schema/apiShapes.ts';
import {randomPassword} from '../accounts/password.ts';
import {accountByEmail} from '../accounts/accounts.ts';
import type {Actor, Context} from '../context.ts';
import {commentColumns, resourceOf} from '../db/sqlNames.ts';
import type {Db, Sql} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {signIn, unsuited, type Answered, type Client} from './client.ts';
import {DEMO_ADM, demoCompanies, demoJourneys, demoReasons, demoReplies, type DemoCompany, type DemoFailure} from './data.ts';
import {demoAnswer, demoPdf} from './values.ts';
import {makeYear, type Desk} from './year.ts';

/** Of each person's notices the newest, which they have not read. */
const UNREAD = 3;

/**
 * Moves the notices of one ticket to where its steps go.
 *
 * @param steps answers, by the instant that a step was written at (`antes`), where it is moved to (`depois`)
 */
const moveNotices = async (db: Db, idTicket: number, steps: Sql): Promise<void> => void await sql`
  update avisos a set data_criacao = s.depois, envio = 'nenhum' from (${steps}) as s
  where a.recurso = 'tickets' and a.id_registro = ${idTicket} and a.data_criacao = s.antes`.execute(db);

/** Once all are there: their numbers rise with their days, and who reads now and then has read what is older. */
const readNotices = async (db: Db): Promise<void> => void await sql`
  with todos as (delete from avisos returning *)
  insert into avisos (id_usuario, recurso, id_registro, texto, data_criacao, data_leitura, envio)
  select id_usuario, recurso, id_registro, texto, data_criacao,
    case when row_number() over (partition by id_usuario order by data_criacao desc, id desc) > ${UNREAD}
      then least(data_criacao + interval '3 hours', now()) end,
    'nenhum'
  from todos order by data_criacao, id`.execute(db);

export interface DemoUser {
  perfil: string;
  email: string;
}

export interface DemoPlan {
  ADMIN_EMAIL: string;
  ADMIN_PASSWORD: string;
  /** That of all its users: drawn, and the Adm's too where that one is not given. */
  senha: string;
}

/** Who signs in to the demonstration, and with what. Undefined: somebody or something is in the database. */
export const planDemo = async (
  db: Db, env: Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<DemoPlan | undefined> => {
  const {rows} = await sql<{taken: boolean}>`select exists (select from usuarios) or exists (select from empresas) as taken`.execute(db);
  if (rows[0]?.taken !== false) return undefined;
  const senha = randomPassword();
  return {ADMIN_EMAIL: env.ADMIN_EMAIL ?? DEMO_ADM, ADMIN_PASSWORD: env.ADMIN_PASSWORD ?? senha, senha};
};

/** The Adm's own password is who gave it the only one to know. */
export const printDemo = (
  users: readonly DemoUser[], {ADMIN_EMAIL, ADMIN_PASSWORD, senha}: DemoPlan, print: (line: string) => void,
): void => {
  const width = Math.max(...users.map(({perfil}) => perfil.length));
  print('\nDemonstração criada. Usuários:');
  for (const {perfil, email} of users) print(`  ${perfil.padEnd(width)}  ${email}`);
  const isOne = ADMIN_PASSWORD === senha;
  print(isOne ? `Todos com a senha ${senha}` : `${ADMIN_EMAIL} com a senha de ADMIN_PASSWORD, os outros com a senha ${senha}`);
};

interface Demo {
  app: FastifyInstance;
  context: Context;
  adm: Client;
  senha: string;
}
interface Template {
  id: number;
  idEmpresa: number;
  idFilial: number;
  itens: Pick<FormItem, 'id' | 'descricao' | 'tipoCampo'>[];
  /** Whether robots work what is made of it. */
  isWorked: boolean;
}

const must = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`falta "${what}".`);
  return value;
};

const makeTemplates = async (
  {adm}: Demo, company: DemoCompany, idEmpresa: number, branches: ReadonlyMap<string, number>,
): Promise<Template[]> => {
  const templates: Template[] = [];
  for (const {filial, itens, ...template} of company.modelos) {
    const idFilial = must(branches.get(filial), filial);
    const {id} = await adm.call('POST modelosformulario', {body: {...template, idEmpresa, idFilial}});
    const made: Template['itens'] = [];
    for (const item of itens) {
      const one: Answered = await adm.call('POST modelosFormularioItem', {body: {...item, idModeloFormulario: id}});
      made.push({id: one.id, descricao: item.descricao, tipoCampo: item.tipoCampo});
    }
    templates.push({id, idEmpresa, idFilial, itens: made, isWorked: template.workFlowNameRpa !== ''});
  }
  return templates;
};

const makeCompany = async (demo: Demo, company: DemoCompany): Promise<Template[]> => {
  const {adm, senha, context} = demo;
  const {id: idEmpresa} = await adm.call('POST empresas', {body: company.empresa});
  const branches = new Map<string, number>();
  for (const filial of company.filiais) {
    branches.set(filial['descricao'] ?? '', (await adm.call('POST filial', {body: {...filial, idEmpresa}})).id);
  }
  for (const fornecedor of company.fornecedores) await adm.call('POST fornecedores', {body: {...fornecedor, idEmpresa}});
  for (const {perfil, filiais = [], ...user} of company.usuarios) {
    await adm.call('POST usuarios', {
      body: {
        ...user, senha, idEmpresa, tipo: must(context.config.profiles[perfil], perfil).id,
        filiaisAlteradas: filiais.map(name => ({idFilial: must(branches.get(name), name), usuarioVinculado: true})),
      },
    });
  }
  return makeTemplates(demo, company, idEmpresa, branches);
};

const openTicket = (client: Client, {id: idModeloFormulario, idEmpresa, idFilial, itens}: Template, turn: number): Promise<Answered> => {
  const ticketFormularios = itens.map(({id, descricao, tipoCampo}) => ({
    id, descricao, tipoCampo, valor: demoAnswer(descricao, tipoCampo, turn),
  }));
  const form = new FormData();
  form.append('data', JSON.stringify({idEmpresa, idFilial, idModeloFormulario, ticketFormularios}));
  form.append('files', demoPdf(`Nota fiscal ${104_500 + turn}`), `nota-fiscal-${104_500 + turn}.pdf`);
  form.append('tipos', 'Nota Fiscal');
  return client.call('POST tickets', {body: form});
};

/** Hours between two steps, and minutes after which somebody wonders why a robot does not come. */
const [APART, LONG] = [5, 40];

/** Moves what happened into the last weeks, a few hours between steps; what waits for a robot does so for some minutes. */
const age = async ({context: {db}}: Demo, idTicket: number, days: number): Promise<void> => {
  const own = sql`recurso = 'tickets' and id_registro = ${idTicket}`;
  const queued = sql`tickets_fila where id_registro = ${idTicket} and resultado is null`;
  const {rows: [row]} = await sql<{minutes: number}>`
    select case when exists (select from ${queued}) then ${APART * 60}::int * (count(*)::int - 1) + ${6 + (idTicket * 7) % LONG}::int
      else ${days * 24 * 60 + (idTicket * 37) % 600}::int end as minutes from historico where ${own}`.execute(db);
  const back = sql`make_interval(mins => ${row?.minutes ?? 0}::int)`;
  // A robot is quicker.
  const moved = sql`data_criacao - ${back} + make_interval(hours => ${sql.lit(APART)} * (row_number() over (order by id) - 1)::int)
    - case when acao = ${robotStepName('falhar')} then interval '4 hours 52 minutes' else interval '0' end`;
  await moveNotices(db, idTicket, sql`
    select antes, max(depois) as depois from (select data_criacao as antes, ${moved} as depois from historico where ${own}) as h
    group by antes`);
  await sql`
    with s as (select id, ${moved} as depois from historico where ${own})
    update historico h set data_criacao = s.depois from s where s.id = h.id`.execute(db);
  await sql`
    update tickets set data_criacao = data_criacao - ${back}, data_finalizacao = case when data_finalizacao is not null
      then (select max(data_criacao) from historico where ${own}) end,
      status_desde = (select data_criacao from historico where ${own} and para_status is not null order by id desc limit 1),
      ${sql.ref(commentColumns.at)} = (
        select data_criacao from historico where ${own} and comentario = ${sql.ref(commentColumns.text)} order by id desc limit 1)
    where id = ${idTicket}`.execute(db);
  await sql`update tickets_fila as f set desde = t.status_desde from tickets as t
    where t.id = f.id_registro and t.id = ${idTicket} and f.resultado is null`.execute(db);
  await sql`update tickets_arquivos set data_criacao = data_criacao - ${back} where id_registro = ${idTicket}`.execute(db);
};

/** A robot at work on one queued ticket, so that every status has one: for an hour, as no robot goes on. */
const lendToRobot = async (robot: Client): Promise<void> => {
  const {ticketId: id, leaseToken} = await robot.call('POST rpa/reservar', {body: {robo: 'RPA-01', leaseSegundos: 3600}});
  const progresso = {texto: 'Consultando a agenda da transportadora', porcento: 40};
  await robot.call('POST rpa/tickets/:id/renovar', {params: {id}, body: {leaseToken, leaseSegundos: 3600, progresso}});
};

/** A robot that gets the one queued ticket and cannot do it; it may be tried again at once. */
const fail = async (
  {context: {db}}: Demo, robot: Client, {itens}: Template, {campos = {}, ...failure}: DemoFailure,
): Promise<void> => {
  const {ticketId: id, leaseToken} = await robot.call('POST rpa/reservar', {body: {robo: 'RPA-01'}});
  const marked = Object.entries(campos).map(([name, mensagem]) =>
    ({item: must(itens.find(({descricao}) => descricao === name), name).id, mensagem}));
  await robot.call('POST rpa/tickets/:id/falhar', {params: {id}, body: {leaseToken, ...failure, campos: marked}});
  await sql`update tickets_fila set apos = now()`.execute(db);
};

interface People {
  opener: Client;
  worker: Client & {id: number};
  robot: Client | undefined;
}
const travel = async (demo: Demo, {opener, worker, robot}: People, templates: readonly Template[]): Promise<void> => {
  const actions = resourceOf(demo.context.config, 'tickets').actions ?? {};
  let turn = 0;
  for (const {count, moves, answered, robots, fails = []} of demoJourneys) {
    const all = robots === true ? templates.filter(({isWorked}) => isWorked) : templates;
    for (let n = 0; n < count && all.length > 0; n++) {
      const template = must(all[turn % all.length], 'templates');
      const author = answered === true || turn % 2 === 0 ? opener : worker;
      const {id} = await openTicket(author, template, turn);
      for (const move of moves) {
        const {call} = must(actions[move], move);
        await worker.call(call, {params: {id, idUsuario: worker.id}, body: {comentario: demoReasons[move]}});
      }
      for (const failure of fails) await fail(demo, must(robot, 'rpa'), template, failure);
      if (answered === true) {
        await author.call(must(actions['comentar'], 'comentar').call, {params: {id}, body: {comentario: demoReasons['comentar']}});
      }
      await age(demo, id, 1 + ((turn * 5) % 26));
      turn += 1;
    }
  }
};

const keepReplies = async (client: Client, replies: (typeof demoReplies)['adm']): Promise<void> => {
  for (const body of replies) await client.call(REPLY_CALLS.save, {body});
};

/** Who opens and who works on the tickets of each template; suppliers open where they are linked. */
const desksOf = async ({context}: Demo, company: DemoCompany, templates: readonly Template[]): Promise<Desk[]> => {
  const actorOf = async (email: string): Promise<Actor> => must(await accountByEmail(context.db, context.config, email), email).actor;
  const people = (perfil: string, filial?: string) =>
    company.usuarios.filter(user => user.perfil === perfil && (filial === undefined || user.filiais?.includes(filial) === true));
  const worker = await actorOf(must(people('empresa')[0], 'empresa').email);
  return Promise.all(company.modelos.map(async ({filial, descricao, workFlowNameRpa}, index) => {
    const {id, idEmpresa, idFilial} = must(templates[index], 'templates');
    const suppliers = await Promise.all(people('fornecedor', filial).map(({email}) => actorOf(email)));
    return {idModelo: id, idEmpresa, idFilial, descricao, workFlowNameRpa, openers: [...suppliers, worker], worker};
  }));
};

const seeded = async (
  app: FastifyInstance, context: Context, admEmail: string, admSenha: string, senha: string,
): Promise<DemoUser[]> => {
  const demo: Demo = {app, context, senha, adm: await signIn(app, admEmail, admSenha)};
  const made: {company: DemoCompany; templates: Template[]}[] = [];
  for (const company of demoCompanies) made.push({company, templates: await makeCompany(demo, company)});
  const desks: Desk[] = [];
  for (const {company, templates} of made) desks.push(...await desksOf(demo, company, templates));
  // First, so that the numbers of tickets rise with their days.
  await makeYear(context, desks);
  for (const {company, templates} of made) {
    const [worker, opener, , robot] = ['empresa', 'fornecedor', 'empresaUsuario', 'rpa'].map(perfil =>
      company.usuarios.find(user => user.perfil === perfil)?.email);
    const reached = new Set(company.usuarios.find(user => user.perfil === 'fornecedor')?.filiais);
    const open = company.modelos.flatMap((model, index) => (reached.has(model.filial) ? (templates[index] ?? []) : []));
    const people: People = {
      opener: await signIn(app, must(opener, 'fornecedor'), senha), worker: await signIn(app, must(worker, 'empresa'), senha),
      robot: robot === undefined ? undefined : await signIn(app, robot, senha),
    };
    await travel(demo, people, open);
    await keepReplies(people.worker, demoReplies.empresa);
    if (people.robot !== undefined) await lendToRobot(people.robot);
  }
  await keepReplies(demo.adm, demoReplies.adm);
  await readNotices(context.db);
  const users = demoCompanies.flatMap(company => company.usuarios);
  return [{perfil: 'adm', email: admEmail}, ...users].map(({perfil, email}) => ({
    perfil: must(context.config.profiles[perfil], perfil).name, email,
  }));
};

/**
 * Makes the demonstration.
 *
 * @param admSenha the password of the Adm who makes it
 * @param senha the password of all others; absent: the same
 * @returns who can sign in, by profile
 * @throws Error in Portuguese where the config is not the one that it was written for
 */
export const seedDemo = (
  app: FastifyInstance, context: Context, admEmail: string, admSenha: string, senha = admSenha,
): Promise<DemoUser[]> =>
  seeded(app, context, admEmail, admSenha, senha).catch((error: unknown) => {
    throw unsuited('src/server/demo/data.ts', error);
  });
