/** A letter as a mail: HTML and the same in plain text. No images, nothing from elsewhere; readable by a screen reader and in the dark. */
import {formatInstant} from '../../schema/fields/dates.ts';

/** What happened to a record, what it is called and where it opens. */
export interface About {
  title: string;
  href: string;
  told: readonly {text: string; at: Date}[];
}

/** A paragraph that may end in an address. */
type Paragraph = string | {text: string; href: string};

export interface Letter {
  subject: string;
  /** Paragraphs before the button and after it. */
  before: readonly string[];
  /** Between them, what is told of each record, and what is said of those that are not listed. */
  list?: readonly About[];
  more?: string;
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
const itemOf = ({told, title, href}: About): string => [
  '<li style="margin:0 0 20px;padding:0 0 0 12px;border-left:3px solid #0B5563">',
  ...told.map(({text, at}) => `<div style="margin:0 0 8px">${escaped(text)}<br><span style="font-size:14px">${when(at)}</span></div>`),
  `<a href="${escaped(href)}">Abrir ${escaped(title)}</a></li>`,
].join('\n');
const listed = ({list = [], more}: Letter): string => (list.length === 0 ? '' : `
<ul style="margin:24px 0;padding:0;list-style:none;font-size:16px;line-height:24px">
${list.map(itemOf).join('\n')}
</ul>${more === undefined ? '' : `\n${paragraph(escaped(more))}`}`);

const closing = (one: Paragraph): string => {
  if (typeof one === 'string') return paragraph(escaped(one));
  const href = escaped(one.href);
  return paragraph(`${escaped(one.text)} <a href="${href}" style="word-break:break-all">${href}</a>`);
};

const htmlOf = (letter: Letter, product: string, greeting: string): string => {
  const {subject, before, button, after} = letter;
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
<h1 style="margin:0 0 24px;font-size:22px;line-height:28px">${escaped(subject)}</h1>
${paragraph(escaped(greeting))}
${before.map(text => paragraph(escaped(text))).join('\n')}${listed(letter)}
<p style="margin:24px 0"><a href="${href}" style="${BUTTON}">${escaped(button.label)}</a></p>
${paragraph(`${escaped(button.other)}<br><a href="${href}" style="word-break:break-all">${href}</a>`, ';font-size:14px')}
${after.map(closing).join('\n')}
<p style="margin:24px 0 0;font-size:14px;line-height:20px">${escaped(product)}. Este e-mail é automático: não é preciso responder.</p>
</div>
</body>
</html>
`;
};

const textOf = ({before, list = [], more, button, after}: Letter, product: string, greeting: string): string =>
  [
    greeting, ...before,
    ...list.map(({told, title, href}) => `${told.map(({text, at}) => `- ${text}\n  ${when(at)}\n`).join('')}  Abrir ${title}: ${href}`),
    ...(more === undefined ? [] : [more]), `${button.label}:\n${button.href}`,
    ...after.map(one => (typeof one === 'string' ? one : `${one.text} ${one.href}`)),
    `${product}. Este e-mail é automático: não é preciso responder.`, '',
  ].join('\n\n');

/** @param nome whom it greets, by the first word of it */
export const mailOf = (letter: Letter, product: string, nome: string): {subject: string; html: string; text: string} => {
  const [first = ''] = inline(nome).split(/\s+/);
  const greeting = first === '' ? 'Olá,' : `Olá, ${first},`;
  const {button, list = []} = letter;
  const clean: Letter = {
    ...letter, subject: inline(letter.subject), before: letter.before.map(inline),
    after: letter.after.map(one => (typeof one === 'string' ? inline(one) : {...one, text: inline(one.text)})),
    list: list.map(one => ({...one, title: inline(one.title), told: one.told.map(({text, at}) => ({text: inline(text), at}))})),
    button: {...button, label: inline(button.label)},
  };
  return {subject: clean.subject, html: htmlOf(clean, product, greeting), text: textOf(clean, product, greeting)};
};
