/** The stream of events in the document (rules: Events 1). */
import {EVENTS, NOTICE_EVENT, RECORD_EVENT} from '../../schema/events.ts';
import type {Config} from '../../schema/config.ts';
import {noticeEvent, recordEvent} from '../../schema/wire.ts';
import {SERVICE, type Documented} from '../openapi/call.ts';
import {TEXT} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {EVENT_STREAM} from './stream.ts';

export const eventDocument = ({resources}: Config): Documented => ({
  calls: [{
    endpoint: EVENTS, id: 'servico.eventos', tag: SERVICE, summary: 'O que muda, enquanto se olha',
    description: `Uma resposta que não termina (server-sent events), lida com o \`Authorization\` das outras chamadas: \`${RECORD_EVENT}\` `
      + `(\`evento.${RECORD_EVENT}\`) de cada registro que muda ao alcance de quem ouve, ou que sai dele, e \`${NOTICE_EVENT}\` `
      + `(\`evento.${NOTICE_EVENT}\`) de quantos avisos não lidos há. Quando termina, volta-se a chamar e a ler o que se mostra.`,
    answers: {200: {description: 'Eventos; `data` é JSON.', content: {[EVENT_STREAM]: {schema: TEXT}}}},
  }],
  schemas: {
    [`evento.${RECORD_EVENT}`]: shapeOf(recordEvent, {recurso: {enum: Object.keys(resources)}}),
    [`evento.${NOTICE_EVENT}`]: shapeOf(noticeEvent),
  },
});
