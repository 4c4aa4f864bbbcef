/** Routes of select options (rules: Lists 11): records by title, choices of a field, link switches, fixed lists. */
import type {FastifyInstance} from 'fastify';
import {maySee, profilesAllowedTo} from '../../schema/access.ts';
import type {Config, Endpoint} from '../../schema/shapes/config.ts';
import {apiOf, parseEndpoint, pathParams} from '../../schema/paths.ts';
import {titleFields} from '../../schema/fields/recordTitle.ts';
import {OPTION_PARAMS} from '../../schema/lists/options.ts';
import {namesByIdCall, listReferencesWithOptions, referenceOptionsCall, treeReference} from '../../schema/references.ts';
import {option} from '../../schema/apiShapes.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {invalidParam} from '../errors.ts';
import {addRoute} from '../http/route.ts';
import {choiceRows, comboOffer, deletedNamesOffer, fixedListRows, namesOffer, linkSwitchOffer, treeOffer} from '../lists/options/offers.ts';
import {optionParams, optionRow, optionsAnswer, optionTitle} from '../lists/options/optionsDocument.ts';
import {sendOptions} from '../lists/options/options.ts';
import type {BatchQueue} from '../lists/batches.ts';
import {answer, queryParam} from '../openapi/call.ts';
import {valueSchema} from '../openapi/fields.ts';
import {arrayOf, ID, objectOf, TEXT} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {linkFields} from '../rowScope/links.ts';
import type {ResourceDocument} from './resourceDocument.ts';

export const optionRoutes = (app: FastifyInstance, context: Context, turns: BatchQueue, doc: ResourceDocument): void => {
  const {config, name, resource, describeCall} = doc;
  const {fields, label} = resource;
  // A combo needs the row scope alone, because callers who open tickets choose branches without managing them.
  const {combo} = apiOf(name, resource);
  if (combo !== undefined) {
    const references = pathParams(parseEndpoint(combo).path).filter(param => fields[param] !== undefined);
    const by = references.length === 0 ? '' : ` de ${references.map(param => fields[param]?.label ?? param).join(' e ')}`;
    addRoute(app, {
      ...describeCall('combo', `Opções de ${label.one}${by}`), endpoint: combo,
      description: 'O que quem chama alcança, em ordem alfabética.',
      parameters: optionParams(ID), answers: optionsAnswer(optionRow(config, resource)),
    }, (request, reply) => sendOptions(context, turns, request, reply, comboOffer(context, name, combo, request.actor, request.params)));
  }
  for (const [key, field] of Object.entries(fields)) {
    if (field.kind !== 'escolha' || field.combo === undefined) continue;
    const id = valueSchema(config, field);
    addRoute(app, {
      ...describeCall(`${key}.opcoes`, `Opções de ${field.label}`), endpoint: field.combo as Endpoint,
      parameters: optionParams(id), answers: optionsAnswer(objectSchemaOf(option, {id})),
    }, ({query}) => choiceRows(field, query));
  }
  const referencesWithOptions = listReferencesWithOptions(resource);
  const optionsCall = referenceOptionsCall(name, resource);
  if (optionsCall !== undefined) {
    const within = referencesWithOptions.flatMap(([, reference]) => reference.within ?? []);
    const titles = Object.fromEntries(referencesWithOptions.flatMap(([, {to}]) => Object.entries(optionTitle(resourceOf(config, to)))));
    addRoute(app, {
      ...describeCall('nomes', 'Opções de referências oferecidas só pelo nome, e do registro acima na árvore'), endpoint: optionsCall,
      allowedProfiles: [...new Set((['list', 'create', 'update'] as const).flatMap(operation => profilesAllowedTo(resource, operation)))],
      description: 'Só pelo nome: da empresa de quem pergunta, mesmo fora do alcance, e por número também excluídos. Na árvore: do '
        + 'alcance, menos o registro que escolhe e os que estão abaixo dele.',
      parameters: [
        queryParam('campo', {...TEXT, enum: referencesWithOptions.map(([campo]) => campo)}, 'De qual campo.'), ...optionParams(ID),
        ...[...new Set(within)].map(campo => queryParam(campo, ID, 'Só as deste registro.')),
        ...(treeReference(resource) === undefined ? [] : [queryParam(OPTION_PARAMS.record, ID, 'O registro que ficará abaixo.')]),
      ],
      answers: optionsAnswer(objectOf({...titles, id: ID}, ['id'])),
    }, (request, reply) => {
      const {campo} = request.query as {campo?: unknown};
      const chosen = referencesWithOptions.find(([field]) => field === campo);
      if (chosen === undefined || !maySee(chosen[1], request.actor.perfil)) throw invalidParam('campo');
      const offer = chosen[1].tree === true ? treeOffer : namesOffer;
      return sendOptions(context, turns, request, reply, offer(context, name, chosen, request.query));
    });
  }
  const deletedNames = namesByIdCall(name, resource);
  if (deletedNames !== undefined) {
    addRoute(app, {
      ...describeCall('nomesDeExcluidos', `Os nomes de ${label.many}, também excluídos`), endpoint: deletedNames,
      // A combo is open to every profile.
      ...(
        combo === undefined && {
          allowedProfiles: [...new Set([...profilesAllowedTo(resource, 'list'), ...profilesAllowedTo(resource, 'read')])],
        }
      ),
      description: 'O que quem chama alcança, ou alcançaria não fosse excluído: o que outros registros citam tem nome ainda.',
      parameters: optionParams(ID),
      answers: optionsAnswer(objectOf({...Object.fromEntries(titleFields(resource).map(title => [title, {}])), id: ID})),
    }, (request, reply) => sendOptions(context, turns, request, reply, deletedNamesOffer(context, name)));
  }
  for (const [key, field] of linkFields(resource)) {
    const row = optionRow(config, resourceOf(config, field.to), {[field.wire.on]: {type: 'boolean'}});
    addRoute(app, {
      ...describeCall(key, `${field.label} de ${label.one}, com as chaves`), endpoint: field.call as Endpoint,
      allowedProfiles: profilesAllowedTo(resource, 'update').filter(perfil => maySee(field, perfil)),
      description: 'Um id 0 pergunta por um registro novo: todas desligadas.', parameters: optionParams(ID),
      answers: optionsAnswer(row, 'Uma linha por opção.'),
    }, async (request, reply) => {
      const offer = await linkSwitchOffer(context, name, key, field, request.actor, request.params);
      return sendOptions(context, turns, request, reply, offer);
    });
  }
};

export const fixedListRoutes = (app: FastifyInstance, {lists}: Config): void => {
  for (const [name, list] of Object.entries(lists)) {
    const {wire: [codeKey, nameKey], rows, call: endpoint} = list;
    addRoute(app, {
      endpoint, id: `listas.${name}`, tag: 'Listas fixas', summary: `Lista fixa ${name}`,
      answers: {200: answer('As linhas.', arrayOf(objectOf({[codeKey]: {...TEXT, enum: Object.keys(rows)}, [nameKey]: TEXT})))},
    }, () => fixedListRows(list));
  }
};
