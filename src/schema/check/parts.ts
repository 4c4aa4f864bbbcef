/** The parts a resource may have: a form that is frozen from a template, files, and a queue for robots. */
import {STORED_CONDITION} from '../conditions/builtIn.ts';
import type {FilesPart, PartName, Resource, TemplatePart} from '../shapes/config.ts';
import {MAX_BUDGET_SECONDS} from '../shapes/parts.ts';
import {systemItemFields} from '../systemFields.ts';
import {NEWEST_STEPS} from '../lifeCycle/newestSteps.ts';
import {statusByKey} from '../statuses/statuses.ts';
import {listTargetStatuses} from '../lifeCycle/workflow.ts';
import {listParts} from '../parts.ts';
import {MINUTE_SECONDS, resolveQueue, listRobotProfiles} from '../queue.ts';
import {statusResponseKeys} from '../statuses/responseKeys.ts';
import {kindIs, paramsKnown} from './fields.ts';
import {checkNeeds} from './needed.ts';
import type {Here, World} from './world.ts';


/** The items of a form, by the names they are read by, and each of a kind there is. `here` is where they are named. */
export const checkItems = (world: World, here: string, items: string): void => {
  checkNeeds(world, items, systemItemFields, word => void world.known(here, word, world.fieldsOf(items), `um campo de ${items}`));
  const kinds = world.unreadable.has('itemKinds') ? undefined : Object.keys(world.config.itemKinds);
  if (kinds?.includes('texto') === false) world.say('itemKinds', 'falta "texto": o que é um item sem tipo conhecido');
  const tipoCampo = world.config.resources[items]?.fields['tipoCampo'];
  for (const {id} of tipoCampo?.kind === 'escolha' ? tipoCampo.choices : []) {
    world.known(`resources.${items}.fields.tipoCampo.choices`, String(id), kinds, 'um tipo de "itemKinds"');
  }
};

/** What the record keeps of its template as it was. */
const checkKept = (one: Here, here: string, {keep = {}, keepItem = {}, version}: TemplatePart, to: string | undefined): void => {
  const {world, resource} = one;
  for (const [own, theirs] of Object.entries(keep)) {
    const field = to === undefined ? undefined : world.config.resources[to]?.fields[theirs];
    if (field !== undefined) kindIs(world, `${here}.keep`, own, resource.fields, [field.kind]);
    if (own in keepItem) world.say(`${here}.keepItem`, `"${own}" já está em "keep"`);
    if (own === version) world.say(`${here}.version`, `"${own}" já está em "keep"`);
  }
};

const checkTemplate = (one: Here): void => {
  const {world, resource, path} = one;
  const {template} = resource;
  if (template === undefined) return;
  const here = `${path}.template`;
  const by = resource.fields[template.by];
  if (by?.readOnly === true) world.say(`${here}.by`, `"${template.by}" é só para leitura: ninguém escolheria o modelo`);
  const to = by?.kind === 'referencia' && world.resources?.includes(by.to) === true ? by.to : undefined;
  checkKept(one, here, template, to);
  if (world.resources?.includes(template.items) === false) return;
  checkItems(world, `${here}.items`, template.items);
  const items = world.config.resources[template.items];
  if (items === undefined || to === undefined || world.unreadable.has(`resources.${template.items}.owner`)) return;
  const through = items.owner?.through ?? '';
  const parent = items.fields[through];
  if (parent === undefined && world.fieldsOf(template.items)?.includes(through) === true) return;
  if (parent?.kind !== 'referencia' || parent.to !== to) {
    world.say(`${here}.items`, `${template.items} não diz por "owner.through" de que registro de ${to} é cada item`);
  } else if (template.version !== undefined && parent.readOnly !== STORED_CONDITION) {
    const where = `${template.items}.${through}`;
    world.say(
      `${here}.version`, `um item não pode mudar de modelo, ou as versões mentiriam: falta "readOnly": "${STORED_CONDITION}" em ${where}`,
    );
  }
};

type Calls = NonNullable<FilesPart['calls']>;
/** The parameters of each call, and whether it only reads. */
const FILE_CALLS: Readonly<Record<Exclude<keyof Calls, 'record' | 'repeats'>, {needs?: string; reads?: true}>> = {
  list: {needs: 'id', reads: true}, check: {}, upload: {}, remove: {needs: 'fileId'}, download: {needs: 'fileId', reads: true},
};

const checkFiles = ({world, resource, path}: Here): void => {
  const {files} = resource;
  if (files === undefined) return;
  const here = `${path}.files`;
  const {calls, photo, types} = files;
  const {rows} = world.config.lists[types] ?? {};
  if (photo !== undefined) world.known(`${here}.photo`, photo, rows && Object.keys(rows), `um valor de "lists.${types}"`);
  if (calls === undefined) return;
  for (const [call, {needs, reads}] of Object.entries(FILE_CALLS)) {
    const endpoint = calls[call as keyof typeof FILE_CALLS];
    const place = `${here}.calls.${call}`;
    paramsKnown(world, place, endpoint, [...(needs === undefined ? [] : [needs]), 'idUsuario']);
    const isNamed = needs === undefined || new RegExp(`:${needs}\\b`).test(endpoint);
    if (!isNamed) world.say(place, `"${endpoint}" não diz de quê: falta ":${needs}"`);
    readsOnly(world, place, endpoint, reads === true);
  }
};

