/** Makes a demonstration by the calls that people make, step by step. */
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {REPLY_CALLS} from '../../schema/lists/savedReplies.ts';
import {itemsKey} from '../../schema/parts.ts';
import {savingCalls} from '../../schema/paths.ts';
import {leaseCall, resolveQueue} from '../../schema/queue.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {USERS} from '../../schema/systemFields.ts';
import type {Context} from '../context.ts';
import {partTable} from '../db/sqlNames.ts';
import type {Db} from '../db/tables.ts';
import {isOperatorError} from '../operatorError.ts';
import {signIn, type Client} from './client.ts';
import {backdateRecord, copyRecords, readColumns, type Columns, type RecordCopy} from './past.ts';
import type {DemoUser} from './plan.ts';
import {createDemoRecordRegistry, type DemoRecord, type DemoRecords} from './records.ts';
import type {ActionStep, CallStep, CopyStep, Demonstration, MakeStep, RobotStep} from './steps.ts';

const DAY_MS = 86_400_000;
/** Newest notices of each person, which they have not read. */
const UNREAD = 3;

/** Numbers notices by their days, and marks older ones as read. None is mailed, because nobody lived through it. */
const readNotices = async (db: Db): Promise<void> => void await sql`
  with todos as (delete from avisos returning *)
  insert into avisos (id_usuario, recurso, id_registro, texto, data_criacao, data_leitura, envio)
  select id_usuario, recurso, id_registro, texto, data_criacao,
    case when row_number() over (partition by id_usuario order by data_criacao desc, id desc) > ${UNREAD}
      then least(data_criacao + interval '3 hours', now()) end,
    'nenhum'
  from todos order by data_criacao, id`.execute(db);

interface Demo {
  context: Context;
  columns: Columns;
  records: DemoRecords;
}

const resourceOf = ({context: {config}}: Demo, name: string): Resource => {
  const resource = config.resources[name];
  if (resource === undefined) throw new Error(`"${name}" não é um recurso.`);
  return resource;
};

/** @param more values that the step itself may override */
const make = async (
  demo: Demo, client: Client, {make: name, as, with: values, files}: MakeStep, more: object,
): Promise<DemoRecord> => {
  const {records} = demo;
  const resource = resourceOf(demo, name);
  const body = records.toBody(resource.fields, {...more, ...values});
  const {template} = resource;
  const key = itemsKey(resource);
  if (template !== undefined && body[key] !== undefined) {
    body[key] = records.listItems(template, body, body[key]).map(({id, text}) => ({id, valor: text}));
  }
  const {id} = await client.call(savingCalls(name, resource).create, {body, files});
  const record: DemoRecord = {name, id, body, moments: []};
  records.add(record, as);
  return record;
};

const act = async (demo: Demo, client: Client, {does, to, with: values, files}: ActionStep): Promise<DemoRecord> => {
  const record = demo.records.find(to);
  const resource = resourceOf(demo, record.name);
  const action = resource.actions?.[does];
  if (action === undefined) throw new Error(`"${does}" não é uma ação de ${record.name}.`);
  await client.call(action.call, {
    params: {id: record.id, idUsuario: client.id}, body: demo.records.toBody({...resource.fields, ...action.asks}, values), files,
  });
  return record;
};

const actAsRobot = async (demo: Demo, client: Client, {robot, does, to, with: values = {}}: RobotStep): Promise<DemoRecord> => {
  const record = demo.records.find(to);
  const {name, id} = record;
  const resource = resourceOf(demo, name);
  if (does === 'reservar') {
    const {calls} = resolveQueue(name, resource);
    // A failed attempt is repeated minutes later.
    await sql`update ${sql.table(partTable(name, 'queue'))} set apos = now() where id_registro = ${id}`.execute(demo.context.db);
    const answer = await client.call(calls.reserve, {body: {robo: robot, ...values}});
    if (answer[calls.record] !== id) throw new Error(`"${to}" não é o primeiro da fila.`);
    record.lease = answer['leaseToken'];
    return record;
  }
  const {campos = {}, ...rest} = values;
  const marks = resource.template === undefined ? [] : demo.records.listItems(resource.template, record.body, campos);
  await client.call(leaseCall(name, 'POST', does), {
    params: {id}, body: {leaseToken: record.lease, ...rest, campos: marks.map(one => ({item: one.id, mensagem: one.text}))},
  });
  return record;
};

