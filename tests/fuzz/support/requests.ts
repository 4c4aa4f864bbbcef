/** Random requests to a documented call, as text and bytes: every one can be sent again as it was. */
import fc from 'fast-check';
import {hostile} from '../../support/anyValue.ts';
import {anyId, fromSchema, type Schema, type Schemas} from './fromSchema.ts';
import type {Sent} from './line.ts';
import {deepJson, twisted} from './twist.ts';

export interface Parameter {
  name: string;
  in: string;
  schema?: Schema;
}
/** One call of the document. */
export interface Documented {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  parameters: readonly Parameter[];
  /** Bodies by content type. */
  bodies: Readonly<Record<string, Schema>>;
}
const BOUNDARY = 'balcao-fuzz';

const pathValue = fc.oneof(
  {weight: 8, arbitrary: anyId.map(String)},
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '-1', '0', '1.5', 'abc', '%00', '..%2F..', '%EF%BC%91', '2147483648', '99999999999', '9'.repeat(250), '%', '%E0%A4%A', '1;2',
      '1%20or%201=1',
    ),
  },
);

const queryValue = ({schema = {}}: Parameter, schemas: Schemas) => fc.oneof(
  {weight: 3, arbitrary: fromSchema(schema, schemas, 2).map(value => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))},
  {weight: 1, arbitrary: hostile},
  {weight: 1, arbitrary: fc.constantFrom('[1', '{"a":', '[0,1e9]', '["id","ASC"]', '{"id":[1,2]}', '-1', '1e99', '0x10', 'a'.repeat(3000))},
);

const query = (parameters: readonly Parameter[], schemas: Schemas) => {
  const known = parameters.filter(one => one.in === 'query');
  const some = known.map(one => fc.option(queryValue(one, schemas), {nil: undefined, freq: 2}).map(value => [one.name, value] as const));
  const names = fc.constantFrom('page', 'sort', 'order', 'filter', 'range', 'x', 'a[b]', '__proto__', 'id');
  const odd = fc.option(fc.tuple(names, hostile), {nil: undefined, freq: 6});
  return fc.tuple(fc.tuple(...some), odd, fc.boolean()).map(([pairs, extra, twice]) => {
    const search = new URLSearchParams();
    for (const [name, value] of pairs) if (value !== undefined) search.append(name, value.toWellFormed());
    if (extra !== undefined) search.append(extra[0], extra[1].toWellFormed());
    const [first] = search.keys();
    if (twice && first !== undefined && search.size % 3 === 0) search.append(first, 'x');
    const text = search.toString();
    return text === '' ? '' : `?${text}`;
  });
};

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '');

/** Where our own code looks into a body. */
const NAMES = ['comentario', 'data', 'filtro', 'ticketFormularios'];
const brokenJson = fc.constantFrom(
  '{', '', 'null', '[]', '"a"', '{"a":1}{"b":2}', '{"id":1,"id":2}', '{"__proto__":{"a":1}}', '\uFEFF{}', '{"a":\u0000}',
);

const jsonBody = (schema: Schema, schemas: Schemas) => fc.oneof(
  {weight: 12, arbitrary: twisted(fromSchema(schema, schemas)).map(json)},
  {weight: 1, arbitrary: deepJson.map(text => Buffer.from(text))},
  {weight: 1, arbitrary: deepJson.map(deep => Buffer.from(`{${NAMES.map(name => `"${name}":${deep}`).join()}}`))},
  {weight: 1, arbitrary: brokenJson.map(text => Buffer.from(text))},
  {weight: 1, arbitrary: fc.uint8Array({maxLength: 200}).map(bytes => Buffer.from(bytes))},
);

