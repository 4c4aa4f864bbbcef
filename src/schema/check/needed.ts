/** What the product reads by name must be there, and be what it reads. */
import type {Kind} from '../shapes/fields.ts';
import {BRANCHES, COMPANIES, systemFields, PASSWORDLESS_FIELD, USERS, type SystemField} from '../systemFields.ts';
import {kindIs} from './fields.ts';
import type {World} from './world.ts';

type Needs = Readonly<Record<string, SystemField & {kind: Kind}>>;

/**
 * The fields that the product reads of a resource.
 *
 * @param missing says that one is not there
 */
export const checkNeeds = (world: World, name: string, needs: Needs, missing: (word: string) => void): void => {
  const path = `resources.${name}.fields`;
  const fields = world.config.resources[name]?.fields ?? {};
  for (const [word, need] of Object.entries(needs)) {
    if (world.fieldsOf(name)?.includes(word) === false) {
      missing(word);
      continue;
    }
    const here = `${path}.${word}`;
    const field = Object.hasOwn(fields, word) ? fields[word] : undefined;
    if (field === undefined) continue;
    kindIs(world, here, word, fields, [need.kind]);
    if (field.kind === 'referencia' && need.to !== undefined && field.to !== need.to) {
      world.say(`${here}.to`, `deve ser "${need.to}", que o produto usa`);
    }
    for (const option of ['required', 'unique', 'readOnly'] as const) {
      const wanted = need[option];
      const isRight = wanted === undefined || field[option] === wanted;
      if (!isRight) world.say(here, `falta "${option}": ${JSON.stringify(wanted)}, que o produto usa`);
    }
  }
};

/** A profile is what a user's `tipo` says: one choice for each, by its id. */
const checkTypes = (world: World): void => {
  const tipo = world.config.resources[USERS]?.fields['tipo'];
  if (tipo?.kind !== 'escolha' || world.unreadable.has('profiles')) return;
  const here = `resources.${USERS}.fields.tipo.choices`;
  const profiles = Object.entries(world.config.profiles);
  for (const [name, {id}] of profiles) {
    if (!tipo.choices.some(choice => choice.id === id)) world.say(here, `falta a opção do perfil "${name}", de id ${id}`);
  }
  for (const {id} of tipo.choices) {
    if (!profiles.some(([, profile]) => profile.id === id)) world.say(here, `o id ${String(id)} não é de nenhum perfil`);
  }
};

/** Whether a user has no password yet is kept by the database, and can only be read. */
const checkKept = (world: World): void => {
  const {fields} = world.config.resources[USERS] ?? {};
  const field = fields?.[PASSWORDLESS_FIELD];
  if (fields === undefined || field === undefined) return;
  const here = `resources.${USERS}.fields.${PASSWORDLESS_FIELD}`;
  kindIs(world, here, PASSWORDLESS_FIELD, fields, ['booleano']);
  if (field.readOnly !== true) world.say(here, 'falta "readOnly": quem o grava é o banco de dados');
};

export const checkNeeded = (world: World): void => {
  for (const [name, needs] of Object.entries(systemFields)) {
    if (world.resources?.includes(name) === false) {
      world.say('resources', `falta "${name}", que o produto usa`);
      continue;
    }
    const resource = world.config.resources[name];
    if (resource === undefined) continue;
    checkNeeds(world, name, needs, word => world.say(`resources.${name}.fields`, `falta "${word}", que o produto usa`));
  }
  const isOwner = (name: string, of: 'empresa' | 'filial'): void => {
    const resource = world.config.resources[name];
    if (resource === undefined || world.unreadable.has(`resources.${name}.owner`) || resource.owner?.[of] === 'id') return;
    world.say(`resources.${name}.owner`, `falta "${of}": "id", que o produto usa`);
  };
  isOwner(COMPANIES, 'empresa');
  isOwner(BRANCHES, 'filial');
  checkTypes(world);
  checkKept(world);
};
