/** Bodies are JSON (or multipart, where a route takes files), not compressed; nothing else is read. */
import {errorCodes, type FastifyInstance} from 'fastify';
import {OPTION_PARAMS} from '../../schema/lists/options.ts';
import {invalid, type Refusal} from '../errors.ts';
import {charsetOf, decodeText} from './charset.ts';

/** Levels of a JSON value. The product's own have five; what recurses over a value (writing it, checking it) ends long after. */
const MAX_DEPTH = 32;
/** HTTP's name for bytes as they are. */
const IDENTITY = 'identity';

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Every JSON that comes in passes here. Level by level, because a value that reading survives can still be too deep for recursion.
 *
 * @returns the value itself
 * @throws Refusal VALIDACAO where it is nested deeper than 32 levels
 */
const shallow = <T>(value: T): T => {
  let level = [value as unknown].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw invalid([], `Os dados enviados têm níveis demais: são aceitos até ${MAX_DEPTH}.`);
    level = level.flatMap(one => Object.values(one).filter(isContainer));
  }
  return value;
};

/** Sixteen digits or an exponent: a JavaScript number keeps any shorter one to its last digit. */
const MAY_LOSE = /\d[\d.]{15}|\de/i;
/** Longer ones are refused unread; the longest whole number that is finite has 309 digits. */
const MAX_NUMBER_CHARACTERS = 400;
/** How much of a number is told. */
const TOLD_CHARACTERS = 40;

/** A number as sign, digits and a power of ten, without zeros that say nothing; undefined for what is none. */
const canonical = (number: string): string | undefined => {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return end === 0 ? '0' : `${sign}${digits.slice(0, end)}e${Number(power) - fraction.length + digits.length - end}`;
};
const isKept = (value: number, source: string): boolean =>
  source.length <= MAX_NUMBER_CHARACTERS && canonical(source) === canonical(String(value));

/**
 * Refuses numbers that would be stored as other ones, because reading has already lost their digits when a field's rules see them.
 *
 * @param text JSON that has been read without an error
 * @throws Refusal VALIDACAO for a number that is not kept to its last digit (1e400, 12345678901234567890)
 */
const refuseLostDigits = (text: string): void => {
  if (!MAY_LOSE.test(text)) return;
  JSON.parse(text, (campo: string, value: unknown, {source = ''}: {source?: string} = {}) => {
    if (typeof value !== 'number' || isKept(value, source)) return value;
    const told = source.length > TOLD_CHARACTERS ? `${source.slice(0, TOLD_CHARACTERS)}…` : source;
    throw invalid([{campo, mensagem: `O número ${told} não cabe em um número de JSON sem mudar: envie-o como texto, entre aspas.`}]);
  });
};

/** Said of a value that comes twice: nobody knows which of the two is meant. */
export const repeatedField = (campo: string): Refusal =>
  invalid([{campo, mensagem: 'Este campo veio mais de uma vez: envie um valor só.'}]);

/** Where the string that begins at a quote ends: behind its last quote. */
const endOfString = (text: string, start: number): number => {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
};

/**
 * Refuses an object that names one of its keys twice, because reading keeps the last value alone.
 *
 * @param text JSON that has been read without an error
 * @throws Refusal VALIDACAO
 */
const refuseRepeatedKeys = (text: string): void => {
  const open: Set<string>[] = [];
  let last = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{') open.push(new Set());
    else if (sign === '}') open.pop();
    else if (sign === '"') {
      const end = endOfString(text, at);
      last = text.slice(at, end);
      at = end - 1;
    } else if (sign === ':') {
      const key = JSON.parse(last) as string;
      const keys = open.at(-1);
      if (keys?.has(key) === true) throw repeatedField(key);
      keys?.add(key);
    }
  }
};

/** Refuses what has been read as another thing than was sent. */
const refuseMisread = (text: string): void => {
  refuseLostDigits(text);
  refuseRepeatedKeys(text);
};

/**
 * JSON that comes in as text, in a part or a parameter.
 *
 * @throws SyntaxError for a text that is none, Refusal VALIDACAO for a number that is not kept as it is and a key that comes twice, and
 *   as {@link shallow}
 */
export const parseJson = (text: string): unknown => {
  const value = shallow(JSON.parse(text) as unknown);
  refuseMisread(text);
  return value;
};

export const addJson = (app: FastifyInstance): void => {
  // An array says how many there are (rules: Lists 1), but where as many came as were asked for and nobody counted the others.
  app.addHook('preSerialization', async ({query}, reply, payload) => {
    if (Array.isArray(payload) && !reply.hasHeader('x-total-count')) {
      const {[OPTION_PARAMS.size]: most} = query as Record<string, unknown>;
      if (most === undefined || payload.length < Number(most)) reply.header('x-total-count', payload.length);
    }
    return payload;
  });
  // Before anything reads it: some bytes can unpack to gigabytes.
  app.addHook('onRequest', async ({headers}) => {
    const encoding = headers['content-encoding'] ?? IDENTITY;
    if (encoding.toLowerCase() !== IDENTITY) throw invalid([], 'Envie os dados sem compressão (Content-Encoding).');
  });
  // Also closes the door for forms of other sites: plain text needs no preflight.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  // react-admin's own client deletes with that header and nothing behind it.
  app.addContentTypeParser<string>('text/plain', {parseAs: 'string'}, (_request, body, done) => {
    if (body === '') done(null);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('text/plain'));
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', {parseAs: 'buffer'}, (request, body, done) => {
    // Calls without a body (rules: Tickets 11) come with the header all the same.
    if (body.length === 0) return done(null);
    let text: string;
    try {
      text = decodeText(body, charsetOf(request.headers['content-type']));
    } catch (refused) {
      return done(refused as Error);
    }
    void parse(request, text, (error, value) => {
      let refused = error;
      try {
        shallow(value);
        if (error === null) refuseMisread(text);
      } catch (refusal) {
        refused ??= refusal as Error;
      }
      done(refused, value);
    });
  });
};
