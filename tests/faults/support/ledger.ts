/** What people did while something broke, what of it the server acknowledged, and the proof that all of it is there and whole. */
import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';
import type {Action, Endpoint} from '../../../src/schema/shapes/config.ts';
import {statusById, statusByKey} from '../../../src/schema/statuses/statuses.ts';
import {listTargetStatuses} from '../../../src/schema/lifeCycle/workflow.ts';
import {successComment, FILE_ADDED_STEP, fileAddedComment, stepName} from '../../../src/server/history/steps.ts';
import config from '../../../resources.config.ts';
import type {SeedUser} from '../../support/seed.ts';
import type {Answer, Api, Call} from '../../support/server.ts';
import {CODE, formOf, newTicket, OPTIONAL_ITEM, PDF, type Part, type World} from '../../support/tickets.ts';

type File = Required<Part>;

/** One call that changes something; sent again, it is the same call under the same key. */
export interface Act {
  as: SeedUser;
  endpoint: Endpoint;
  /** Idempotency-Key. */
  key: string;
  /** Of the multipart part `data`, or the body of a call without files. */
  data: unknown;
  files: readonly File[];
  /** The row of the history that it makes. */
  step: {acao: string; paraStatus: string; comentario: string};
  acknowledged: boolean;
}

/** A ticket, and what was done to it so far: opening it is the first act. */
export interface Story {
  /** The value of the item Placa, which no other ticket has: what the ticket is found by. */
  placa: string;
  /** The form as the ticket must show it. */
  form: readonly {descricao: string; valor: string}[];
  /** Only the last one may be without an acknowledgement: people wait for an answer before they go on. */
  acts: [Act, ...Act[]];
  /** The ticket, once the server has answered. */
  id?: number;
}

/** What an audit found. Both lists must be empty. */
export interface Findings {
  /** Calls that were acknowledged. */
  acknowledged: number;
  /** Calls that were not, and whether they are done all the same. */
  unanswered: {endpoint: Endpoint; done: boolean}[];
  /** Acknowledged calls of which not everything is there, a line each. */
  lost: string[];
  /** Tickets that are there by half, twice, or though nobody asked for them. */
  wrong: string[];
}

const {tickets} = config.resources;
const actions: Readonly<Record<string, Action>> = tickets.actions;
/** What people do to a ticket they opened, in this order: a move alone, a comment with a file, a move with a reason, one with a file too. */
const MOVES = ['atender', 'comentar', 'pendenciar', 'finalizar'];
export const OPENING = 'POST tickets';
/** The call of a move. */
export const callNamed = (name: string): Endpoint => {
  const call = actions[name]?.call;
  if (call === undefined) throw new Error(`${name} is no action of a ticket`);
  return call;
};

const KB = 1024;
/** From a photo of a receipt to a scanned contract: small ones are written in one go, large ones arrive in pieces. */
const SIZES = [3 * KB, 90 * KB, 1500 * KB];
export const LARGE = 1500 * KB;

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const fileOf = (nome: string, tipo: string, size: number): File => ({nome, tipo, bytes: Buffer.concat([PDF, randomBytes(size)])});
const types = Object.keys(config.lists.tiposArquivo.rows);
const [firstType = ''] = types;

let last = 0;

const newStory = (world: World, as: SeedUser, size?: number): Story => {
  last += 1;
  const placa = `PLACA-${last}`;
  const files = types.slice(0, size === undefined ? 1 + (last % 3) : 1)
    .map((tipo, index) => fileOf(`documento ${last}-${index}.pdf`, tipo, size ?? SIZES[(last + index) % SIZES.length] ?? KB));
  const valores: Record<string, string> = {Placa: placa, Data: '2026-02-28', [OPTIONAL_ITEM]: `tentativa ${last}`};
  // The server writes a supplier's own code there (rules: Items 4).
  if (as === world.users.fornecedor) valores['Transportadora'] = CODE;
  const form = world.modelo.itens.map(({descricao}) => ({descricao, valor: valores[descricao] ?? ''}));
  const step = {
    acao: tickets.list.createLabel ?? '',
    paraStatus: statusByKey(tickets, 'emAberto')?.name ?? '',
    comentario: successComment(tickets.messages.created),
  };
  const act: Act = {as, endpoint: OPENING, key: randomUUID(), data: newTicket(world, valores), files, step, acknowledged: false};
  return {placa, form, acts: [act]};
};

