/**
 * What react-admin says in the portal, in Brazilian Portuguese: these sentences and no others, which a test holds against what is built
 * (`tests/e2e/weight.test.ts`).
 */
import type {TranslationMessages} from 'ra-core';

const said = {
  ra: {
    action: {undo: 'Desfazer'},
    auth: {auth_check_error: 'Por favor, faça login para continuar'},
    message: {
      access_denied: 'Seu perfil não tem permissão para acessar esta página.',
      invalid_form: 'O formulário tem erros. Corrija os campos indicados.',
      select_all_limit_reached: 'São itens demais para selecionar todos. Somente os primeiros %{max} foram selecionados.',
      unsaved_changes: 'Há alterações que não foram salvas. Deseja sair sem salvar?',
    },
    notification: {
      http_error: 'Erro na comunicação com servidor',
      i18n_error: 'Não foi possível carregar as traduções para o idioma especificado',
      logged_out: 'Sua sessão terminou. Entre novamente.',
      not_authorized: 'Seu perfil não tem permissão para esta ação.',
    },
    page: {access_denied: 'Acesso negado', list: '%{name}'},
    validation: {
      required: 'Esse campo é obrigatório.', email: 'E-mail inválido.', number: 'Deve ser um número',
      minLength: 'Informe pelo menos %{min} caracteres.', maxLength: 'Limite de %{max} caracteres excedido.',
      minValue: 'Deve ser %{min} ou maior', maxValue: 'Deve ser %{max} ou menor',
      oneOf: 'Deve ser uma das seguintes opções: %{options}', regex: 'Formato inválido: %{pattern}',
    },
  },
};

export const messages = said as unknown as TranslationMessages;
