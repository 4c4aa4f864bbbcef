/** Renders a letter as HTML and plain text: no images, nothing loaded from elsewhere, readable by screen readers and in dark mode. */
import {formatInstant} from '../../schema/fields/dates.ts';

/** Sentences with their instants, under a record's title where the mail lists several. */
export interface LetterItem {
  heading?: string;
  sentences: readonly {text: string; at: Date}[];
  link?: {label: string; href: string};
}

type Paragraph = string | {text: string; href: string};

export interface Letter {
  subject: string;
  /** Title above the text; absent: the subject. */
  heading?: string;
  introduction: readonly string[];
  list?: readonly LetterItem[];
  unlistedNote?: string;
  /** Details of the record that the whole mail is about. */
  facts?: readonly {label: string; text: string}[];
  button: {label: string; href: string; /** Label before the full address. */ other: string};
  closing: readonly Paragraph[];
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => HTML_ENTITIES[character] ?? character);

export const toSingleLine = (text: string): string => text.replace(/\p{C}+/gu, ' ').trim();

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BUTTON = 'display:inline-block;padding:12px 24px;border-radius:8px;background:#0B5563;color:#FFFFFF;'
  + 'font-size:16px;line-height:24px;font-weight:600;text-decoration:none';
const paragraph = (html: string, more = ''): string => `<p style="margin:0 0 16px;font-size:16px;line-height:24px${more}">${html}</p>`;

const formatAt = (at: Date): string => formatInstant(at.toISOString());
const itemHtml = ({sentences, heading, link}: LetterItem): string => [
  '<li style="margin:0 0 20px;padding:0 0 0 12px;border-left:3px solid #0B5563">',
  ...(heading === undefined ? [] : [`<div style="margin:0 0 8px;font-weight:600">${escapeHtml(heading)}</div>`]),
  ...sentences.map(({text, at}) =>
    `<div style="margin:0 0 8px">${escapeHtml(text)}<br><span style="font-size:14px">${formatAt(at)}</span></div>`),
  ...(link === undefined ? [] : [`<a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>`]), '</li>',
].join('\n');
const listHtml = ({list = [], unlistedNote}: Letter): string => (list.length === 0 ? '' : `
<ul style="margin:24px 0;padding:0;list-style:none;font-size:16px;line-height:24px">
${list.map(itemHtml).join('\n')}
</ul>${unlistedNote === undefined ? '' : `\n${paragraph(escapeHtml(unlistedNote))}`}`);
const factsHtml = ({facts = []}: Letter): string => (facts.length === 0 ? ''
  : `\n${paragraph(facts.map(({label, text}) => `<strong>${escapeHtml(label)}:</strong> ${escapeHtml(text)}`).join('<br>'))}`);

const closingHtml = (content: Paragraph): string => {
  if (typeof content === 'string') return paragraph(escapeHtml(content));
  const href = escapeHtml(content.href);
  return paragraph(`${escapeHtml(content.text)} <a href="${href}" style="word-break:break-all">${href}</a>`);
};

/** Without a name, because some accounts are named after a company. */
const GREETING = 'Olá,';
const UNANSWERED = 'Não responda a este e-mail: ninguém lê as respostas.';

const htmlOf = (letter: Letter, product: string): string => {
  const {subject, heading = subject, introduction, button, closing} = letter;
  const href = escapeHtml(button.href);
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;${FONT}">
<div role="article" aria-roledescription="email" aria-label="${escapeHtml(subject)}" lang="pt-BR" style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 24px;font-size:22px;line-height:28px">${escapeHtml(heading)}</h1>
${paragraph(GREETING)}
${introduction.map(text => paragraph(escapeHtml(text))).join('\n')}${listHtml(letter)}${factsHtml(letter)}
<p style="margin:24px 0"><a href="${href}" style="${BUTTON}">${escapeHtml(button.label)}</a></p>
${paragraph(`${escapeHtml(button.other)}<br><a href="${href}" style="word-break:break-all">${href}</a>`, ';font-size:14px')}
${closing.map(closingHtml).join('\n')}
<p style="margin:24px 0 0;font-size:14px;line-height:20px">${escapeHtml(product)}. ${UNANSWERED}</p>
</div>
</body>
</html>
`;
};

const itemText = ({sentences, heading, link}: LetterItem): string => [
  ...(heading === undefined ? [] : [heading]), ...sentences.map(({text, at}) => `- ${text}\n  ${formatAt(at)}`),
  ...(link === undefined ? [] : [`  ${link.label}: ${link.href}`]),
].join('\n');

const textOf = ({introduction, list = [], unlistedNote, facts = [], button, closing}: Letter, product: string): string =>
  [
    GREETING, ...introduction, ...list.map(itemText), ...(unlistedNote === undefined ? [] : [unlistedNote]),
    ...(facts.length === 0 ? [] : [facts.map(({label, text}) => `${label}: ${text}`).join('\n')]), `${button.label}:\n${button.href}`,
    ...closing.map(line => (typeof line === 'string' ? line : `${line.text} ${line.href}`)), `${product}. ${UNANSWERED}`, '',
  ].join('\n\n');

export const renderMail = (letter: Letter, product: string): {subject: string; html: string; text: string} => {
  const {subject, heading = subject, button, list = [], facts = []} = letter;
  const clean: Letter = {
    ...letter, subject: toSingleLine(subject), heading: toSingleLine(heading), introduction: letter.introduction.map(toSingleLine),
    closing: letter.closing.map(line => (typeof line === 'string' ? toSingleLine(line) : {...line, text: toSingleLine(line.text)})),
    list: list.map(item => ({
      ...item, ...(item.heading !== undefined && {heading: toSingleLine(item.heading)}),
      sentences: item.sentences.map(({text, at}) => ({text: toSingleLine(text), at})),
      ...(item.link !== undefined && {link: {...item.link, label: toSingleLine(item.link.label)}}),
    })),
    facts: facts.map(({label, text}) => ({label, text: toSingleLine(text)})),
    button: {...button, label: toSingleLine(button.label)},
  };
  return {subject: clean.subject, html: htmlOf(clean, product), text: textOf(clean, product)};
};
