/** Parses request bodies: uncompressed JSON, or multipart on routes that take files. */
import {errorCodes, type FastifyInstance} from 'fastify';
import {OPTION_PARAMS} from '../../schema/lists/options.ts';
import {invalid, type Refusal} from '../errors.ts';
import {parseCharset, decodeText} from './charset.ts';

/** Maximum nesting of a JSON value. The product's own have five levels; recursive code overflows far beyond this limit. */
const MAX_DEPTH = 32;
const IDENTITY = 'identity';

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Limits the nesting of every incoming JSON value. Iterative, because a parsed value can still be too deep for recursion.
 *
 * @returns the value itself
 * @throws Refusal VALIDACAO beyond 32 levels
 */
const limitDepth = <T>(value: T): T => {
  let level = [value as unknown].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw invalid([], `Os dados enviados têm níveis demais: são aceitos até ${MAX_DEPTH}.`);
    level = level.flatMap(container => Object.values(container).filter(isContainer));
  }
  return value;
};

/** Sixteen digits or an exponent; JavaScript represents any shorter number exactly. */
const MAY_LOSE_DIGITS = /\d[\d.]{15}|\de/i;
/** Longer numbers are refused unparsed; the longest finite integer has 309 digits. */
const MAX_NUMBER_CHARACTERS = 400;
const QUOTED_CHARACTERS = 40;

/** Canonical form of a number: sign, significant digits and exponent; undefined for any other text. */
const canonicalNumber = (number: string): string | undefined => {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number);
  if (parts === null) return undefined;
  const [, minus = '', integerPart = '', fraction = '', power = '0'] = parts;
  const digits = `${integerPart}${fraction}`.replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return end === 0 ? '0' : `${minus}${digits.slice(0, end)}e${Number(power) - fraction.length + digits.length - end}`;
};
const isExact = (value: number, source: string): boolean =>
  source.length <= MAX_NUMBER_CHARACTERS && canonicalNumber(source) === canonicalNumber(String(value));

/**
 * Refuses numbers that lose digits, because parsing drops them before field rules apply.
 *
 * @param text valid JSON
 * @throws Refusal VALIDACAO for a number that JavaScript cannot represent (1e400, 12345678901234567890)
 */
const refuseLostDigits = (text: string): void => {
  if (!MAY_LOSE_DIGITS.test(text)) return;
  JSON.parse(text, (campo: string, value: unknown, {source = ''}: {source?: string} = {}) => {
    if (typeof value !== 'number' || isExact(value, source)) return value;
    const quoted = source.length > QUOTED_CHARACTERS ? `${source.slice(0, QUOTED_CHARACTERS)}…` : source;
    throw invalid([{campo, mensagem: `O número ${quoted} não cabe em um número de JSON sem mudar: envie-o como texto, entre aspas.`}]);
  });
};

/** The refusal of a repeated value, which is ambiguous. */
export const repeatedFieldRefusal = (campo: string): Refusal =>
  invalid([{campo, mensagem: 'Este campo veio mais de uma vez: envie um valor só.'}]);

const endOfString = (text: string, start: number): number => {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
};

/**
 * Refuses repeated keys, because parsing keeps the last value alone.
 *
 * @param text valid JSON
 * @throws Refusal VALIDACAO
 */
const refuseRepeatedKeys = (text: string): void => {
  const openObjects: Set<string>[] = [];
  let lastString = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '{') openObjects.push(new Set());
    else if (character === '}') openObjects.pop();
    else if (character === '"') {
      const end = endOfString(text, index);
      lastString = text.slice(index, end);
      index = end - 1;
    } else if (character === ':') {
      const key = JSON.parse(lastString) as string;
      const keys = openObjects.at(-1);
      if (keys?.has(key) === true) throw repeatedFieldRefusal(key);
      keys?.add(key);
    }
  }
};

const refuseAmbiguousJson = (text: string): void => {
  refuseLostDigits(text);
  refuseRepeatedKeys(text);
};

/**
 * Parses JSON from a multipart field or a parameter.
 *
 * @throws SyntaxError for invalid JSON; Refusal VALIDACAO for lost digits and repeated keys, and as {@link limitDepth}
 */
export const parseJson = (text: string): unknown => {
  const value = limitDepth(JSON.parse(text) as unknown);
  refuseAmbiguousJson(text);
  return value;
};

export const addJsonParser = (app: FastifyInstance): void => {
  // Adds `X-Total-Count` to an array (rules: Lists 1), unless a page is full and the total was not counted.
  app.addHook('preSerialization', async ({query}, reply, payload) => {
    if (Array.isArray(payload) && !reply.hasHeader('x-total-count')) {
      const {[OPTION_PARAMS.size]: requestedSize} = query as Record<string, unknown>;
      if (requestedSize === undefined || payload.length < Number(requestedSize)) reply.header('x-total-count', payload.length);
    }
    return payload;
  });
  // Refused before the body is read, because some bytes can unpack to gigabytes.
  app.addHook('onRequest', async ({headers}) => {
    const encoding = headers['content-encoding'] ?? IDENTITY;
    if (encoding.toLowerCase() !== IDENTITY) throw invalid([], 'Envie os dados sem compressão (Content-Encoding).');
  });
  // Also refuses form posts of other sites, because plain text needs no preflight.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  // react-admin's own client sends DELETE with that header and no body.
  app.addContentTypeParser<string>('text/plain', {parseAs: 'string'}, (_request, body, done) => {
    if (body === '') done(null);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('text/plain'));
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', {parseAs: 'buffer'}, (request, body, done) => {
    // Calls without a body (rules: Tickets 11) may carry the JSON header too.
    if (body.length === 0) return done(null);
    let text: string;
    try {
      text = decodeText(body, parseCharset(request.headers['content-type']));
    } catch (parseError) {
      return done(parseError as Error);
    }
    void parse(request, text, (error, value) => {
      let parseError = error;
      try {
        limitDepth(value);
        if (error === null) refuseAmbiguousJson(text);
      } catch (refusal) {
        parseError ??= refusal as Error;
      }
      done(parseError, value);
    });
  });
};
