/** Merges the first and the last step of a robot attempt into one entry (rules: Robots 6). */
import type {Resource} from '../../../schema/shapes/config.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {formatDuration} from '../../../schema/fields/durations.ts';
import {formatAttempt, maxAttemptsOf, resolveQueue} from '../../../schema/queue.ts';
import {ROBOT_MOVES} from '../../../schema/words/robotMoves.ts';
import type {Entry, TimelineEntry} from './history.ts';

/** '20/11/26 14:02 a 14:10 (8 min)' */
const formatPeriod = (from: string, to: string): string => {
  const [start, end] = [formatInstant(from), formatInstant(to)];
  const [day, time] = end.split(' ');
  const duration = formatDuration(Math.max(0, Date.parse(to) - Date.parse(from)) / 1000);
  return `${start} a ${start.startsWith(`${day} `) ? time : end} (${duration})`;
};

/**
 * Builds the timeline entry of a robot's attempt. A finished attempt is shown by its last step; one that runs, or that a person
 * interrupted, by its first. The robot's messages on items become changes.
 *
 * @param interruptedAt when a person took the record away
 */
const mergeAttempt = (
  name: string, resource: Resource, step: Entry, firstStep: Entry | undefined, interruptedAt?: string,
): TimelineEntry => {
  const {tentativa, dataCriacao, comentario} = step;
  if (tentativa === undefined) return step;
  const {passo, numero, robo, codigo, campos} = tentativa;
  const isFirst = passo === 'reservar';
  const outcome = interruptedAt === undefined ? ROBOT_MOVES[passo] : 'foi interrompido';
  const code = passo === 'falhar' && codigo !== '' ? ` (${codigo})` : '';
  const until = interruptedAt ?? (isFirst ? undefined : dataCriacao);
  const from = firstStep?.dataCriacao;
  return {
    ...step,
    ...(isFirst ? {comentario: ''} : {comentario: comentario ?? ''}),
    ...(firstStep?.deStatus === undefined || isFirst || firstStep.deStatus === step.paraStatus ? {} : {deStatus: firstStep.deStatus}),
    campos: [...step.campos ?? [], ...campos.map(({item, descricao, mensagem}) =>
      ({campo: String(item), rotulo: descricao, antes: '', depois: mensagem}))],
    attempt: [
      `${formatAttempt(numero, maxAttemptsOf({queue: resolveQueue(name, resource)}), robo)}: o robô ${outcome}${code}.`,
      ...(from === undefined ? [] : [until === undefined ? `Desde ${formatInstant(from)}` : formatPeriod(from, until)]),
    ],
  };
};

export const buildTimeline = (name: string, resource: Resource, entries: readonly Entry[]): readonly TimelineEntry[] => {
  if (resource.queue === undefined) return entries;
  const timeline: (TimelineEntry | undefined)[] = [];
  let open: {at: number; first: Entry} | undefined;
  for (const entry of entries.toReversed()) {
    const {tentativa, deStatus, paraStatus, dataCriacao} = entry;
    if (tentativa?.passo === 'reservar') {
      open = {at: timeline.length, first: entry};
      timeline.push(mergeAttempt(name, resource, entry, entry));
    } else if (tentativa !== undefined) {
      if (open !== undefined) timeline[open.at] = undefined;
      timeline.push(mergeAttempt(name, resource, entry, open?.first));
      open = undefined;
    } else {
      timeline.push(entry);
      const isInterrupted = open !== undefined && Boolean(paraStatus) && paraStatus !== deStatus && deStatus === open.first.paraStatus;
      if (open === undefined || !isInterrupted) continue;
      timeline[open.at] = mergeAttempt(name, resource, open.first, open.first, dataCriacao);
      open = undefined;
    }
  }
  return timeline.filter(entry => entry !== undefined).toReversed();
};
