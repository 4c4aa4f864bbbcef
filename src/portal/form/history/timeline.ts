/** A record's history as it is read: an attempt of a robot is one entry, of its first step and its last (rules: Robots 6). */
import type {Resource} from '../../../schema/shapes/config.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {formatDuration} from '../../../schema/fields/durations.ts';
import {formatAttempt, maxAttemptsOf, resolveQueue} from '../../../schema/queue.ts';
import {ROBOT_MOVES} from '../../../schema/words/robotMoves.ts';
import type {Entry, Told} from './history.ts';

/** '20/11/26 14:02 a 14:10 (8 min)' */
const spanOf = (from: string, to: string): string => {
  const [began, ended] = [formatInstant(from), formatInstant(to)];
  const [day, time] = ended.split(' ');
  const took = formatDuration(Math.max(0, Date.parse(to) - Date.parse(from)) / 1000);
  return `${began} a ${began.startsWith(`${day} `) ? time : ended} (${took})`;
};

/**
 * An attempt as an entry: of the step that ended it, or of its first while it goes on or where a person ended it. What a robot says it
 * found is what it found in each item.
 *
 * @param ended where a person took the record away
 */
const attemptOf = (name: string, resource: Resource, step: Entry, began: Entry | undefined, ended?: string): Told => {
  const {tentativa, dataCriacao, comentario} = step;
  if (tentativa === undefined) return step;
  const {passo, numero, robo, codigo, campos} = tentativa;
  const isFirst = passo === 'reservar';
  const did = ended === undefined ? ROBOT_MOVES[passo] : 'foi interrompido';
  const code = passo === 'falhar' && codigo !== '' ? ` (${codigo})` : '';
  const until = ended ?? (isFirst ? undefined : dataCriacao);
  const from = began?.dataCriacao;
  return {
    ...step,
    ...(isFirst ? {comentario: ''} : {comentario: comentario ?? ''}),
    // Back where it began is no way worth telling.
    ...(began?.deStatus === undefined || isFirst || began.deStatus === step.paraStatus ? {} : {deStatus: began.deStatus}),
    campos: [...step.campos ?? [], ...campos.map(({item, descricao, mensagem}) =>
      ({campo: String(item), rotulo: descricao, antes: '', depois: mensagem}))],
    attempt: [
      `${formatAttempt(numero, maxAttemptsOf({queue: resolveQueue(name, resource)}), robo)}: o robô ${did}${code}.`,
      ...(from === undefined ? [] : [until === undefined ? `Desde ${formatInstant(from)}` : spanOf(from, until)]),
    ],
  };
};

/** @param entries the newest first, as they are told */
export const timelineOf = (name: string, resource: Resource, entries: readonly Entry[]): readonly Told[] => {
  if (resource.queue === undefined) return entries;
  const told: (Told | undefined)[] = [];
  let open: {at: number; first: Entry} | undefined;
  for (const entry of entries.toReversed()) {
    const {tentativa, deStatus, paraStatus, dataCriacao} = entry;
    if (tentativa?.passo === 'reservar') {
      open = {at: told.length, first: entry};
      told.push(attemptOf(name, resource, entry, entry));
    } else if (tentativa !== undefined) {
      if (open !== undefined) told[open.at] = undefined;
      told.push(attemptOf(name, resource, entry, open?.first));
      open = undefined;
    } else {
      told.push(entry);
      const isTaken = open !== undefined && Boolean(paraStatus) && paraStatus !== deStatus && deStatus === open.first.paraStatus;
      if (open === undefined || !isTaken) continue;
      told[open.at] = attemptOf(name, resource, open.first, open.first, dataCriacao);
      open = undefined;
    }
  }
  return told.filter(entry => entry !== undefined).toReversed();
};
