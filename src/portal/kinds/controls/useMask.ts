/** A mask over a text while it is typed, with the caret where the person left it (research trap: format/parse alone makes it jump). */
import {useLayoutEffect, useRef, type ChangeEvent} from 'react';

export interface Mask {
  /** The value as shown. */
  show: (value: unknown) => string;
  /** The characters of what is shown that the person typed. */
  bare: (shown: string) => string;
  /** The value kept, from the shown text. */
  keep: (shown: string) => unknown;
}

/** The place after the `count`th typed character. */
const placeAfter = (shown: string, count: number, bare: Mask['bare']): number => {
  for (let at = 0; at <= shown.length; at += 1) if (bare(shown.slice(0, at)).length >= count) return at;
  return shown.length;
};

/** Removing a sign of the mask removes the typed character beside it; otherwise the key would do nothing. */
const edited = (before: string, after: string, caret: number, bare: Mask['bare'], forward: boolean): {text: string; count: number} => {
  const text = bare(after);
  const count = bare(after.slice(0, caret)).length;
  if (after.length >= before.length || text !== bare(before)) return {text, count};
  const at = forward ? count : count - 1;
  return at < 0 ? {text, count} : {text: text.slice(0, at) + text.slice(at + 1), count: at};
};

/** Value and change handler of a native input under a mask. */
export const useMask = (value: unknown, onChange: (value: unknown) => void, mask: Mask) => {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const shown = mask.show(value);
  useLayoutEffect(() => {
    if (caret.current === undefined || input.current === null || document.activeElement !== input.current) return;
    const place = placeAfter(shown, caret.current, mask.bare);
    input.current.setSelectionRange(place, place);
    caret.current = undefined;
  });
  return {
    input,
    shown,
    change: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const {value: after, selectionStart} = event.target;
      const forward = (event.nativeEvent as InputEvent).inputType === 'deleteContentForward';
      const {text, count} = edited(shown, after, selectionStart ?? after.length, mask.bare, forward);
      caret.current = count;
      onChange(mask.keep(mask.show(text)));
    },
  };
};