/** The next move of a ticket; undefined when it is finished. */
const newMove = (world: World, story: Story, size = 3 * KB): Act | undefined => {
  const name = MOVES[story.acts.length - 1];
  const action = name === undefined ? undefined : actions[name];
  if (action === undefined) return undefined;
  const [{as}] = story.acts;
  const comentario = action.asks === undefined ? successComment(action.success) : `${action.label} ${story.placa}`;
  return {
    // A supplier's tickets are worked on by the company.
    as: as === world.users.fornecedor ? world.users.empresa : as,
    endpoint: action.call, key: randomUUID(), data: {comentario},
    files: action.files === undefined ? [] : [fileOf(`comprovante ${story.placa}.pdf`, firstType, size)],
    step: {acao: action.label, paraStatus: statusByKey(tickets, listTargetStatuses(action)[0] ?? '')?.name ?? '', comentario},
    acknowledged: false,
  };
};

/** The act as a call. */
export const callOf = ({id}: Story, {as, endpoint, key, data, files}: Act): Call => ({
  headers: {'idempotency-key': key},
  ...(endpoint === OPENING ? {} : {params: {id, idUsuario: as.id}}),
  ...(files.length > 0 ? {form: formOf(data, files)} : {body: data}),
});

/** Writes down an answer. @returns whether it acknowledges the act */
export const heard = (story: Story, act: Act, answer: Answer): boolean => {
  if (answer.status !== 200 && answer.status !== 201) return false;
  act.acknowledged = true;
  story.id ??= Number(answer.body.id);
  return true;
};

/** What a ticket shows, in the shape of {@link expected}. */
const shown = async (api: Api, token: string, id: number) => {
  const {body: ticket} = await api(token, 'GET tickets/:id', {params: {id}});
  const {body: history} = await api(token, 'GET ticketsHistorico/:id', {params: {id}});
  const files = await Promise.all((ticket.ticketArquivos as {id: number; nomeArquivo: string; tipo: string}[]).map(async (
    {id: fileId, nomeArquivo, tipo},
  ) => {
    const {status, bytes} = await api(token, 'GET TicketsArquivo/baixar-arquivo/:fileId', {params: {fileId}});
    return {nome: nomeArquivo, tipo, conteudo: status === 200 ? sha(bytes) : `answered ${status}`};
  }));
  return {
    form: (ticket.ticketFormularios as {descricao: string; valor: string}[]).map(({descricao, valor}) => ({descricao, valor})),
    files,
    status: statusById(tickets, Number(ticket.idStatusTicket))?.name,
    history: (history as Act['step'][]).map(({acao, paraStatus, comentario}) => ({acao, paraStatus, comentario})).toReversed(),
  };
};

/** What the ticket must show when these acts were done, and no other. */
const expected = ({form}: Story, done: readonly Act[]) => ({
  form: [...form],
  files: done.flatMap(({files}) => files.map(({nome, tipo, bytes}) => ({nome, tipo, conteudo: sha(bytes)}))),
  // What is only said moves nothing.
  status: done.findLast(({step}) => step.paraStatus !== '')?.step.paraStatus,
  // What came with an action is a step of its own, what opened the ticket is not.
  history: done.flatMap(({step, endpoint, files}) => [step, ...(endpoint === OPENING ? [] : files).map(file =>
    ({acao: stepName(tickets, FILE_ADDED_STEP), paraStatus: '', comentario: fileAddedComment(file)}))]),
});

