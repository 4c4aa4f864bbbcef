/** Who a record names by a part they play in it: its author, who attends it. */
import {carriedBy} from '../../../schema/lifeCycle/carried.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import type {Session} from '../../../schema/session.ts';
import type {Row} from '../../wire/providers/dialects.ts';

export interface Named {
  /** The field that names them, or tells their name. */
  field: string;
  /** undefined: it is not told, or nobody. */
  name: string | undefined;
  /** Whether it is whoever asks. */
  self: boolean;
  /** Whether it is nobody; undefined: not known. */
  nobody: boolean | undefined;
}

/**
 * @param by the field that names them
 * @returns undefined where the resource has no such field
 */
export const namedIn = (
  config: Config, resource: Resource, record: Row, by: string | undefined, session: Session,
): Named | undefined => {
  if (by === undefined) return undefined;
  const [id, field] = [record[by], carriedBy(config, resource, by)];
  const told = field === by ? undefined : record[field];
  return {
    field, name: typeof told === 'string' && told !== '' ? told : undefined, self: id === session.id,
    nobody: id === undefined ? undefined : !id,
  };
};
