/** The type that a file tells by its name: what people call 'laudo-0412.pdf' is a Laudo. They see it in its row, and may choose another. */
import {normalised} from '../../../../schema/fields/text.ts';
import type {Option} from '../../../kinds/Select.tsx';

/** A text as its words alone, each between blanks. */
const wordsOf = (text: string): string => ` ${normalised(text).split(/[^\p{L}\p{N}]+/u).join(' ')} `;

/**
 * @param types to choose from
 * @returns the one whose name stands in the file's, word by word, of several the longest; '' where none does
 */
export const typeInName = (fileName: string, types: readonly Option[]): string => {
  const words = wordsOf(fileName);
  const told = types.filter(({name}) => words.includes(wordsOf(name)));
  return String(told.toSorted((one, other) => other.name.length - one.name.length)[0]?.id ?? '');
};
