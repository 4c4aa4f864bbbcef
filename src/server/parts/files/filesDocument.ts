import type {FilesPart} from '../../../schema/shapes/config.ts';
import {filesKey} from '../../../schema/parts.ts';
import {recordFile} from '../../../schema/wire.ts';
import type {Described, PartDocument} from '../../openapi/described.ts';
import type {Call} from '../../openapi/call.ts';
import {arrayOf, asJson, ref, TEXT} from '../../openapi/json.ts';
import {fileType, multipart} from '../../openapi/multipart.ts';
import {shapeOf} from '../../openapi/shapes.ts';

const BYTES = {'application/octet-stream': {}};
export const DOWNLOAD_ANSWERS: Call['answers'] = {
  200: {description: 'Os bytes, como anexo.', content: BYTES, headers: {'Content-Disposition': {schema: TEXT}, ETag: {schema: TEXT}}},
  206: {description: 'Parte deles.', content: BYTES},
  304: {description: 'Não mudou.'},
};

export const fileSchemaName = (name: string): string => `${name}.arquivo`;

const needsInWords = ({required, onePerType}: Partial<FilesPart>): string => {
  if (required === undefined) return onePerType === undefined ? '' : 'No máximo um arquivo por tipo.';
  return `Pelo menos um arquivo${onePerType === undefined ? '' : ', um por tipo'}.`;
};

export const filesDocument = ({config, name, resource}: Described): PartDocument => {
  const files: Partial<FilesPart> = resource.files ?? {};
  return {
    schemas: () => ({[fileSchemaName(name)]: shapeOf(recordFile, {tipo: fileType(config, resource)})}),
    read: {[filesKey(resource)]: arrayOf(ref(fileSchemaName(name)))},
    needs: needsInWords(files),
    content: (data, mode) => (mode === 'create' && files.required === true
      ? multipart(config, resource, data, ['data', 'files', 'tipos'])
      : {...multipart(config, resource, data), ...asJson(data)}),
  };
};
