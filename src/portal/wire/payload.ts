/** What an action sends (rules: Tickets 11). */
import {askedFields} from '../../schema/lifeCycle/asks.ts';
import type {Action, Resource} from '../../schema/shapes/config.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {itemsKey} from '../../schema/parts.ts';
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

/**
 * What of the record itself goes with whatever is done to it (rules: Tickets 11): which it is and in which version, its branch,
 * its template with what it keeps of it, and its form.
 */
export const carriedOf = (resource: Resource, record: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const {owner, template} = resource;
  const kept = template === undefined ? [] : [template.by, ...Object.keys(template.keep ?? {}), itemsKey(resource)];
  const names = ['id', ...(owner?.filial === undefined ? [] : [owner.filial]), ...kept, 'versao'];
  return Object.fromEntries(names.flatMap(name => (record[name] === undefined ? [] : [[name, record[name]]])));
};

/** `data`, then the types, then the bytes: the server can judge before the first byte arrives. */
const multipart = (data: unknown, files: readonly TypedFile[]): FormData => {
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  if (files.length > 0) form.append('tipos', JSON.stringify(files.map(({tipo}) => tipo)));
  for (const {file} of files) form.append('files', file, file.name);
  return form;
};

/** With files multipart, else JSON; the calls that a resource declares for its files are known to take multipart alone (rules: Calls 3). */
export const bodyWithFiles = ({files}: Resource, data: Readonly<Record<string, unknown>>, chosen: readonly TypedFile[]): unknown =>
  (chosen.length > 0 || files?.calls !== undefined ? multipart(data, chosen) : data);

/** The values an action's path names: the record's, and who acts. */
export const pathValues = (action: Action, record: ActionRecord, session: Session): Record<string, unknown> =>
  Object.fromEntries(pathParams(parseEndpoint(action.call).path).map(name => [name, name === 'idUsuario' ? session.id : record[name]]));

/** What was answered, by what is asked. */
const answered = (resource: Resource, action: Action, {values}: Answers) =>
  Object.entries(askedFields(resource, action)).map(([name, field]) => {
    const rule = kindRuleOf(field);
    return {name, field, answer: rule.bare(values[name], field) ?? rule.empty};
  });

/** Whether there is something to say: not where nothing was asked, or what was is left out. */
export const saysSomething = (resource: Resource, action: Action, answers: Answers): boolean =>
  answered(resource, action, answers).some(({field, answer}) => field.required !== undefined || answer !== kindRuleOf(field).empty);

/** An action's data; undefined where there is nothing to say and no file to send (rules: Tickets 11). */
export const dataOf = (
  resource: Resource, action: Action, record: ActionRecord, session: Session, answers: Answers,
): Record<string, unknown> | undefined => {
  if (!saysSomething(resource, action, answers) && answers.files.length === 0) return undefined;
  const asked = answered(resource, action, answers).map(({name, answer}): [string, unknown] => [name, answer]);
  return {...carriedOf(resource, record), idUsuario: session.id, ...Object.fromEntries(asked)};
};
