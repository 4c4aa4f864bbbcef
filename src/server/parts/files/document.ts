/** The files of a record in the document: read with it, sent with it, and calls of their own. */
import type {FilesPart} from '../../../schema/config.ts';
import {fileCallsOf, filesKey, type FileCalls} from '../../../schema/parts.ts';
import {recordFile} from '../../../schema/wire.ts';
import {profilesOf, savingOf} from '../../../schema/workflow.ts';
import {answer, IDEMPOTENCY, LOCATION, type CallDoc} from '../../openapi/call.ts';
import {DELETED, mayInWords, type Described, type PartDocument} from '../../openapi/described.ts';
import {arrayOf, asJson, COUNT, ID, objectOf, ref, TEXT, type Json} from '../../openapi/json.ts';
import {fileType, multipart, oneFile} from '../../openapi/multipart.ts';
import {shapeOf} from '../../openapi/shapes.ts';
import {profilesInWords} from '../../openapi/words.ts';

const fileName = (name: string): string => `${name}.arquivo`;
const ONE_FILE = {description: 'Id do arquivo.'};
const BYTES = {'application/octet-stream': {}};
const DOWNLOAD: CallDoc['answers'] = {
  200: {description: 'Os bytes, como anexo.', content: BYTES, headers: {'Content-Disposition': {schema: TEXT}, ETag: {schema: TEXT}}},
  206: {description: 'Parte deles.', content: BYTES},
  304: {description: 'Não mudou.'},
};

const ARCHIVED: CallDoc['answers'] = {
  200: {
    description: 'Um ZIP, como anexo, enquanto é lido: o que se interrompe termina numa conexão interrompida.',
    content: {'application/zip': {}}, headers: {'Content-Disposition': {schema: TEXT}},
  },
};

/** What an upload carries beside the file: its type, and, where its address does not say, whose it is. */
const uploadBody = ({config, resource}: Described, {calls}: FilesPart): Json => {
  const tipo = fileType(config, resource);
  if (calls === undefined) return oneFile({tipo}, ['tipo']);
  const {record, repeats} = calls;
  const named = {tipo, [record]: ID, ...(repeats === undefined ? {} : {[repeats]: ID})};
  const ignored = {idUsuario: {...COUNT, description: 'Ignorado: quem envia se sabe pelo token.'}};
  return oneFile({data: objectOf({...named, ...ignored}, Object.keys(named))}, ['data']);
};

type More = Omit<CallDoc, 'endpoint' | 'id' | 'tag' | 'summary'>;

const callsOf = (described: Described, part: FilesPart): CallDoc[] => {
  const {config, name, resource} = described;
  const calls = fileCallsOf(name, resource);
  const tag = `Arquivos de ${resource.label.many.toLowerCase()}`;
  const file = ref(fileName(name));
  const read = mayInWords(described, 'read');
  const [, saving] = savingOf(resource) ?? [];
  const save = saving === undefined ? mayInWords(described, 'update') : profilesInWords(config, profilesOf(saving));
  const {one} = resource.label;
  const call = (key: keyof FileCalls, id: string, summary: string, more: More): CallDoc[] => {
    const endpoint = calls[key];
    return endpoint === undefined ? [] : [{endpoint, id: `${name}.arquivos.${id}`, tag, summary, ...more}];
  };
  const params = {fileId: ONE_FILE, idArquivo: ONE_FILE};
  const {repeats} = part.calls ?? {};
  return [
    ...call('list', 'listar', `Arquivos de ${one}`, {
      profiles: read, answers: {200: answer('Do mais antigo ao mais novo.', arrayOf(file))},
    }),
    ...call('check', 'validar', 'Diz se o arquivo seria aceito', {
      body: oneFile({tipo: fileType(config, resource)}, []),
      answers: {200: answer('Seria aceito.', objectOf({valido: {type: 'boolean', const: true}}))},
    }),
    ...call('upload', 'enviar', `Acrescenta um arquivo a ${one}`, {
      profiles: save, parameters: [IDEMPOTENCY], body: uploadBody(described, part), answers: {201: answer('O arquivo.', file, LOCATION)},
      description: `Enquanto quem envia pode gravar o registro.${repeats === undefined ? '' : ` \`${repeats}\` é o do registro.`}`,
    }),
    ...call('remove', 'excluir', `Exclui um arquivo de ${one}`, {profiles: save, params, answers: {200: DELETED}}),
    ...call('download', 'baixar', `Baixa um arquivo de ${one}`, {
      profiles: read, params, description: 'Aceita `Range` e `If-None-Match`.', answers: DOWNLOAD,
    }),
    ...call('archive', 'baixarTodos', `Baixa todos os arquivos de ${one}`, {profiles: read, answers: ARCHIVED}),
  ];
};

const needsInWords = ({onCreate}: FilesPart): string => {
  const {required, onePerType} = onCreate ?? {};
  if (required === undefined) return onePerType === undefined ? '' : 'No máximo um arquivo por tipo.';
  return `Pelo menos um arquivo${onePerType === undefined ? '' : ', um por tipo'}.`;
};

/** Undefined for a resource without files. */
export const filesDocument = (described: Described): PartDocument | undefined => {
  const {config, name, resource} = described;
  const {files} = resource;
  if (files === undefined) return undefined;
  const needed = files.onCreate?.required === true;
  return {
    calls: callsOf(described, files),
    schemas: {[fileName(name)]: shapeOf(recordFile, {tipo: fileType(config, resource)})},
    read: {[filesKey(resource)]: arrayOf(ref(fileName(name)))},
    needs: needsInWords(files),
    content: (data, mode) => (mode === 'create' && needed
      ? multipart(config, resource, data, ['data', 'files', 'tipos'])
      : {...multipart(config, resource, data), ...asJson(data)}),
  };
};
