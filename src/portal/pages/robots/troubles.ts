/** What is wrong with a queue and its robots, the worst first, each in a sentence (rules: Robots 10). */
import type {Resource} from '../../../schema/shapes/config.ts';
import {formatDuration} from '../../../schema/fields/durations.ts';
import {formatStalledTime} from '../../../schema/queue.ts';
import type {QueuePanel, RobotState} from '../../../schema/queuePanel.ts';

/** Seconds for which something waits that nobody works before it is worth a word. */
const IDLE = 300;
/** Records that fail for one reason within {@link LATELY} seconds: no accident any more. */
const OFTEN = 3;
const LATELY = 86_400;

export const secondsTo = (agora: string, instant: string): number => Math.max(0, (Date.parse(agora) - Date.parse(instant)) / 1000);

export const workflowName = (workflow: string): string => (workflow === '' ? 'Sem workflow' : workflow);

export const troublesOf = ({label}: Resource, {agora, filas, trabalhando, motivos}: QueuePanel): string[] => [
  ...trabalhando.flatMap(({robo, titulo, semProgressoSegundos}) => {
    const still = formatStalledTime(semProgressoSegundos);
    return still === undefined ? [] : [`${titulo}: ${robo} está ${still}.`];
  }),
  ...filas.flatMap(({workflow, esperando, emAndamento, maisAntigoDesde}) => {
    const waited = maisAntigoDesde === null ? 0 : secondsTo(agora, maisAntigoDesde);
    return esperando === 0 || emAndamento > 0 || waited < IDLE ? []
      : [`Ninguém trabalha na fila de ${workflowName(workflow)}: o mais antigo espera há ${formatDuration(waited)}.`];
  }),
  ...motivos.filter(({total, ultimaEm}) => total >= OFTEN && secondsTo(agora, ultimaEm) < LATELY)
    .map(({modelo, descricao, codigo, mensagem, total}) => `${total} ${label.many.toLowerCase()} falharam ${
      descricao === '' ? `por ${codigo || mensagem}` : `no item ${descricao}`}${modelo === '' ? '' : ` de ${modelo}`}.`),
];

/** Why a robot cannot work; undefined: it can. */
export const whyIdle = ({ativo, chaves, comSenha}: RobotState): string | undefined => {
  if (!ativo) return 'Inativo';
  return chaves === 0 && !comSenha ? 'Sem chave: não consegue entrar' : undefined;
};
