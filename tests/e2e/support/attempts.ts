/** Tickets that people try to open while the server may die under them, and the proof that one is there whole. */
import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {expect} from 'vitest';
import type {SeedUser} from '../../support/seed.ts';
import type {Answer, Api} from '../../support/server.ts';
import {CODE, formOf, newTicket, OPTIONAL_ITEM, PDF, type Part, type World} from '../../support/tickets.ts';
import config from '../../../resources.config.ts';

export interface Attempt {
  as: SeedUser;
  /** The value of the item Placa, which no other attempt has: what the ticket is found by. */
  placa: string;
  /** Idempotency-Key. */
  key: string;
  data: unknown;
  /** The form as the ticket must show it. */
  form: readonly {descricao: string; valor: string}[];
  files: readonly Required<Part>[];
  /** The ticket, once the server has answered. */
  id?: number;
}

const KB = 1024;
/** From a photo of a receipt to a scanned contract: small ones are written in one go, large ones arrive in pieces. */
const SIZES = [3 * KB, 90 * KB, 1500 * KB];

let last = 0;

/** A ticket that nobody has tried to open yet, with one to three files. */
export const newAttempt = (world: World, as: SeedUser): Attempt => {
  last += 1;
  const placa = `PLACA-${last}`;
  const files = config.lists.tiposArquivo.rows.slice(0, 1 + (last % 3)).map(({id: tipo}, index) => ({
    nome: `documento ${last}-${index}.pdf`, tipo, bytes: Buffer.concat([PDF, randomBytes(SIZES[(last + index) % SIZES.length] ?? KB)]),
  }));
  const valores: Record<string, string> = {Placa: placa, Data: '2026-02-28', [OPTIONAL_ITEM]: `tentativa ${last}`};
  // The server writes a supplier's own code there (decisions §3).
  if (as === world.users.fornecedor) valores['Transportadora'] = CODE;
  const form = world.modelo.itens.map(({descricao}) => ({descricao, valor: valores[descricao] ?? ''}));
  return {as, placa, key: randomUUID(), data: newTicket(world, valores), form, files};
};

/** Sends it; sending again repeats the same call under the same key. */
export const send = async (api: Api, attempt: Attempt): Promise<Answer> => {
  const {as, key, data, files} = attempt;
  const answer = await api(as.token, 'POST tickets', {form: formOf(data, files), headers: {'idempotency-key': key}});
  expect(answer).toMatchObject({status: 201});
  attempt.id = answer.body.id;
  return answer;
};

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Every ticket there is: id by Placa. Two with one Placa fail. */
export const listed = async (api: Api, token: string): Promise<Map<string, number>> => {
  const found = new Map<string, number>();
  for (let page = 1; ; page++) {
    const {body} = await api(token, 'GET tickets', {query: {page, pageSize: 50}});
    for (const {id, itensFormulario} of body.registros) {
      const placa = /PLACA-\d+/.exec(itensFormulario)?.[0] ?? `ticket ${id} without items`;
      expect(found.get(placa), `${placa} twice`).toBeUndefined();
      found.set(placa, id);
    }
    if (body.registros.length < 50) return found;
  }
};

/** The ticket has all its form values, its history, and its files byte for byte. */
export const expectWhole = async (api: Api, token: string, id: number, {placa, form, files}: Attempt): Promise<void> => {
  const {body: ticket} = await api(token, 'GET tickets/:id', {params: {id}});
  expect(ticket.ticketFormularios, placa).toMatchObject(form);

  const history = await api(token, 'GET ticketsHistorico/:id', {params: {id}});
  expect(history.body, placa).toMatchObject([{acao: 'Abrir Ticket', paraStatus: 'Em-Aberto'}]);

  const named = ({nome: nomeArquivo, tipo}: Required<Part>) => ({nomeArquivo, tipo});
  expect(ticket.ticketArquivos, placa).toMatchObject(files.map(named));
  const downloads = await Promise.all(
    (ticket.ticketArquivos as {id: number}[]).map(file => api(token, 'GET TicketsArquivo/baixar-arquivo/:fileId', {params: {fileId: file.id}})),
  );
  expect(downloads.map(({bytes}) => sha(bytes)), placa).toEqual(files.map(({bytes}) => sha(bytes)));
};
