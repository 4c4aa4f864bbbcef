/** What is told before something is done to a record: what is counted, and where it is asked for. */
import {DELETE_OPERATION, UPDATE_OPERATION} from '../lifeCycle/consequences.ts';
import {resolveToggle} from '../lifeCycle/toggle.ts';
import {hasDialect} from '../paths.ts';
import {findsBy} from './conditions.ts';
import {either} from './words.ts';
import type {Here} from './world.ts';
import type {ConsequenceConfig, Resource} from '../shapes/config.ts';

/** What is offered for those counted: actions of theirs for several, out of their list, before a question is answered. */
const checkOffers = ({world, resource}: Here, here: string, {of, by, before, offers = []}: ConsequenceConfig): void => {
  const counted = world.config.resources[of];
  if (counted === undefined || offers.length === 0) return;
  for (const word of offers) {
    const action = counted.actions?.[word];
    if (action !== undefined && action.bulk === undefined) world.say(`${here}.offers`, `"${word}" não vale para vários: falta "bulk" nela`);
  }
  if (by !== undefined && hasDialect(counted) && counted.list.filters?.[by] === undefined) {
    world.say(`${here}.offers`, `não há como achar os registros: falta o filtro "${by}" na lista de ${of}`);
  }
  for (const word of before) {
    const action = resource.actions?.[word];
    if (action?.asks !== undefined || action?.files !== undefined) {
      world.say(`${here}.offers`, `"${word}" já pergunta outra coisa: só se oferece antes de uma confirmação`);
    }
    if (resource.children?.[word] !== undefined) world.say(`${here}.offers`, `"${word}" é um filho: antes dele nada se oferece`);
  }
};

/** Of those that are done to several at once something is said of all together. */
const isForSeveral = (resource: Resource, word: string): boolean => {
  const {enable, disable} = resolveToggle(resource) ?? {};
  return resource.actions?.[word]?.bulk !== undefined || word === enable || word === disable;
};

export const checkConsequences = (one: Here): void => {
  const {world, name, resource, path} = one;
  for (const [key, consequence] of Object.entries(resource.consequences ?? {})) {
    const {of, by, where = [], before, together} = consequence;
    const here = `${path}.consequences.${key}`;
    if (before.length === 0) world.say(`${here}.before`, 'não pode ficar vazio');
    if (before.includes(DELETE_OPERATION) && resource.access.delete.length === 0 && !world.unreadable.has(`${path}.access`)) {
      world.say(`${here}.before`, `ninguém lê a frase: nenhum perfil exclui ${name}`);
    }
    if (together === undefined && before.some(word => isForSeveral(resource, word))) {
      world.say(`${here}.together`, `falta a frase para vários ${resource.label.many} de uma vez`);
    }
    checkOffers(one, here, consequence);
    const told = before.filter(word => word === UPDATE_OPERATION || resource.children?.[word] !== undefined);
    if (consequence.refuses === true && told.length > 0) {
      world.say(`${here}.refuses`, `antes de ${either(told)} só se avisa: recusa-se excluir, ou uma ação`);
    }
    const counted = world.config.resources[of];
    if (counted === undefined) continue;
    const isNone = by === undefined && world.hasAllFields(of);
    if (isNone) world.say(here, `${of} não tem uma referência a ${name}, nem vínculos: nada se contaria`);
    const field = counted.fields[by ?? ''];
    const to = field !== undefined && 'to' in field ? field.to : undefined;
    // One that names no resource was refused where it is.
    const isLink = field === undefined || to === name || (to !== undefined && world.resources?.includes(to) !== true);
    if (!isLink) world.say(`${here}.by`, `"${by}" deve ser uma referência de ${of} a ${name}`);
    for (const condition of where) findsBy(world, `${here}.where`, condition, of, counted, 'contagem');
  }
};
