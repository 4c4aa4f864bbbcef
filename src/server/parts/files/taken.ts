/** What the calls of a resource take: its fields, its parts, its files. */
import type {Resource} from '../../../schema/config/config.ts';
import {validateValue, type Values} from '../../../schema/fields/validate.ts';
import type {Taken} from '../../calls/submission.ts';
import type {Context} from '../../context.ts';
import {resourceOf} from '../../db/names.ts';
import {invalid} from '../../errors.ts';
import {storedRow} from '../../reach/storedRow.ts';
import {tooManyFiles} from './rules.ts';

/** What every call on a record takes: files as far as the resource has the part, and the same again while the record is in reach. */
export const takenOf = (
  context: Context, name: string, takes: boolean, refused: string,
): Pick<Taken, 'mostFiles' | 'tooManyFiles' | 'again'> => {
  const {config, env: {UPLOAD_MAX_FILES: most}} = context;
  const resource = resourceOf(config, name);
  return {
    again: (db, actor, id) => storedRow(context, db, name, actor, id),
    ...(takes && resource.files !== undefined
      ? {mostFiles: most, tooManyFiles: () => tooManyFiles(config, resource, most)}
      : {mostFiles: 0, tooManyFiles: () => invalid([{campo: 'files', mensagem: refused}])}),
  };
};

/** The passwords among what was sent that could be kept. */
export const passwordsIn = ({fields}: Resource) => (data: Values): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const given = field.kind === 'senha' && typeof data[name] === 'string' && data[name] !== '';
    return given && validateValue(field, data[name], false) === undefined ? [name] : [];
  });
