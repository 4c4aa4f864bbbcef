/** Submission options that the routes of all resources share. */
import type {Resource} from '../../../schema/shapes/config.ts';
import {validateValue, type RecordValues} from '../../../schema/fields/validate.ts';
import type {SubmissionOptions} from '../../requestBody/submission.ts';
import type {Context} from '../../context.ts';
import {resourceOf} from '../../db/sqlNames.ts';
import {invalid} from '../../errors.ts';
import {readStoredRow} from '../../rowScope/storedRow.ts';
import {tooManyFiles} from './fileRules.ts';

/** Options of calls on a record: files where the resource has the part, and the scope check before a repeated answer. */
export const recordCallOptions = (
  context: Context, name: string, acceptsFiles: boolean, refusalText: string,
): Pick<SubmissionOptions, 'mostFiles' | 'tooManyFiles' | 'again'> => {
  const {config, env: {UPLOAD_MAX_FILES: maxFiles}} = context;
  const resource = resourceOf(config, name);
  return {
    again: (db, actor, id) => readStoredRow(context, db, name, actor, id),
    ...(acceptsFiles && resource.files !== undefined
      ? {mostFiles: maxFiles, tooManyFiles: () => tooManyFiles(config, resource, maxFiles)}
      : {mostFiles: 0, tooManyFiles: () => invalid([{campo: 'files', mensagem: refusalText}])}),
  };
};

export const sentPasswordFields = ({fields}: Resource) => (data: RecordValues): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const isSent = field.kind === 'senha' && typeof data[name] === 'string' && data[name] !== '';
    return isSent && validateValue(field, data[name], false) === undefined ? [name] : [];
  });
