/** What is wrong with an answer, whoever asked for whatever. */
import {judgeOf, type Document, type Operation} from '../../support/document.ts';
import type {Config} from '../../../src/schema/shapes/config.ts';
import {apiOf, parseEndpoint} from '../../../src/schema/paths.ts';
import type {Answer} from './line.ts';
import type {Marks} from './marks.ts';
import {ADM, type World} from './scope.ts';

/** What no answer may carry: stacks, statements, files, hashes. */
export const LEAKS: readonly RegExp[] = [
  /\n\s+at \S+/,
  /node_modules|\.tsx?:\d|file:\/\/|\/src\/server/,
  /\bselect\b.{1,80}\bfrom\b|\binsert into\b|\bupdate \w+ set\b/i,
  /\$argon2id\$/,
  /violates|duplicate key|syntax error|relation "|column "|invalid input syntax/,
  /Unexpected (?:token|end)|is not a function|Cannot read propert/,
];

export interface Documented {
  /** `PUT /tickets/{id}`, as the document writes it. */
  call: string;
  operation: Operation;
}

export interface Judge {
  document: Document;
  /** Which call of the document that is; undefined: none. */
  find(method: string, path: string): Documented | undefined;
  /** The addresses of the lists. */
  lists: readonly string[];
  /** The values in a path of that call. */
  params(call: string, url: string): Readonly<Record<string, string>>;
  /** @param honest a call as a person of the product makes it, of which it is known whether it works */
  faults(asked: {documented: Documented | undefined; person: number | undefined; url: string; honest: boolean}, answer: Answer): string[];
}

type Told = Record<string, unknown>;
const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Every object in an answer that names a record of any resource. */
const named = (value: unknown): Told[] => {
  if (Array.isArray(value)) return value.flatMap(named);
  if (!isTold(value)) return [];
  return [...('recurso' in value ? [value] : []), ...Object.values(value).flatMap(named)];
};
export const bodyOf = ({headers, bytes}: Answer): unknown => {
  try {
    return (headers['content-type'] ?? '').includes('json') ? JSON.parse(bytes.toString()) : undefined;
  } catch {
    return undefined;
  }
};
const byPlace = (path: string): string => path.toLowerCase().replace(/\/$/, '').replaceAll(/\{\w+\}|:\w+/g, '{}');
/** Calls of which the whole path says whether there is an answer. */
const WHOLE: readonly RegExp[] = [
  /^get \/(?:usuarios|empresas|filial|fornecedores|modelosformulario|tickets)\/\{id\}(?:\/versoes)?$/i,
  /^get .*(?:historico|ticketsarquivo\/\{id\}|baixar-arquivo)/i,
];

