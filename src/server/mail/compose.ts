/** Composes an outbox mail for sending; every attempt composes the same content. */
import type {SendMailOptions} from 'nodemailer';
import type {Config} from '../../schema/shapes/config.ts';
import {formatInstant} from '../../schema/fields/dates.ts';
import {HOME, NOTICES_HASH} from '../../schema/pages.ts';
import type {MailKind} from '../db/tables.ts';
import type {Env} from '../env.ts';
import type {MailedRecord} from '../notices/mailContent.ts';
import {linkLifetimeInWords, passwordLinkAddress} from '../passwordLinks/linkTokens.ts';
import type {ClaimedMail} from './outbox.ts';
import {toSingleLine, renderMail, type Letter, type LetterItem} from './template.ts';

interface RecordNotices extends Pick<MailedRecord, 'titulo' | 'detalhes'>, Pick<LetterItem, 'sentences'> {
  href: string;
}

interface Content {
  product: string;
  email: string;
  nomeEmpresa: string;
  at: Date;
  loginUrl: string;
  linkUrl: string;
  noticesUrl: string;
  /** Records with notices, newest first; `total` counts the unlisted notices too. */
  notices: readonly RecordNotices[];
  total: number;
  waiting: readonly {text: string; href: string}[];
}

/** Characters that mail clients show in a list. */
const MAX_SUBJECT_LENGTH = 80;
/** Subject from the record's title and brief details, equal for all its mails; cut at a word. */
const subjectOf = ({titulo, detalhes}: RecordNotices): string => {
  const subject = toSingleLine([titulo, ...detalhes.filter(({isBrief}) => isBrief).map(({text}) => text)].join(' · '));
  const [shortened = ''] = new RegExp(`^.{1,${MAX_SUBJECT_LENGTH}}(?=\\s|$)`, 'u').exec(subject)
    ?? new RegExp(`^.{1,${MAX_SUBJECT_LENGTH}}`, 'u').exec(subject) ?? [];
  return shortened === subject ? subject : `${shortened}…`;
};

const MAX_NAMED_RECORDS = 3;
const listTitles = (records: readonly RecordNotices[]): string => {
  const remaining = records.length - MAX_NAMED_RECORDS;
  return [...records.slice(0, MAX_NAMED_RECORDS).map(({titulo}) => titulo), ...(remaining > 0 ? [`mais ${remaining}`] : [])].join(', ');
};

const FALLBACK_LABEL = 'Se o botão não funcionar, copie este endereço para o navegador:';

