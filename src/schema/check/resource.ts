/** Checks one resource: owner, links, calls, children. Its other parts have files of their own. */
import type {Resource} from '../shapes/config.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {titleField, titleFields} from '../fields/recordTitle.ts';
import {isSortableField, resolveShownField} from '../lists/columns.ts';
import {isUserBranches} from '../databaseNames.ts';
import {BRANCHES, COMPANIES, systemFields, USERS} from '../systemFields.ts';
import {pathParams} from '../paths.ts';
import {checkActions} from './actions.ts';
import {checkDistinctLabels} from './distinctNames.ts';
import {checkCalculations} from './calculations.ts';
import {checkConditions, checkRules, checkFormConditions, checkCondition} from './conditions.ts';
import {checkConsequences} from './consequences.ts';
import {checkDefaults} from './defaults.ts';
import {checkFields, checkNameFormat, checkPathParams, listReferenceNames, checkUniqueKind} from './fields.ts';
import {checkForm} from './form.ts';
import {checkLifeCycle} from './lifeCycle.ts';
import {checkList} from './list.ts';
import {checkItemsResource, checkParts} from './parts.ts';
import {checkReferences} from './references.ts';
import {checkAccess, checkScope} from './access/scope.ts';
import {checkVisibility} from './see/visibility.ts';
import {checkWrittenVisibility} from './see/writtenValues.ts';
import {checkReadableSentences} from './see/sentences.ts';
import {checkNotices} from './notices.ts';
import {joinAlternatives, listDuplicates} from './mistakeTexts.ts';
import type {ResourceCheckContext, CheckContext} from './checkContext.ts';
import {checkStampsAndComments} from './unwrittenFields.ts';
import {isRelativeMoment, listMomentReferences} from '../fields/relativeMoments.ts';
import {checkWrittenValue} from './effects/writtenValues.ts';

/** Tells whether a resource is a child of another; true where the children are unreadable. */
const isChild = ({config, unreadablePlaces}: CheckContext, name: string): boolean =>
  Object.entries(config.resources).some(
    ([parent, {children = {}}]) => name in children || unreadablePlaces.has(`resources.${parent}.children`),
  );

const checkOwner = ({context, name, resource, path}: ResourceCheckContext): void => {
  checkNameFormat(context, 'resources', name);
  if (resource.was !== undefined && context.resources?.includes(resource.was)) {
    context.report(`${path}.was`, `é o nome que o recurso tinha, e "${resource.was}" ainda é um`);
  }
  const [first] = Object.entries(context.config.resources).find(([, {was}]) => was !== undefined && was === resource.was) ?? [name];
  if (first !== name) context.report(`${path}.was`, `"${resource.was}" já é o nome que ${first} tinha`);
  if (resource.order !== undefined && !isChild(context, name)) {
    context.report(`${path}.order`, `ninguém tem ${name} entre seus filhos ("children"): só lá se ordena à mão`);
  }
  for (const [word, to] of [['empresa', COMPANIES], ['filial', BRANCHES]] as const) {
    const ownerField = resource.owner?.[word];
    const field = resource.fields[ownerField ?? ''];
    const refers = field?.kind === 'referencia' && context.resources?.includes(field.to) === true && !Object.hasOwn(systemFields, name);
    const isWrongReference = ownerField === 'id' ? name !== to : refers && field.to !== to;
    if (isWrongReference) context.report(`${path}.owner.${word}`, `"${ownerField}" deve ser uma referência a ${to}`);
  }
  const through = resource.fields[resource.owner?.through ?? ''];
  if (through?.kind !== 'referencia' || context.resources?.includes(through.to) !== true) return;
  if (context.config.resources[through.to]?.owner === undefined) {
    context.report(`${path}.owner.through`, `"${through.to}" não diz de quem são seus registros: falta "owner" nele`);
  }
};

