/** Whose turn it is with a record, and who said what last, in words (rules: Screens 11). */
import type {Config, Resource} from '../../../schema/config/config.ts';
import {authorField} from '../../../schema/lifeCycle/people.ts';
import {LAST_COMMENT} from '../../../schema/lifeCycle/situation.ts';
import type {Session} from '../../../schema/session.ts';
import {statusById} from '../../../schema/lifeCycle/statuses.ts';
import {waiterOf} from '../../../schema/lifeCycle/waiting.ts';
import type {LastComment} from '../../../schema/wire.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {namedIn} from './people.ts';

/** 'Aguardando Maria (autor)', 'Aguardando a equipe', 'Com o robô'; undefined where it waits for nobody. */
export const turnOf = (config: Config, resource: Resource, record: Row, session: Session): string | undefined => {
  const waiter = waiterOf(resource, record);
  if (waiter === '') return undefined;
  if (waiter === 'robo') return 'Com o robô';
  if (waiter === 'equipe') return 'Aguardando a equipe';
  const author = namedIn(config, resource, record, authorField(resource), session);
  if (author?.self === true) return 'Aguardando você';
  return author?.name === undefined ? 'Aguardando quem abriu' : `Aguardando ${author.name} (autor)`;
};

/** What somebody wrote last; undefined where nobody did, or the answer does not say. */
export const lastCommentOf = (record: Row): LastComment | undefined =>
  (record[LAST_COMMENT] as LastComment | null | undefined) ?? undefined;

/** Whether what was written last asks the author for something: the status waits for them, and they have not answered since. */
export const asksAuthor = (resource: Resource, record: Row): boolean => {
  const status = resource.status === undefined ? undefined : statusById(resource, record[resource.status]);
  return status?.waits === 'autor' && waiterOf(resource, record) === 'autor';
};
