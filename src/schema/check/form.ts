/** A resource's form: what can be typed, by whom, and whether a record can be made at all. */
import {parseAccessEntry, maySee} from '../access.ts';
import type {Config, Resource} from '../shapes/config.ts';
import {formFields} from '../lifeCycle/detailFields.ts';
import {USERS} from '../systemFields.ts';
import {repeated} from './words.ts';
import type {Here} from './world.ts';

/** Required references to other resources: these records come first. */
const needsFirst = ({fields}: Resource): {name: string; to: string}[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'referencia' && field.required === true && field.readOnly !== true ? [{name, to: field.to}] : []);

/** Whether a record of one resource needs, first or last, one of another. Somebody who signs in is always there. */
const leadsTo = ({resources}: Config, from: string, to: string): boolean => {
  const seen = new Set<string>();
  const queue = [from];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === to) return true;
    if (seen.has(next) || next === USERS) continue;
    seen.add(next);
    const resource = resources[next];
    queue.push(...(resource === undefined ? [] : needsFirst(resource).map(one => one.to)));
  }
  return false;
};

const checkFirst = ({world, name, resource, path}: Here): void => {
  if (name === USERS || resource.access.create.length === 0) return;
  for (const {name: field, to} of needsFirst(resource)) {
    if (to !== USERS && leadsTo(world.config, to, name)) {
      const why = to === name ? `de outro registro de ${name}` : `de um registro de ${to}, que depende de outro de ${name}`;
      world.say(`${path}.fields.${field}`, `é obrigatório e depende ${why}: o primeiro nunca seria criado`);
    }
  }
};

/** Whoever makes a record fills in what is required of it, or begins with it. */
const checkBlind = ({world, name, resource: {fields, access}, path}: Here): void => {
  const makers = access.create.map(entry => parseAccessEntry(entry).perfil).filter(perfil => world.config.profiles[perfil] !== undefined);
  for (const [own, field] of Object.entries(fields)) {
    const isAsked = field.required === true && field.readOnly !== true && field.default === undefined && field.see?.length !== 0;
    if (!isAsked || makers.length === 0 || makers.some(perfil => maySee(field, perfil))) continue;
    world.say(`${path}.fields.${own}`, `é obrigatório, e quem cria ${name} não o vê: diga "default", ou deixe em "see" quem o preenche`);
  }
};

export const checkForm = (here: Here): void => {
  const {world, name, resource, path} = here;
  checkBlind(here);
  const held = formFields(resource);
  for (const twice of repeated(held)) world.say(`${path}.form`, `"${twice}" está em mais de um lugar do formulário`);
  checkFirst(here);
  if (world.unreadable.has(`${path}.form`)) return;
  const byParent = Object.values(world.config.resources).flatMap(parent => parent.children?.[name]?.by ?? []);
  for (const [one, own] of Object.entries(resource.fields)) {
    const isGiven = held.includes(one) || byParent.includes(one);
    const reachable = isGiven || own.readOnly === true || (own.kind === 'escolha' && own.default !== undefined);
    if (own.required === true && !reachable && resource.access.create.length > 0) {
      world.say(`${path}.fields.${one}`, 'é obrigatório, mas não está em nenhuma seção do formulário');
    }
    const within = 'within' in own ? own.within : undefined;
    const isStuck = within !== undefined && resource.fields[within] !== undefined && ![...held, ...byParent].includes(within);
    if (held.includes(one) && own.readOnly !== true && isStuck) {
      world.say(`${path}.form`, `"${one}" só se escolhe depois de "${within}" ("within"), que não está no formulário`);
    }
  }
};