const PLACES = ['waiting', 'working', 'failed', 'done'] as const;

const checkQueue = ({world, name, resource, path}: Here): void => {
  const {queue, status, scope, fields, actions = {}} = resource;
  if (queue === undefined) return;
  const here = `${path}.queue`;
  if (status === undefined) return world.say(here, 'só tem sentido com "status"');
  const {calls, lease: [least, usual, most]} = resolveQueue(name, resource);
  for (const [at, word] of PLACES.entries()) {
    const key = queue[word];
    const known = statusByKey(resource, key);
    const isTwice = PLACES.slice(0, at).some(other => queue[other] === key);
    if (isTwice) world.say(`${here}.${word}`, `o status "${key}" já é outro lugar da fila`);
    if (known === undefined || (known.end === true) === (word === 'done')) continue;
    world.say(`${here}.${word}`, word === 'done' ? `"${key}" não é um fim: falta "end" nesse status` : `"${key}" é um fim ("end")`);
  }
  for (const [action, declared] of Object.entries(actions)) {
    if (listTargetStatuses(declared).includes(queue.working)) {
      world.say(`${path}.actions.${action}.to`, `a "${queue.working}" só um robô leva, ao reservar`);
    }
  }
  const begins = fields[status];
  if (begins?.kind === 'escolha' && begins.default !== undefined && begins.default === statusByKey(resource, queue.working)?.id) {
    world.say(`${path}.fields.${status}.default`, `a "${queue.working}" só um robô leva, ao reservar`);
  }
  if (least > usual || usual > most) world.say(`${here}.lease`, 'espera o menor, o usual e o maior tempo, nesta ordem');
  if (typeof queue.budget === 'object') {
    const {of, minutes} = queue.budget;
    const reference = fields[of];
    const field = reference?.kind === 'referencia' ? world.config.resources[reference.to]?.fields[minutes] : undefined;
    const {min = 0, max = Infinity} = (field ?? {min: 1, max: 1}) as {min?: number; max?: number};
    const most = MAX_BUDGET_SECONDS / MINUTE_SECONDS;
    if (min < 1 || max > most) {
      world.say(`${here}.budget.minutes`, `"${minutes}" precisa de "min" a partir de 1 e "max" até ${most}, um dia`);
    }
  }
  if (!world.unreadable.has('profiles') && !listRobotProfiles(world.config).some(profile => scope[profile] !== undefined)) {
    world.say(here, `nenhum robô alcança ${name}: falta em "scope" um perfil com "robot"`);
  }
  readsOnly(world, `${here}.calls.reserve`, calls.reserve, false);
  readsOnly(world, `${here}.calls.counts`, calls.counts, true);
};

/** A call that only reads is GET, any other is not. */
export const readsOnly = (world: World, here: string, call: string | undefined, reads: boolean): void => {
  if (call === undefined || call.startsWith('GET ') === reads) return;
  world.say(here, reads ? `"${call}" não é uma chamada GET` : `"${call}" não pode ser GET: ela muda o que está gravado`);
};

/** What is told of a record with a life cycle besides its fields. */
const lifeKeys = (resource: Resource): string[] =>
  [...statusResponseKeys(resource), ...(resource.status === undefined ? [] : [NEWEST_STEPS])];

/** What a record answers besides its fields must not be one of them. */
const checkKeys = ({world, name, resource, path}: Here): void => {
  const {actions} = resource;
  const taken = Object.entries(resource.fields).flatMap(([own, field]) =>
    [own, ...(field.kind === 'escolha' && field.nameAs !== undefined ? [field.nameAs] : [])]);
  const declared = listParts(resource);
  for (const [at, part] of declared.entries()) {
    const here = `${path}.${part.name}.as`;
    const isTaken = ['id', 'versao', 'acoes', ...lifeKeys(resource), ...taken].includes(part.key);
    if (isTaken) world.say(here, `"${part.key}" já é um valor de ${name}: use outro nome em "as"`);
    const before = declared.slice(0, at).find(({key}) => key === part.key);
    if (before !== undefined) world.say(here, `"${part.key}" já é ${parts[before.name].noun}: use outro nome em "as"`);
  }
  if (actions !== undefined && taken.includes('acoes')) {
    world.say(`${path}.fields`, '"acoes" é o que se pode fazer com o registro: use outro nome');
  }
  for (const key of lifeKeys(resource).filter(one => taken.includes(one))) {
    world.say(`${path}.fields`, `"${key}" é o que se lê de todo registro com "status": use outro nome`);
  }
};

const parts: Readonly<Record<PartName, {noun: string; check: (here: Here) => void}>> = {
  template: {noun: 'o formulário', check: checkTemplate},
  files: {noun: 'os arquivos', check: checkFiles},
  queue: {noun: 'a fila', check: checkQueue},
};

export const checkParts = (here: Here): void => {
  for (const part of listParts(here.resource)) parts[part.name].check(here);
  checkKeys(here);
};
