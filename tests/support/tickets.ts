/** A company with everything a ticket needs, and tickets opened as the portal opens them. */
import {basename} from 'node:path';
import {sql} from 'kysely';
import {expect} from 'vitest';
import config from '../../resources.config.ts';
import {statusByKey} from '../../src/schema/statuses/statuses.ts';
import {listWithFallback} from '../../src/server/files/openStorage.ts';
import {gathered} from './gathered.ts';
import type {Perfil, SeedTemplate, SeedUser} from './seed.ts';
import type {Answer, Call, TestApp} from './server.ts';

export const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n');
export const OPTIONAL_ITEM = 'Observação';

/** What a file part is made of. */
export interface Part {
  nome: string;
  tipo?: string;
  bytes?: Buffer;
}

/** A multipart body (rules: Calls 3); `data` is left out where it is undefined. */
export const formOf = (data: unknown, parts: readonly Part[] = [], field = 'files'): FormData => {
  const form = new FormData();
  if (data !== undefined) form.append('data', JSON.stringify(data));
  for (const {nome, tipo, bytes = PDF} of parts) {
    form.append(field, new Blob([new Uint8Array(bytes)]), nome);
    if (tipo !== undefined) form.append('tipos', tipo);
  }
  return form;
};

export const NOTA: Part = {nome: 'nota.pdf', tipo: 'Nota Fiscal'};

export interface World {
  idEmpresa: number;
  idFilial: number;
  /** Placa (required, shown in the list), Data, Transportadora, Observação. */
  modelo: SeedTemplate;
  /** One user of each profile, of this company, linked to its branch. */
  users: Record<Perfil, SeedUser>;
}

export const CODE = 'TRB-017';

export const createWorld = async ({seed, adm}: Pick<TestApp, 'seed' | 'adm'>, workFlowNameRpa = ''): Promise<World> => {
  const {id: idEmpresa} = await seed.empresa();
  const {id: idFilial} = await seed.filial({idEmpresa});
  const modelo = await seed.modelo({
    idEmpresa, idFilial, descricao: 'Descarga', workFlowNameRpa,
    itens: [
      {descricao: 'Placa', tipoCampo: 'texto', obrigatorio: true, mostrarConsultaTicket: true},
      {descricao: 'Data', tipoCampo: 'data', mostrarConsultaTicket: true},
      {descricao: 'Transportadora', tipoCampo: 'texto'},
      {descricao: OPTIONAL_ITEM, tipoCampo: 'texto'},
    ],
  });
  const filiais = [idFilial];
  return {
    idEmpresa, idFilial, modelo,
    users: {
      adm: {...adm, idEmpresa: 0},
      empresa: await seed.usuario({perfil: 'empresa', idEmpresa}),
      fornecedor: await seed.usuario({perfil: 'fornecedor', idEmpresa, filiais, codigoExterno: CODE}),
      rpa: await seed.usuario({perfil: 'rpa', idEmpresa}),
      empresaUsuario: await seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais}),
    },
  };
};

/** The `data` of a new ticket; `valores` by the items' descriptions. */
export const newTicket = ({idEmpresa, idFilial, modelo}: World, valores: Readonly<Record<string, unknown>> = {Placa: 'ABC1D23'}) => ({
  idEmpresa, idFilial, idModeloFormulario: modelo.id,
  ticketFormularios: modelo.itens.map(({id, descricao}) => ({id, descricao, valor: valores[descricao] ?? ''})),
});

/** Opens a ticket and answers it whole. */
export const openTicket = async (
  {api}: Pick<TestApp, 'api'>, world: World, as: SeedUser, valores?: Readonly<Record<string, unknown>>,
): Promise<Answer['body']> => {
  const answer = await api(as, 'POST tickets', {form: formOf(newTicket(world, valores), [NOTA])});
  expect(answer).toMatchObject({status: 201});
  return answer.body;
};

const {actions} = config.resources.tickets;
export type TicketAction = keyof typeof actions;

/** Asks for an action of a ticket by its call, as a person, who is also whom it is for where the call names somebody. */
export const actOn = (
  {api}: Pick<TestApp, 'api'>, ticket: number, who: {id: number; token: string}, action: TicketAction, {params, ...call}: Call = {},
): Promise<Answer> => api(who, actions[action].call, {params: {id: ticket, idUsuario: who.id, ...params}, ...call});

/** Puts a ticket where no call was asked to bring it. */
export const putInto = async (
  {context}: TestApp, id: number, key: string, of: {autor?: number; atendente?: number | null} = {},
): Promise<void> => {
  const status = statusByKey(context.config.resources['tickets']!, key)?.id;
  await sql`update tickets set id_status_ticket = ${status}, data_finalizacao = null,
    id_usuario = coalesce(${of.autor ?? null}::integer, id_usuario), id_usuario_atendimento = ${of.atendente ?? null} where id = ${id}`
      .execute(context.db);
};

/** All that is kept of a ticket, to show that nothing changed. */
export const everythingOf = async ({context: {db}}: TestApp, id: number): Promise<{ticket: {id_status_ticket: number}}> => {
  const {rows} = await sql<{ticket: {id_status_ticket: number}}>`
    select to_jsonb(t) as ticket,
      (select jsonb_agg(to_jsonb(f) order by f.id) from tickets_formularios f where f.id_registro = t.id) as itens,
      (select jsonb_agg(to_jsonb(a) order by a.id) from tickets_arquivos a where a.id_registro = t.id) as arquivos,
      (select jsonb_agg(to_jsonb(h) order by h.id) from historico h where h.recurso = 'tickets' and h.id_registro = t.id) as historico
    from tickets t where t.id = ${id}`.execute(db);
  return rows[0]!;
};

/** Names of the files that are kept, arriving ones included. */
export const filesKept = async ({storage}: TestApp): Promise<string[]> =>
  (await gathered(listWithFallback(storage))).map(({path}) => basename(path)).filter(name => /^[0-9a-f-]{36}$/.test(name)).toSorted();
