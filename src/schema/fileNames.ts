/** Valid file names (rules: Files 2): the portal rejects and the server refuses by the same rule. */
import type {Config} from './shapes/config.ts';
import {composeUnicode} from './fields/text.ts';

const MAX_NAME_CHARACTERS = 255;

/**
 * Removes what hides a name's real extension: folders, control and bidirectional characters, blanks and dots at the end. Returns `''` if
 * nothing remains.
 */
export const cleanFileName = (raw: string): string => {
  const name = (composeUnicode(raw.toWellFormed()).split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{FFFD}]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^ +|(?<![ .])[ .]+$/gu, '');
  const signs = Array.from(name);
  if (signs.length <= MAX_NAME_CHARACTERS) return name;
  const extension = /\.[^.]{1,15}$/u.exec(name)?.[0] ?? '';
  return signs.slice(0, MAX_NAME_CHARACTERS - Array.from(extension).length).join('') + extension;
};

/**
 * Tells whether any part after a dot is a forbidden extension: `nota.exe`, but also `nota.exe.pdf`. `:` counts too, because it starts a
 * stream in Windows.
 */
export const hasForbiddenExtension = (config: Config, name: string): boolean =>
  cleanFileName(name).split(/[.:]/).slice(1).some(part => config.files.forbiddenExtensions.includes(part.trim().toLowerCase()));
