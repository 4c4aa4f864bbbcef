/** Answers for the panel of robots' queues. The portal imports types only, as from `wire.ts`. */
import * as z from 'zod';
import {MAX_INTEGER} from './fields/kinds.ts';

const id = z.int().min(1).max(MAX_INTEGER);
const count = z.int().min(0);
const text = z.string();
const instant = z.iso.datetime();

export const workflowCounts = z.object({
  workflow: text, esperando: count, emAndamento: count, adiados: count.meta({description: 'Esperam depois de uma falha.'}),
  maisAntigoDesde: instant.nullable(),
});
export type WorkflowCounts = z.infer<typeof workflowCounts>;

const workflowQueue = workflowCounts.extend({
  modelo: id.nullable().meta({description: 'O modelo de todos eles; `null`: são de vários, ou de nenhum.'}),
  mediaSegundos: count.nullable().meta({description: 'De uma tentativa, pelas mais novas; `null`: nenhuma terminou.'}),
  ultimaEm: instant.nullable().meta({description: 'Quando um robô terminou uma pela última vez.'}),
  vaziaAs: instant.nullable().meta({description: 'Quando ninguém mais espera, se tudo seguir assim; `null`: não se sabe.'}),
  robosNecessarios: count.nullable().meta({description: 'Para que ninguém espere mais de uma hora; `null`: não se sabe.'}),
});
export type WorkflowQueue = z.infer<typeof workflowQueue>;

const queuedRecord = z.object({
  id, titulo: text, modelo: text, workflow: text, tentativa: count.meta({description: 'Quantas começaram.'}),
});
const waitingRecord = queuedRecord.extend({desde: instant, adiadoAte: instant.nullable()});
export type WaitingRecord = z.infer<typeof waitingRecord>;
const workingRecord = queuedRecord.extend({
  robo: text.meta({description: 'A máquina.'}), nome: text.meta({description: 'O usuário do robô.'}), inicio: instant, progresso: text,
  porcento: z.int().min(0).max(100).nullable(), progressoEm: instant.nullable(), semProgressoSegundos: count,
  leaseAte: instant, limiteAte: instant,
});
export type WorkingRecord = z.infer<typeof workingRecord>;

const failedRecord = queuedRecord.extend({
  robo: text, nome: text, tipo: text, codigo: text, mensagem: text, dataCriacao: instant,
  campos: z.array(z.object({item: id, descricao: text, mensagem: text})),
});
export type FailedRecord = z.infer<typeof failedRecord>;

const failureReason = z.object({
  modelo: text, item: id.nullable().meta({description: 'O item do modelo; `null`: a falha não nomeou nenhum.'}), descricao: text,
  tipo: text, codigo: text, mensagem: text.meta({description: 'A mais nova.'}),
  total: count.meta({description: 'Em quantos registros.'}), ultimaEm: instant,
});
export type FailureReason = z.infer<typeof failureReason>;

/** Panel of one queue. `agora` is the database's time of the answer. */
export const queuePanel = z.object({
  agora: instant, filas: z.array(workflowQueue),
  trabalhando: z.array(workingRecord).meta({description: 'Há mais tempo sem progresso primeiro.'}),
  esperando: z.array(waitingRecord).meta({description: 'Os próximos.'}),
  falhas: z.array(failedRecord).meta({description: 'De sete dias, as mais novas.'}),
  motivos: z.array(failureReason).meta({description: 'Das mesmas falhas, os mais comuns.'}),
});
export type QueuePanel = z.infer<typeof queuePanel>;

/** A robot and its credentials. */
export const robotState = z.object({
  id, nome: text, email: text, ativo: z.boolean(), empresa: text.meta({description: 'Vazia: trabalha para todas.'}),
  chaves: count, comSenha: z.boolean(), usoEm: instant.nullable().meta({description: 'De suas chaves, a dez minutos.'}),
  trabalhando: count,
});
export type RobotState = z.infer<typeof robotState>;
