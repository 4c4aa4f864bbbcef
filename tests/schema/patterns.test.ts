import {expect, it} from 'vitest';
import {slowPatternMistake} from '../../src/schema/check/slowPatterns.ts';

it.each([
  // A plate, the key of an NF-e, a CNPJ, codes with parts that may lack, a name, an address.
  ['[A-Z]{3}\\d[A-Z\\d]\\d{2}', 7], ['\\d{44}', 44], ['\\d{4}(?: ?\\d{4}){10}', 54], ['\\d{2}\\.\\d{3}\\.\\d{3}\\/\\d{4}-\\d{2}', 18],
  ['[A-Z]{3}\\d{1,4}(?:-[A-Z]{1,2})?(?:\\/\\d{2})?', 20], ['OS ?\\d{1,8}(?:[./-]\\d{4})?', 20], ['(?:SP|RJ|MG)\\d{3,6}', 8],
  ['[A-Z]+(?:-\\d+)*', 10_000], ['(\\d{1,3}\\.){3}\\d{1,3}', 15], ['\\p{L}+( \\p{L}+)*', 10_000], ['[^@\\s]+@[^@\\s]+', 10_000],
  ['.*', 10_000],
  // Lookahead and backreferences.
  ['(?!0000)\\d{4}', 4], ['(\\d)(?!\\1{3})\\d{3}', 4], ['(?=.*\\d)[A-Z\\d]{8}', 8], ['([A-Z]{2})\\d+\\1', 100],
  // The square and cube of a short text are soon done.
  ['\\d+[.,]?\\d+', 1_000], ['.*a.*b.*c', 100],
])('%s may stand before %i characters', (like, maxLength) => {
  expect(slowPatternMistake(like, maxLength)).toBeUndefined();
});

const ENDLESS = /" pode levar um tempo sem fim num texto que quase serve: duas repetições não podem disputar os mesmos caracteres$/;
it.each([
  ['(a+)+', 10, ENDLESS], ['(a|a)*', 10, ENDLESS], ['(\\w+\\s?)*', 10, ENDLESS], ['(?:a|aa)+', 10, ENDLESS], ['(.*)*', 10, ENDLESS],
  ['([A-Z]+-?)*\\d', 10, ENDLESS], ['(x+x+)+y', 10, ENDLESS], ['(?=(a+)+$)a*', 10, ENDLESS], ['(?!(a+)+b)a*', 10, ENDLESS],
  ['(a+)+\\1', 10, ENDLESS],
  ['\\d+[.,]?\\d+', 1_001, /" pode demorar demais com mais de 1000 caracteres: diminua "maxLength"; ou duas repetições/],
  ['.*a.*b.*c', 101, /" pode demorar demais com mais de 100 caracteres/], ['(.*)-\\1', 2_000, /com mais de 1000 caracteres/],
  ['.*(?<=b(a+)+)c', 10, /^não se pode verificar quanto "/],
])('%s may not before %i', (like, maxLength, sentence) => {
  expect(slowPatternMistake(like, maxLength)).toMatch(sentence);
});
