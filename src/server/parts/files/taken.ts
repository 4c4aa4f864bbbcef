/** Submission options that the routes of all resources share. */
import type {Resource} from '../../../schema/config/config.ts';
import {validateValue, type Values} from '../../../schema/fields/validate.ts';
import type {Taken} from '../../calls/submission.ts';
import type {Context} from '../../context.ts';
import {resourceOf} from '../../db/names.ts';
import {invalid} from '../../errors.ts';
import {storedRow} from '../../reach/storedRow.ts';
import {tooManyFiles} from './rules.ts';

/** Options of calls on a record: files where the resource has the part, and the scope check before a repeated answer. */
export const takenOf = (
  context: Context, name: string, acceptsFiles: boolean, refusalText: string,
): Pick<Taken, 'mostFiles' | 'tooManyFiles' | 'again'> => {
  const {config, env: {UPLOAD_MAX_FILES: maxFiles}} = context;
  const resource = resourceOf(config, name);
  return {
    again: (db, actor, id) => storedRow(context, db, name, actor, id),
    ...(acceptsFiles && resource.files !== undefined
      ? {mostFiles: maxFiles, tooManyFiles: () => tooManyFiles(config, resource, maxFiles)}
      : {mostFiles: 0, tooManyFiles: () => invalid([{campo: 'files', mensagem: refusalText}])}),
  };
};

/** Names of sent passwords that are valid. */
export const passwordsIn = ({fields}: Resource) => (data: Values): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const isSent = field.kind === 'senha' && typeof data[name] === 'string' && data[name] !== '';
    return isSent && validateValue(field, data[name], false) === undefined ? [name] : [];
  });
