/** A text that a person typed to look something up, as a query carries it. */
import {GO_TO_LENGTH} from '../../schema/lists/goTo.ts';
import {fill, formWords} from '../../schema/words/messages.ts';
import {hasControl} from '../../schema/fields/text.ts';
import {invalidParam} from '../errors.ts';

/**
 * The text of a parameter, without spaces around it; `''` where there is none.
 *
 * @throws Refusal 400 for what nobody types: too long, repeated, with control characters
 */
export const typedText = (query: unknown, param: string): string => {
  const value = (query as Readonly<Record<string, unknown>>)[param] ?? '';
  if (typeof value !== 'string' || hasControl(value)) throw invalidParam(param);
  const text = value.trim().normalize('NFC');
  if (text.length > GO_TO_LENGTH) throw invalidParam(param, fill(formWords.tooLong, {max: GO_TO_LENGTH}));
  return text;
};
