/** Schemas of multipart bodies: `data` as JSON, files, and their types in the same order. */
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {arrayOf, objectOf, TEXT, type Json} from './json.ts';

const FILE: Json = {type: 'string', format: 'binary'};

export const fileTypeSchema = ({lists}: Config, {files}: Resource): Json =>
  ({...TEXT, enum: Object.keys(lists[files?.types ?? '']?.rows ?? {})});

/** @param required parts that a call must have; at least one file where `files` is one of them */
export const multipartBody = (config: Config, resource: Resource, data: Json, required: readonly string[] = []): Json => ({
  'multipart/form-data': {
    schema: objectOf({
      data: {...data, description: 'JSON, como texto ou como arquivo.'},
      files: {
        ...arrayOf(FILE), ...(required.includes('files') ? {minItems: 1} : {}),
        description: `Proibidos: ${config.files.forbiddenExtensions.map(suffix => `.${suffix}`).join(', ')}.`,
      },
      tipos: {
        ...arrayOf(fileTypeSchema(config, resource)),
        description: 'Na ordem dos arquivos; também serve uma lista JSON ou separada por vírgulas.',
      },
    }, required),
    encoding: {data: {contentType: 'application/json'}},
  },
});

export const singleFileBody = (parts: Readonly<Record<string, Json>>, required: readonly string[]): Json => ({
  'multipart/form-data': {
    schema: objectOf({file: FILE, ...parts}, ['file', ...required]),
    ...('data' in parts ? {encoding: {data: {contentType: 'application/json'}}} : {}),
  },
});