const part = (name: string, body: Buffer, more = ''): Buffer =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`), body, Buffer.from('\r\n')]);
const fileName = fc.constantFrom(
  'nota.pdf', 'a.exe', 'a.pdf.bat', '', '../../a.pdf', 'a\u202Efdp.exe', 'ação.pdf', `${'a'.repeat(300)}.pdf`, 'a%22.pdf', 'CON', '.',
  'nul\u0000.pdf',
);
const fileBytes = fc.constantFrom('%PDF-1.7\n1 0 obj', '', 'MZ\u0090\u0000', 'texto', '\u007FELF', 'a'.repeat(50_000))
  .map(text => Buffer.from(text, 'latin1'));
const types = fc.constantFrom('Nota Fiscal', 'Laudo', 'Outro', '["Nota Fiscal"]', '[1', '', 'Nota Fiscal,Laudo');

const filePart = fc.tuple(fileName, fileBytes)
  .map(([name, bytes]) => part('files', bytes, `; filename="${name}"\r\nContent-Type: application/pdf`));
const partName = fc.constantFrom('x', 'tipo', 'idTicket', 'idFilial', '__proto__', 'a'.repeat(300));
const textPart = fc.tuple(partName, fc.oneof(anyId.map(String), hostile))
  .map(([name, value]) => part(name, Buffer.from(value)));

const multipartBody = (schema: Schema, schemas: Schemas) => {
  const data = fromSchema(schema.properties?.['data'] ?? {}, schemas);
  const pieces = fc.array(fc.oneof(
    {weight: 4, arbitrary: filePart},
    {weight: 4, arbitrary: types.map(text => part('tipos', Buffer.from(text)))},
    {weight: 1, arbitrary: textPart},
  ), {maxLength: 5});
  const dataText = fc.oneof(
    {weight: 8, arbitrary: twisted(data).map(json)},
    {weight: 1, arbitrary: deepJson.map(text => Buffer.from(text))},
    {weight: 1, arbitrary: fc.constant(Buffer.from('{'))},
  );
  const whole = fc.tuple(
    dataText, pieces, fc.boolean(), fc.integer({min: 0, max: 9}),
  ).map(([values, others, asFile, cut]) => {
    const first = asFile ? part('data', values, '; filename="blob"\r\nContent-Type: application/json') : part('data', values);
    const all = Buffer.concat([first, ...others, Buffer.from(`--${BOUNDARY}--\r\n`)]);
    return cut === 0 ? all.subarray(0, Math.floor(all.length / 2)) : all;
  });
  const broken = fc.constantFrom('', `--${BOUNDARY}--`, 'nada', `--${BOUNDARY}\r\n\r\n`).map(text => Buffer.from(text));
  return fc.oneof({weight: 9, arbitrary: whole}, {weight: 1, arbitrary: broken});
};

const bodyOf = ({bodies, method}: Documented, schemas: Schemas): fc.Arbitrary<Pick<Sent, 'payload' | 'headers'>> => {
  const typed = (type: string) => (payload: Buffer) => ({payload, headers: {'content-type': type}});
  const known = Object.entries(bodies).map(([type, schema]) => ({
    weight: 9,
    arbitrary: type === 'multipart/form-data'
      ? multipartBody(schema, schemas).map(typed(`multipart/form-data; boundary=${BOUNDARY}`))
      : jsonBody(schema, schemas).map(typed('application/json')),
  }));
  const nothing = fc.constant({payload: undefined, headers: {}});
  const wrongType = fc.constantFrom(
    'text/plain', 'application/xml', 'multipart/form-data', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16',
    'x', '',
  );
  const misnamed = fc.tuple(jsonBody({}, schemas), wrongType).map(([payload, type]) => typed(type)(payload));
  return fc.oneof(
    ...known, {weight: known.length === 0 ? 9 : 1, arbitrary: nothing}, {weight: method === 'GET' ? 0 : 1, arbitrary: misnamed},
  );
};

export const oddHeader = fc.oneof(
  fc.constantFrom('*', '"1"', 'W/"1"', '0', '""', 'x'.repeat(300), '"a", "b"').map(value => ['if-match', value] as const),
  fc.constantFrom('uma', 'outra', 'x'.repeat(201), ' ').map(value => ['idempotency-key', value] as const),
  fc.constantFrom('gzip', 'br', 'identity;q=0', '*;q=0', ',,,', 'x').map(value => ['accept-encoding', value] as const),
  fc.constantFrom('gzip', 'br', 'deflate', 'identity', 'x', 'br, gzip').map(value => ['content-encoding', value] as const),
  fc.constantFrom('100-continue', 'x').map(value => ['expect', value] as const),
  fc.constantFrom('chunked').map(value => ['transfer-encoding', value] as const),
  fc.constantFrom('evil.test', '[', 'a:99999').map(value => ['host', value] as const),
  fc.constantFrom('historico', ', historico;', 'x').map(value => ['prefer', value] as const),
  fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=5-1', 'bytes=99-', 'x').map(value => ['range', value] as const),
  fc.constantFrom('*', 'W/"x"', ',').map(value => ['if-none-match', value] as const),
  fc.constantFrom('https://evil.test', 'null', '').map(value => ['origin', value] as const),
  fc.constantFrom('1.2.3.4', '::1', 'x, y', ','.repeat(500)).map(value => ['x-forwarded-for', value] as const),
  fc.constantFrom('Bearer x', 'Bearer ', 'Basic YTpi', 'Bearer a.b.c', `Bearer ${'a'.repeat(4000)}`)
    .map(value => ['authorization', value] as const),
);

/** Requests to one call. */
export const requestsTo = (call: Documented, schemas: Schemas): fc.Arbitrary<Sent> => {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');
  const parts = fc.tuple(
    fc.tuple(...names.map(() => pathValue)), query(call.parameters, schemas), bodyOf(call, schemas), fc.array(oddHeader, {maxLength: 1}),
  );
  return parts.map(([values, search, body, headers]) => {
    const path = names.reduce((filled, name, index) => filled.replace(`{${name}}`, values[index] ?? ''), call.path);
    const all = {...body.headers, ...Object.fromEntries(headers)};
    return {method: call.method, url: `/api${path}${search}`, payload: body.payload, headers: all};
  });
};
