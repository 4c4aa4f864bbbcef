/** The calls of tickets and their files, which have code of their own (§7). */
import type {Config} from '../../schema/config.ts';
import {answer, IDEMPOTENCY, IF_MATCH, LOCATION, type CallDoc} from './call.ts';
import {arrayOf, asJson, COUNT, ID, INSTANT, objectOf, ref, TEXT, type Json} from './json.ts';
import {fileType, multipart, oneFile} from './multipart.ts';
import {DELETED, mayInWords, tagOf, type Described} from './resources.ts';
import {createName, recordName, VERSION} from './schemas.ts';
import {profilesInWords} from './words.ts';

const FILES = 'Arquivos de tickets';
const ETAG: Json = {ETag: {description: 'A `versao`.', schema: TEXT}};

const WHOLE = 'ticketCompleto';
const ITEMS = 'ticketFormularios';

export const ticketSchemas = ({config, name}: Described): Readonly<Record<string, Json>> => {
  const kind = {...TEXT, enum: Object.keys(config.itemKinds)};
  return {
    ticketArquivo: objectOf({id: ID, nomeArquivo: TEXT, dataCriacao: INSTANT, tipo: fileType(config), origem: {...TEXT, enum: ['Portal', 'RPA']}}),
    ticketFormulario: objectOf({
      id: ID, descricao: TEXT, valor: TEXT, tipoCampo: kind, obrigatorio: {type: 'boolean'},
      aviso: {...TEXT, description: 'O que um robô achou errado no valor.'},
    }),
    [ITEMS]: {
      ...arrayOf(objectOf({id: ID, valor: {}, descricao: TEXT, tipoCampo: TEXT}, ['id', 'valor'])),
      description: 'Num ticket novo `id` é o do item do modelo; depois, o do próprio ticket.',
    },
    [WHOLE]: {
      allOf: [ref(recordName(name)), objectOf({
        ticketFormularios: arrayOf(ref('ticketFormulario')),
        ticketArquivos: arrayOf(ref('ticketArquivo')),
        acoes: arrayOf(objectOf({acao: TEXT, permitida: {type: 'boolean'}, motivo: {...TEXT, description: 'Vazio quando permitida.'}})),
      })],
    },
    ticketMovido: objectOf({id: ID, idStatusTicket: ID, descricaoStatus: TEXT, versao: VERSION}),
    ticketHistorico: objectOf({comentario: TEXT, dataCriacao: INSTANT, nomeUsuario: TEXT, acao: TEXT, deStatus: TEXT, paraStatus: TEXT}),
  };
};

/** What every action of a ticket answers. */
export const TICKET_MOVED = answer('O ticket como ficou.', ref(WHOLE));
/** The action behind PUT tickets/{id}. */
export const TICKET_SAVE = 'salvar';

const recordCalls = (described: Described): CallDoc[] => {
  const {config, name, resource} = described;
  const tag = tagOf(resource);
  const create: Json = {allOf: [ref(createName(name)), objectOf({[ITEMS]: ref(ITEMS)})]};
  const update = objectOf({[ITEMS]: ref(ITEMS), versao: VERSION}, []);
  const read = mayInWords(described, 'read');
  return [
    {
      endpoint: 'GET tickets/:id', id: `${name}.ler`, tag, summary: 'Lê o ticket inteiro', profiles: read,
      description: '`acoes` diz, para cada ação, se quem pergunta pode fazê-la agora e, se não, por quê.',
      answers: {200: answer('O ticket.', ref(WHOLE), ETAG)},
    },
    {
      endpoint: 'POST tickets', id: `${name}.criar`, tag, summary: resource.list.createLabel ?? 'Abre um ticket', profiles: mayInWords(described, 'create'),
      description: 'Pelo menos um arquivo, um por tipo.', parameters: [IDEMPOTENCY],
      body: multipart(config, create, ['data', 'files', 'tipos']), answers: {201: answer('O ticket aberto.', ref(WHOLE), LOCATION)},
    },
    {
      endpoint: 'PUT tickets/:id', id: `${name}.alterar`, tag, summary: 'Grava o formulário e acrescenta arquivos', profiles: mayInWords(described, 'update'),
      parameters: [IF_MATCH, IDEMPOTENCY], body: {...multipart(config, update), ...asJson(update)}, answers: {200: answer('O ticket como ficou.', ref(WHOLE), ETAG)},
    },
    {
      endpoint: 'GET ticketsHistorico/:id', id: `${name}.historico`, tag, summary: 'O que aconteceu com o ticket', profiles: read,
      answers: {200: answer('Do mais novo ao mais antigo.', arrayOf(ref('ticketHistorico')))},
    },
  ];
};

