// Where a source compares the kind of a field by itself, told from its text.
import {fieldShapes} from '../../src/schema/shapes/fields.ts';

const KINDS = Object.keys(fieldShapes);

/** Stands for the kinds of a list, wherever they are named. */
export const LIST = '*';

export interface Comparison {
  text: string;
  /** The kinds that one value is compared with in one expression. */
  kinds: string[];
}

const OPERAND = String.raw`(?:[\w\])!]+(?:\?\.|\.))*kind`;
const EQUALS = new RegExp(String.raw`(?<![\w.])(${OPERAND})\)?\s*[!=]==\s*'(\w+)'|'(\w+)'\s*[!=]==\s*(${OPERAND})\b`, 'g');
const LISTS = new RegExp(String.raw`([\w.\]]+)\.(?:includes|has|indexOf)\([^()]*?\bkind\b|\bswitch \([\w.?]*\bkind\)`, 'g');

/** Without comments. Texts stay: no sentence of ours compares anything. */
const code = (line: string): string => line.replace(/^\s*(?:\/\/|\/?\*).*$/, '').replace(/\s\/\/ .*$/, '');

/** What each expression compares, on however many lines it stands. */
export const kindComparisons = (source: string): Comparison[] =>
  source.split('\n').map(code).join('\n').replace(/\s*\n\s*(\|\||&&)|(\|\||&&)\s*\n\s*/g, ' $1$2 ').split('\n').flatMap(line => {
    const byOperand = new Map<string, string[]>();
    for (const [, operand, kind, kindFirst, operandLast] of line.matchAll(EQUALS)) {
      const compared = (operand ?? operandLast ?? '').replaceAll('?.', '.');
      const one = kind ?? kindFirst ?? '';
      if (KINDS.includes(one)) byOperand.set(compared, [...new Set([...(byOperand.get(compared) ?? []), one])]);
    }
    const lists = [...line.matchAll(LISTS)].map(() => [LIST]);
    return [...byOperand.values(), ...lists].map(kinds => ({text: line.trim(), kinds}));
  });
