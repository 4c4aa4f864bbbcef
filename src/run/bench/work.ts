/** What is not a list: opening tickets and exporting, against the bare SQL of the same. */
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import type {Context} from '../../server/context.ts';
import {EMPRESA} from './fill.ts';
import {median} from './time.ts';

const TICKETS = 20;

const multipart = async (form: FormData): Promise<{payload: Buffer; headers: Record<string, string>}> => {
  const encoded = new Response(form);
  return {payload: Buffer.from(await encoded.arrayBuffer()), headers: {'content-type': encoded.headers.get('content-type') ?? ''}};
};

const itemsOf = async ({db}: Context): Promise<{id: number; descricao: string}[]> => {
  const {rows} =
    await sql<{
      id: number;
      descricao: string;
    }>`select id, descricao from modelos_formulario_item where id_modelo_formulario = ${EMPRESA} order by ordem`
    .execute(db);
  return rows;
};

/** Milliseconds of one POST tickets with four items and a file, nothing of it left out. */
export const timeTicket = async (app: FastifyInstance, context: Context, token: string): Promise<number> => {
  const items = await itemsOf(context);
  return median(TICKETS, async () => {
    const form = new FormData();
    form.append('data', JSON.stringify({
      idEmpresa: EMPRESA, idFilial: EMPRESA, idModeloFormulario: EMPRESA,
      ticketFormularios: items.map(({id, descricao}) => ({id, descricao, tipoCampo: 'texto', valor: `${descricao} do caminhão`})),
    }));
    form.append('files', new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\n']), 'nota.pdf');
    form.append('tipos', 'Nota Fiscal');
    const {payload, headers} = await multipart(form);
    const answer = await app.inject({
      method: 'POST', url: '/api/tickets', payload, headers: {...headers, authorization: `Bearer ${token}`},
    });
    if (answer.statusCode !== 201) throw new Error(`POST tickets: ${answer.statusCode} ${answer.body}`);
  });
};

/** Milliseconds of the same rows written by hand, in one transaction and without a file on disk. */
export const timeInserts = async (context: Context): Promise<number> => {
  const items = await itemsOf(context);
  return median(TICKETS, () => context.db.transaction().execute(async trx => {
    const {rows} = await sql<{id: number}>`
      insert into tickets (id_empresa, id_filial, id_modelo_formulario, id_usuario, descricao, itens_formulario)
      values (${EMPRESA}, ${EMPRESA}, ${EMPRESA}, 1, 'Descarga', 'Placa: Placa do caminhão') returning id`.execute(trx);
    const id = rows[0]?.id;
    const values = items.map(({id: idItem, descricao}, ordem) =>
      sql`(${id}, ${idItem}, ${ordem}, ${descricao}, 'texto', false, false, ${`${descricao} do caminhão`})`);
    await sql`
      insert into tickets_formularios (id_registro, id_item, ordem, descricao, tipo_campo, obrigatorio, mostrar_consulta_ticket, valor)
      values ${sql.join(values)}`.execute(trx);
    await sql`insert into tickets_arquivos (id_registro, chave, nome_arquivo, tipo, origem, tamanho, sha256, id_usuario)
      values (${id}, gen_random_uuid()::text, 'nota.pdf', 'Nota Fiscal', 'Ticket', 28, '', 1)`.execute(trx);
    await sql`
      insert into historico (recurso, id_registro, id_usuario, acao, para_status)
      values ('tickets', ${id}, 1, 'abrir', '1')`.execute(trx);
  }));
};

/** Suppliers exported per second. */
export const exportSpeed = async (app: FastifyInstance, token: string, formato: 'csv' | 'xlsx'): Promise<number> => {
  const start = performance.now();
  const answer = await app.inject({url: `/api/fornecedores/exportar?formato=${formato}`, headers: {authorization: `Bearer ${token}`}});
  if (answer.statusCode !== 200 || answer.rawPayload.length === 0) {
    throw new Error(`exportar: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
  }
  return Number(answer.headers['x-total-count']) / (performance.now() - start) * 1000;
};

/** Suppliers read per second with nothing done to them. */
export const readSpeed = async ({db}: Context): Promise<number> => {
  const start = performance.now();
  const {rows} = await sql`select f.*, e.razao_social as empresa from fornecedores f join empresas e on e.id = f.id_empresa`.execute(db);
  return rows.length / (performance.now() - start) * 1000;
};
