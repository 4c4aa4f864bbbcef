/** react-admin's messages, and the config's labels of resources and fields. */
import {mergeTranslations, type I18nProvider, type TranslationMessages} from 'ra-core';
import polyglot from 'ra-i18n-polyglot';
import portuguese from 'ra-language-portuguese';
import type {Config} from '../../../schema/shapes/config.ts';

/**
 * Overrides of ra-language-portuguese, which is as old as react-admin 3: missing messages, and the specification's wording. A test checks
 * the build against both (`tests/e2e/weight.test.ts`).
 */
const ownMessages = {
  ra: {
    message: {
      access_denied: 'Seu perfil não tem permissão para acessar esta página.',
      invalid_form: 'O formulário tem erros. Corrija os campos indicados.',
      select_all_limit_reached: 'São itens demais para selecionar todos. Somente os primeiros %{max} foram selecionados.',
      unsaved_changes: 'Há alterações que não foram salvas. Deseja sair sem salvar?',
    },
    notification: {
      logged_out: 'Sua sessão terminou. Entre novamente.',
      not_authorized: 'Seu perfil não tem permissão para esta ação.',
    },
    page: {access_denied: 'Acesso negado', list: '%{name}'},
    validation: {
      required: 'Esse campo é obrigatório.', email: 'E-mail inválido.', minLength: 'Informe pelo menos %{min} caracteres.',
      maxLength: 'Limite de %{max} caracteres excedido.', regex: 'Formato inválido: %{pattern}',
    },
  },
};

export const messages = mergeTranslations(portuguese, ownMessages) as TranslationMessages;

/** With capitals, because polyglot counts plurals of `pt-br` as French ones. */
const LOCALE = 'pt-BR';

const resourceMessages = (config: Config) =>
  Object.fromEntries(Object.entries(config.resources).map(([name, {label, fields}]) => [
    name,
    {
      name: `${label.one} |||| ${label.many}`,
      fields: Object.fromEntries(Object.entries(fields).map(([field, {label: text}]) => [field, text])),
    },
  ]));

export const makeI18nProvider = (config: Config): I18nProvider => {
  const allMessages = {...messages, resources: resourceMessages(config)} as unknown as TranslationMessages;
  return polyglot(() => allMessages, LOCALE, [{locale: LOCALE, name: 'Português (Brasil)'}]);
};
