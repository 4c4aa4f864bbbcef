/** What an action sends (rules: Tickets 11). */
import type {Action} from '../../schema/config.ts';
import {ruleOf} from '../../schema/kinds.ts';
import {parseEndpoint, pathParams} from '../../schema/paths.ts';
import type {Session} from '../../schema/session.ts';
import type {ActionRecord} from './verdict.ts';

/** A file with its type, as the person chose them. */
export interface TypedFile {
  file: File;
  tipo: string;
}

/** What the dialog collected. */
export interface Answers {
  values: Readonly<Record<string, unknown>>;
  files: readonly TypedFile[];
}

/** Of the record itself, where it has them (rules: Tickets 11). */
const CARRIED = ['id', 'idFilial', 'idModeloFormulario', 'descricao', 'ticketFormularios', 'versao'];

/** `data`, then the types, then the bytes: the server can judge before the first byte arrives. */
export const multipart = (data: unknown, files: readonly TypedFile[]): FormData => {
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  if (files.length > 0) form.append('tipos', JSON.stringify(files.map(({tipo}) => tipo)));
  for (const {file} of files) form.append('files', file, file.name);
  return form;
};

/** The values an action's path names: the record's, and who acts. */
export const pathValues = (action: Action, record: ActionRecord, session: Session): Record<string, unknown> =>
  Object.fromEntries(pathParams(parseEndpoint(action.call).path).map(name => [name, name === 'idUsuario' ? session.id : record[name]]));

/** An action's data; undefined where it asks nothing (rules: Tickets 11). */
export const dataOf = (action: Action, record: ActionRecord, session: Session, {values}: Answers): Record<string, unknown> | undefined => {
  if (action.asks === undefined) return undefined;
  const carried = CARRIED.filter(name => record[name] !== undefined).map(name => [name, record[name]] as const);
  const asked = Object.entries(action.asks).map(([name, field]) =>
    [name, ruleOf(field).bare(values[name], field) ?? ruleOf(field).empty] as const);
  return {...Object.fromEntries(carried), idUsuario: session.id, ...Object.fromEntries(asked)};
};
