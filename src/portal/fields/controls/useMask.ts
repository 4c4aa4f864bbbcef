/** An input mask that keeps the caret where the person left it (trap: format and parse alone make it jump). */
import {useLayoutEffect, useRef, type ChangeEvent} from 'react';
import type {ApplyMask} from '../../../schema/fields/masks.ts';
import {removeInvisible} from '../../../schema/fields/text.ts';

export interface Mask {
  /** Masks a text; undefined where it can become no value and stays as typed. */
  apply: ApplyMask;
  toValue: (shown: string) => unknown;
}

/** The typed characters of a masked text; a plus begins a foreign number. */
const typedCharacters = (text: string): string => text.replace(/[^+\da-z]/gi, '');
export const endsWithSeparator = (text: string): boolean => /[^\da-z]$/i.test(text);
const withoutTrailingSeparators = (text: string): string => {
  let end = text.length;
  while (endsWithSeparator(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** The masked value; a separator that was just typed stays until something follows. */
export const maskedText = ({apply}: Mask, value: unknown): string => {
  const text = typeof value === 'string' ? value : '';
  return endsWithSeparator(text) ? text : apply(text) ?? text;
};

const caretAfter = (shown: string, count: number): number => {
  for (let at = 0; at <= shown.length; at += 1) if (typedCharacters(shown.slice(0, at)).length >= count) return at;
  return shown.length;
};

interface Edit {
  text: string;
  caret: number;
}

/** Deleting a separator of the mask deletes the typed character next to it, because otherwise the key would do nothing. */
const applyDeletion = (before: string, {text, caret}: Edit, isForward: boolean): Edit => {
  if (text.length >= before.length || typedCharacters(text) !== typedCharacters(before)) return {text, caret};
  const neighbour = isForward ? caret + text.slice(caret).search(/[\da-z]/i) : text.slice(0, caret).search(/[\da-z][^\da-z]*$/i);
  if (neighbour < (isForward ? caret : 0)) return {text, caret};
  return {text: text.slice(0, neighbour) + text.slice(neighbour + 1), caret: neighbour};
};

const commonPrefixLength = (first: string, second: string): number => {
  let count = 0;
  while (count < first.length && first[count] === second[count]) count += 1;
  return count;
};

/**
 * Removes the mask's own separators from an edited text. Typed or pasted ones stay, because a misplaced separator makes an unintended
 * number.
 *
 * @param maskedLength how many characters of `before` are masked
 */
const withoutMaskSeparators = (before: string, after: string, maskedLength: number): string => {
  const start = Math.min(commonPrefixLength(before, after), maskedLength);
  const tail = after.slice(start);
  const reversed = (text: string): string => Array.from(text).toReversed().join('');
  const end = maskedLength < before.length ? 0 : Math.min(commonPrefixLength(reversed(before.slice(start)), reversed(tail)), tail.length);
  return typedCharacters(after.slice(0, start)) + tail.slice(0, tail.length - end) + typedCharacters(tail.slice(tail.length - end));
};

/**
 * Applies an edit to the text of a masked input.
 *
 * @param shown the text before the edit
 * @param isForward whether the character after the caret was deleted
 * @returns the text, and the number of typed characters after the caret; undefined where the browser's own caret is right
 */
export const applyMaskedEdit = (mask: Mask, shown: string, edit: Edit, isForward: boolean): {text: string; behind: number | undefined} => {
  const isMasked = (text: string): boolean => !endsWithSeparator(text) && mask.apply(text) !== undefined;
  const {text, caret} = isMasked(shown) ? applyDeletion(shown, edit, isForward) : edit;
  const isSeparator = text.length === shown.length + 1 && endsWithSeparator(text);
  const trimmed = withoutTrailingSeparators(shown);
  const maskedLength = isMasked(trimmed) ? trimmed.length : 0;
  const next = isSeparator ? text : mask.apply(withoutMaskSeparators(shown, text, maskedLength)) ?? text;
  return {text: next, behind: isMasked(next) ? typedCharacters(text.slice(caret)).length : undefined};
};

export const useMask = (value: unknown, onChange: (value: unknown) => void, mask: Mask) => {
  const input = useRef<HTMLInputElement>(null);
  /** Typed characters after the caret. */
  const caret = useRef<number>(undefined);
  const shown = maskedText(mask, value);
  useLayoutEffect(() => {
    if (caret.current === undefined || input.current === null || document.activeElement !== input.current) return;
    const position = caretAfter(shown, typedCharacters(shown).length - caret.current);
    input.current.setSelectionRange(position, position);
    caret.current = undefined;
  });
  return {
    input,
    shown,
    change: ({target, nativeEvent}: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const edit = {
        text: removeInvisible(target.value),
        caret: removeInvisible(target.value.slice(0, target.selectionStart ?? target.value.length)).length,
      };
      const {text, behind} = applyMaskedEdit(mask, shown, edit, (nativeEvent as InputEvent).inputType === 'deleteContentForward');
      caret.current = behind;
      onChange(mask.toValue(text));
    },
  };
};
