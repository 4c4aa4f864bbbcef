/** What is asked: the calls that the limit answers too, and those that only growth is told of. */
import {randomBytes, randomUUID} from 'node:crypto';
import config from '../../resources.config.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {NEWEST_STEPS_KEY, PREFER_HEADER} from '../../src/schema/lifeCycle/newestSteps.ts';
import {parseEndpoint} from '../../src/schema/paths.ts';
import type {Asked} from './ask.ts';
import {COMMON, LARGE, RARE} from './fill.ts';
import type {Person, Place} from './place.ts';

/** Who asks at once need records of their own: each is a lane. */
export interface Lane {
  number: number;
  turn: number;
}

export interface Call {
  /** How results are kept under. */
  key: string;
  /** What a person reads. */
  name: string;
  /** Whether the limit answers it too, byte for byte. */
  limit: boolean;
  asked: (place: Place, lane: Lane) => Asked[];
  /** The path that the limit is asked at, where it answers in another way too. */
  atLimit?: (path: string) => string;
  /** What two answers to it differ in. */
  differs?: RegExp;
}

const FILE = Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), randomBytes(64 * 1024)]).subarray(0, 64 * 1024);
const BOUNDARY = 'balcao-bench';

const ticketBody = ({items}: Place): Buffer => {
  const data = JSON.stringify({
    idEmpresa: LARGE, idFilial: 1, idModeloFormulario: 1,
    ticketFormularios: items.map(({id, descricao}) => ({id, descricao, tipoCampo: 'texto', valor: `${descricao} do caminhão`})),
  });
  const part = (head: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n`;
  return Buffer.concat([
    Buffer.from(`${part('name="data"')}\r\n${data}\r\n${part('name="tipos"')}\r\nNota Fiscal\r\n`),
    Buffer.from(`${part('name="files"; filename="nota.pdf"')}Content-Type: application/pdf\r\n\r\n`), FILE,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
};

/** What browsers send with each of the portal's calls, and the portal with each change (`src/portal/api`, `src/portal/actions`). */
const BROWSER = {accept: 'application/json', 'accept-encoding': 'gzip, deflate, br, zstd'};
const change = (): Readonly<Record<string, string>> => ({...BROWSER, [PREFER_HEADER]: NEWEST_STEPS_KEY, 'idempotency-key': randomUUID()});

type Query = Readonly<Record<string, string | number>>;
const get = (person: Person, call: string, query: Query | ((place: Place) => Query) = {}): Call['asked'] => place => {
  const given = typeof query === 'function' ? query(place) : query;
  const search = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)])).toString();
  return [{method: 'GET', path: `/api/${call}${search === '' ? '' : `?${search}`}`, token: place.tokens[person], headers: BROWSER}];
};

const since = (days: number): Query => ({dataInicial: dayFromToday(-days), dataFinal: dayFromToday(0)});
const FIFTY = {page: 1, pageSize: 50};

/** Where the limit reads totals from the counts that are kept, as the product does. */
const atCounts = (path: string): string => path.replace('/api/', '/api/contagens/');

/** Those of the limit. */
export const CALLS: readonly Call[] = [
  {
    key: 'lista', name: 'list of 30 days, a page of 50', limit: true,
    asked: get('gestor', 'tickets', {...FIFTY, ...since(30)}),
  },
  {
    key: 'listaContada', name: 'list of 30 days, the limit with the kept counts', limit: true, atLimit: atCounts,
    asked: get('gestor', 'tickets', {...FIFTY, ...since(30)}),
  },
  {
    key: 'listaAnoContada', name: 'list of a year, everything, the limit with the kept counts', limit: true, atLimit: atCounts,
    asked: get('adm', 'tickets', {...FIFTY, ...since(365)}),
  },
  {
    key: 'listaAno', name: 'list of a year, everything', limit: true,
    asked: get('adm', 'tickets', {...FIFTY, ...since(365)}),
  },
  {
    key: 'texto', name: 'status and text, 30 days', limit: true,
    asked: get('gestor', 'tickets', {...FIFTY, ...since(30), idStatusTicket: 7, descricaoItensFormulario: COMMON}),
  },
  {
    key: 'textoRaro', name: 'a rare text, all time', limit: true,
    asked: get('adm', 'tickets', {...FIFTY, descricaoItensFormulario: RARE}),
  },
  {
    key: 'um', name: 'one ticket', limit: true,
    asked: ({read, tokens}, {number, turn}) =>
      [{method: 'GET', path: `/api/tickets/${read[(number * 7 + turn) % read.length] ?? 0}`, token: tokens.gestor, headers: BROWSER}],
  },
  {
    key: 'criar', name: 'open a ticket with a file of 64 KiB', limit: true,
    differs: /"id":\d+|"(?:dataCriacao|statusDesde)":"[^"]*"/g,
    asked: place => [{
      method: 'POST', path: '/api/tickets', token: place.tokens.gestor, body: ticketBody(place),
      type: `multipart/form-data; boundary=${BOUNDARY}`, headers: change(),
    }],
  },
  {
    key: 'mover', name: 'a move, there and back', limit: true,
    differs: /"versao":\d+|"(?:statusDesde|dataCriacao|data)":"[^"]*"/g,
    asked: ({open, tokens}, {number}) => [{way: 'iniciar-atendimento'}, {way: 'devolver', data: {comentario: 'Falta o comprovante.'}}].map(
      ({way, data}) => ({
        method: 'PUT', path: `/api/tickets/${way}/${open[number] ?? 0}`, token: tokens.gestor, headers: change(),
        ...(data === undefined ? {} : {body: Buffer.from(JSON.stringify(data)), type: 'application/json'}),
      })),
  },
];

/** What most people do most of the time, for many at once. */
export const MIX: readonly Call[] = ['lista', 'um', 'mover', 'lista', 'texto', 'um', 'criar'].flatMap(key =>
  CALLS.find(call => call.key === key) ?? []);

const middle = ({tickets}: Place): Query => ({page: Math.round(tickets / 40), pageSize: 20});
const year = since(365);

const dashboard = (call: 'counts' | 'evolution' | 'summary'): string => parseEndpoint(config.dashboards.home.calls[call]).path;

/** Those that only the product answers. */
export const OTHERS: readonly Call[] = ([
  ['aberta', 'list without a period', get('gestor', 'tickets', FIFTY)],
  ['meio', 'the middle page of all', get('adm', 'tickets', middle)],
  ['porFilial', 'list of a year, by the branch\'s name', get('gestor', 'tickets', {...FIFTY, ...year, sort: 'nomeFilial', order: 'asc'})],
  ['daFilial', 'list of a branch, a year', get('filial', 'tickets', {...FIFTY, ...year})],
  ['doFornecedor', 'list of a supplier, a year', get('fornecedor', 'tickets', {...FIFTY, ...year})],
  ['doRobo', 'a robot\'s list', get('robo', 'tickets', FIFTY)],
  ['fornecedores', 'suppliers', get('adm', 'fornecedores', FIFTY)],
  ['fornecedoresEmail', 'suppliers by e-mail, the last page', get('adm', 'fornecedores', ({tickets}) =>
    ({page: Math.ceil(tickets / 10 / 50), pageSize: 50, sort: 'email', order: 'asc'}))],
  ['fornecedoresTexto', 'suppliers, a rare text', get('adm', 'fornecedores', {...FIFTY, nome: RARE})],
  ['usuarios', 'users of a company', get('gestor', 'usuarios', FIFTY)],
  ['usuariosTexto', 'users, two letters', get('adm', 'usuarios', {...FIFTY, nome: 'ro'})],
  ['abas', 'tab counts, everything', get('adm', 'tickets/abas')],
  ['abasGestor', 'tab counts, a company', get('gestor', 'tickets/abas')],
  ['avisos', 'notices', get('gestor', 'avisos', {page: 1})],
  ['cartoes', 'dashboard, cards', get('adm', dashboard('counts'))],
  ['grafico', 'dashboard, chart of 12 months', get('adm', dashboard('evolution'), {periodo: '12m'})],
  ['resumo', 'dashboard, summary of a company', get('gestor', dashboard('summary'))],
] satisfies [string, string, Call['asked']][]).map(([key, name, asked]) => ({key, name, limit: false, asked}));
