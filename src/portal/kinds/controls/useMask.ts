/** A mask over a text while it is typed, with the caret where the person left it (research trap: format/parse alone makes it jump). */
import {useLayoutEffect, useRef, type ChangeEvent} from 'react';
import type {ApplyMask} from '../../../schema/fields/masks.ts';
import {removeInvisible} from '../../../schema/fields/text.ts';

export interface Mask {
  /** A text under the mask; undefined where it can become no value: it stands as it is typed. */
  lay: ApplyMask;
  /** The value of a text as it is shown. */
  keep: (shown: string) => unknown;
}

/** What the person typed of a text under a mask; a plus begins a number of another country. */
const characters = (text: string): string => text.replace(/[^+\da-z]/gi, '');
export const endsInSign = (text: string): boolean => /[^\da-z]$/i.test(text);
/** What stands before the signs that a text ends in. */
const beforeSigns = (text: string): string => {
  let end = text.length;
  while (endsInSign(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** A value under its mask; a sign that was just typed stands until something follows. */
export const shownIn = ({lay}: Mask, value: unknown): string => {
  const text = typeof value === 'string' ? value : '';
  return endsInSign(text) ? text : lay(text) ?? text;
};

/** The place after the `count`th typed character. */
const placeAfter = (shown: string, count: number): number => {
  for (let at = 0; at <= shown.length; at += 1) if (characters(shown.slice(0, at)).length >= count) return at;
  return shown.length;
};

/** A text and the place in it of the caret. */
interface Edit {
  text: string;
  caret: number;
}

/** Removing a sign of the mask removes the typed character beside it; otherwise the key would do nothing. */
const edited = (before: string, {text, caret}: Edit, forward: boolean): Edit => {
  if (text.length >= before.length || characters(text) !== characters(before)) return {text, caret};
  const beside = forward ? caret + text.slice(caret).search(/[\da-z]/i) : text.slice(0, caret).search(/[\da-z][^\da-z]*$/i);
  if (beside < (forward ? caret : 0)) return {text, caret};
  return {text: text.slice(0, beside) + text.slice(beside + 1), caret: beside};
};

/** How many characters two texts begin with alike. */
const sameAtStart = (one: string, other: string): number => {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count += 1;
  return count;
};

/**
 * A text that was edited without the signs that the mask itself put there; those that the person typed or pasted stay, because a point at
 * the wrong place makes a number that nobody meant.
 *
 * @param laid how many characters of `before` stand under the mask
 */
const withoutOwnSigns = (before: string, after: string, laid: number): string => {
  const start = Math.min(sameAtStart(before, after), laid);
  const rest = after.slice(start);
  const reversed = (text: string): string => Array.from(text).toReversed().join('');
  const end = laid < before.length ? 0 : Math.min(sameAtStart(reversed(before.slice(start)), reversed(rest)), rest.length);
  return characters(after.slice(0, start)) + rest.slice(0, rest.length - end) + characters(rest.slice(rest.length - end));
};

/**
 * What an input shows after an edit.
 *
 * @param shown what it showed before
 * @param isForward whether something behind the caret was removed
 * @returns the text, and how many typed characters stand behind the caret; undefined where the browser's own caret is right
 */
export const afterEdit = (mask: Mask, shown: string, given: Edit, isForward: boolean): {text: string; behind: number | undefined} => {
  const isLaid = (text: string): boolean => !endsInSign(text) && mask.lay(text) !== undefined;
  const {text, caret} = isLaid(shown) ? edited(shown, given, isForward) : given;
  const isSign = text.length === shown.length + 1 && endsInSign(text);
  const withoutSigns = beforeSigns(shown);
  const laid = isLaid(withoutSigns) ? withoutSigns.length : 0;
  const next = isSign ? text : mask.lay(withoutOwnSigns(shown, text, laid)) ?? text;
  return {text: next, behind: isLaid(next) ? characters(text.slice(caret)).length : undefined};
};

/** Value and change handler of a native input under a mask. */
export const useMask = (value: unknown, onChange: (value: unknown) => void, mask: Mask) => {
  const input = useRef<HTMLInputElement>(null);
  /** How many typed characters stand behind it. */
  const caret = useRef<number>(undefined);
  const shown = shownIn(mask, value);
  useLayoutEffect(() => {
    if (caret.current === undefined || input.current === null || document.activeElement !== input.current) return;
    const place = placeAfter(shown, characters(shown).length - caret.current);
    input.current.setSelectionRange(place, place);
    caret.current = undefined;
  });
  return {
    input,
    shown,
    change: ({target, nativeEvent}: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const given = {
        text: removeInvisible(target.value),
        caret: removeInvisible(target.value.slice(0, target.selectionStart ?? target.value.length)).length,
      };
      const {text, behind} = afterEdit(mask, shown, given, (nativeEvent as InputEvent).inputType === 'deleteContentForward');
      caret.current = behind;
      onChange(mask.keep(text));
    },
  };
};
