/** References: `within` and `where` fit, and everybody who fills one in has records to choose from. */
import {canChooseCompany, parseAccessEntry, isHumanProfile, mayAccess, mayChoose, profilesAllowedTo} from '../access.ts';
import {evaluateCondition} from '../conditions/evaluate.ts';
import type {Resource} from '../shapes/config.ts';
import {STORED_CONDITION} from '../conditions/builtIn.ts';
import {operations} from '../shapes/accessShapes.ts';
import type {Field, FieldOf} from '../shapes/fields.ts';
import {titleField} from '../fields/recordTitle.ts';
import {isWritable} from '../fields/validate.ts';
import {referenceNameField, formFields} from '../lifeCycle/detailFields.ts';
import {profilesOfAction} from '../lifeCycle/workflow.ts';
import {USERS} from '../systemFields.ts';
import {listNameOnlyReferences, matchingWithinField} from '../references.ts';
import {checkRowCondition} from './conditions.ts';
import type {ResourceCheckContext, CheckContext} from './checkContext.ts';

type Reference = FieldOf<'referencia'>;
const referencesIn = (fields: Readonly<Record<string, Field>> = {}): [name: string, field: Reference][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Reference][] => (field.kind === 'referencia' ? [[name, field]] : []));

/** A form filters options by the combo call's parameters. Only an action can offer records by `where`. */
const checkWithin = (
  context: CheckContext, path: string, resource: Resource, references: readonly [string, Reference][], isAsked: boolean,
): void => {
  for (const [name, {to, within, where, names}] of references) {
    const place = `${path}.${name}`;
    if (where !== undefined && !isAsked && names === undefined) {
      context.report(`${place}.where`, 'só vale numa referência que uma ação pergunta, em "asks", ou com "names"');
    }
    const target = context.config.resources[to];
    const ownReference = resource.fields[within ?? ''];
    if (within === undefined || target === undefined || ownReference?.kind !== 'referencia') continue;
    if (context.unreadablePlaces.has(`resources.${to}.fields`)) continue;
    const shared = matchingWithinField(target, resource, within);
    if (shared === undefined) {
      if (context.hasAllFields(to)) {
        context.report(
          `${place}.within`, `${to} não tem uma referência a ${ownReference.to}: não há o que teriam em comum`,
        );
      }
    } else if (shared !== within && !isAsked) {
      const same = 'dê o mesmo nome às duas, para que a lista seja filtrada';
      context.report(`${place}.within`, `em ${to} a referência a ${ownReference.to} se chama "${shared}": ${same}`);
    }
  }
};

/** Tells whether a profile can never fill in a field, as far as the config alone tells. */
const isClosed = (resource: Resource, field: Field, perfil: string): boolean => {
  const conditionContext = {resource, record: {}, session: {id: 0, perfil, idEmpresa: null, codigoExterno: ''}};
  const {see, visible, editable, readOnly} = field;
  const isOff = [visible, editable].some(condition => condition !== undefined && evaluateCondition(condition, conditionContext) === false);
  const isLocked = readOnly !== undefined && readOnly !== true && evaluateCondition(readOnly, conditionContext) === true;
  return isOff || isLocked || (see !== undefined && !see.includes(perfil));
};

/** Checks that profiles that fill in a reference reach its target and are offered it. */
const checkChoosers = ({context, name, resource, path}: ResourceCheckContext): void => {
  const {config, unreadablePlaces} = context;
  const isUnreadable = (of: string): boolean =>
    ['access', 'scope', 'api', 'fields', 'children'].some(part => unreadablePlaces.has(`resources.${of}.${part}`));
  const formFieldNames = formFields(resource);
  const parentFields = new Set(Object.values(config.resources).flatMap(({children}) => children?.[name]?.by ?? []));
  const checkReaches = (place: string, to: string, profiles: readonly string[], isOffered: (perfil: string) => boolean): void => {
    const target = config.resources[to];
    if (target === undefined || isUnreadable(to) || isUnreadable(name)) return;
    for (const perfil of new Set(profiles)) {
      if (config.profiles[perfil] === undefined) continue;
      if ((target.scope[perfil] ?? []).length === 0) {
        // Access without a scope is reported at the target.
        const isReported = operations.some(operation => mayAccess(target, operation, perfil));
        if (!isReported) {
          context.report(
            place, `"${perfil}" o preencheria e não alcança ${to}: falta o seu escopo em ${to}, ou "names" aqui`,
          );
        }
      } else if (isHumanProfile(config.profiles[perfil]) && !isOffered(perfil) && !mayChoose(target, perfil)) {
        context.report(place, `"${perfil}" escolheria entre ${to}, que não lista: falta em "access.list" de ${to}, ou "names" aqui`);
      }
    }
  };
  for (const [fieldName, field] of referencesIn(resource.fields)) {
    if (!isWritable(field) || field.names === true) continue;
    const writers = [
      ...profilesAllowedTo(resource, 'create'), ...(field.readOnly === STORED_CONDITION ? [] : profilesAllowedTo(resource, 'update')),
    ]
      .filter(perfil => !isClosed(resource, field, perfil));
    // Filled in automatically: the parent of a child, or the own company.
    const isFilledIn = (perfil: string): boolean => !formFieldNames.includes(fieldName) || parentFields.has(fieldName)
      || (fieldName === resource.owner?.empresa && !canChooseCompany(config, perfil));
    checkReaches(`${path}.fields.${fieldName}.to`, field.to, writers, isFilledIn);
  }
  for (const [key, action] of Object.entries(resource.actions ?? {})) {
    for (const [input, {to}] of referencesIn(action.asks)) {
      // Users are offered by the action's own call: those who reach the record.
      if (to !== USERS) checkReaches(`${path}.actions.${key}.asks.${input}.to`, to, profilesOfAction(action), () => true);
    }
  }
};

