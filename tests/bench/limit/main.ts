/**
 * The limit: what a request costs when nothing but it is done. A bare Fastify with SQL written by hand for these calls alone, which
 * checks the same token, reads the person as the product does, applies the same scope and answers the same bytes.
 */
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, {type FastifyReply, type FastifyRequest} from 'fastify';
import {join} from 'node:path';
import {constants} from 'node:zlib';
import config from '../../../resources.config.ts';
import type {Config} from '../../../src/schema/shapes/config.ts';
import {statusesOf} from '../../../src/schema/statuses/statuses.ts';
import {evaluateAction} from '../../../src/schema/lifeCycle/workflow.ts';
import {resourceOf} from '../../../src/server/db/sqlNames.ts';
import {createDiskStorage} from '../../../src/server/files/diskStorage.ts';
import {createAttachmentStore} from '../../../src/server/files/createAttachmentStore.ts';
import {stepName} from '../../../src/server/history/steps.ts';
import {readCaller, type Caller} from './caller.ts';
import {createTicket} from './create.ts';
import {openAsker, type Asker} from './database.ts';
import {lister} from './list.ts';
import {JOINS, WHOLE, presenter, type WholeRow} from './ticket.ts';

/** Whoever asks, in the table. */
const ME = 1;
const keyOf = (...facts: unknown[]): string => facts.join(' ');

/** What the two profiles may do in each status, written down once: nothing is judged while somebody waits. */
const verdicts = (config: Config): Map<string, string> => {
  const resource = resourceOf(config, 'tickets');
  const table = new Map<string, string>();
  for (const perfil of ['adm', 'empresa'] as const) {
    for (const {id} of statusesOf(resource)) {
      for (const robo of ['', 'robô']) {
        for (const [itensValidos, attends] of [[true, true], [true, false], [false, true], [false, false]] as const) {
          const asked = {
            resource, record: {idStatusTicket: id, workFlowNameRpa: robo, idUsuarioAtendimento: attends ? ME : 0}, known: {itensValidos},
            session: {id: ME, nome: '', email: '', idPerfil: 0, perfil, idEmpresa: null, codigoExterno: ''},
          };
          const acoes = Object.entries(resource.actions ?? {}).map(([acao, action]) => {
            const verdict = evaluateAction(action, asked, 'refuses');
            return {acao, permitida: verdict.allowed, motivo: verdict.allowed ? '' : verdict.reason};
          });
          table.set(keyOf(perfil, id, robo !== '', itensValidos, attends), JSON.stringify(acoes));
        }
      }
    }
  }
  return table;
};

const instant = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());
const placeOf = ({fila}: WholeRow): WholeRow['fila'] => fila && {
  ...fila, desde: instant(fila.desde), adiadoAte: instant(fila.adiadoAte), leaseAte: instant(fila.leaseAte),
  limiteAte: instant(fila.limiteAte),
};

const LONGEST = 100;
const isValid = ({valor, obrigatorio}: WholeRow['itens'][number]): boolean => valor.length <= LONGEST && (!obrigatorio || valor !== '');

/** One ticket whole, with what the caller may do to it, as JSON. */
const wholePresenter = (config: Config): ((row: WholeRow, caller: Caller) => string) => {
  const present = presenter(config);
  const table = verdicts(config);
  const resource = resourceOf(config, 'tickets');
  const names = new Map(statusesOf(resource).map(({id, name}) => [String(id), name]));
  const stepsOf = ({historico = []}: WholeRow) => historico.map(({de, para, acao, dataCriacao, ...step}) => ({
    ...step, acao: stepName(resource, acao), dataCriacao: new Date(dataCriacao).toISOString(), deStatus: names.get(de ?? '') ?? '',
    paraStatus: names.get(para ?? '') ?? '',
  }));
  return (row, {perfil, id}) => {
    const arquivos = row.arquivos.map(file => ({...file, dataCriacao: new Date(file.dataCriacao).toISOString()}));
    const text = JSON.stringify({...present(row), ticketFormularios: row.itens, ticketArquivos: arquivos, fila: placeOf(row)});
    const attends = row.id_usuario_atendimento === id;
    const acoes = table.get(keyOf(perfil, row.id_status_ticket, (row.robo ?? '') !== '', row.itens.every(isValid), attends));
    const steps = row.historico === undefined ? '' : `,"historico":${JSON.stringify(stepsOf(row))}`;
    return `${text.slice(0, -1)},"acoes":${acoes}${steps}}`;
  };
};

