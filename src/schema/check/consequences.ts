/** Consequences: sentences with counts before an operation on a record. */
import {DELETE_OPERATION, UPDATE_OPERATION} from '../lifeCycle/consequences.ts';
import {resolveToggle} from '../lifeCycle/toggle.ts';
import {resolveShownField} from '../lists/columns.ts';
import {hasDialect} from '../paths.ts';
import {checkRowCondition} from './conditions.ts';
import {joinAlternatives} from './mistakeTexts.ts';
import type {ResourceCheckContext} from './checkContext.ts';
import type {ConsequenceConfig, Resource} from '../shapes/config.ts';

/** Checks the offered bulk actions on the counted records. */
const checkOffers = ({context, resource}: ResourceCheckContext, place: string, {of, by, before, offers = []}: ConsequenceConfig): void => {
  const countedResource = context.config.resources[of];
  if (countedResource === undefined || offers.length === 0) return;
  for (const word of offers) {
    const action = countedResource.actions?.[word];
    if (action !== undefined && action.bulk === undefined) {
      context.report(
        `${place}.offers`, `"${word}" não vale para vários: falta "bulk" nela`,
      );
    }
  }
  if (by !== undefined && hasDialect(countedResource) && countedResource.list.filters?.[by] === undefined) {
    context.report(`${place}.offers`, `não há como achar os registros: falta o filtro "${by}" na lista de ${of}`);
  }
  for (const word of before) {
    const action = resource.actions?.[word];
    if (action?.asks !== undefined || action?.files !== undefined) {
      context.report(`${place}.offers`, `"${word}" já pergunta outra coisa: só se oferece antes de uma confirmação`);
    }
    if (resource.children?.[word] !== undefined) context.report(`${place}.offers`, `"${word}" é um filho: antes dele nada se oferece`);
  }
};

/** Tells whether an operation can run on several records, and so needs a sentence for all of them. */
const isBulkOperation = (resource: Resource, word: string): boolean => {
  const {enable, disable} = resolveToggle(resource) ?? {};
  return resource.actions?.[word]?.bulk !== undefined || word === enable || word === disable;
};

export const checkConsequences = (resourceContext: ResourceCheckContext): void => {
  const {context, name, resource, path} = resourceContext;
  for (const [key, consequence] of Object.entries(resource.consequences ?? {})) {
    const {of, by, where = [], before, together: bulkSentence} = consequence;
    const place = `${path}.consequences.${key}`;
    if (before.length === 0) context.report(`${place}.before`, 'não pode ficar vazio');
    if (before.includes(DELETE_OPERATION) && resource.access.delete.length === 0 && !context.unreadablePlaces.has(`${path}.access`)) {
      context.report(`${place}.before`, `ninguém lê a frase: nenhum perfil exclui ${name}`);
    }
    if (bulkSentence === undefined && before.some(word => isBulkOperation(resource, word))) {
      context.report(`${place}.together`, `falta a frase para vários ${resource.label.many} de uma vez`);
    }
    checkOffers(resourceContext, place, consequence);
    const warnedOnly = before.filter(word => word === UPDATE_OPERATION || resource.children?.[word] !== undefined);
    if (consequence.refuses === true && warnedOnly.length > 0) {
      context.report(`${place}.refuses`, `antes de ${joinAlternatives(warnedOnly)} só se avisa: recusa-se excluir, ou uma ação`);
    }
    const countedResource = context.config.resources[of];
    if (countedResource === undefined) continue;
    const countsNothing = by === undefined && context.hasAllFields(of);
    if (countsNothing) context.report(place, `${of} não tem uma referência a ${name}, nem vínculos: nada se contaria`);
    const field = countedResource.fields[by ?? ''];
    const shown = field && resolveShownField(context.config, countedResource.fields, field, 1);
    const to = shown !== undefined && 'to' in shown ? shown.to : undefined;
    // An unknown target is reported at the field.
    const isLink = field === undefined || to === name || (to !== undefined && context.resources?.includes(to) !== true);
    if (!isLink) context.report(`${place}.by`, `"${by}" deve ser uma referência de ${of} a ${name}`);
    for (const condition of where) checkRowCondition(context, `${place}.where`, condition, of, countedResource, 'contagem');
  }
};
