/** Checks the webhooks: what they send exists in every resource, and what does not arrive is seen by somebody. */
import {ENTREGAS} from '../../pages.ts';
import {hasDeliveriesPage} from '../../words/deliveryCalls.ts';
import {webhookOperations} from '../../words/webhookEvents.ts';
import type {Webhook} from '../../shapes/config.ts';
import {statusByKey} from '../../statuses/statuses.ts';
import {listDuplicates} from '../mistakeTexts.ts';
import type {CheckContext} from '../checkContext.ts';

const VARIABLE_NAME = /^[A-Z][A-Z0-9_]*$/;

const checkFieldsOf = (context: CheckContext, place: string, {on, fields = []}: Webhook): void => {
  for (const duplicate of listDuplicates(fields)) context.report(`${place}.fields`, `"${duplicate}" está repetido`);
  for (const name of fields.filter(field => field !== 'id')) for (const of of Object.keys(on)) {
    const resource = context.config.resources[of];
    if (resource === undefined || !context.checkKnownName(`${place}.fields`, name, context.fieldsOf(of), `um campo de ${of}`)) continue;
    const field = resource.fields[name];
    // A password leaves by no way, and links are no value of the record.
    const isPassword = field?.kind === 'senha';
    const isLinks = field?.kind === 'vinculos';
    if (isPassword || isLinks) {
      context.report(`${place}.fields`, `"${name}" de ${of} é um campo ${field.kind}, que não se envia`);
    }
  }
};

const checkEvents = (context: CheckContext, place: string, {on}: Webhook): void => {
  if (Object.keys(on).length === 0) context.report(`${place}.on`, 'não há o que enviar: diga recursos e seus eventos');
  for (const [of, events] of Object.entries(on)) {
    if (events.length === 0) context.report(`${place}.on.${of}`, 'não há o que enviar: diga os eventos');
    for (const duplicate of listDuplicates(events)) context.report(`${place}.on.${of}`, `"${duplicate}" está repetido`);
    const resource = context.config.resources[of];
    for (const word of webhookOperations.filter(operation => resource !== undefined && statusByKey(resource, operation) !== undefined)) {
      context.report(`${place}.on.${of}`, `"${word}" é um status de ${of} e também o nome de uma operação: dê outra "key" ao status`);
    }
  }
};

export const checkWebhooks = (context: CheckContext): void => {
  const {webhooks = {}} = context.config;
  for (const [name, webhook] of Object.entries(webhooks)) {
    const place = `webhooks.${name}`;
    if (!/^[a-z][a-zA-Z0-9-]*$/.test(name)) context.report(place, `"${name}" não serve de nome: use letras, números e hífens`);
    for (const word of ['to', 'secret'] as const) {
      if (!VARIABLE_NAME.test(webhook[word])) {
        context.report(`${place}.${word}`, `"${webhook[word]}" não é o nome de uma variável de ambiente (ERP_URL)`);
      }
    }
    checkEvents(context, place, webhook);
    checkFieldsOf(context, place, webhook);
  }
  if (Object.keys(webhooks).length > 0 && !hasDeliveriesPage(context.config) && !context.unreadablePlaces.has('menu')) {
    context.report('menu', `falta "${ENTREGAS}": sem essa página ninguém decide sobre o que não chega aos webhooks`);
  }
};
