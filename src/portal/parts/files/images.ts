/** Files that are shown in place (rules: Files 12): pictures that can hold no program. SVG is a document, and stays a download. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif',
};

/** The media type of a picture, by its name: undefined for anything else. The browser never learns another one. */
export const imageTypeOf = (name: string): string | undefined => TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
