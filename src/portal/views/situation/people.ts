/** Who a record names by a part they play in it: its author, who attends it. */
import {carriedBy} from '../../../schema/lifeCycle/carried.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import type {Session} from '../../../schema/session.ts';
import {authorField} from '../../../schema/lifeCycle/people.ts';
import {waiterOf} from '../../../schema/lifeCycle/waiting.ts';
import type {Row} from '../../wire/providers/dialects.ts';

interface Named {
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

/**
 * Whose turn it is with a record (rules: Screens 11): 'Aguardando Maria (autor)', 'Aguardando a equipe', 'Com o robô'; undefined where
 * it waits for nobody.
 */
export const turnOf = (config: Config, resource: Resource, record: Row, session: Session): string | undefined => {
  const waiter = waiterOf(resource, record);
  if (waiter === '') return undefined;
  if (waiter === 'robo') return 'Com o robô';
  if (waiter === 'equipe') return 'Aguardando a equipe';
  const author = namedIn(config, resource, record, authorField(resource), session);
  if (author?.self === true) return 'Aguardando você';
  return author?.name === undefined ? 'Aguardando quem abriu' : `Aguardando ${author.name} (autor)`;
};
