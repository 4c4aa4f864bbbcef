/** A mail of the outbox as it leaves: the same bytes' worth of words each time it is tried. */
import type {SendMailOptions} from 'nodemailer';
import type {Config} from '../../schema/shapes/config.ts';
import {formatInstant} from '../../schema/fields/dates.ts';
import {HOME, NOTICES_HASH} from '../../schema/pages.ts';
import type {MailKind} from '../db/tables.ts';
import type {Env} from '../env.ts';
import type {MailedRecord} from '../notices/mailContent.ts';
import {lifeInWords, linkAddress} from '../passwordLinks/link.ts';
import type {Claimed} from './claim.ts';
import {inline, mailOf, type Letter, type Told} from './template.ts';

/** A record with what is told of it. */
interface About extends Pick<MailedRecord, 'titulo' | 'detalhes'>, Pick<Told, 'sentences'> {
  href: string;
}

interface Content {
  /** The product's name. */
  product: string;
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

/** Characters of a subject that a list of mails shows. */
const SUBJECT = 80;
/** The same for all mails of a record, so that they are one conversation; a long one ends with a word. */
const subjectOf = ({titulo, detalhes}: About): string => {
  const whole = inline([titulo, ...detalhes.filter(({isBrief}) => isBrief).map(({text}) => text)].join(' · '));
  const [cut = ''] = new RegExp(`^.{1,${SUBJECT}}(?=\\s|$)`, 'u').exec(whole) ?? new RegExp(`^.{1,${SUBJECT}}`, 'u').exec(whole) ?? [];
  return cut === whole ? whole : `${cut}…`;
};

/** Records that the subject of a mail of several names. */
const MOST_NAMED = 3;
const namesOf = (records: readonly About[]): string => {
  const others = records.length - MOST_NAMED;
  return [...records.slice(0, MOST_NAMED).map(({titulo}) => titulo), ...(others > 0 ? [`mais ${others}`] : [])].join(', ');
};

const ANOTHER = 'Se o botão não funcionar, copie este endereço para o navegador:';

/** What each mail says. Plain texts: `template.ts` makes them mails. */
const letters: Readonly<Record<MailKind, (content: Content) => Letter>> = {
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
    const [only, ...more] = notices;
    const lists = waiting.map(({text, href}) => ({text: `${text}:`, href}));
    const [first] = waiting;
    const others = total - notices.reduce((sum, {sentences}) => sum + sentences.length, 0);
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
    const unread = `Você tem ${total} avisos que ainda não leu:`;
    if (only !== undefined && more.length === 0 && others === 0) {
      const {sentences, titulo, href, detalhes} = only;
      return {
        subject: subjectOf(only), heading: titulo, facts: detalhes,
        ...(sentences.length === 1 ? {before: sentences.map(({text}) => text)} : {before: [unread], list: [{sentences}]}),
        button: {label: `Ver ${titulo}`, href, other: ANOTHER}, after: [...lists, choose],
      };
    }
    return {
      subject: `${total} avisos: ${namesOf(notices)}`, before: [unread],
      list: notices.map(one => (
        {heading: subjectOf(one), sentences: one.sentences, link: {label: `Ver ${one.titulo}`, href: one.href}})),
      ...(others === 0 ? {} : {more: others === 1 ? 'E mais 1 aviso.' : `E mais ${others} avisos.`}),
      button: {label: 'Ver os avisos', href: noticesUrl, other: ANOTHER}, after: [...lists, choose],
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
  const linkUrl = linkAddress({PUBLIC_URL}, mail.token);
  const noticesUrl = `${PUBLIC_URL}${basename}/${HOME}${NOTICES_HASH}`;
  const {total, listed, waiting} = mail.avisos ?? {total: 0, listed: [], waiting: []};
  const records = [...new Map(listed.map(({registro}) => [registro.conversa, registro])).values()];
  const notices = records.map(({conversa, titulo, endereco, detalhes}): About => ({
    titulo, detalhes, href: `${PUBLIC_URL}${endereco}`,
    sentences: listed.filter(({registro}) => registro.conversa === conversa).map(({texto, em}) => ({text: texto, at: em})),
  }));
  const letter = letters[mail.tipo]({
    product, email, nomeEmpresa, at: mail.dataCriacao, loginUrl, linkUrl, noticesUrl, notices, total,
    waiting: waiting.map(({texto, endereco}) => ({text: texto, href: `${PUBLIC_URL}${endereco}`})),
  });
  const domain = from.address.split('@').at(-1) ?? '';
  // Those of one record are one conversation, as if each answered a first mail.
  const [record, ...others] = records;
  const root = record === undefined || others.length > 0 ? undefined : `<${record.conversa}@${domain}>`;
  return {
    from: {name: from.name === '' ? product : from.name, address: from.address},
    to: {name: inline(nome), address: email},
    ...mailOf(letter, product),
    // Sent again, it is known as the same.
    messageId: `<${mail.chave}@${domain}>`,
    ...(root !== undefined && {inReplyTo: root, references: root}),
    date: mail.dataCriacao,
    // No answers of absence.
    headers: {'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All'},
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
