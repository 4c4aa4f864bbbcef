/** The one error body and what each status means (rules: Answers 2). */
import {asJson, ref, type Json} from './json.ts';

const answer = (description: string, more: Json = {}): Json => ({description, content: asJson(ref('Erro')), ...more});
const RETRY = {headers: {'Retry-After': {description: 'Segundos até que valha tentar de novo.', schema: {type: 'integer'}}}};

export const errorResponses: Readonly<Record<string, Json>> = {
  Recusado: answer('Recusado; `codigo` diz por quê e `message` o diz à pessoa.', RETRY),
  NaoAutenticado: answer('Sem sessão, sessão vencida, usuário inativo, ou e-mail e senha que não conferem.'),
  SemPermissao: answer('Este perfil não pode fazer isto.'),
  NaoEncontrado: answer('Não existe ou está fora do alcance de quem pergunta; a resposta é a mesma.'),
  Falha: answer('Banco de dados ou disco fora do ar (com `message`), ou erro interno (sem ela).', RETRY),
};

export const refusal = (name: keyof typeof errorResponses): Json => ({$ref: `#/components/responses/${name}`});