/** Every ticket there is: ids by Placa. */
const listed = async (api: Api, token: string): Promise<Map<string, number[]>> => {
  const found = new Map<string, number[]>();
  for (let page = 1; ; page++) {
    const {body} = await api(token, 'GET tickets', {query: {page, pageSize: 50}});
    for (const {id, itensFormulario} of body.registros) {
      const placa = /PLACA-\d+/.exec(itensFormulario)?.[0] ?? `ticket ${id} without items`;
      found.set(placa, [...(found.get(placa) ?? []), id]);
    }
    if (body.registros.length < 50) return found;
  }
};

export interface Ledger {
  readonly stories: readonly Story[];
  /** A ticket that nobody has tried to open yet; with `size`, one file of so many bytes. */
  begin(as: SeedUser, size?: number): Story;
  /** What comes next for the ticket, once its last act is acknowledged; undefined: nothing. */
  next(story: Story, size?: number): Act | undefined;
  /** Sends every act again that has no acknowledgement, under its key. @throws Error where one is refused, or makes a second ticket */
  repeat(api: Api): Promise<void>;
  /** Holds `stories` against what the server shows. */
  audit(api: Api, token: string, stories?: readonly Story[]): Promise<Findings>;
}

export const createLedger = (world: World): Ledger => {
  const stories: Story[] = [];
  const begin: Ledger['begin'] = (as, size) => {
    const story = newStory(world, as, size);
    stories.push(story);
    return story;
  };
  const next: Ledger['next'] = (story, size) => {
    const act = newMove(world, story, size);
    if (act !== undefined) story.acts.push(act);
    return act;
  };

  const repeat: Ledger['repeat'] = async api => {
    for (const story of stories) {
      const act = story.acts.at(-1);
      if (act === undefined || act.acknowledged) continue;
      const answer = await api(act.as, act.endpoint, callOf(story, act));
      if (!heard(story, act, answer)) {
        throw new Error(`Repeating ${act.endpoint} of ${story.placa} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    }
  };

  const audit: Ledger['audit'] = async (api, token, asked = stories) => {
    const findings: Findings = {acknowledged: 0, unanswered: [], lost: [], wrong: []};
    const found = await listed(api, token);
    const tried = new Set(stories.map(({placa}) => placa));
    for (const [placa, ids] of found) {
      if (!tried.has(placa)) findings.wrong.push(`${placa}: nobody opened it`);
      if (ids.length > 1) findings.wrong.push(`${placa}: there as ${ids.join(' and ')}`);
    }
    for (const story of asked) {
      const {placa, acts} = story;
      const acknowledged = acts.filter(act => act.acknowledged).length;
      findings.acknowledged += acknowledged;
      const loseFrom = (count: number, why: string) =>
        findings.lost.push(...acts.slice(count, acknowledged).map(({endpoint}) => `${placa}, ${endpoint}: ${why}`));
      const pending = acts.slice(acknowledged).map(({endpoint}, index) => ({endpoint, place: acknowledged + index + 1}));
      const answer = (done: number) => findings.unanswered.push(...pending.map(({endpoint, place}) => ({endpoint, done: done >= place})));
      const [id] = found.get(placa) ?? [];
      if (id === undefined || (story.id !== undefined && story.id !== id)) {
        loseFrom(0, `the ticket was acknowledged as ${story.id}, and is ${id ?? 'not there'}`);
        answer(0);
        continue;
      }
      const now = await shown(api, token, id);
      const done = acts.findLastIndex((_act, index) => isDeepStrictEqual(now, expected(story, acts.slice(0, index + 1)))) + 1;
      if (done === 0) {
        findings.wrong.push(`${placa} is there by half: ${JSON.stringify({shows: now, expected: expected(story, acts)})}`);
        loseFrom(0, 'not whole');
      } else loseFrom(done, `acknowledged, and only ${done} of ${acts.length} are there`);
      answer(done);
    }
    return findings;
  };

  return {stories, begin, next, repeat, audit};
};
