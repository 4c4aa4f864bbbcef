/** The one error body and what each status means (decisions §2). */
import type {Code} from '../errors.ts';
import {arrayOf, asJson, objectOf, ref, TEXT, type Json} from './json.ts';

const CODES = {
  VALIDACAO: 'um valor é inválido, falta, ou se refere a um registro que não existe ou não é seu',
  CONFLITO: 'valor repetido, status que não permite a ação, ou outra pessoa chegou antes',
  VERSAO: 'o registro mudou desde que foi lido (`versao`, `If-Match`)',
  TAMANHO: 'corpo, arquivo ou número de arquivos acima do limite',
  EXTENSAO: 'arquivo proibido pelo nome ou pelo conteúdo',
  TOKEN: 'link de senha vencido ou já usado',
  LIMITE: 'chamadas demais ou um envio lento demais; veja `Retry-After`',
  SESSAO: 'sem sessão válida, ou e-mail e senha que não conferem',
  PERMISSAO: 'este perfil nunca pode fazer isto',
  NAO_ENCONTRADO: 'não existe, ou está fora do alcance de quem pergunta',
  INDISPONIVEL: 'banco de dados ou disco fora do ar, ou o servidor está encerrando',
} satisfies Record<Code, string>;

export const errorSchemas: Readonly<Record<string, Json>> = {
  Erro: {
    ...objectOf({
      message: {...TEXT, description: 'Uma frase para a pessoa; ausente num erro interno.'},
      codigo: {
        ...TEXT, enum: Object.keys(CODES),
        description: Object.entries(CODES).map(([code, meaning]) => `${code}: ${meaning}`).join('; '),
      },
      campos: arrayOf(objectOf({campo: TEXT, mensagem: TEXT})),
      id: {...TEXT, description: 'A requisição, como o registro do servidor a nomeia.'},
    }, ['id']),
    description: 'O corpo de toda recusa.',
  },
};

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
