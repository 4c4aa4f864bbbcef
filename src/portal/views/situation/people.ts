/** Who a record names by a part they play in it: its author, who attends it. */
import {carriedBy} from '../../../schema/lifeCycle/carried.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import type {Session} from '../../../schema/session.ts';
import {isAuthor, waitedField, waiterName} from '../../../schema/statuses/waiters.ts';
import {waiterOf} from '../../../schema/statuses/waiting.ts';
import {TEAM} from '../../../schema/words/notices.ts';
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
 * Whose turn it is with a record (rules: Screens 11): 'Aguardando Maria (autor)', 'Aguardando Rui', 'Aguardando a equipe', 'Aguardando
 * Diretor', 'Com o robô'; undefined where it waits for nobody.
 */
export const turnOf = (config: Config, resource: Resource, record: Row, session: Session): string | undefined => {
  const waiter = waiterOf(resource, record);
  if (waiter === '') return undefined;
  if (waiter === 'robo') return 'Com o robô';
  if (waiter === TEAM) return 'Aguardando a equipe';
  const person = namedIn(config, resource, record, waitedField(resource, waiter), session);
  if (person?.self === true) return 'Aguardando você';
  const isTheAuthor = isAuthor(resource, waiter);
  if (person?.name !== undefined) return `Aguardando ${person.name}${isTheAuthor ? ' (autor)' : ''}`;
  return isTheAuthor ? 'Aguardando quem abriu' : `Aguardando ${waiterName(resource, waiter, config.profiles)}`;
};
