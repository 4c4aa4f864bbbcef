/** Signing in and changing a password, in the document (rules: Session 5, 13). */
import type {Config} from '../../schema/config.ts';
import {passwordField} from '../../schema/front.ts';
import {passwordChanged, signInAnswer} from '../../schema/wire.ts';
import {answer, type Documented} from '../openapi/call.ts';
import {valueSchema} from '../openapi/fields.ts';
import {asJson, objectOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';

export const ACCESS = 'Acesso';

/** A new password in a body. */
export const passwordSchema = (config: Config): Json => ({...valueSchema(config, passwordField(config)), writeOnly: true});

export const sessionDocument = (config: Config): Documented => ({
  calls: [
    {
      endpoint: 'POST usuarios/login', id: 'acesso.entrar', tag: ACCESS, summary: 'Entra', open: true,
      description: 'O `token` vai no cabeçalho `Authorization: Bearer` das outras chamadas.',
      body: asJson(objectOf({email: {...TEXT, format: 'email'}, senha: {...TEXT, writeOnly: true}})),
      answers: {200: answer('A sessão.', ref('sessao')), 401: {$ref: '#/components/responses/NaoAutenticado'}},
    },
    {
      endpoint: 'PUT usuarios/:id', id: 'acesso.senha', tag: ACCESS, summary: 'Muda a senha',
      description: 'A própria; quem alcança todos os usuários muda a de qualquer um. As outras sessões da pessoa terminam.',
      body: asJson(objectOf({senha: passwordSchema(config)})),
      answers: {200: answer('Mudada.', shapeOf(passwordChanged))},
    },
  ],
  schemas: {sessao: shapeOf(signInAnswer, {idPerfil: {enum: Object.values(config.profiles).map(({id}) => id)}})},
});
