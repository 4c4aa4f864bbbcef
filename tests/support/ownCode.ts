/**
 * Own code tried on the real engine: a server without a socket on a database of its own, people of any profile (`seed.usuario`), their
 * calls in the default dialect, and the history of a record. The clock is the machine's and the database's, and nobody moves it.
 */
import type {Config} from '../../src/schema/shapes/config.ts';
import type {OwnCode} from '../../src/server/own.ts';
import {checkOwn} from '../../src/server/ownCode/checkOwn.ts';
import type {Caller} from './httpApi.ts';
import {openTestApp, type Answer, type TestApp} from './server.ts';

export interface OwnCodeTest extends TestApp {
  /** Replaces the own code, as a start with another file would; a shorter limit makes a step that hangs quick to see. */
  use(own: OwnCode, limit?: {stepLimitMs: number}): void;
  create(as: Caller, name: string, values: object): Promise<Answer>;
  save(as: Caller, name: string, id: number, values: object): Promise<Answer>;
  act(as: Caller, name: string, id: number, action: string, answers?: object): Promise<Answer>;
  remove(as: Caller, name: string, id: number): Promise<Answer>;
  /** Who did what, the newest first, as the Adm reads it. */
  steps(name: string, id: number): Promise<string[]>;
}

/** Longer than the product's two seconds, because a busy machine hangs nothing. */
const PATIENT_MS = 60_000;

/** Opens it without own code: call it in `beforeTests`, and `use` in each test. */
export const openOwnCode = async (config: Config): Promise<OwnCodeTest> => {
  const own = {steps: {}};
  const server = await openTestApp({config, own});
  const {api, adm} = server;
  return {
    ...server,
    use: (code, {stepLimitMs} = {stepLimitMs: PATIENT_MS}) => {
      const mistakes = checkOwn(config, code, 'own.ts');
      if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
      Object.assign(own, code, {stepLimitMs});
    },
    create: (as, name, body) => api(as, `POST ${name}`, {body}),
    save: (as, name, id, body) => api(as, `PUT ${name}/:id`, {params: {id}, body}),
    act: (as, name, id, action, body = {}) => api(as, `PUT ${name}/${action}/:id`, {params: {id}, body}),
    remove: (as, name, id) => api(as, `DELETE ${name}/:id`, {params: {id}}),
    steps: async (name, id) => {
      const {body} = await api(adm, `GET ${name}/:id/historico`, {params: {id}});
      return (body as {acao: string; nomeUsuario: string}[]).map(({acao, nomeUsuario}) => `${acao}: ${nomeUsuario}`);
    },
  };
};