/** Every person must read their own user record, because they change their password there. */
const checkSelf = (context: CheckContext): void => {
  const users = context.config.resources[USERS];
  const place = `resources.${USERS}`;
  if (users === undefined || ['access', 'scope'].some(part => context.unreadablePlaces.has(`${place}.${part}`))) return;
  for (const [perfil, profile] of Object.entries(context.config.profiles)) {
    if (!isHumanProfile(profile)) continue;
    if (!users.access.read.some(entry => parseAccessEntry(entry).perfil === perfil)) {
      context.report(`${place}.access.read`, `falta "${perfil}": ninguém troca a própria senha sem alcançar o próprio cadastro`);
    }
  }
};

/** Checks that a reference by name shows the title instead of the number to profiles that do not reach the target. */
const checkNamed = ({context, resource, path}: ResourceCheckContext, fieldName: string, target: Resource): void => {
  const title = titleField(target);
  if (target.fields[title] === undefined) return;
  const nameField = referenceNameField(context.config, resource, fieldName);
  const mistake = `quem não alcança ${target.label.many} leria só o número`;
  if (nameField === fieldName) return context.report(
    `${path}.fields.${fieldName}.names`, `${mistake}: diga em "shows" o campo que mostra "${title}"`,
  );
  for (const key of ['columns', 'card'] as const) {
    if (resource.list[key]?.includes(fieldName) === true) {
      context.report(
        `${path}.list.${key}`, `em "${fieldName}" ${mistake}: use "${nameField}"`,
      );
    }
  }
};

/** Checks that a tree is one reference of the resource to itself. */
const checkTrees = ({context, name, resource, path}: ResourceCheckContext): void => {
  const trees = referencesIn(resource.fields).filter(([, {tree}]) => tree === true);
  for (const [fieldName, {to, names, see}] of trees) {
    const place = `${path}.fields.${fieldName}.tree`;
    if (to !== name) context.report(place, `só faz árvore uma referência ao próprio recurso, e esta é a ${to}`);
    if (see !== undefined) context.report(place, 'não vale com "see": um filtro por quem está abaixo mostraria a árvore a todos');
    if (names === true) context.report(place, 'não vale com "names", que oferece registros fora do alcance');
  }
  if (trees.length > 1) context.report(`${path}.fields.${trees[1]?.[0]}.tree`, `já há uma árvore, por "${trees[0]?.[0]}"`);
  for (const [key, {asks}] of Object.entries(resource.actions ?? {})) {
    for (const [ask, {tree}] of referencesIn(asks)) {
      if (tree === true && !trees.some(([fieldName]) => fieldName === ask)) {
        context.report(`${path}.actions.${key}.asks.${ask}.tree`, 'vale num campo do recurso, não no que uma ação pergunta');
      }
    }
  }
};

export const checkReferences = (resourceContext: ResourceCheckContext): void => {
  const {context, name, resource, path} = resourceContext;
  checkTrees(resourceContext);
  checkWithin(context, `${path}.fields`, resource, referencesIn(resource.fields), false);
  for (const [key, {asks}] of Object.entries(resource.actions ?? {})) {
    checkWithin(context, `${path}.actions.${key}.asks`, resource, referencesIn(asks), true);
    for (const [input, {names}] of referencesIn(asks)) {
      if (names !== undefined) {
        context.report(
          `${path}.actions.${key}.asks.${input}.names`, 'uma ação já oferece só os nomes: tire "names"',
        );
      }
    }
  }
  for (const [fieldName, {to, where}] of listNameOnlyReferences(resource)) {
    const target = context.config.resources[to];
    if (target === undefined) continue;
    if (where !== undefined) checkRowCondition(context, `${path}.fields.${fieldName}.where`, where, to, target, 'escolha');
    checkNamed(resourceContext, fieldName, target);
  }
  checkChoosers(resourceContext);
  if (name === USERS) checkSelf(context);
};