/** A title must be a stored, sortable field of the record itself. One after the first can also be read through a reference. */
const checkTitle = ({context, resource, path}: ResourceCheckContext): void => {
  const place = `${path}.title`;
  const names = titleFields(resource);
  const [duplicate] = listDuplicates(names);
  if (duplicate !== undefined) context.report(place, `"${duplicate}" está repetido`);
  for (const [at, name] of names.entries()) {
    const field = resource.fields[name];
    if (field === undefined) continue;
    const isRelated = at > 0 && field.kind === 'relacionado';
    const shown = isRelated ? resolveShownField(context.config, resource.fields, field) : field;
    const isOwn = field.kind !== 'calculo' && kindRuleOf(field).own && isSortableField(field);
    const {inTitle} = kindRuleOf(shown);
    // A value read through a reference is shown as it is stored.
    const isJoined = names.length === 1 || (inTitle !== undefined && !(isRelated && inTitle === 'formatted'));
    if ((isOwn || isRelated) && isJoined) continue;
    const noun = isRelated ? `um campo ${shown.kind} lido por uma referência` : `um campo ${field.kind}`;
    context.report(place, isOwn || isRelated ? `${noun} não se junta a outros num nome` : `${noun} não dá nome a um registro`);
  }
};

const checkOptions = ({context, name, resource, path}: ResourceCheckContext): void => {
  for (const [fieldName, field] of Object.entries(resource.fields)) {
    const place = `${path}.fields.${fieldName}`;
    if (field.unique === 'empresa' && resource.owner?.empresa === undefined) {
      context.report(`${place}.unique`, '"empresa" precisa de "owner.empresa"');
    }
    if (field.kind === 'senha' && field.invites !== undefined) {
      if (name === USERS) checkCondition(context, `${place}.invites`, field.invites, name, resource);
      else context.report(`${place}.invites`, `só se convida quem entra no produto: ${USERS}`);
    }
  }
};

const checkUnique = ({context, resource, path}: ResourceCheckContext): void => {
  for (const [at, fields] of (resource.unique ?? []).entries()) {
    const place = `${path}.unique[${at}]`;
    for (const name of listDuplicates(fields)) context.report(place, `"${name}" está repetido`);
    for (const name of fields) checkUniqueKind(context, place, resource.fields[name]);
  }
};

/** Checks links. The branches of a user must share their company. */
const checkLinks = ({context, name, resource, path}: ResourceCheckContext): void => {
  const links = Object.entries(resource.fields).flatMap(
    ([fieldName, field]) => (field.kind === 'vinculos' ? [[fieldName, field] as const] : []),
  );
  for (const [fieldName, {to, within, call, was}] of links) {
    const place = `${path}.fields.${fieldName}`;
    const isLost = was !== undefined && !isUserBranches(name, to);
    if (isLost) context.report(`${place}.was`, 'os vínculos têm o nome do campo na tabela deles: com outro nome ficariam lá');
    const reference = resource.fields[within ?? ''];
    const target = context.config.resources[to];
    if (isUserBranches(name, to) && within === undefined) context.report(place, `falta "within": ${BRANCHES} são de uma empresa`);
    const requiredParams = ['id', ...within !== undefined && reference !== undefined ? [within] : []];
    // Mistakes of the call itself are reported elsewhere.
    const isCallValid = call.startsWith('GET ') && pathParams(call).every(param => param === 'id' || resource.fields[param] !== undefined);
    for (const param of isCallValid ? requiredParams.filter(requiredParam => !pathParams(call).includes(requiredParam)) : []) {
      context.report(`${place}.call`, `"${call}" não diz de qual registro: falta ":${param}"`);
    }
    if (reference?.kind !== 'referencia' || target === undefined) continue;
    const isShared = Object.values(target.fields).some(field => field.kind === 'referencia' && field.to === reference.to);
    if (isUserBranches(name, to) && reference.to !== COMPANIES) {
      context.report(`${place}.within`, `"${within}" deve ser uma referência a ${COMPANIES}, e é a ${reference.to}`);
    } else if (!isShared && context.hasAllFields(to)) {
      context.report(`${place}.within`, `${to} não tem uma referência a ${reference.to}: não se saberia quais oferecer`);
    }
  }
  const ofUsers = links.filter(([, {to}]) => isUserBranches(name, to));
  if (ofUsers.length > 1) {
    context.report(
      `${path}.fields`, `${joinAlternatives(ofUsers.map(([fieldName]) => fieldName))} guardariam os mesmos vínculos: só pode haver um`,
    );
  }
};

