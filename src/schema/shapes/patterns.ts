/** Regular expressions for texts of a field (`pattern`). */

/** Compiles an expression that has to match the whole text. */
export const compileFullMatchPattern = (like: string): RegExp => new RegExp(`^(?:${like})$`, 'u');
export const isValidPattern = (like: string): boolean => {
  try {
    return compileFullMatchPattern(like).test('') || true;
  } catch {
    return false;
  }
};

/**
 * Whether an expression contains lower-case letters, which a field stored in upper case can never match. Classes (`\d`, `\p{Lu}`) do not
 * count.
 */
export const hasLowerCaseLetters = (like: string): boolean => /\p{Ll}/u.test(like.replace(/\\(?:[pPux]\{[^}]*\}|.)|\(\?<\w+>/gu, ''));