const fileCalls = (described: Described): CallDoc[] => {
  const {config} = described;
  const read = mayInWords(described, 'read');
  const saving = config.resources['tickets']?.actions?.[TICKET_SAVE];
  const save = profilesInWords(config, [...new Set(Object.values(saving?.from ?? {}).flat().map(entry => entry.split(':')[0] ?? ''))]);
  const upload = objectOf({tipo: fileType(config), idTicket: ID, idFilial: ID, idUsuario: COUNT}, ['tipo', 'idTicket', 'idFilial']);
  return [
    {
      endpoint: 'GET ticketsArquivo/:id', id: 'arquivos.listar', tag: FILES, summary: 'Arquivos de um ticket', profiles: read,
      answers: {200: answer('Do mais antigo ao mais novo.', arrayOf(ref('ticketArquivo')))},
    },
    {
      endpoint: 'POST ticketsArquivo/validar-extensao-arquivo', id: 'arquivos.validar', tag: FILES, summary: 'Diz se o arquivo seria aceito',
      body: oneFile({tipo: fileType(config)}, []), answers: {200: answer('Seria aceito.', objectOf({valido: {type: 'boolean', const: true}}))},
    },
    {
      endpoint: 'POST ticketsArquivo/upload-arquivo', id: 'arquivos.enviar', tag: FILES, summary: 'Acrescenta um arquivo a um ticket', profiles: save,
      description: 'Enquanto o formulário do ticket pode ser gravado por quem envia. `idFilial` é a do ticket.', parameters: [IDEMPOTENCY],
      body: oneFile({data: upload}, ['data']), answers: {201: answer('O arquivo.', ref('ticketArquivo'), LOCATION)},
    },
    {
      endpoint: 'DELETE ticketsArquivo/:fileId/:idUsuario', id: 'arquivos.excluir', tag: FILES, summary: 'Exclui um arquivo', profiles: save,
      answers: {200: DELETED},
    },
    {
      endpoint: 'GET TicketsArquivo/baixar-arquivo/:fileId', id: 'arquivos.baixar', tag: FILES, summary: 'Baixa um arquivo', profiles: read,
      description: 'Aceita `Range` e `If-None-Match`.',
      answers: {
        200: {description: 'Os bytes, como anexo.', content: {'application/octet-stream': {}}, headers: {'Content-Disposition': {schema: TEXT}, ETag: {schema: TEXT}}},
        206: {description: 'Parte deles.', content: {'application/octet-stream': {}}},
        304: {description: 'Não mudou.'},
      },
    },
  ];
};

export const ticketCalls = (described: Described): CallDoc[] => [...recordCalls(described), ...fileCalls(described)];

/** The statuses as options; §7 names the call. */

/** A fixed list of the config. */
export const fixedListCall = (config: Config, name: string): CallDoc[] => {
  const list = config.lists[name];
  if (list === undefined) return [];
  const {wire, rows, call} = list;
  const properties = {[wire.id]: {...TEXT, enum: rows.map(row => row.id)}, [wire.name]: TEXT};
  return [{endpoint: call, id: `listas.${name}`, tag: 'Listas fixas', summary: `Lista fixa ${name}`, answers: {200: answer('As linhas.', arrayOf(objectOf(properties)))}}];
};
