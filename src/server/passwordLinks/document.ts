/** A forgotten password, and the first one, in the document (rules: Session 9, 10). */
import type {Config} from '../../schema/config.ts';
import {FORGOT, LOOKUP, RESET} from '../../schema/passwordCalls.ts';
import {linkOwner} from '../../schema/wire.ts';
import {answer, type Documented} from '../openapi/call.ts';
import {asJson, objectOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {ACCESS, passwordSchema} from '../sessions/document.ts';

const MESSAGE: Json = objectOf({message: TEXT});

export const passwordLinkDocument = (config: Config): Documented => ({
  calls: [
    {
      endpoint: FORGOT, id: 'acesso.esqueci', tag: ACCESS, summary: 'Pede um link para escolher uma nova senha', open: true,
      description: 'A resposta é a mesma para todo e-mail. O link vai por e-mail a quem pode entrar, no máximo três vezes por hora.',
      body: asJson(objectOf({email: {...TEXT, format: 'email', maxLength: 100}})),
      answers: {200: answer('Pedido anotado.', MESSAGE)},
    },
    {
      endpoint: LOOKUP, id: 'acesso.link', tag: ACCESS, summary: 'De quem é um link', open: true,
      params: {token: {description: 'O token do link.', schema: TEXT}}, answers: {200: answer('A pessoa.', ref('linkDeSenha'))},
    },
    {
      endpoint: RESET, id: 'acesso.redefinir', tag: ACCESS, summary: 'Escolhe a senha por um link', open: true,
      description: 'Um link vale uma vez, e só o mais novo. As sessões da pessoa terminam.',
      body: asJson(objectOf({token: {...TEXT, writeOnly: true}, novaSenha: passwordSchema(config)})),
      answers: {200: answer('A senha é esta.', MESSAGE)},
    },
  ],
  schemas: {linkDeSenha: shapeOf(linkOwner)},
});
