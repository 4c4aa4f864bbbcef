/** Answers for the page of deliveries. The portal imports types only, as from `apiShapes.ts`. */
import * as z from 'zod';
import {MAX_INTEGER} from './fields/kinds.ts';

const id = z.int().min(1).max(MAX_INTEGER);
const count = z.int().min(0);
const text = z.string();
const instant = z.iso.datetime();

const deliveryRow = z.object({
  id, destino: text, existe: z.boolean().meta({description: '`false`: o destino saiu da configuração.'}),
  recurso: text, idRegistro: id,
  titulo: text.nullable().meta({description: 'Do registro; `null`: excluído, ou fora do alcance de quem pergunta.'}),
  evento: text, estado: z.enum(['pendente', 'morta', 'pulada']), tentativas: count,
  erro: text.nullable().meta({description: 'Da última tentativa.'}),
  proxima: instant.nullable().meta({description: 'A próxima tentativa; `null`: nenhuma.'}),
  retida: z.boolean().meta({description: 'Espera por uma anterior do mesmo registro.'}),
  decididaPor: text.nullable().meta({description: 'Quem mandou enviar de novo ou pulou.'}), decididaEm: instant.nullable(),
  dataCriacao: instant,
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

const timerState = z.object({
  nome: text, agenda: text.meta({description: 'Em palavras.'}), proxima: instant,
  ultima: instant.nullable().meta({description: 'O começo da última vez.'}), rodando: z.boolean(),
  erro: text.nullable().meta({description: 'Da última vez; `null`: foi bem.'}),
});
export type TimerState = z.infer<typeof timerState>;

/** Deliveries that wait, are dead or were skipped in the last days, and the destinations. */
export const deliveryPanel = z.object({
  webhooks: z.array(text), pendentes: count, mortas: count,
  entregas: z.array(deliveryRow).meta({description: 'As mortas primeiro, depois as que esperam e as puladas de sete dias.'}),
  temporizadores: z.array(timerState),
});
export type DeliveryPanel = z.infer<typeof deliveryPanel>;

/** Result of a webhook's test. */
export const webhookTest = z.object({entregue: z.boolean(), erro: text.nullable()});
export type WebhookTest = z.infer<typeof webhookTest>;
