/** Portuguese noun phrases for a resource's record. A label without an article becomes 'registro'. */
import type {Resource} from '../shapes/config.ts';

const ARTICLES = {
  o: {this: 'este', in: 'neste', of: 'do', some: 'um'},
  a: {this: 'esta', in: 'nesta', of: 'da', some: 'uma'},
} as const;

interface NounPhrases {
  /** 'o ticket' */
  the: string;
  /** 'este ticket' */
  this: string;
  /** 'neste ticket' */
  in: string;
  /** 'do ticket' */
  of: string;
  /** 'um ticket' */
  some: string;
  /** 'por ticket' */
  per: string;
}

export const nounOf = ({label: {one, article}}: Pick<Resource, 'label'>): NounPhrases => {
  const noun = article === undefined ? 'registro' : one.toLowerCase();
  const {this: these, in: within, of, some: indefinite} = ARTICLES[article ?? 'o'];
  return {
    the: `${article ?? 'o'} ${noun}`, this: `${these} ${noun}`, in: `${within} ${noun}`, of: `${of} ${noun}`,
    some: `${indefinite} ${noun}`, per: `por ${noun}`,
  };
};

/** Gender ending of an adjective, as in 'Cadastrado' or 'Cadastrada': from the article, else from the end of the label's first word. */
export const genderOf = ({one, article}: Resource['label']): 'o' | 'a' => article ?? (/a(?: |$)/i.test(one) ? 'a' : 'o');
/** 'Nenhuma vistoria' */
export const formatNone = (label: Resource['label']): string =>
  `Nenhum${genderOf(label) === 'a' ? 'a' : ''} ${label.one.toLowerCase()}`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
