/** Every sentence react-admin says, and the config's names for its resources and fields. */
import type {I18nProvider, TranslationMessages} from 'ra-core';
import polyglot from 'ra-i18n-polyglot';
import type {Config} from '../../../schema/config/config.ts';
import {messages} from './messages.ts';

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
