/** The demonstration of a config, told step by step in a file beside it: who made what and what they did to it, some days ago. */
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {resolveMoment} from '../../schema/fields/moments.ts';
import type {Fields} from '../../schema/shapes/fields.ts';
import {USERS} from '../../schema/systemFields.ts';
import {savingCalls} from '../../schema/paths.ts';
import type {Context} from '../context.ts';
import {tableOf} from '../db/sqlNames.ts';
import type {Db} from '../db/tables.ts';
import {signIn, unsuited, type Client} from './client.ts';
import type {DemoUser} from './seed.ts';

interface Step {
  /** The record of a user; absent: the Adm. */
  by?: string;
  /** How many days ago it was. */
  ago?: number;
  /** Values by field: of a reference the name of a record here, of a day also `hoje-3`. */
  with?: Readonly<Record<string, unknown>>;
}
export type Demonstration = readonly (
  /** Makes a record that the steps below call `as`. */
  (Step & {make: string; as: string})
  /** Does an action to one. */
  | (Step & {does: string; to: string})
)[];

/** Moves what was written just now to where it belongs. */
const backdate = async (db: Db, table: string, recurso: string, id: number, ago: number): Promise<void> => {
  const back = sql`make_interval(mins => ${Math.round(ago * 24 * 60)}::int)`;
  const isNew = (column: string) => sql`${sql.ref(column)} > now() - interval '1 minute'`;
  const {rows} = await sql<{name: string}>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and atttypid = 'timestamptz'::regtype and not attisdropped`.execute(db);
  const moved = rows.map(({name}) =>
    sql`${sql.ref(name)} = case when ${isNew(name)} then ${sql.ref(name)} - ${back} else ${sql.ref(name)} end`);
  await sql`update ${sql.table(table)} set ${sql.join(moved)} where id = ${id}`.execute(db);
  for (const told of ['historico', 'avisos']) {
    await sql`update ${sql.table(told)} set data_criacao = data_criacao - ${back}
      where recurso = ${recurso} and id_registro = ${id} and ${isNew('data_criacao')}`.execute(db);
  }
};

/**
 * Makes the demonstration, by the calls that people make.
 *
 * @param admSenha the password of the Adm who makes it
 * @param senha the password of all others; absent: the same
 * @returns who can sign in, by profile
 * @throws Error in Portuguese when a call refuses, or a step names what there is not: with the step
 */
export const seedSteps = async (
  app: FastifyInstance, {config, db}: Context, steps: Demonstration, admEmail: string, admSenha: string,
  senha = admSenha,
): Promise<DemoUser[]> => {
  const made = new Map<string, {name: string; id: number}>();
  const found = (as: unknown): {name: string; id: number} => {
    const one = made.get(String(as));
    if (one === undefined) throw new Error(`"${String(as)}" não foi feito antes.`);
    return one;
  };
  const emails = new Map<string | undefined, string>([[undefined, admEmail]]);
  const clients = new Map<string | undefined, Client & {id: number}>();
  const clientOf = async (by: string | undefined): Promise<Client & {id: number}> => {
    const client = clients.get(by) ?? await signIn(app, emails.get(by) ?? '', by === undefined ? admSenha : senha);
    clients.set(by, client);
    return client;
  };
  const bodyOf = (fields: Fields, values: Step['with'] = {}) =>
    Object.fromEntries(Object.entries(values).map(([field, value]) =>
      [field, fields[field]?.kind === 'referencia' ? found(value).id : resolveMoment(String(value)) ?? value]));

  const users: DemoUser[] = [];
  const take = async (step: Demonstration[number]): Promise<void> => {
    const name = 'make' in step ? step.make : found(step.to).name;
    const resource = config.resources[name];
    if (resource === undefined) throw new Error(`"${name}" não é um recurso.`);
    if (step.by !== undefined) found(step.by);
    const client = await clientOf(step.by);
    if ('make' in step) {
      const body = bodyOf(resource.fields, name === USERS ? {senha, ...step.with} : step.with);
      const {id} = await client.call(savingCalls(name, resource).create, {body});
      made.set(step.as, {name, id});
      if (name === USERS) {
        const perfil = Object.values(config.profiles).find(profile => profile.id === body['tipo'])?.name ?? '';
        emails.set(step.as, String(body['email']));
        users.push({perfil, email: String(body['email'])});
      }
    } else {
      const action = resource.actions?.[step.does];
      if (action === undefined) throw new Error(`"${step.does}" não é uma ação de ${name}.`);
      await client.call(action.call, {
        params: {id: found(step.to).id, idUsuario: client.id}, body: bodyOf({...resource.fields, ...action.asks}, step.with),
      });
    }
    const {id} = found('make' in step ? step.as : step.to);
    if (step.ago !== undefined) await backdate(db, tableOf(name), name, id, step.ago);
  };
  for (const [at, step] of steps.entries()) {
    const what = 'make' in step ? `make: '${step.make}', as: '${step.as}'` : `does: '${step.does}', to: '${step.to}'`;
    await take(step).catch((error: unknown) => {
      throw unsuited(`seu passo ${at + 1} ({${what}})`, error);
    });
  }
  // Nobody reads in their mail what they did not live through.
  await sql`update avisos set envio = 'nenhum'`.execute(db);
  const adm = Object.values(config.profiles).find(({first}) => first)?.name ?? '';
  return [{perfil: adm, email: admEmail}, ...users];
};