const MOVE = `
  with held as (
    select id, id_status_ticket, id_usuario_atendimento from tickets where id = $1 and ($2::integer is null or id_empresa = $2) for update
  ), t as (
    update tickets as k set id_status_ticket = $4, id_usuario_atendimento = $5, status_desde = now(), versao = versao + 1,
      comentario$texto = coalesce($9, comentario$texto),
      comentario$usuario = case when $9::text is null then comentario$usuario else $6 end,
      comentario$data = case when $9::text is null then comentario$data else now() end
    from held where k.id = held.id and held.id_status_ticket = $3 returning k.*
  ), passo as (
    insert into historico (recurso, id_registro, id_usuario, acao, antes, depois, de_status, para_status, comentario)
    select 'tickets', t.id, $6, $7, jsonb_build_object('idUsuarioAtendimento', held.id_usuario_atendimento),
      jsonb_build_object('idUsuarioAtendimento', $5::integer), $3::integer::text, $4::integer::text, coalesce($9, $8)
    from t join held using (id) returning *
  ), novos as (
    (select * from historico where recurso = 'tickets' and id_registro = $1 order by id desc limit 20) union all select * from passo
    order by id desc limit 20
  )
  select ${WHOLE}, (
    select json_agg(json_build_object('dataCriacao', h.data_criacao, 'nomeUsuario', coalesce(q.nome, 'Sistema'), 'acao', h.acao,
      'de', h.de_status, 'para', h.para_status, 'comentario', coalesce(h.comentario, '')) order by h.id desc)
    from novos h left join usuarios q on q.id = h.id_usuario
  ) as historico
  from t ${JOINS}`;

interface Move {
  acao: string;
  de: number;
  para: number;
  /** Whether who moves it attends it from now on; else nobody does. */
  attends: boolean;
  comentario: string;
}

/** By the last part of their address. */
const MOVES: Readonly<Record<string, Move>> = {
  'iniciar-atendimento': {acao: 'atender', de: 1, para: 3, attends: true, comentario: 'Atendimento Iniciado'},
  devolver: {acao: 'devolver', de: 3, para: 1, attends: false, comentario: 'Ticket Devolvido'},
};

/** A ticket moved: held, changed, told in its history and read, with the newest steps, in one statement. */
const moveTicket = async (
  {ask}: Asker, caller: Caller, id: number, move: Move, said: string | null,
): Promise<WholeRow | undefined> => {
  const company = caller.perfil === 'adm' ? null : caller.idEmpresa;
  const values = [id, company, move.de, move.para, move.attends ? caller.id : null, caller.id, move.acao, move.comentario, said];
  return (await ask<WholeRow>('mover', MOVE, values))[0];
};

const {DATABASE_URL = '', JWT_SECRET = '', DATA_DIR = '', PORT = ''} = process.env;
const asker = openAsker(DATABASE_URL);
// As the product keeps its own, there to stay when it is said to be.
const store = createAttachmentStore(createDiskStorage(join(DATA_DIR, 'limite')));

const app = Fastify();
const KIB = 1024;
// As the product's answers are.
await app.register(compress, {
  globalDecompression: false, threshold: 4 * KIB, syncThreshold: 64 * KIB, encodings: ['br', 'gzip'],
  brotliOptions: {params: {[constants.BROTLI_PARAM_QUALITY]: 4}},
});
await app.register(multipart);
const whole = wholePresenter(config);

type Answer = (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>;
const json = (answer: Answer) => async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const caller = await readCaller(asker, JWT_SECRET, request.headers.authorization);
  if (caller === undefined) return reply.code(401).send();
  const text = await answer(caller, request, reply);
  return text === undefined ? reply.code(404).send() : reply.type('application/json; charset=utf-8').send(text);
};
const idIn = ({params}: FastifyRequest): number => Number((params as {id: string}).id);

const ONE = `select ${WHOLE} from tickets t ${JOINS} where t.id = $1 and ($2::integer is null or t.id_empresa = $2)`;

app.get('/api/vivo', () => ({}));
// A stream that nobody is told anything on.
app.get('/api/eventos', (_request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, {'content-type': 'text/event-stream'}).write(':\n\n');
});
for (const [path, keeps] of [['', false], ['/contagens', true]] as const) {
  const list = lister(config, asker, keeps);
  app.get(`/api${path}/tickets`, json((caller, {query}) => list(caller, query as Record<string, string>)));
}
app.get('/api/tickets/:id', json(async (caller, request) => {
  const [row] = await asker.ask<WholeRow>('um', ONE, [idIn(request), caller.perfil === 'adm' ? null : caller.idEmpresa]);
  return row === undefined ? undefined : whole(row, caller);
}));
app.post('/api/tickets', json(async (caller, request, reply) => {
  const row = await createTicket(asker, caller, request, store);
  void reply.code(201);
  return whole(row, caller);
}));
for (const [call, move] of Object.entries(MOVES)) {
  app.put(`/api/tickets/${call}/:id`, json(async (caller, request) => {
    const {comentario} = (request.body ?? {}) as {comentario?: string};
    const row = await moveTicket(asker, caller, idIn(request), move, comentario ?? null);
    return row === undefined ? undefined : whole(row, caller);
  }));
}

process.once('SIGTERM', () => void app.close().then(asker.close));
await app.listen({host: '127.0.0.1', port: Number(PORT)});