const checkApi = ({context, resource, path}: ResourceCheckContext): void => {
  const {api} = resource;
  if (api === undefined) return;
  const place = `${path}.api`;
  const comboParams = ['idUsuario', ...listReferenceNames(resource.fields)];
  for (const call of ['one', 'update', 'delete', 'history'] as const) checkPathParams(context, `${place}.${call}`, api[call] ?? '', ['id']);
  for (const call of ['list', 'create'] as const) checkPathParams(context, `${place}.${call}`, api[call] ?? '', []);
  checkPathParams(context, `${place}.combo`, api.combo ?? '', comboParams);
};

const checkChildren = ({context, name, resource, path}: ResourceCheckContext): void => {
  for (const [child, {by}] of Object.entries(resource.children ?? {})) {
    const place = `${path}.children.${child}`;
    if (by === undefined) {
      if (context.hasAllFields(child)) {
        context.report(
          place, `${child} não tem uma referência a ${name}: não se saberia quais são os filhos`,
        );
      }
      continue;
    }
    const reference = context.config.resources[child]?.fields[by];
    if (reference && !(reference.kind === 'referencia' && reference.to === name)) {
      context.report(`${place}.by`, `"${by}" deve ser uma referência de ${child} a ${name}`);
    }
    const childResource = context.config.resources[child];
    // A list without an API dialect of its own is filtered by any field.
    const isFiltered = childResource?.api === undefined || childResource.list.filters?.[by] !== undefined
      || context.unreadablePlaces.has(`resources.${child}.list`);
    if (reference && !isFiltered) context.report(`${place}.by`, `falta o filtro "${by}" na lista de ${child}: viriam os filhos de todos`);
  }
};

const checkMakesAndCopies = (resourceContext: ResourceCheckContext): void => {
  const {context, resource, path} = resourceContext;
  for (const [madeResource, {with: values}] of Object.entries(resource.makes ?? {})) {
    const {fields = {}} = context.config.resources[madeResource] ?? {};
    for (const [fieldName, value] of Object.entries(values)) {
      const field = fields[fieldName];
      if (field !== undefined) {
        const place = `${path}.makes.${madeResource}.with.${fieldName}`;
        checkWrittenValue(resourceContext, place, [fieldName, field], value);
        const [referenced] = isRelativeMoment(value) ? listMomentReferences(value) : [];
        if (referenced) context.report(place, `"${referenced.join('.')}" só se sabe no servidor: um formulário não pode lê-lo`);
      }
    }
  }
  for (const [child, {preview}] of Object.entries(resource.children ?? {})) {
    if (preview === undefined || context.resources?.includes(child) !== true) continue;
    checkItemsResource(context, `${path}.children.${child}.preview`, child);
  }
  const {duplicate} = resource;
  if (duplicate === undefined) return;
  // An unreadable field is reported already.
  const titleName = titleField(resource);
  const title = resource.fields[titleName];
  const isNamed = titleName !== 'id' && (title === undefined || title.kind === 'texto');
  if (isNamed) return;
  // A record without a text title is called by its number, which cannot be copied.
  const why = titleName === 'id' ? 'falta "title"' : `"${titleName}" não é um campo texto`;
  context.report(`${path}.duplicate`, `${why}: a cópia não teria nome`);
};

export const checkResource = (context: CheckContext, name: string, resource: Resource): void => {
  const path = `resources.${name}`;
  const resourceContext: ResourceCheckContext = {context, name, resource, path};
  checkFields(context, {path: `${path}.fields`, names: context.fieldsOf(name), fields: resource.fields});
  checkDefaults(context, {path: `${path}.fields`, fields: resource.fields, siblings: resource.fields});
  checkFormConditions(context, `${path}.fields`, resource.fields, name, resource);
  for (const check of [
    checkOwner, checkTitle, checkOptions, checkUnique, checkReferences, checkLinks, checkApi, checkChildren, checkMakesAndCopies,
    checkConsequences, checkCalculations, checkList, checkForm, checkLifeCycle, checkConditions, checkRules, checkAccess, checkScope,
    checkParts, checkActions, checkDistinctLabels, checkNotices, checkVisibility, checkWrittenVisibility, checkReadableSentences,
    checkStampsAndComments,
  ]) check(resourceContext);
};
