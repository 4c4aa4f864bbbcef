import type {FilesPart} from '../../../schema/shapes/config.ts';
import {filesKey} from '../../../schema/parts.ts';
import {recordFile} from '../../../schema/apiShapes.ts';
import type {DescribedResource, PartDocument} from '../../openapi/describedResource.ts';
import type {Call} from '../../openapi/call.ts';
import {arrayOf, asJson, ref, TEXT} from '../../openapi/json.ts';
import {fileTypeSchema, multipartBody} from '../../openapi/multipart.ts';
import {objectSchemaOf} from '../../openapi/zodSchemas.ts';

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

export const filesDocument = ({config, name, resource}: DescribedResource): PartDocument => {
  const files: Partial<FilesPart> = resource.files ?? {};
  return {
    schemas: () => ({[fileSchemaName(name)]: objectSchemaOf(recordFile, {tipo: fileTypeSchema(config, resource)})}),
    read: {[filesKey(resource)]: arrayOf(ref(fileSchemaName(name)))},
    needs: needsInWords(files),
    content: (data, mode) => (mode === 'create' && files.required === true
      ? multipartBody(config, resource, data, ['data', 'files', 'tipos'])
      : {...multipartBody(config, resource, data), ...asJson(data)}),
  };
};
