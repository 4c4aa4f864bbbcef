/** Queues the webhooks that an operation on a record concerns, with the record as the operation left it (rules: Deliveries 3). */
import type {Transaction} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {CREATE_EVENT, DELETE_EVENT, UPDATE_EVENT} from '../../schema/words/webhookEvents.ts';
import {statusById} from '../../schema/statuses/statuses.ts';
import type {StoredRow, Tables} from '../db/tables.ts';
import type {RecordOperation} from '../engine/hooks.ts';
import {toFieldAnswers} from '../engine/readRecord.ts';
import {readReferencedRow} from '../rowScope/storedRow.ts';
import {insertDeliveries, type NewDelivery} from './deliveryQueue.ts';

/** The events of an operation: what was done, and the status that it entered. An action is an update. */
const listEvents = ({resource, operation, before, record}: RecordOperation): string[] => {
  if (operation === DELETE_EVENT) return [DELETE_EVENT];
  const isNew = operation === CREATE_EVENT;
  const [previous, entered] = [before, record].map(row => statusById(resource, row[resource.status ?? '']));
  const isEntered = entered !== undefined && (isNew || entered.key !== previous?.key);
  return [isNew ? CREATE_EVENT : UPDATE_EVENT, ...(isEntered ? [entered.key] : [])];
};

/** The webhooks that are told an event of a resource, by name. */
const webhooksFor = ({webhooks = {}}: Config, resource: string, event: string): string[] =>
  Object.keys(webhooks).filter(name => webhooks[name]?.on[resource]?.includes(event) === true);

/** A deleted record is told as it was. */
const readRow = async (trx: Transaction<Tables>, {config, name, id, operation, before}: RecordOperation): Promise<StoredRow> =>
  (operation === DELETE_EVENT ? before : await readReferencedRow(config, trx, name, id, false) ?? before);

/** Body of a webhook (docs: operations, Webhooks). */
export const webhookBody = (
  event: string, resource: string, id: number, fields: Readonly<Record<string, unknown>>, now = new Date(),
): NewDelivery['body'] => ({evento: event, recurso: resource, id, data: now.toISOString(), campos: fields});

export const enqueueWebhooks = async (trx: Transaction<Tables>, operation: RecordOperation): Promise<void> => {
  const {config, name, resource, id} = operation;
  const concerned = listEvents(operation).flatMap(event => webhooksFor(config, name, event).map(destination => ({event, destination})));
  if (concerned.length === 0) return;
  const row = await readRow(trx, operation);
  await insertDeliveries(trx, concerned.map(({event, destination}): NewDelivery => {
    const fields = config.webhooks?.[destination]?.fields ?? [];
    const values = {...(fields.includes('id') && {id}), ...toFieldAnswers(config, resource, fields, row)};
    return {destination, event, resource: name, recordId: id, body: webhookBody(event, name, id, values)};
  }));
};
