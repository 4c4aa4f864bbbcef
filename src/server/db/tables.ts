/** Table types for Kysely's query builder, structural columns only. Other columns go through `sql`, by name. */
import type {Generated, Kysely, RawBuilder, Transaction} from 'kysely';

export type MailKind = 'reset' | 'convite' | 'senhaAlterada' | 'avisos';

interface RecordColumns {
  id: Generated<number>;
  versao: Generated<number>;
  data_criacao: Generated<Date>;
}

export interface Tables {
  empresas: RecordColumns & {ativo: Generated<boolean>};
  filiais: RecordColumns & {id_empresa: number; data_exclusao: Date | null};
  usuarios: RecordColumns & {
    id_empresa: number | null; tipo: number; ativo: Generated<boolean>; senha_hash: string | null; token_versao: Generated<number>;
  };
  modelos_formulario: RecordColumns & {id_empresa: number; id_filial: number};
  tickets: RecordColumns & {
    id_empresa: number; id_filial: number; id_modelo_formulario: number; id_usuario: number; id_usuario_atendimento: number | null;
    id_status_ticket: Generated<number>; codigo_transportadora: string | null; data_finalizacao: Date | null;
  };
  tickets_formularios: {
    id: Generated<number>; id_registro: number; id_item: number | null; ordem: number; descricao: string; tipo_campo: string;
    obrigatorio: boolean; mostrar_consulta_ticket: boolean; valor: Generated<string>; aviso: string | null;
  };
  tickets_arquivos: {
    id: Generated<number>; id_registro: number; chave: string; nome_arquivo: string; tipo: string;
    origem: string; tamanho: number; sha256: string;
    id_usuario: number; data_criacao: Generated<Date>; data_exclusao: Date | null; id_usuario_exclusao: number | null;
  };
  chaves: {
    id: Generated<number>; id_usuario: number; nome: string; hash: string; ultimo_uso: Date | null; data_criacao: Generated<Date>;
  };
  historico: {
    id: Generated<number>; recurso: string; id_registro: number; id_usuario: number | null; acao: string;
    antes: unknown; depois: unknown; de_status: string | null; para_status: string | null; comentario: string | null;
    data_criacao: Generated<Date>;
  };
  instalacao: {unica: Generated<boolean>; identidade: string; data_criacao: Generated<Date>};
  pedidos_senha: {id: Generated<number>; email: string; data_criacao: Generated<Date>};
  correio: {
    id: Generated<number>; chave: Generated<string>; tipo: MailKind;
    id_usuario: number; id_token: number | null;
    estado: Generated<'pendente' | 'enviada' | 'morta' | 'cancelada'>; tentativas: Generated<number>; dono: string | null;
    proxima: Generated<Date>; data_envio: Date | null; data_criacao: Generated<Date>;
  };
  entregas: {
    id: Generated<number>; chave: Generated<string>; destino: string; recurso: string; id_registro: number; evento: string; corpo: unknown;
    estado: Generated<'pendente' | 'entregue' | 'morta' | 'pulada'>; tentativas: Generated<number>; dono: string | null;
    proxima: Generated<Date>; erro: string | null; id_usuario: number | null; data_decisao: Date | null; data_entrega: Date | null;
    data_criacao: Generated<Date>;
  };
  avisos: {
    id: Generated<number>; id_usuario: number; recurso: string; id_registro: number; texto: string; data_criacao: Generated<Date>;
    data_leitura: Date | null; envio: Generated<'novo' | 'espera' | 'levado' | 'nenhum'>; id_correio: number | null;
  };
  idempotencia: {id_usuario: number; chave: string; corpo: string; status: number | null; resposta: unknown; data_criacao: Generated<Date>};
}

export interface StoredRow extends Record<string, unknown> {
  id: number;
  versao: number;
}

/** Stands for every resource's table of files, because Kysely wants a known name. */
export type FileTable = 'tickets_arquivos';

export type Db = Kysely<Tables>;
/**
 * A transaction, or the database outside one.
 * Inside a transaction use `trx` alone: the embedded database has one connection, and `db` would wait for ever.
 */
export type DbOrTrx = Db | Transaction<Tables>;

export type Sql = RawBuilder<unknown>;
