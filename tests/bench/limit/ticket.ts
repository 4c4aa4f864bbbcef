/** A ticket as rows and as an answer. */
import type {Config} from '../../../src/schema/shapes/config.ts';
import {resourceOf} from '../../../src/server/db/sqlNames.ts';
import {statusesOf} from '../../../src/schema/statuses/statuses.ts';

export interface TicketRow {
  id: number;
  versao: number;
  id_empresa: number;
  id_filial: number;
  id_modelo_formulario: number;
  id_usuario: number | null;
  id_usuario_atendimento: number | null;
  id_status_ticket: number;
  descricao: string | null;
  itens_formulario: string | null;
  versao_modelo: number | null;
  filial: string | null;
  empresa: string | null;
  usuario: string | null;
  atendente: string | null;
  robo: string | null;
  data_criacao: Date;
  data_finalizacao: Date | null;
  status_desde: Date | null;
  texto: string | null;
  comentou: string | null;
  comentado: Date | null;
  /** Whether whoever opened it answered last. */
  falou: boolean | null;
}

/** Of a relation called `t`. */
export const COLUMNS = `t.id, t.versao, t.id_empresa, t.id_filial, t.id_modelo_formulario, t.id_usuario, t.id_usuario_atendimento,
  t.id_status_ticket, t.descricao, t.itens_formulario, t.versao_modelo, f.descricao as filial, e.razao_social as empresa, u.nome as usuario,
  a.nome as atendente, m.work_flow_name_rpa as robo, t.data_criacao, t.data_finalizacao, t.status_desde,
  t.comentario$texto as texto, c.nome as comentou, t.comentario$data as comentado,
  t.comentario$usuario = t.id_usuario and t.comentario$data > t.status_desde as falou`;
export const JOINS = `left join filiais f on f.id = t.id_filial left join empresas e on e.id = t.id_empresa
  left join usuarios u on u.id = t.id_usuario left join usuarios a on a.id = t.id_usuario_atendimento
  left join modelos_formulario m on m.id = t.id_modelo_formulario left join usuarios c on c.id = t.comentario$usuario`;

/** What only one ticket brings along. */
export interface WholeRow extends TicketRow {
  itens: {id: number; descricao: string; valor: string; tipoCampo: string; obrigatorio: boolean; aviso: string; item: number | null}[];
  arquivos: {id: number; nomeArquivo: string; dataCriacao: string; tipo: string; origem: string; tamanho: number}[];
  /** Its place in the queue of robots. */
  fila: (Record<'desde' | 'adiadoAte' | 'leaseAte' | 'limiteAte', string | null> & Record<string, unknown>) | null;
  /** The newest steps, after a move. */
  historico?: {dataCriacao: string; nomeUsuario: string; acao: string; de: string | null; para: string | null; comentario: string}[];
}

export const WHOLE = `${COLUMNS}, (
    select coalesce(json_agg(json_build_object('id', i.id, 'descricao', i.descricao, 'valor', i.valor, 'tipoCampo', i.tipo_campo,
      'obrigatorio', i.obrigatorio, 'aviso', coalesce(i.aviso, ''), 'item', i.id_item) order by i.ordem, i.id), '[]')
    from tickets_formularios i where i.id_registro = t.id
  ) as itens, (
    select coalesce(json_agg(json_build_object('id', q.id, 'nomeArquivo', q.nome_arquivo, 'dataCriacao', q.data_criacao, 'tipo', q.tipo,
      'origem', q.origem, 'tamanho', q.tamanho) order by q.id), '[]')
    from tickets_arquivos q where q.id_registro = t.id and q.data_exclusao is null
  ) as arquivos, (
    select json_build_object('tentativa', f.tentativas, 'desde', f.desde, 'adiadoAte', case when f.apos > now() then f.apos end,
      'robo', f.robo, 'leaseAte', f.ate, 'limiteAte', case when f.ate is not null then f.limite end, 'progresso', f.progresso,
      'porcento', f.porcento, 'semProgressoSegundos', case when f.ate > now() then
      floor(extract(epoch from now() - coalesce(f.progresso_em, f.inicio)))::integer end)
    from tickets_fila f where f.id_registro = t.id and f.resultado is null
  ) as fila`;

/** The answer's form of rows. */
export const presenter = (config: Config) => {
  const statuses = statusesOf(resourceOf(config, 'tickets'));
  const names = new Map(statuses.map(({id, name}) => [Number(id), name]));
  const waits = new Map(statuses.map(one => [Number(one.id), one.waits ?? '']));
  return (row: TicketRow) => ({
    id: row.id, versao: row.versao, idEmpresa: row.id_empresa, idFilial: row.id_filial, idModeloFormulario: row.id_modelo_formulario,
    idUsuario: row.id_usuario ?? 0, idUsuarioAtendimento: row.id_usuario_atendimento ?? 0, idStatusTicket: row.id_status_ticket,
    descricaoStatus: names.get(row.id_status_ticket) ?? '', descricao: row.descricao ?? '', itensFormulario: row.itens_formulario ?? '',
    versaoModelo: row.versao_modelo,
    nomeFilial: row.filial ?? '', nomeEmpresa: row.empresa ?? '', nomeUsuario: row.usuario ?? '',
    nomeUsuarioAtendimento: row.atendente ?? '', workFlowNameRpa: row.robo ?? '', dataCriacao: row.data_criacao.toISOString(),
    dataFinalizacao: row.data_finalizacao?.toISOString() ?? '', statusDesde: row.status_desde?.toISOString() ?? '',
    ultimoComentario: row.texto === null || row.comentado === null
      ? null : {texto: row.texto, nome: row.comentou ?? 'Sistema', data: row.comentado.toISOString()},
    aguarda: row.falou === true && waits.get(row.id_status_ticket) === 'autor' ? 'equipe' : waits.get(row.id_status_ticket) ?? '',
  });
};
