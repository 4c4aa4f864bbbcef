/** Regular expressions that the config says of texts (`pattern`). */

/** A regular expression that a whole text has to be like. */
export const wholly = (like: string): RegExp => new RegExp(`^(?:${like})$`, 'u');
/** Whether it is one. */
export const isPattern = (like: string): boolean => {
  try {
    return wholly(like).test('') || true;
  } catch {
    return false;
  }
};

/** Whether it names small letters, which nothing in capitals has; classes of signs (`\d`, `\p{Lu}`) are not what they are spelt with. */
export const hasSmall = (like: string): boolean => /\p{Ll}/u.test(like.replace(/\\(?:[pPux]\{[^}]*\}|.)|\(\?<\w+>/gu, ''));
