/** A mask over a text while it is typed, with the caret where the person left it (research trap: format/parse alone makes it jump). */
import {useLayoutEffect, useRef, type ChangeEvent} from 'react';
import type {Lay} from '../../../schema/fields/masks.ts';
import {withoutUnseen} from '../../../schema/fields/text.ts';

export interface Mask {
  /** A text under the mask; undefined where it can become no value: it stands as it is typed. */
  lay: Lay;
  /** The value of a text as it is shown. */
  keep: (shown: string) => unknown;
}

/** What the person typed of a text under a mask. */
const characters = (text: string): string => text.replace(/[^\da-z]/gi, '');
export const endsInSign = (text: string): boolean => /[^\da-z]$/i.test(text);

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

/** Value and change handler of a native input under a mask. */
export const useMask = (value: unknown, onChange: (value: unknown) => void, mask: Mask) => {
  const input = useRef<HTMLInputElement>(null);
  /** How many typed characters stand behind it. */
  const caret = useRef<number>(undefined);
  const shown = shownIn(mask, value);
  const isLaid = (text: string): boolean => !endsInSign(text) && mask.lay(text) !== undefined;
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
        text: withoutUnseen(target.value),
        caret: withoutUnseen(target.value.slice(0, target.selectionStart ?? target.value.length)).length,
      };
      const forward = (nativeEvent as InputEvent).inputType === 'deleteContentForward';
      const edit = isLaid(shown) ? edited(shown, given, forward) : given;
      const isSign = edit.text.length === shown.length + 1 && endsInSign(edit.text);
      const next = isSign ? edit.text : mask.lay(edit.text) ?? edit.text;
      caret.current = isLaid(next) ? characters(edit.text.slice(edit.caret)).length : undefined;
      onChange(mask.keep(next));
    },
  };
};
