/** Calls that belong to no resource: signing in, saved filters, health, this document (§7, decisions §2, §6). */
import type {Config} from '../../schema/config.ts';
import {GO_TO, GO_TO_LENGTH, GO_TO_MOST, GO_TO_PARAM, GO_TO_SHORTEST} from '../../schema/goTo.ts';
import {foundRecord, linkOwner, newSavedFilter, savedFilter, signInAnswer} from '../../schema/wire.ts';
import {FORGOT, LOOKUP, RESET} from '../passwordLinks/calls.ts';
import {answer, LOCATION, queryParam, type CallDoc} from './call.ts';
import {valueSchema} from './fields.ts';
import {arrayOf, asJson, ID, objectOf, ref, TEXT, type Json} from './json.ts';
import {DELETED} from './resources.ts';
import {shapeOf} from './shapes.ts';
import {profilesInWords} from './words.ts';

const ACCESS = 'Acesso';
const SERVICE = 'Serviço';
const FILTERS = 'Filtros salvos';

const MESSAGE: Json = objectOf({message: TEXT});

export const serviceSchemas = (config: Config): Readonly<Record<string, Json>> => {
  const recurso = {enum: Object.keys(config.resources)};
  return {
    sessao: shapeOf(signInAnswer, {idPerfil: {enum: Object.values(config.profiles).map(profile => profile.id)}}),
    linkDeSenha: shapeOf(linkOwner),
    encontrado: shapeOf(foundRecord, {recurso}),
    'filtroSalvo.novo': shapeOf(newSavedFilter, {recurso}),
    filtroSalvo: shapeOf(savedFilter, {recurso}),
  };
};

const accessCalls = (config: Config): CallDoc[] => {
  const field = config.resources['usuarios']?.fields['senha'];
  const password = field === undefined ? TEXT : {...valueSchema(config, field), writeOnly: true};
  return [
    {
      endpoint: 'POST usuarios/login', id: 'acesso.entrar', tag: ACCESS, summary: 'Entra', open: true,
      description: 'O `token` vai no cabeçalho `Authorization: Bearer` das outras chamadas.',
      body: asJson(objectOf({email: {...TEXT, format: 'email'}, senha: {...TEXT, writeOnly: true}})),
      answers: {200: answer('A sessão.', ref('sessao')), 401: {$ref: '#/components/responses/NaoAutenticado'}},
    },
    {
      endpoint: 'PUT usuarios/:id', id: 'acesso.senha', tag: ACCESS, summary: 'Muda a senha',
      description: 'A própria; quem alcança todos os usuários muda a de qualquer um. As outras sessões da pessoa terminam.',
      body: asJson(objectOf({senha: password})),
      answers: {200: answer('Mudada.', objectOf({id: ID, token: {...TEXT, description: 'Um novo token, quando a senha é a própria.'}}, ['id']))},
    },
    {
      endpoint: FORGOT, id: 'acesso.esqueci', tag: ACCESS, summary: 'Pede um link para escolher uma nova senha', open: true,
      description: 'A resposta é a mesma para todo e-mail. O link vai por e-mail a quem pode entrar, no máximo três vezes por hora.',
      body: asJson(objectOf({email: {...TEXT, format: 'email', maxLength: 100}})),
      answers: {200: answer('Pedido anotado.', MESSAGE)},
    },
    {
      endpoint: LOOKUP, id: 'acesso.link', tag: ACCESS, summary: 'De quem é um link', open: true,
      pathSchemas: {token: TEXT}, answers: {200: answer('A pessoa.', ref('linkDeSenha'))},
    },
    {
      endpoint: RESET, id: 'acesso.redefinir', tag: ACCESS, summary: 'Escolhe a senha por um link', open: true,
      description: 'Um link vale uma vez, e só o mais novo. As sessões da pessoa terminam.',
      body: asJson(objectOf({token: {...TEXT, writeOnly: true}, novaSenha: password})),
      answers: {200: answer('A senha é esta.', MESSAGE)},
    },
  ];
};

const filterCalls: CallDoc[] = [
  {
    endpoint: 'GET filtros-salvos', id: 'filtros.listar', tag: FILTERS, summary: 'Os filtros de quem pergunta',
    parameters: [queryParam('recurso', TEXT, 'Só os desta lista.')], answers: {200: answer('Por nome.', arrayOf(ref('filtroSalvo')))},
  },
  {
    endpoint: 'POST filtros-salvos', id: 'filtros.salvar', tag: FILTERS, summary: 'Salva um filtro', body: asJson(ref('filtroSalvo.novo')),
    answers: {201: answer('O filtro.', ref('filtroSalvo'), LOCATION), 200: answer('O filtro que substituiu o de mesmo nome.', ref('filtroSalvo'))},
  },
  {endpoint: 'DELETE filtros-salvos/:id', id: 'filtros.excluir', tag: FILTERS, summary: 'Exclui um filtro', answers: {200: DELETED}},
];

const health = (path: 'vivo' | 'pronto', summary: string, more: Readonly<Record<number, Json>> = {}): CallDoc => ({
  endpoint: `GET ${path}`, id: `servico.${path}`, tag: SERVICE, summary, open: true,
  answers: {200: answer('Sim.', objectOf({situacao: {...TEXT, const: path}})), ...more},
});

const goToCall: CallDoc = {
  endpoint: GO_TO, id: 'servico.irPara', tag: SERVICE, summary: 'Registros pelo número ou pelo nome',
  description: 'Nas listas que o perfil de quem pergunta tem, dentro do que ele alcança. Sem diferença entre maiúsculas e minúsculas, nem acentos.',
  parameters: [queryParam(GO_TO_PARAM, {...TEXT, maxLength: GO_TO_LENGTH}, `Um número, ou pelo menos ${GO_TO_SHORTEST} letras de um nome; menos que isso não encontra nada.`)],
  answers: {200: answer('Os mais próximos; o registro desse número é o primeiro.', {...arrayOf(ref('encontrado')), maxItems: GO_TO_MOST})},
};

export const serviceCalls = (config: Config, readers: readonly string[]): CallDoc[] => [
  ...accessCalls(config),
  ...filterCalls,
  goToCall,
  health('vivo', 'O processo responde?'),
  health('pronto', 'Banco de dados, migrações e arquivos estão prontos?', {
    503: answer('Não.', objectOf({situacao: {...TEXT, const: 'indisponivel'}})),
  }),
  {
    endpoint: 'GET openapi.json', id: 'servico.openapi', tag: SERVICE, summary: 'Este documento', profiles: profilesInWords(config, readers),
    answers: {200: answer('OpenAPI 3.1.', {type: 'object'})},
  },
];