const toCopy = ({records}: Demo, {again, at, replacements = {}}: CopyStep): RecordCopy & {name: string} => {
  const {name, id, moments} = records.find(again);
  if (moments.length !== at.length) throw new Error(`"${again}" tem ${moments.length} passos com data, e não ${at.length}.`);
  return {name, id, moments: new Map(moments.map((moment, index) => [moment.getTime(), at[index] ?? moment])), words: replacements};
};

const describe = (step: Demonstration[number]): string =>
  Object.entries(step).flatMap(([key, value]) => (typeof value === 'string' && key !== 'by' ? `${key}: '${value}'` : [])).join(', ');

/**
 * Makes the demonstration.
 *
 * @param admSenha the password of the Adm who makes it
 * @param senha the password of all others; absent: the same
 * @returns who can sign in, by profile
 * @throws Error in Portuguese when a call refuses, or a step names what there is not: with the step
 */
export const seedDemo = async (
  app: FastifyInstance, context: Context, steps: Demonstration, admEmail: string, admSenha: string, senha = admSenha,
): Promise<DemoUser[]> => {
  const {config, db} = context;
  const records = createDemoRecordRegistry(config);
  const demo: Demo = {context, records, columns: await readColumns(db)};
  const clients = new Map<string | undefined, Client>();
  const signInOnce = async (by: string | undefined): Promise<Client> => {
    const email = by === undefined ? admEmail : String(records.find(by).body['email']);
    const client = clients.get(by) ?? await signIn(app, email, by === undefined ? admSenha : senha);
    clients.set(by, client);
    return client;
  };
  const profiles = Object.values(config.profiles);
  const users: DemoUser[] = [{perfil: profiles.find(({first}) => first)?.name ?? '', email: admEmail}];

  const callFor = async (step: CallStep, client: Client): Promise<DemoRecord | undefined> => {
    if ('reply' in step) return void await client.call(REPLY_CALLS.save, {body: step.reply});
    if ('robot' in step) return actAsRobot(demo, client, step);
    if ('does' in step) return act(demo, client, step);
    const record = await make(demo, client, step, step.make === USERS ? {senha} : {});
    if (step.make === USERS) {
      const {tipo, email} = record.body;
      users.push({perfil: profiles.find(({id}) => id === tipo)?.name ?? '', email: String(email)});
    }
    return record;
  };
  const take = async (step: CallStep): Promise<void> => {
    const record = await callFor(step, await signInOnce(step.by));
    const moment = step.at ?? (step.ago === undefined ? undefined : new Date(Date.now() - step.ago * DAY_MS));
    if (record === undefined || moment === undefined) return;
    await backdateRecord(db, demo.columns, record.name, resourceOf(demo, record.name), record.id, moment);
    record.moments.push(moment);
  };

  let copies: (RecordCopy & {name: string})[] = [];
  const writeCopies = async (): Promise<void> => {
    for (const [name, of] of Map.groupBy(copies, copy => copy.name)) {
      await copyRecords(context, demo.columns, name, resourceOf(demo, name), of);
    }
    copies = [];
  };
  for (const [at, step] of steps.entries()) {
    try {
      if ('again' in step) copies.push(toCopy(demo, step));
      else {
        await writeCopies();
        await take(step);
      }
    } catch (error) {
      if (!isOperatorError(error)) throw error;
      const where = `seu passo ${at + 1} ({${describe(step)}})`;
      throw new Error(
        `A demonstração não serve a esta configuração, em ${where}: ${error.message} Corrija-a, ou a configuração.`, {cause: error},
      );
    }
  }
  await writeCopies();
  await readNotices(db);
  return users;
};
