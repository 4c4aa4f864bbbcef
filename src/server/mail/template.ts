/** A letter as a mail: HTML and the same in plain text. No images, nothing from elsewhere; readable by a screen reader and in the dark. */
import {formatInstant} from '../../schema/fields/dates.ts';

/** Sentences with their instants, of a record that is named where the mail tells of several. */
export interface Told {
  heading?: string;
  sentences: readonly {text: string; at: Date}[];
  link?: {label: string; href: string};
}

/** A paragraph that may end in an address. */
type Paragraph = string | {text: string; href: string};

export interface Letter {
  subject: string;
  /** Above the text; absent: the subject. */
  heading?: string;
  /** Paragraphs before the button and after it. */
  before: readonly string[];
  /** Between them, what is told of each record, and what is said of those that are not listed. */
  list?: readonly Told[];
  more?: string;
  /** What the record is that all of it is about. */
  facts?: readonly {label: string; text: string}[];
  button: {label: string; href: string; /** What stands before the address in full. */ other: string};
  after: readonly Paragraph[];
}

const SIGNS: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};
const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => SIGNS[sign] ?? sign);

/** One line, whatever a name holds. */
export const inline = (text: string): string => text.replace(/\p{C}+/gu, ' ').trim();

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BUTTON = 'display:inline-block;padding:12px 24px;border-radius:8px;background:#0B5563;color:#FFFFFF;'
  + 'font-size:16px;line-height:24px;font-weight:600;text-decoration:none';
const paragraph = (html: string, more = ''): string => `<p style="margin:0 0 16px;font-size:16px;line-height:24px${more}">${html}</p>`;

const when = (at: Date): string => formatInstant(at.toISOString());
const itemOf = ({sentences, heading, link}: Told): string => [
  '<li style="margin:0 0 20px;padding:0 0 0 12px;border-left:3px solid #0B5563">',
  ...(heading === undefined ? [] : [`<div style="margin:0 0 8px;font-weight:600">${escaped(heading)}</div>`]),
  ...sentences.map(({text, at}) =>
    `<div style="margin:0 0 8px">${escaped(text)}<br><span style="font-size:14px">${when(at)}</span></div>`),
  ...(link === undefined ? [] : [`<a href="${escaped(link.href)}">${escaped(link.label)}</a>`]), '</li>',
].join('\n');
const listed = ({list = [], more}: Letter): string => (list.length === 0 ? '' : `
<ul style="margin:24px 0;padding:0;list-style:none;font-size:16px;line-height:24px">
${list.map(itemOf).join('\n')}
</ul>${more === undefined ? '' : `\n${paragraph(escaped(more))}`}`);
const factsOf = ({facts = []}: Letter): string => (facts.length === 0 ? ''
  : `\n${paragraph(facts.map(({label, text}) => `<strong>${escaped(label)}:</strong> ${escaped(text)}`).join('<br>'))}`);

const closing = (one: Paragraph): string => {
  if (typeof one === 'string') return paragraph(escaped(one));
  const href = escaped(one.href);
  return paragraph(`${escaped(one.text)} <a href="${href}" style="word-break:break-all">${href}</a>`);
};

/** Also where it is a company's name that somebody signs in by. */
const GREETING = 'Olá,';
const UNANSWERED = 'Não responda a este e-mail: ninguém lê as respostas.';

const htmlOf = (letter: Letter, product: string): string => {
  const {subject, heading = subject, before, button, after} = letter;
  const href = escaped(button.href);
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;${FONT}">
<div role="article" aria-roledescription="email" aria-label="${escaped(subject)}" lang="pt-BR" style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 24px;font-size:22px;line-height:28px">${escaped(heading)}</h1>
${paragraph(GREETING)}
${before.map(text => paragraph(escaped(text))).join('\n')}${listed(letter)}${factsOf(letter)}
<p style="margin:24px 0"><a href="${href}" style="${BUTTON}">${escaped(button.label)}</a></p>
${paragraph(`${escaped(button.other)}<br><a href="${href}" style="word-break:break-all">${href}</a>`, ';font-size:14px')}
${after.map(closing).join('\n')}
<p style="margin:24px 0 0;font-size:14px;line-height:20px">${escaped(product)}. ${UNANSWERED}</p>
</div>
</body>
</html>
`;
};

const itemText = ({sentences, heading, link}: Told): string => [
  ...(heading === undefined ? [] : [heading]), ...sentences.map(({text, at}) => `- ${text}\n  ${when(at)}`),
  ...(link === undefined ? [] : [`  ${link.label}: ${link.href}`]),
].join('\n');

const textOf = ({before, list = [], more, facts = [], button, after}: Letter, product: string): string =>
  [
    GREETING, ...before, ...list.map(itemText), ...(more === undefined ? [] : [more]),
    ...(facts.length === 0 ? [] : [facts.map(({label, text}) => `${label}: ${text}`).join('\n')]), `${button.label}:\n${button.href}`,
    ...after.map(one => (typeof one === 'string' ? one : `${one.text} ${one.href}`)), `${product}. ${UNANSWERED}`, '',
  ].join('\n\n');

export const mailOf = (letter: Letter, product: string): {subject: string; html: string; text: string} => {
  const {subject, heading = subject, button, list = [], facts = []} = letter;
  const clean: Letter = {
    ...letter, subject: inline(subject), heading: inline(heading), before: letter.before.map(inline),
    after: letter.after.map(one => (typeof one === 'string' ? inline(one) : {...one, text: inline(one.text)})),
    list: list.map(one => ({
      ...one, ...(one.heading !== undefined && {heading: inline(one.heading)}),
      sentences: one.sentences.map(({text, at}) => ({text: inline(text), at})),
      ...(one.link !== undefined && {link: {...one.link, label: inline(one.link.label)}}),
    })),
    facts: facts.map(({label, text}) => ({label, text: inline(text)})),
    button: {...button, label: inline(button.label)},
  };
  return {subject: clean.subject, html: htmlOf(clean, product), text: textOf(clean, product)};
};
