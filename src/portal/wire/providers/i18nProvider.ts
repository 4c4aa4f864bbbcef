/** Every sentence react-admin says, and the config's names for its resources and fields. */
import {mergeTranslations, type I18nProvider, type TranslationMessages} from 'ra-core';
import polyglot from 'ra-i18n-polyglot';
import portuguese from 'ra-language-portuguese';
import type {Config} from '../../../schema/shapes/config.ts';

/**
 * react-admin's own sentences in Brazilian Portuguese. The package for it is of react-admin 3's time: what it lacks of what is said here,
 * or words otherwise than the specification, stands here, and a test holds what is built against both (`tests/e2e/weight.test.ts`).
 */
const ours = {
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

export const messages = mergeTranslations(portuguese, ours) as TranslationMessages;

/** Exactly so: `pt-br` in lower case counts plurals as French does. */
const LOCALE = 'pt-BR';

const words = (config: Config) =>
  Object.fromEntries(Object.entries(config.resources).map(([name, {label, fields}]) => [
    name,
    {
      name: `${label.one} |||| ${label.many}`,
      fields: Object.fromEntries(Object.entries(fields).map(([field, {label: text}]) => [field, text])),
    },
  ]));

export const makeI18nProvider = (config: Config): I18nProvider => {
  const all = {...messages, resources: words(config)} as unknown as TranslationMessages;
  return polyglot(() => all, LOCALE, [{locale: LOCALE, name: 'Português (Brasil)'}]);
};
