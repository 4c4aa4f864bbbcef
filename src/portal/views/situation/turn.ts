/** Whose turn it is with a record, in words (rules: Screens 11). */
import type {Config, Resource} from '../../../schema/config/config.ts';
import {authorField} from '../../../schema/lifeCycle/people.ts';
import type {Session} from '../../../schema/session.ts';
import {waiterOf} from '../../../schema/lifeCycle/waiting.ts';
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
