/** Warnings of a queue and its robots, the worst first, a sentence each (rules: Robots 10). */
import type {Resource} from '../../../schema/shapes/config.ts';
import {formatDuration} from '../../../schema/fields/durations.ts';
import {formatStalledTime} from '../../../schema/queue.ts';
import type {QueuePanel, RobotState} from '../../../schema/queuePanel.ts';

const IDLE_WARNING_S = 300;
const MIN_REPEATED_FAILURES = 3;
const RECENT_FAILURES_S = 86_400;

export const secondsSince = (agora: string, instant: string): number => Math.max(0, (Date.parse(agora) - Date.parse(instant)) / 1000);

export const workflowName = (workflow: string): string => (workflow === '' ? 'Sem workflow' : workflow);

export const listQueueWarnings = ({label}: Resource, {agora, filas, trabalhando, motivos}: QueuePanel): string[] => [
  ...trabalhando.flatMap(({robo, titulo, semProgressoSegundos}) => {
    const stalledTime = formatStalledTime(semProgressoSegundos);
    return stalledTime === undefined ? [] : [`${titulo}: ${robo} está ${stalledTime}.`];
  }),
  ...filas.flatMap(({workflow, esperando, emAndamento, maisAntigoDesde}) => {
    const waited = maisAntigoDesde === null ? 0 : secondsSince(agora, maisAntigoDesde);
    return esperando === 0 || emAndamento > 0 || waited < IDLE_WARNING_S ? []
      : [`Ninguém trabalha na fila de ${workflowName(workflow)}: o mais antigo espera há ${formatDuration(waited)}.`];
  }),
  ...motivos.filter(({total, ultimaEm}) => total >= MIN_REPEATED_FAILURES && secondsSince(agora, ultimaEm) < RECENT_FAILURES_S)
    .map(({modelo, descricao, codigo, mensagem, total}) => `${total} ${label.many.toLowerCase()} falharam ${
      descricao === '' ? `por ${codigo || mensagem}` : `no item ${descricao}`}${modelo === '' ? '' : ` de ${modelo}`}.`),
];

/** The reason why a robot cannot work; undefined: it can. */
export const robotBlockReason = ({ativo, chaves, comSenha}: RobotState): string | undefined => {
  if (!ativo) return 'Inativo';
  return chaves === 0 && !comSenha ? 'Sem chave: não consegue entrar' : undefined;
};
