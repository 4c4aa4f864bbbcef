/** Resources and fields that the product reads by name must exist and fit. */
import type {Kind} from '../shapes/fields.ts';
import {BRANCHES, COMPANIES, systemFields, PASSWORDLESS_FIELD, USERS, type SystemField} from '../systemFields.ts';
import {checkFieldKind} from './fields.ts';
import type {CheckContext} from './checkContext.ts';

type Needs = Readonly<Record<string, SystemField & {kind: Kind}>>;

/**
 * Checks the fields that the product reads of a resource.
 *
 * @param missing reports an absent field
 */
export const checkSystemFields = (context: CheckContext, name: string, needs: Needs, missing: (word: string) => void): void => {
  const path = `resources.${name}.fields`;
  const fields = context.config.resources[name]?.fields ?? {};
  for (const [word, need] of Object.entries(needs)) {
    if (context.fieldsOf(name)?.includes(word) === false) {
      missing(word);
      continue;
    }
    const place = `${path}.${word}`;
    const field = Object.hasOwn(fields, word) ? fields[word] : undefined;
    if (field === undefined) continue;
    checkFieldKind(context, place, word, fields, [need.kind]);
    if (field.kind === 'referencia' && need.to !== undefined && field.to !== need.to) {
      context.report(`${place}.to`, `deve ser "${need.to}", que o produto usa`);
    }
    for (const option of ['required', 'unique', 'readOnly'] as const) {
      const expected = need[option];
      const isAsRequired = expected === undefined || field[option] === expected;
      if (!isAsRequired) context.report(place, `falta "${option}": ${JSON.stringify(expected)}, que o produto usa`);
    }
  }
};

/** Each profile is one choice of a user's `tipo`, with the same id. */
const checkTypes = (context: CheckContext): void => {
  const tipo = context.config.resources[USERS]?.fields['tipo'];
  if (tipo?.kind !== 'escolha' || context.unreadablePlaces.has('profiles')) return;
  const place = `resources.${USERS}.fields.tipo.choices`;
  const profiles = Object.entries(context.config.profiles);
  for (const [name, {id}] of profiles) {
    if (!tipo.choices.some(choice => choice.id === id)) context.report(place, `falta a opção do perfil "${name}", de id ${id}`);
  }
  for (const {id} of tipo.choices) {
    if (!profiles.some(([, profile]) => profile.id === id)) context.report(place, `o id ${String(id)} não é de nenhum perfil`);
  }
};

/** The database keeps whether a user has no password, so the field is read-only. */
const checkPasswordlessField = (context: CheckContext): void => {
  const {fields} = context.config.resources[USERS] ?? {};
  const field = fields?.[PASSWORDLESS_FIELD];
  if (fields === undefined || field === undefined) return;
  const place = `resources.${USERS}.fields.${PASSWORDLESS_FIELD}`;
  checkFieldKind(context, place, PASSWORDLESS_FIELD, fields, ['booleano']);
  if (field.readOnly !== true) context.report(place, 'falta "readOnly": quem o grava é o banco de dados');
};

export const checkSystemResources = (context: CheckContext): void => {
  for (const [name, needs] of Object.entries(systemFields)) {
    if (context.resources?.includes(name) === false) {
      context.report('resources', `falta "${name}", que o produto usa`);
      continue;
    }
    const resource = context.config.resources[name];
    if (resource === undefined) continue;
    checkSystemFields(context, name, needs, word => context.report(`resources.${name}.fields`, `falta "${word}", que o produto usa`));
  }
  const isOwner = (name: string, of: 'empresa' | 'filial'): void => {
    const resource = context.config.resources[name];
    if (resource === undefined || context.unreadablePlaces.has(`resources.${name}.owner`) || resource.owner?.[of] === 'id') return;
    context.report(`resources.${name}.owner`, `falta "${of}": "id", que o produto usa`);
  };
  isOwner(COMPANIES, 'empresa');
  isOwner(BRANCHES, 'filial');
  checkTypes(context);
  checkPasswordlessField(context);
};
