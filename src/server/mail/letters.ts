/** What each mail says. Plain texts: `template.ts` makes them mails. */
import {formatInstant} from '../../schema/fields/dates.ts';
import type {MailKind} from '../db/tables.ts';
import {lifeInWords} from '../passwordLinks/link.ts';
import {inline, type About, type Letter} from './template.ts';

interface Told {
  /** The product's name. */
  product: string;
  nome: string;
  email: string;
  /** '' for none. */
  nomeEmpresa: string;
  /** When what it tells of happened. */
  at: Date;
  /** Where people sign in. */
  loginUrl: string;
  /** Where the link leads, in mails that have one. */
  linkUrl: string;
  /** Where the list of notices is open. */
  noticesUrl: string;
  /** What is told of records, the newest first; of more than these, `total` counts all. */
  notices: readonly About[];
  total: number;
  /** How many records wait for them, each with its list. */
  waiting: readonly {text: string; href: string}[];
}

/** Characters of a sentence that a list of mails shows. */
const SUBJECT = 80;
/** What was told last, as a subject: it names its record, and ends with a word. */
const matterOf = ({title, told: [newest]}: About): string => {
  const text = inline(newest?.text ?? '');
  const whole = text.toLowerCase().includes(title.toLowerCase()) ? text : `${title}: ${text}`;
  const [cut = ''] = new RegExp(`^.{1,${SUBJECT}}(?=\\s|$)`, 'u').exec(whole) ?? new RegExp(`^.{1,${SUBJECT}}`, 'u').exec(whole) ?? [];
  return cut === whole ? whole : `${cut}…`;
};

const ANOTHER = 'Se o botão não funcionar, copie este endereço para o navegador:';

export const letters: Readonly<Record<MailKind, (told: Told) => Letter>> = {
  reset: ({product, linkUrl}) => ({
    subject: `Redefinição de senha no ${product}`,
    before: [`Recebemos um pedido para redefinir a sua senha no ${product}. Para escolher uma nova, use o botão abaixo.`],
    button: {label: 'Redefinir a senha', href: linkUrl, other: ANOTHER},
    after: [
      `O link vale por ${lifeInWords('reset')} e só pode ser usado uma vez. Um pedido mais novo o substitui.`,
      'Se você não pediu isto, ignore este e-mail: a sua senha continua a mesma.',
    ],
  }),
  convite: ({product, email, nomeEmpresa, linkUrl, loginUrl}) => ({
    subject: `Seu acesso ao ${product}`,
    before: [
      `Foi criado um acesso para você no ${product}${nomeEmpresa === '' ? '' : `, na empresa ${nomeEmpresa}`}. ` +
        `Seu usuário é o e-mail ${email}. Falta criar a sua senha.`,
    ],
    button: {label: 'Criar minha senha', href: linkUrl, other: ANOTHER},
    after: [
      {
        text: `O link vale por ${lifeInWords('convite')} e só pode ser usado uma vez. ` +
          'Depois disso, peça outro em “Esqueceu sua senha?”, em',
        href: loginUrl,
      },
      'Se você não esperava este convite, ignore este e-mail.',
    ],
  }),
  senhaAlterada: ({product, at, loginUrl}) => ({
    subject: `Sua senha no ${product} foi alterada`,
    before: [
      `A sua senha no ${product} foi redefinida em ${formatInstant(at.toISOString())} (horário de Brasília), ` +
        'por um link enviado a este e-mail. As sessões que estavam abertas foram encerradas.',
    ],
    button: {label: `Entrar no ${product}`, href: loginUrl, other: ANOTHER},
    after: ['Se não foi você, peça já uma nova senha em “Esqueceu sua senha?”, na tela de entrada, e avise o Administrador.'],
  }),
  avisos: ({notices, total, waiting, noticesUrl}) => {
    const [one] = notices;
    const lists = waiting.map(({text, href}) => ({text: `${text}:`, href}));
    const [first] = waiting;
    const others = total - notices.reduce((sum, {told}) => sum + told.length, 0);
    const choose = {
      text: 'Para mudar quando estes e-mails chegam, ou não recebê-los, abra os avisos (o sino no alto da tela) e, no fim da lista, ' +
        '“E-mails de avisos”:',
      href: noticesUrl,
    };
    if (total === 0 && first !== undefined) {
      return {
        subject: waiting.map(({text}) => text).join(', '), before: ['Nenhum aviso novo. O que espera por você:'],
        button: {label: first.text, href: first.href, other: ANOTHER}, after: [...lists.slice(1), choose],
      };
    }
    if (one !== undefined && total === 1) {
      const {told, title, href} = one;
      return {
        subject: matterOf(one), before: told.map(({text}) => text),
        button: {label: `Abrir ${title}`, href, other: ANOTHER}, after: [...lists, choose],
      };
    }
    return {
      subject: one === undefined ? `${total} avisos` : `${total} avisos: ${matterOf(one)}`,
      before: [`Você tem ${total} avisos que ainda não leu:`], list: notices,
      ...(others === 0 ? {} : {more: others === 1 ? 'E mais 1 aviso.' : `E mais ${others} avisos.`}),
      button: {label: 'Abrir os avisos', href: noticesUrl, other: ANOTHER}, after: [...lists, choose],
    };
  },
};
