/** A new ticket with its form and one file: one statement that asks, and one that writes everything. */
import type {FastifyRequest} from 'fastify';
import type {AttachmentStore, StoredFile} from '../../../src/server/files/attachmentStore.ts';
import type {Caller} from './caller.ts';
import type {Asker} from './database.ts';
import type {WholeRow} from './ticket.ts';

interface Sent {
  idEmpresa: number;
  idFilial: number;
  idModeloFormulario: number;
  ticketFormularios: {id: number; valor: string}[];
}

interface TemplateRow {
  descricao: string;
  robo: string | null;
  filial: string;
  empresa: string;
  versao: number;
  fechada: boolean;
  itens: {id: number; descricao: string; tipoCampo: string; obrigatorio: boolean; mostrar: boolean}[];
}

const TEMPLATE = `
  select m.descricao, m.work_flow_name_rpa as robo, f.descricao as filial, e.razao_social as empresa,
    coalesce(v.versao, 1) as versao, v.itens is not null as fechada, (
    select coalesce(json_agg(json_build_object('id', i.id, 'descricao', i.descricao, 'tipoCampo', i.tipo_campo,
      'obrigatorio', coalesce(i.obrigatorio, false), 'mostrar', coalesce(i.mostrar_consulta_ticket, false)) order by i.ordem, i.id), '[]')
    from modelos_formulario_item i where i.id_modelo_formulario = m.id and i.data_exclusao is null
  ) as itens
  from modelos_formulario m join filiais f on f.id = m.id_filial join empresas e on e.id = f.id_empresa
  left join lateral (
    select versao, itens from modelos_formulario_item_versoes where id_registro = m.id order by versao desc limit 1
  ) as v on true
  where m.id = $1 and f.id = $2 and e.id = $3 and m.id_empresa = e.id and f.data_exclusao is null`;

const CREATE = `
  with ticket as (
    insert into tickets (id_empresa, id_filial, id_modelo_formulario, id_usuario, id_status_ticket, descricao, itens_formulario,
      codigo_transportadora, versao_modelo, status_desde)
    values ($1, $2, $3, $4, 1, $5, $6, $7, $20, now()) returning id, versao, data_criacao
  ), itens as (
    insert into tickets_formularios (id_registro, id_item, ordem, descricao, tipo_campo, obrigatorio, mostrar_consulta_ticket, valor)
    select ticket.id, i.id, i.ordem - 1, i.descricao, i.tipo, i.obrigatorio, i.mostrar, i.valor
    from ticket, unnest($8::integer[], $9::text[], $10::text[], $11::boolean[], $12::boolean[], $13::text[])
      with ordinality as i (id, descricao, tipo, obrigatorio, mostrar, valor, ordem)
    returning id, ordem
  ), arquivo as (
    insert into tickets_arquivos (id_registro, chave, nome_arquivo, tipo, origem, tamanho, sha256, id_usuario)
    select id, $14, $15, $16, 'Portal', $17, $18, $4 from ticket returning id, data_criacao
  ), passo as (
    insert into historico (recurso, id_registro, id_usuario, acao, depois, para_status, comentario)
    select 'tickets', id, $4, 'abrir', $19, '1', 'Ticket Criado Com Sucesso' from ticket
  )
  select ticket.id, ticket.versao, ticket.data_criacao, arquivo.id as arquivo, arquivo.data_criacao as anexado,
    (select json_agg(id order by ordem) from itens) as itens
  from ticket, arquivo`;

interface Created {
  id: number;
  versao: number;
  data_criacao: Date;
  arquivo: number;
  anexado: Date;
  itens: number[];
}

const receive = async (request: FastifyRequest, store: AttachmentStore): Promise<{
  sent: Sent; tipo: string; nome: string; file: StoredFile,
}> => {
  const texts: Record<string, string> = {};
  let file: StoredFile | undefined;
  let nome = '';
  for await (const part of request.parts()) {
    if (part.type === 'field') texts[part.fieldname] = String(part.value);
    else {
      nome = part.filename;
      file = await store.put(part.file);
    }
  }
  if (file === undefined) throw new Error('no file');
  return {sent: JSON.parse(texts['data'] ?? '') as Sent, tipo: texts['tipos'] ?? '', nome, file};
};

/** @returns the row as one that is read whole */
export const createTicket = async ({ask}: Asker, caller: Caller, request: FastifyRequest, store: AttachmentStore): Promise<WholeRow> => {
  const {sent, tipo, nome, file} = await receive(request, store);
  const {idEmpresa, idFilial, idModeloFormulario} = sent;
  if (caller.perfil === 'empresa' && idEmpresa !== caller.idEmpresa) throw new Error('another company');
  const [template] = await ask<TemplateRow & Record<string, unknown>>('modelo', TEMPLATE, [idModeloFormulario, idFilial, idEmpresa]);
  if (template === undefined) throw new Error('no such template');
  // The first ticket of the measured template is made before anything is measured.
  if (!template.fechada) throw new Error('the version of the template is open');
  const values = new Map(sent.ticketFormularios.map(({id, valor}) => [id, valor]));
  const itens = template.itens.map(item => ({...item, valor: values.get(item.id) ?? ''}));
  if (itens.some(({obrigatorio, valor}) => obrigatorio && valor === '')) throw new Error('a value is missing');
  const text = itens.filter(({mostrar, valor}) => mostrar && valor !== '').map(({descricao, valor}) => `${descricao}: ${valor}`).join('; ');
  const of = <K extends keyof (typeof itens)[number]>(key: K) => itens.map(item => item[key]);
  const [row] = await ask<Created & Record<string, unknown>>('criar', CREATE, [
    idEmpresa, idFilial, idModeloFormulario, caller.id, template.descricao, text,
    itens.find(({descricao}) => descricao === 'Transportadora')?.valor ?? null,
    of('id'), of('descricao'), of('tipoCampo'), of('obrigatorio'), of('mostrar'), of('valor'), file.key, nome, tipo, file.size, file.sha256,
    JSON.stringify({idEmpresa, idFilial, idModeloFormulario, idStatusTicket: 1, idUsuario: caller.id}),
    template.versao,
  ]);
  if (row === undefined) throw new Error('not written');
  return {
    id: row.id, versao: row.versao, id_empresa: idEmpresa, id_filial: idFilial, id_modelo_formulario: idModeloFormulario,
    id_usuario: caller.id, id_usuario_atendimento: null, id_status_ticket: 1, descricao: template.descricao, itens_formulario: text,
    versao_modelo: template.versao, filial: template.filial, empresa: template.empresa, usuario: caller.nome, atendente: null,
    robo: template.robo, data_criacao: row.data_criacao, data_finalizacao: null, status_desde: row.data_criacao,
    texto: null, comentou: null, comentado: null, falou: null,
    itens: itens.map(({id, descricao, valor, tipoCampo, obrigatorio}, at) =>
      ({id: row.itens[at] ?? 0, item: id, descricao, valor, tipoCampo, obrigatorio, aviso: ''})),
    fila: null,
    arquivos: [{id: row.arquivo, nomeArquivo: nome, dataCriacao: row.anexado.toISOString(), tipo, origem: 'Portal', tamanho: file.size}],
  };
};
