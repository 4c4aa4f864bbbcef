/** The body of an action's call (rules: Tickets 11). */
import {askedFields} from '../../schema/lifeCycle/asks.ts';
import type {Action, Resource} from '../../schema/shapes/config.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {itemsKey} from '../../schema/parts.ts';
import {parseEndpoint, pathParams} from '../../schema/paths.ts';
import type {Session} from '../../schema/session.ts';
import type {ActionRecord} from './actionVerdicts.ts';

export interface TypedFile {
  file: File;
  tipo: string;
}

export interface Answers {
  values: Readonly<Record<string, unknown>>;
  files: readonly TypedFile[];
}

/** Fields of the record that every action sends: id, version, branch, template and form items (rules: Tickets 11). */
export const recordPayloadFields = (resource: Resource, record: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const {owner, template} = resource;
  const templateFields = template === undefined ? [] : [template.by, ...Object.keys(template.keep ?? {}), itemsKey(resource)];
  const names = ['id', ...(owner?.filial === undefined ? [] : [owner.filial]), ...templateFields, 'versao'];
  return Object.fromEntries(names.flatMap(name => (record[name] === undefined ? [] : [[name, record[name]]])));
};

/** Files come last, so that the server can refuse before their first byte. */
const buildMultipart = (data: unknown, files: readonly TypedFile[]): FormData => {
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  if (files.length > 0) form.append('tipos', JSON.stringify(files.map(({tipo}) => tipo)));
  for (const {file} of files) form.append('files', file, file.name);
  return form;
};

/** Multipart with files, else JSON. Declared file calls take multipart only (rules: Calls 3). */
export const bodyWithFiles = ({files}: Resource, data: Readonly<Record<string, unknown>>, chosen: readonly TypedFile[]): unknown =>
  (chosen.length > 0 || files?.calls !== undefined ? buildMultipart(data, chosen) : data);

export const pathValues = (action: Action, record: ActionRecord, session: Session): Record<string, unknown> =>
  Object.fromEntries(pathParams(parseEndpoint(action.call).path).map(name => [name, name === 'idUsuario' ? session.id : record[name]]));

const bareAnswers = (resource: Resource, action: Action, {values}: Answers) =>
  Object.entries(askedFields(resource, action)).map(([name, field]) => {
    const rule = kindRuleOf(field);
    return {name, field, answer: rule.bare(values[name], field) ?? rule.empty};
  });

export const hasAnswers = (resource: Resource, action: Action, answers: Answers): boolean =>
  bareAnswers(resource, action, answers).some(({field, answer}) => field.required !== undefined || answer !== kindRuleOf(field).empty);

/** An action's data; undefined without answers and files (rules: Tickets 11). */
export const actionData = (
  resource: Resource, action: Action, record: ActionRecord, session: Session, answers: Answers,
): Record<string, unknown> | undefined => {
  if (!hasAnswers(resource, action, answers) && answers.files.length === 0) return undefined;
  const answerEntries = bareAnswers(resource, action, answers).map(({name, answer}): [string, unknown] => [name, answer]);
  return {...recordPayloadFields(resource, record), idUsuario: session.id, ...Object.fromEntries(answerEntries)};
};
