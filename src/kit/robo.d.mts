import type {Valores} from './campos.d.mts';

/** Um arquivo do registro. */
export interface Arquivo {
  readonly id: number;
  readonly nomeArquivo: string;
  readonly tipo: string;
}

/** Um registro da fila, enquanto é deste robô. */
export interface Reserva {
  /** O que as pessoas preencheram; números e sim/não já convertidos. */
  readonly valores: Valores;
  /** `{registro}-{tentativa}`: para que os sistemas do robô reconheçam o que já fizeram. */
  readonly chave: string;
  readonly tentativa: number;
  readonly workflow: string;
  readonly campos: Readonly<Record<string, unknown>>;
  /** O formulário como está no registro; `item` é o do modelo. */
  readonly itens: readonly {readonly item: number | null; readonly descricao: string; readonly valor: string}[];
  readonly arquivos: readonly Arquivo[];
  /** As tentativas que falharam, a mais nova primeiro. */
  readonly falhas: readonly {readonly tentativa: number; readonly tipo: string; readonly codigo: string; readonly mensagem: string}[];
  /** Avisa que o trabalho tem de parar: o lease foi perdido, ou o robô está parando. */
  readonly sinal: AbortSignal;
  /** Mostra às pessoas em que ponto está. */
  progresso: (texto: string, porcento?: number) => void;
  baixar: (arquivo: Arquivo) => Promise<Uint8Array>;
  /** `tipo` é um dos tipos de arquivo do portal. */
  enviar: (nome: string, bytes: Uint8Array, tipo: string) => Promise<void>;
}

/** O que uma pessoa tem de corrigir: o registro vai para ela, com os campos marcados. Qualquer outro erro é tentado de novo mais tarde. */
export class Negocio extends Error {
  constructor(codigo: string, mensagem: string, campos?: {readonly [K in keyof Valores]?: string});
}

/** O que o kit diz do modelo, em campos.json. */
export interface Modelo {
  workflow?: string;
  url?: string;
  /** Os formulários que este robô conhece. */
  contratos?: readonly string[];
  versaoModelo?: number | null;
  /** Segundos: quanto uma chamada espera por um registro, e o lease de costume. */
  espera: number;
  lease: number;
  /** Como se chama o id do registro. */
  registro: string;
  chamadas: {reservar: string; registro: string; simular: string};
  campos?: readonly {item: number; chave: string; tipo: 'texto' | 'numero' | 'booleano'}[];
}

export interface Opcoes {
  /** Sem servidor: o registro deste arquivo. */
  arquivo?: string;
  /** Contra o simulador; nada é gravado. */
  simular?: boolean;
  /** Do simulador: a mesma, o mesmo registro. */
  semente?: number;
  /** Depois de quantos registros termina. */
  vezes?: number;
  url?: string;
  chave?: string;
  /** A máquina, como as pessoas a conhecem. */
  robo?: string;
  workflow?: string;
  /** Segundos. */
  lease?: number;
  modelo?: Modelo;
  /** Encerra; ausente: SIGTERM e SIGINT, e um trabalho que não para é encerrado com o processo. */
  sinal?: AbortSignal;
}

/** As opções da linha de comando: `--arquivo exemplo.json`, `--simular --semente 7 --vezes 20`, `--workflow`, `--url`, `--robo` … */
export function opcoesDaLinha(args?: readonly string[]): Opcoes;

/** Trabalha o que espera na fila, um registro depois do outro. O que o trabalho devolve é o comentário da conclusão. */
export function trabalhar(trabalho: (reserva: Reserva) => Promise<string | void> | string | void, opcoes?: Opcoes): Promise<void>;
