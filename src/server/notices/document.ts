/** Notices in the document (rules: Notices 2, 3). */
import {isPerson} from '../../schema/access.ts';
import type {Config} from '../../schema/config.ts';
import {CHOOSE_NOTICE_MAIL, NOTICE_MAIL, NOTICES, NOTICES_MOST, NOTICES_READ, NOTICES_SIZE} from '../../schema/notices.ts';
import {noticeMail, noticePage, noticesRead} from '../../schema/wire.ts';
import {answer, queryParam, type Documented} from '../openapi/call.ts';
import {asJson, COUNT, ID, objectOf, ref} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {profilesInWords} from '../openapi/words.ts';

const tag = 'Avisos';
const choice = ref('avisos.email');
const OWN = 'Só a da própria pessoa.';

export const noticeDocument = (config: Config): Documented => {
  const people = Object.entries(config.profiles).filter(([, profile]) => isPerson(profile)).map(([perfil]) => perfil);
  const profiles = profilesInWords(config, people);
  const page = queryParam('page', {...COUNT, minimum: 1}, `De ${NOTICES_SIZE} em ${NOTICES_SIZE}; 1 é a primeira.`);
  return {
    calls: [
      {
        endpoint: NOTICES, id: 'avisos.listar', tag, summary: 'Os avisos de quem pergunta', profiles, parameters: [page],
        description: `Dos ${NOTICES_MOST} mais novos, os de registros ao alcance de quem pergunta.`,
        answers: {200: answer('Do mais novo ao mais antigo.', ref('avisos.pagina'))},
      },
      {
        endpoint: NOTICES_READ, id: 'avisos.lidos', tag, summary: 'Marca avisos como lidos', profiles,
        description: 'Os de quem pergunta, até o de id `ate`.', body: asJson(objectOf({ate: ID})),
        answers: {200: answer('Quantos ainda não foram lidos.', ref('avisos.naoLidos'))},
      },
      {
        endpoint: NOTICE_MAIL, id: 'avisos.email', tag, summary: 'Quais e-mails de avisos a pessoa recebe', profiles, description: OWN,
        answers: {200: answer('A escolha.', choice)},
      },
      {
        endpoint: CHOOSE_NOTICE_MAIL, id: 'avisos.escolherEmail', tag, summary: 'Escolhe quais e-mails de avisos a pessoa recebe', profiles,
        description: OWN, body: asJson(choice), answers: {200: answer('A escolha.', choice)},
      },
    ],
    schemas: {'avisos.pagina': shapeOf(noticePage), 'avisos.naoLidos': shapeOf(noticesRead), 'avisos.email': shapeOf(noticeMail)},
  };
};
