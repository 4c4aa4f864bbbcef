import {referenceNameField} from '../../../schema/lifeCycle/detailFields.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import type {Session} from '../../../schema/session.ts';
import {isAuthorTurnHolder, turnHolderField, turnHolderName} from '../../../schema/statuses/turnHolders.ts';
import {turnHolderOfRecord} from '../../../schema/statuses/waiting.ts';
import {TEAM} from '../../../schema/words/notices.ts';
import type {Row} from '../../api/providers/listDialects.ts';

interface NamedPerson {
  /** The field with the person, or the field that carries the name. */
  field: string;
  name: string | undefined;
  self: boolean;
  nobody: boolean | undefined;
}

/**
 * @param by the field that names the person
 * @returns undefined without such a field
 */
export const personInField = (
  config: Config, resource: Resource, record: Row, by: string | undefined, session: Session,
): NamedPerson | undefined => {
  if (by === undefined) return undefined;
  const [id, field] = [record[by], referenceNameField(config, resource, by)];
  const carriedName = field === by ? undefined : record[field];
  return {
    field, name: typeof carriedName === 'string' && carriedName !== '' ? carriedName : undefined, self: id === session.id,
    nobody: id === undefined ? undefined : !id,
  };
};

/**
 * Names whom a record waits for (rules: Screens 11): 'Aguardando Maria (autor)', 'Aguardando Rui', 'Aguardando a equipe', 'Aguardando
 * Diretor', 'Com o robô'.
 */
export const waitingText = (config: Config, resource: Resource, record: Row, session: Session): string | undefined => {
  const waiter = turnHolderOfRecord(resource, record);
  if (waiter === '') return undefined;
  if (waiter === 'robo') return 'Com o robô';
  if (waiter === TEAM) return 'Aguardando a equipe';
  const person = personInField(config, resource, record, turnHolderField(resource, waiter), session);
  if (person?.self === true) return 'Aguardando você';
  const isTheAuthor = isAuthorTurnHolder(resource, waiter);
  if (person?.name !== undefined) return `Aguardando ${person.name}${isTheAuthor ? ' (autor)' : ''}`;
  return isTheAuthor ? 'Aguardando quem abriu' : `Aguardando ${turnHolderName(resource, waiter, config.profiles)}`;
};
