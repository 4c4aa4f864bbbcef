/** A resource's form: its fields, who can fill them in, and whether a first record can be created. */
import {parseAccessEntry, maySee} from '../access.ts';
import type {Config, Resource} from '../shapes/config.ts';
import {formFields} from '../lifeCycle/detailFields.ts';
import {USERS} from '../systemFields.ts';
import {listDuplicates} from './mistakeTexts.ts';
import type {ResourceCheckContext} from './checkContext.ts';

const listRequiredReferences = ({fields}: Resource): {name: string; to: string}[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'referencia' && field.required === true && field.readOnly !== true ? [{name, to: field.to}] : []);

/** Tells whether creating a record requires one of another resource. Users always exist. */
const requiresRecordOf = ({resources}: Config, from: string, to: string): boolean => {
  const visited = new Set<string>();
  const queue = [from];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === to) return true;
    if (visited.has(next) || next === USERS) continue;
    visited.add(next);
    const resource = resources[next];
    queue.push(...(resource === undefined ? [] : listRequiredReferences(resource).map(reference => reference.to)));
  }
  return false;
};

const checkFirstRecord = ({context, name, resource, path}: ResourceCheckContext): void => {
  if (name === USERS || resource.access.create.length === 0) return;
  for (const {name: field, to} of listRequiredReferences(resource)) {
    if (to !== USERS && requiresRecordOf(context.config, to, name)) {
      const why = to === name ? `de outro registro de ${name}` : `de um registro de ${to}, que depende de outro de ${name}`;
      context.report(`${path}.fields.${field}`, `é obrigatório e depende ${why}: o primeiro nunca seria criado`);
    }
  }
};

/** Checks that some creator sees each required field without a default. */
const checkCreatorSees = ({context, name, resource: {fields, access}, path}: ResourceCheckContext): void => {
  const creators = access.create.map(entry => parseAccessEntry(entry).perfil).filter(
    perfil => context.config.profiles[perfil] !== undefined,
  );
  for (const [fieldName, field] of Object.entries(fields)) {
    const isRequiredInput = field.required === true && field.readOnly !== true && field.default === undefined && field.see?.length !== 0;
    if (!isRequiredInput || creators.length === 0 || creators.some(perfil => maySee(field, perfil))) continue;
    context.report(
      `${path}.fields.${fieldName}`, `é obrigatório, e quem cria ${name} não o vê: diga "default", ou deixe em "see" quem o preenche`,
    );
  }
};

export const checkForm = (resourceContext: ResourceCheckContext): void => {
  const {context, name, resource, path} = resourceContext;
  checkCreatorSees(resourceContext);
  const formFieldNames = formFields(resource);
  for (const duplicate of listDuplicates(formFieldNames)) {
    context.report(
      `${path}.form`, `"${duplicate}" está em mais de um lugar do formulário`,
    );
  }
  checkFirstRecord(resourceContext);
  if (context.unreadablePlaces.has(`${path}.form`)) return;
  const byParent = Object.values(context.config.resources).flatMap(parent => parent.children?.[name]?.by ?? []);
  for (const [fieldName, field] of Object.entries(resource.fields)) {
    const isFilled = formFieldNames.includes(fieldName) || byParent.includes(fieldName);
    const isReachable = isFilled || field.readOnly === true || (field.kind === 'escolha' && field.default !== undefined);
    if (field.required === true && !isReachable && resource.access.create.length > 0) {
      context.report(`${path}.fields.${fieldName}`, 'é obrigatório, mas não está em nenhuma seção do formulário');
    }
    const within = 'within' in field ? field.within : undefined;
    const isParentAbsent = within !== undefined && resource.fields[within] !== undefined
      && ![...formFieldNames, ...byParent].includes(within);
    if (formFieldNames.includes(fieldName) && field.readOnly !== true && isParentAbsent) {
      context.report(`${path}.form`, `"${fieldName}" só se escolhe depois de "${within}" ("within"), que não está no formulário`);
    }
  }
};
