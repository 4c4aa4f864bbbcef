/** Hears every word a page shows or says, the short-lived ones too, and tells which are English. */
import type {Page} from 'playwright-core';

/** What the specification itself says in English, or what has no other name; each with where it comes from. */
const ALLOWED: Readonly<Record<string, string>> = {
  'Login': 'the button of the login screen, and what leads back to it (rules: Session 4)',
  'Logout': 'the button of the sign-out dialog, and the sentence about it (rules: Session 7)',
  'Cancel': 'the other button of that dialog (rules: Session 7)',
  'Reset de Senha': 'the name of the screen (rules: Session 10)',
  'Dashboard': 'the menu (rules: Screens 4)',
  'Ticket': 'the menu, titles, toasts (rules: Screens 2, 4); no Brazilian says anything else',
  'Tickets': 'the dashboard\'s heading (rules: Dashboard 1)',
  'Status': 'a column and a filter (rules: Tickets 13); Portuguese by now',
  'Ver Filiais / Add': 'the company\'s menu (rules: Lists 8)',
  'Add Itens Modelo': 'the template\'s menu (rules: Lists 8)',
  'Workflow RPA': 'a column of templates (rules: Templates 1)',
  'E-mail': 'a column and a field (rules: Lists 6); Portuguese by now',
  'Email': '\'Informe seu email e senha\', \'Email inválido\' (rules: Session 4, Items 2)',
  'Link': 'Portuguese by now: the link of a mail',
  'Enter': 'a key is called what stands on it',
  'Escape': 'a key is called what stands on it',
};

/**
 * English that is no Portuguese word: what libraries say by themselves (react-admin, Material UI, nivo, dnd-kit, react-toastify,
 * the browser), and the commonest words of any sentence.
 */
const ENGLISH = new Set(`
  the and of with without to from by at on off in into is are was were be been being has have had will would should can could cannot may
  must not or if then else
  this that these those it its there here you your we our they them their he she his her what which who when where why how all any some
  each every more most
  other another one two first last next previous new old same only just also about after before again already always never yet now today
  yesterday tomorrow
  ago day days week weeks month months year years hour hours minute minutes second seconds time date january february march april june
  july august september
  october november december monday tuesday wednesday thursday friday saturday sunday
  add added save saved cancel canceled cancelled delete deleted remove removed edit edited update updated create created change changed
  copy copied clear
  cleared close closed open opened expand collapse show shown hide hidden view reset submit send sent search find found filter filters
  filtered sort sorted
  ascending descending order select selected unselect deselect choose chosen pick up down left right move moved drag dragged dragging
  draggable sortable
  item items drop dropped press pressed use space bar arrow keys key enter escape click tap hold toggle switch check checked unchecked
  undo redo refresh reload
  retry try login logout sign signed password username user users account settings profile
  page pages row rows column columns table list grid dialog modal menu menus button link links tab tabs label title name description
  value values option options
  field fields form input text file files upload uploaded download downloading image images icon icons chart line lines point points
  axis legend series
  tooltip breadcrumb pagination go back forward skip content main navigation home dashboard ticket tickets status workflow notification
  notifications timer alert
  message messages help more less none empty nothing no yes ok okay loading loaded waiting wait please sorry oops something went wrong
  error errors failed failure
  success successful successfully warning info invalid valid required optional incorrect missing unknown unexpected unavailable offline
  online network server
  request response forbidden unauthorized denied access found results result records record per total selected available data
  number email mail phone address size rating star stars true false null undefined object theme light dark mode language english
`.split(/\s+/).filter(Boolean));
// Written the same in Portuguese.
for (const word of ['no', 'use', 'data', 'total', 'menu', 'menus', 'item', 'modal', 'online', 'ok', 'bar']) ENGLISH.delete(word);

/** A name of react-admin's table of sentences, or of the config's, that found no sentence. */
const UNTRANSLATED = /\b(?:ra|resources)\.\w+\.[\w.]+/;

const allowed = new RegExp(
  `(?<![\\p{L}-])(?:${Object.keys(ALLOWED).toSorted((a, b) => b.length - a.length).join('|')})(?![\\p{L}-])`, 'giu',
);
/** Addresses of people and of the web are nobody's language. */
const ADDRESS = /\S+@\S+|https?:\S+/g;

/** The words of a text that are English and not allowed. */
export const englishIn = (text: string): string[] => {
  const words = text.replace(ADDRESS, ' ').replace(allowed, ' ').toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...words.filter(word => ENGLISH.has(word)), ...(UNTRANSLATED.exec(text) ?? [])];
};

export interface Heard {
  /** One line for each text with English in it: the words, the text, and the first address where it was. */
  english(): string[];
  /** Whether this text was among them, whole. */
  has(text: string): boolean;
}

/** Hears the page from its first document on. Call before it is opened. */
export const listen = async (page: Page): Promise<Heard> => {
  const heard = new Map<string, string>();
  await page.exposeFunction('hear', (texts: string[], where: string) => {
    for (const text of texts) if (!heard.has(text)) heard.set(text, where);
  });
  await page.addInitScript(() => {
    const ATTRIBUTES = [
      'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'aria-placeholder', 'title', 'alt', 'placeholder',
      'label', 'lang',
    ];
    const SILENT = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE']);
    /** By this document: what a list says at each of its answers is told once. */
    const told = new Set<string>();
    let fresh = new Set<string>();
    const keep = (text: string | null): void => {
      const said = text?.replaceAll(/\s+/g, ' ').trim() ?? '';
      if (told.has(said) || !/\p{L}/u.test(said)) return;
      told.add(said);
      fresh.add(said);
    };
    const attributesOf = (element: Element): void => ATTRIBUTES.forEach(name => {
      // Seen at most (a bar), said to nobody.
      if (name.startsWith('aria-') && element.ariaHidden === 'true') return;
      // Of languages the one of the whole page counts: it is what a screen reader speaks.
      if (name === 'lang') keep(
        element.hasAttribute('lang') && element.getAttribute('lang') !== 'pt-BR' ? `language ${element.getAttribute('lang')}` : null,
      );
      else keep(element.getAttribute(name));
    });
    const read = (node: Node): void => {
      if (node instanceof Text && !SILENT.has(node.parentElement?.tagName ?? '')) keep(node.data);
      if (node instanceof Element && !SILENT.has(node.tagName)) {
        attributesOf(node);
        node.childNodes.forEach(read);
      }
    };
    const tell = (): void => {
      if (fresh.size === 0) return;
      void (window as unknown as {hear(texts: string[], where: string): Promise<void>}).hear([...fresh], location.pathname);
      fresh = new Set();
    };
    new MutationObserver(changes => {
      for (const {type, target, addedNodes} of changes) {
        if (type === 'childList') addedNodes.forEach(read);
        else if (type === 'characterData') read(target);
        else attributesOf(target as Element);
      }
      tell();
    }).observe(document, {childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES});
  });
  return {
    english: () => [...heard].flatMap(([text, where]) => {
      const words = englishIn(text);
      return words.length === 0 ? [] : [`${[...new Set(words)].join(' ')}: '${text}' (${where})`];
    }),
    has: text => heard.has(text),
  };
};
