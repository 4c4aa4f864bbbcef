/** A mail of the outbox as it leaves: the same bytes' worth of words each time it is tried. */
import type {SendMailOptions} from 'nodemailer';
import type {Config} from '../../schema/config/config.ts';
import {formatInstant} from '../../schema/fields/dates.ts';
import {HOME, NOTICES_OPEN} from '../../schema/pages.ts';
import type {MailKind} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {lifeInWords} from '../passwordLinks/link.ts';
import type {Claimed} from './claim.ts';
import {inline, mailOf, type About, type Letter} from './template.ts';

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

/** What each mail says. Plain texts: `template.ts` makes them mails. */
const letters: Readonly<Record<MailKind, (told: Told) => Letter>> = {
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

/** Where nobody said whom mails are from: they stay on this machine. */
const NOBODY = 'nao-responda@localhost';

/** A mail as nodemailer takes it. Links are made from PUBLIC_URL alone. */
export const composeMail = (
  config: Config, {PUBLIC_URL, MAIL_FROM}: Pick<Env, 'PUBLIC_URL' | 'MAIL_FROM'>, mail: Claimed,
): SendMailOptions => {
  const {name: product, basename} = config.product;
  const {actor: {nome, email}, nomeEmpresa} = mail.account;
  const from = MAIL_FROM ?? {name: '', address: NOBODY};
  const loginUrl = `${PUBLIC_URL}/login`;
  const linkUrl = `${PUBLIC_URL}/reset-senha?token=${mail.token}`;
  const noticesUrl = `${PUBLIC_URL}${basename}/${HOME}${NOTICES_OPEN}`;
  const {total, listed, waiting} = mail.avisos ?? {total: 0, listed: [], waiting: []};
  const notices = [...Map.groupBy(listed, ({endereco}) => endereco)].map(([endereco, of]) => ({
    title: of[0]?.titulo ?? '', href: `${PUBLIC_URL}${endereco}`, told: of.map(({texto, em}) => ({text: texto, at: em})),
  }));
  const letter = letters[mail.tipo]({
    product, nome, email, nomeEmpresa, at: mail.dataCriacao, loginUrl, linkUrl, noticesUrl, notices, total,
    waiting: waiting.map(({texto, endereco}) => ({text: texto, href: `${PUBLIC_URL}${endereco}`})),
  });
  const domain = from.address.split('@').at(-1) ?? '';
  // Those of one record are one conversation, whatever their subjects are.
  const [one, ...others] = notices;
  const conversation = one === undefined || others.length > 0 ? undefined : `<${one.href.replaceAll(/[^a-z0-9]+/gi, '-')}@${domain}>`;
  return {
    from: {name: from.name === '' ? product : from.name, address: from.address},
    to: {name: inline(nome), address: email},
    ...mailOf(letter, product, nome),
    // Sent again, it is known as the same.
    messageId: `<${mail.chave}@${domain}>`,
    ...(conversation !== undefined && {references: conversation}),
    date: mail.dataCriacao,
    // No answers of absence.
    headers: {'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All'},
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