const letters: Readonly<Record<MailKind, (content: Content) => Letter>> = {
  reset: ({product, linkUrl}) => ({
    subject: `Redefinição de senha no ${product}`,
    introduction: [`Recebemos um pedido para redefinir a sua senha no ${product}. Para escolher uma nova, use o botão abaixo.`],
    button: {label: 'Redefinir a senha', href: linkUrl, other: FALLBACK_LABEL},
    closing: [
      `O link vale por ${linkLifetimeInWords('reset')} e só pode ser usado uma vez. Um pedido mais novo o substitui.`,
      'Se você não pediu isto, ignore este e-mail: a sua senha continua a mesma.',
    ],
  }),
  convite: ({product, email, nomeEmpresa, linkUrl, loginUrl}) => ({
    subject: `Seu acesso ao ${product}`,
    introduction: [
      `Foi criado um acesso para você no ${product}${nomeEmpresa === '' ? '' : `, na empresa ${nomeEmpresa}`}. ` +
        `Seu usuário é o e-mail ${email}. Falta criar a sua senha.`,
    ],
    button: {label: 'Criar minha senha', href: linkUrl, other: FALLBACK_LABEL},
    closing: [
      {
        text: `O link vale por ${linkLifetimeInWords('convite')} e só pode ser usado uma vez. ` +
          'Depois disso, peça outro em “Esqueceu sua senha?”, em',
        href: loginUrl,
      },
      'Se você não esperava este convite, ignore este e-mail.',
    ],
  }),
  senhaAlterada: ({product, at, loginUrl}) => ({
    subject: `Sua senha no ${product} foi alterada`,
    introduction: [
      `A sua senha no ${product} foi redefinida em ${formatInstant(at.toISOString())} (horário de Brasília), ` +
        'por um link enviado a este e-mail. As sessões que estavam abertas foram encerradas.',
    ],
    button: {label: `Entrar no ${product}`, href: loginUrl, other: FALLBACK_LABEL},
    closing: ['Se não foi você, peça já uma nova senha em “Esqueceu sua senha?”, na tela de entrada, e avise o Administrador.'],
  }),
  avisos: ({notices, total, waiting, noticesUrl}) => {
    const [record, ...more] = notices;
    const waitingLinks = waiting.map(({text, href}) => ({text: `${text}:`, href}));
    const [first] = waiting;
    const unlisted = total - notices.reduce((sum, {sentences}) => sum + sentences.length, 0);
    const settingsLink = {
      text: 'Para mudar quando estes e-mails chegam, ou não recebê-los, abra os avisos (o sino no alto da tela) e, no fim da lista, ' +
        '“E-mails de avisos”:',
      href: noticesUrl,
    };
    if (total === 0 && first !== undefined) {
      return {
        subject: waiting.map(({text}) => text).join(', '), introduction: ['Nenhum aviso novo. O que espera por você:'],
        button: {label: first.text, href: first.href, other: FALLBACK_LABEL}, closing: [...waitingLinks.slice(1), settingsLink],
      };
    }
    const unread = `Você tem ${total} avisos que ainda não leu:`;
    if (record !== undefined && more.length === 0 && unlisted === 0) {
      const {sentences, titulo, href, detalhes} = record;
      return {
        subject: subjectOf(record), heading: titulo, facts: detalhes,
        ...(sentences.length === 1 ? {introduction: sentences.map(({text}) => text)} : {introduction: [unread], list: [{sentences}]}),
        button: {label: `Ver ${titulo}`, href, other: FALLBACK_LABEL}, closing: [...waitingLinks, settingsLink],
      };
    }
    return {
      subject: `${total} avisos: ${listTitles(notices)}`, introduction: [unread],
      list: notices.map(notice => (
        {heading: subjectOf(notice), sentences: notice.sentences, link: {label: `Ver ${notice.titulo}`, href: notice.href}})),
      ...(unlisted === 0 ? {} : {unlistedNote: unlisted === 1 ? 'E mais 1 aviso.' : `E mais ${unlisted} avisos.`}),
      button: {label: 'Ver os avisos', href: noticesUrl, other: FALLBACK_LABEL}, closing: [...waitingLinks, settingsLink],
    };
  },
};

/** Sender without MAIL_FROM; such mails stay on this machine. */
const DEFAULT_FROM_ADDRESS = 'nao-responda@localhost';

/** Composes the options for nodemailer. Links use PUBLIC_URL alone. */
export const composeMail = (
  config: Config, {PUBLIC_URL, MAIL_FROM}: Pick<Env, 'PUBLIC_URL' | 'MAIL_FROM'>, mail: ClaimedMail,
): SendMailOptions => {
  const {name: product, basename} = config.product;
  const {actor: {nome, email}, nomeEmpresa} = mail.account;
  const from = MAIL_FROM ?? {name: '', address: DEFAULT_FROM_ADDRESS};
  const loginUrl = `${PUBLIC_URL}/login`;
  const linkUrl = passwordLinkAddress({PUBLIC_URL}, mail.token);
  const noticesUrl = `${PUBLIC_URL}${basename}/${HOME}${NOTICES_HASH}`;
  const {total, listed, waiting} = mail.avisos ?? {total: 0, listed: [], waiting: []};
  const records = [...new Map(listed.map(({registro}) => [registro.conversa, registro])).values()];
  const notices = records.map(({conversa, titulo, endereco, detalhes}): RecordNotices => ({
    titulo, detalhes, href: `${PUBLIC_URL}${endereco}`,
    sentences: listed.filter(({registro}) => registro.conversa === conversa).map(({texto, em}) => ({text: texto, at: em})),
  }));
  const letter = letters[mail.tipo]({
    product, email, nomeEmpresa, at: mail.dataCriacao, loginUrl, linkUrl, noticesUrl, notices, total,
    waiting: waiting.map(({texto, endereco}) => ({text: texto, href: `${PUBLIC_URL}${endereco}`})),
  });
  const domain = from.address.split('@').at(-1) ?? '';
  // A common root groups a record's mails into one conversation.
  const [record, ...furtherRecords] = records;
  const root = record === undefined || furtherRecords.length > 0 ? undefined : `<${record.conversa}@${domain}>`;
  return {
    from: {name: from.name === '' ? product : from.name, address: from.address},
    to: {name: toSingleLine(nome), address: email},
    ...renderMail(letter, product),
    messageId: `<${mail.chave}@${domain}>`,
    ...(root !== undefined && {inReplyTo: root, references: root}),
    date: mail.dataCriacao,
    // Suppresses out-of-office replies.
    headers: {'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All'},
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
