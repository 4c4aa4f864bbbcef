/** A letter as a mail: HTML and the same in plain text. No images, nothing from elsewhere; readable by a screen reader and in the dark. */

export interface Letter {
  subject: string;
  /** Paragraphs before the button and after it. */
  before: readonly string[];
  /** Between them, what each is about with where it leads, and what is said of those that are not listed. */
  list?: readonly {text: string; title: string; href: string}[];
  more?: string;
  button: {label: string; href: string; /** What stands before the address in full. */ other: string};
  after: readonly string[];
}

const SIGNS: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};
const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => SIGNS[sign] ?? sign);

/** One line, whatever a name holds. */
const inline = (text: string): string => text.replace(/\p{C}+/gu, ' ').trim();

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BUTTON = 'display:inline-block;padding:12px 24px;border-radius:8px;background:#0B5563;color:#FFFFFF;'
  + 'font-size:16px;line-height:24px;font-weight:600;text-decoration:none';
const paragraph = (html: string, more = ''): string => `<p style="margin:0 0 16px;font-size:16px;line-height:24px${more}">${html}</p>`;

const itemOf = ({text, title, href}: NonNullable<Letter['list']>[number]): string =>
  `<li style="margin:0 0 12px">${escaped(text)}<br><a href="${escaped(href)}">Abrir ${escaped(title)}</a></li>`;
const listed = ({list = [], more}: Letter): string => (list.length === 0 ? '' : `
<ul style="margin:0 0 16px;padding:0 0 0 20px;font-size:16px;line-height:24px">
${list.map(itemOf).join('\n')}
</ul>${more === undefined ? '' : `\n${paragraph(escaped(more))}`}`);

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
${after.map(text => paragraph(escaped(text))).join('\n')}
<p style="margin:24px 0 0;font-size:14px;line-height:20px">${escaped(product)}. Este e-mail é automático: não é preciso responder.</p>
</div>
</body>
</html>
`;
};

const textOf = ({before, list = [], more, button, after}: Letter, product: string, greeting: string): string =>
  [
    greeting, ...before, ...list.map(({text, title, href}) => `- ${text}\n  Abrir ${title}: ${href}`),
    ...(more === undefined ? [] : [more]), `${button.label}:\n${button.href}`, ...after,
    `${product}. Este e-mail é automático: não é preciso responder.`, '',
  ].join('\n\n');

/** @param nome whom it greets, by the first word of it */
export const mailOf = (letter: Letter, product: string, nome: string): {subject: string; html: string; text: string} => {
  const [first = ''] = inline(nome).split(/\s+/);
  const greeting = first === '' ? 'Olá,' : `Olá, ${first},`;
  const {button, list = []} = letter;
  const clean: Letter = {
    ...letter, subject: inline(letter.subject), before: letter.before.map(inline), after: letter.after.map(inline),
    list: list.map(one => ({...one, text: inline(one.text), title: inline(one.title)})), button: {...button, label: inline(button.label)},
  };
  return {subject: clean.subject, html: htmlOf(clean, product, greeting), text: textOf(clean, product, greeting)};
};
