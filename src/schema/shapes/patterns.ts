/** Regular expressions for texts of a field (`pattern`). */

/** Compiles an expression that has to match the whole text. */
export const compileFullMatchPattern = (expression: string): RegExp => new RegExp(`^(?:${expression})$`, 'u');
export const isValidRegex = (expression: string): boolean => {
  try {
    return compileFullMatchPattern(expression).test('') || true;
  } catch {
    return false;
  }
};

/**
 * Whether an expression contains lower-case letters, which a field stored in upper case can never match. Classes (`\d`, `\p{Lu}`) do not
 * count.
 */
export const hasLowerCaseLetters = (expression: string): boolean =>
  /\p{Ll}/u.test(expression.replace(/\\(?:[pPux]\{[^}]*\}|.)|\(\?<\w+>/gu, ''));
