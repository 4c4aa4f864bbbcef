/** The type that a file tells: what people call 'laudo-0412.pdf' is a Laudo. They see it in its row, and may choose another. */
import {normalised} from '../../../../schema/fields/text.ts';
import type {Option} from '../../../kinds/Select.tsx';

/** A text as its words alone, each between blanks. */
const wordsOf = (text: string): string => ` ${normalised(text).split(/[^\p{L}\p{N}]+/u).join(' ')} `;

/**
 * @param types to choose from
 * @param photo what a picture is whose name says nothing
 * @returns the one whose name stands in the file's, word by word, of several the longest; '' where nothing tells it
 */
export const typeOfFile = ({name, type}: Pick<File, 'name' | 'type'>, types: readonly Option[], photo = ''): string => {
  const words = wordsOf(name);
  const told = types.filter(one => words.includes(wordsOf(one.name)));
  const [longest] = told.toSorted((one, other) => other.name.length - one.name.length);
  return String(longest?.id ?? (type.startsWith('image/') ? photo : ''));
};
