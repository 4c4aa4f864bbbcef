/** A mail of the outbox as it leaves: the same bytes' worth of words each time it is tried. */
import type {SendMailOptions} from 'nodemailer';
import type {Config} from '../../schema/config/config.ts';
import {HOME, NOTICES_OPEN} from '../../schema/pages.ts';
import type {Env} from '../env.ts';
import type {Claimed} from './claim.ts';
import {letters} from './letters.ts';
import {inline, mailOf} from './template.ts';

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
  return {
    from: {name: from.name === '' ? product : from.name, address: from.address},
    to: {name: inline(nome), address: email},
    ...mailOf(letter, product, nome),
    // Sent again, it is known as the same.
    messageId: `<${mail.chave}@${from.address.split('@').at(-1) ?? ''}>`,
    date: mail.dataCriacao,
    // No answers of absence.
    headers: {'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All'},
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
