/** Bodies with files (§7): `data` as JSON, the files, and their types in the same order. */
import type {Config} from '../../schema/config.ts';
import {arrayOf, objectOf, TEXT, type Json} from './json.ts';

const FILE: Json = {type: 'string', format: 'binary'};

export const fileType = ({lists, resources}: Config): Json => {
  const types = Object.values(resources).flatMap(({files}) => lists[files?.types ?? '']?.rows.map(row => row.id) ?? []);
  return {...TEXT, enum: [...new Set(types)]};
};

/** `multipart/form-data` with a `data` part of this shape. */
export const multipart = (config: Config, data: Json, required: readonly string[] = []): Json => ({
  'multipart/form-data': {
    schema: objectOf({
      data: {...data, description: 'JSON, como texto ou como arquivo.'},
      files: {...arrayOf(FILE), description: `Proibidos: ${config.files.forbiddenExtensions.map(one => `.${one}`).join(', ')}.`},
      tipos: {...arrayOf(fileType(config)), description: 'Na ordem dos arquivos; também serve uma lista JSON ou separada por vírgulas.'},
    }, required),
    encoding: {data: {contentType: 'application/json'}},
  },
});

/** `multipart/form-data` with one file under `file`. */
export const oneFile = (parts: Readonly<Record<string, Json>>, required: readonly string[]): Json => ({
  'multipart/form-data': {
    schema: objectOf({file: FILE, ...parts}, ['file', ...required]),
    ...('data' in parts ? {encoding: {data: {contentType: 'application/json'}}} : {}),
  },
});