export const createJudge = async (config: Config, world: World, marks: Marks): Promise<Judge> => {
  const {document, faults: documentFaults} = await judgeOf(config);
  const operations = Object.entries(document.paths).flatMap(([path, all]) => Object.entries(all).map(([name, operation]) =>
    ({method: name.toUpperCase(), path, operation})));
  const calls = new Map(operations.map(({method, path, operation}) =>
    [`${method} ${byPlace(path)}`, {call: `${method} ${path}`, operation}]));
  /** Lists of all that one reaches, by their path. */
  const lists = new Map(Object.entries(config.resources).flatMap(([name, resource]) => {
    const {list} = apiOf(name, resource);
    return list === undefined ? [] : [[`/api/${parseEndpoint(list).path}`, name] as const];
  }));

  const params: Judge['params'] = (call, url) => {
    const names = call.split(' ')[1]?.split('/') ?? [];
    const given = url.split('?')[0]?.replace(/^\/api/, '').split('/') ?? [];
    return Object.fromEntries(names.flatMap((name, index) => (name.startsWith('{') ? [[name.slice(1, -1), given[index] ?? '']] : [])));
  };
  /** Whether the record that the path names is this person's to know; undefined: it names none. */
  const reaches = (call: string, url: string, person: number): boolean | undefined => {
    const about = world.row(call)?.about;
    const {id, fileId = id, idEmpresa} = params(call, url);
    const key = Number(call.includes('buscar-filiais') ? idEmpresa : fileId);
    if (about === undefined || Number.isNaN(key)) return undefined;
    if (about.startsWith('self')) return key === person || (about !== 'self' && world.all('usuarios').get(person)?.['tipo'] === ADM);
    return world.reaches(person, about, key);
  };
  const counted = (url: string, person: number, answer: Answer, body: unknown): string[] => {
    const name = lists.get(url as `/api/${string}`);
    if (name === undefined) return [];
    const rows = Array.isArray(body) ? body : isTold(body) && Array.isArray(body['registros']) ? body['registros'] : [];
    const total = isTold(body) ? body['total'] : Number(answer.headers['x-total-count'] ?? rows.length);
    const mine = [...world.all(name).values()].filter(one => one.gone !== true && world.reaches(person, name, one.id));
    const foreign = rows.filter((row: Told) => world.all(name).has(Number(row['id'])) && !world.reaches(person, name, Number(row['id'])));
    return [
      ...foreign.map((row: Told) => `lists ${name} ${String(row['id'])}`),
      ...(total === mine.length ? [] : [`counts ${String(total)} ${name} where there are ${mine.length}`]),
    ];
  };

  return {
    document, params, lists: [...lists.keys()],
    find: (method, path) => calls.get(`${method.toUpperCase()} ${byPlace(path)}`),
    faults: ({documented, person, url, honest}, answer) => {
      const {status, headers, bytes} = answer;
      const body = bodyOf(answer);
      const type = headers['content-type'] ?? '';
      // A database that other work holds up is not ready, and the check says so.
      const isNotReady = status === 503 && documented?.operation.responses[status] !== undefined;
      const found: string[] = status >= 500 && !isNotReady ? [`answers ${status}`] : [];
      if (type.includes('json') || status >= 400) {
        const leak = LEAKS.map(one => one.exec(bytes.toString())?.[0]).find(one => one !== undefined);
        if (leak !== undefined) found.push(`tells ${leak}`);
      }
      const sentence = isTold(body) ? body['message'] : undefined;
      if (status >= 400 && !isNotReady && (typeof sentence !== 'string' || sentence === '')) found.push('refuses without a sentence');
      if (headers['cache-control'] === undefined) found.push('no Cache-Control');
      found.push(...marks.foreign(bytes, person));
      if (documented === undefined) return found;
      const {call, operation} = documented;
      // Nothing is said.
      if (status !== 204) found.push(...documentFaults(operation, {status, headers, body}).map(fault => `document: ${fault}`));
      const row = world.row(call);
      if (row === undefined) return [...found, 'has no row in the table of permissions'];
      const isPublic = row.who === '*';
      const mayAtAll = isPublic || (person !== undefined && world.isActive(person) && world.has(person, row.who));
      const mine = person === undefined ? undefined : reaches(call, url, person);
      if (status < 400 && !mayAtAll) found.push('is answered to somebody without permission');
      if (status < 400 && mine === false) found.push('is answered out of reach');
      if (person === undefined) return found;
      if (status < 400) {
        found.push(...named(body).flatMap(({recurso, id, idRegistro, endereco}) => {
          const key = Number(endereco === undefined ? idRegistro : id);
          const isForeign = world.all(String(recurso)).has(key) && !world.reaches(person, String(recurso), key);
          return isForeign ? [`names ${String(recurso)} ${key}`] : [];
        }));
        if (mayAtAll && call.startsWith('GET')) found.push(...counted(url, person, answer, body));
      }
      if (honest && world.isActive(person) && WHOLE.some(one => one.test(call))) {
        const {about = ''} = row;
        const {id, fileId = id} = params(call, url);
        const gone = world.all(about).get(Number(fileId))?.gone === true;
        const expected = !mayAtAll ? [403, 404] : mine === true && !gone ? [200] : [404];
        if (!expected.includes(status)) found.push(`answers ${status} instead of ${expected.join(' or ')}`);
      }
      return found;
    },
  };
};
