/** People who look on: `GET eventos`, read, held back, cut and resumed, and what each must and must not hear. */
import {get, type IncomingMessage} from 'node:http';
import {createParser} from 'eventsource-parser';
import {until} from '../../support/until.ts';
import type {World} from './scope.ts';

export interface Listeners {
  /** Somebody listens anew; with `held` nobody reads what comes. */
  open(person: number, token: string, held: boolean): Promise<number>;
  /** One of them leaves. */
  cut(which: number): void;
  /** A record is about to change, or has: who reaches it may hear of that. */
  about(resource: string, id: number): void;
  /** It has this version now: who reaches it must hear. */
  changed(resource: string, id: number, versao: number): void;
  /** Waits until everybody has heard what they must. @returns who heard what is not theirs, or did not hear what is */
  settle(): Promise<string[]>;
  readonly count: number;
  end(): void;
}

interface Listener {
  person: number;
  response: IncomingMessage;
  held: boolean;
  /** The newest version heard, by record. */
  heard: Map<string, number>;
  wanted: Map<string, number>;
}

/** Those whom a list or a call of one record shows it to: the others have it in combos alone. */
const SHOWN: Readonly<Record<string, string>> = {
  usuarios: 'aefru', empresas: 'ae', filiais: 'ae', fornecedores: 'ae', modelosFormulario: 'aefru', modelosFormularioItem: 'aefru',
  tickets: 'aefru',
};

export const createListeners = (base: string, world: World): Listeners => {
  let all: Listener[] = [];
  const faults: string[] = [];
  /** Who has ever reached a record may hear once more that it changed. */
  const reached = new Set<string>();
  const shows = (person: number, resource: string, id: number): boolean =>
    world.has(person, SHOWN[resource] ?? '') && world.reaches(person, resource, id);

  return {
    open: (person, token, held) => new Promise((resolve, reject) => {
      const asked = get(`${base}/api/eventos`, {agent: false, headers: {authorization: `Bearer ${token}`}}, response => {
        const one: Listener = {person, response, held, heard: new Map(), wanted: new Map()};
        const parser = createParser({
          onEvent: ({event, data}) => {
            const {recurso = '', id = 0, versao = 0} = JSON.parse(data) as {recurso?: string; id?: number; versao?: number};
            if (event !== 'registro') return;
            one.heard.set(`${recurso} ${id}`, Math.max(versao, one.heard.get(`${recurso} ${id}`) ?? 0));
            const known = reached.has(`${person} ${recurso} ${id}`) || shows(person, recurso, id);
            // A record that nobody has answered yet is not known here.
            if (!known && world.all(recurso).has(id)) faults.push(`person ${person} hears of ${recurso} ${id}`);
          },
        });
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => parser.feed(chunk));
        const leave = (): void => {
          all = all.filter(other => other !== one);
        };
        response.on('close', leave).on('error', leave);
        if (response.statusCode === 200) all.push(one);
        if (held) response.pause();
        // Heard from once the first byte came.
        if (response.statusCode !== 200 || held) resolve(response.statusCode ?? 0);
        else response.once('data', () => resolve(200));
      });
      asked.on('error', error => (asked.reusedSocket ? resolve(0) : reject(error)));
    }),
    cut: which => {
      const one = all[which % Math.max(1, all.length)];
      one?.response.destroy();
      all = all.filter(other => other !== one);
    },
    about: (resource, id) => {
      for (const {person} of all) if (shows(person, resource, id)) reached.add(`${person} ${resource} ${id}`);
    },
    changed: (resource, id, versao) => {
      for (const {person, held, wanted} of all) if (!held && shows(person, resource, id)) wanted.set(`${resource} ${id}`, versao);
    },
    settle: async () => {
      const missing = (): string[] => all.flatMap(({person, heard, wanted}) => [...wanted]
        .filter(([key, versao]) => (heard.get(key) ?? -1) < versao)
        .map(([key, versao]) => `person ${person} does not hear of ${key}, version ${versao}`));
      await until(() => {
        if (missing().length > 0) throw new Error('not yet');
      }).catch(() => {});
      const found = [...faults, ...missing()];
      faults.length = 0;
      for (const one of all) one.wanted.clear();
      return found;
    },
    get count() {
      return all.length;
    },
    end: () => all.forEach(({response}) => response.destroy()),
  };
};
