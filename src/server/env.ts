/** What the environment says (rules: Operation 1), checked once at start. The names are the variables' own. */
import addressparser from 'nodemailer/lib/addressparser';
import * as z from 'zod';
import {trimTrailingSlashes} from '../schema/paths.ts';

const text = z.string().trim();
const listed = (value: string): string[] => value.split(',').map(one => one.trim()).filter(one => one !== '');
const port = z.coerce.number().int().min(0).max(65_535);
const count = (max: number) => z.coerce.number().int().min(1).max(max);
const url = (protocols: RegExp) => text.pipe(z.url({protocol: protocols}));

/** The address of a portal elsewhere, as browsers send it: no path, no slash at its end. */
const origin = url(/^https?$/).transform((value, context) => {
  const parsed = new URL(value);
  if (parsed.pathname !== '/' || parsed.search !== '') context.addIssue({code: 'custom', message: 'origin'});
  return parsed.origin;
});

/** Where the portal finds the API: a path of its own origin, or another server's address. No slash at its end. */
const apiUrl = z.union([text.regex(/^\/[\w-]+(?:\/[\w.-]+)*\/?$/), url(/^https?$/).refine(value => {
  const parsed = URL.parse(value);
  return parsed?.search === '' && parsed.hash === '' && parsed.username === '';
})]).transform(trimTrailingSlashes);

const SECRET_LENGTH = 32;
/** What may sign tokens, wherever it is kept. */
export const signingSecret = text.min(SECRET_LENGTH);

/** How many proxies, or which: each an address or a network, never everybody's. */
const proxies = z.union([
  text.regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(32)),
  text.transform(listed).pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine(one => !one.endsWith('/0'))).min(1)),
]);

/** One address, with or without the name it is shown under: `Balcão <nao-responda@exemplo.com.br>`. */
const sender = text.transform((value, context) => {
  const [one, ...others] = addressparser(value, {flatten: true});
  if (one === undefined || others.length > 0 || /[\r\n]/.test(value) || !z.email().safeParse(one.address).success) {
    context.addIssue({code: 'custom', message: 'sender'});
    return z.NEVER;
  }
  return {name: one.name, address: one.address};
});

const yesOrNo = (otherwise: '0' | '1') => z.enum(['0', '1']).default(otherwise).transform(value => value === '1');

const shape = z.object({
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  /** Embedded database, uploaded files, signing key. */
  DATA_DIR: text.default('./data'),
  /** A bucket of an S3 store for the files, by its whole address, with what paths in it begin with; the folder otherwise. */
  S3_URL: url(/^https?$/).refine(value => {
    const {pathname, search, hash, username} = new URL(value);
    return /[^/]/.test(pathname) && search + hash + username === '';
  }).optional(),
  /** The names that every S3 client reads; without keys its own files and the machine's role count. */
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
  AWS_SESSION_TOKEN: text.optional(),
  AWS_REGION: text.optional(),
  /** Where new files go; those of the other are read there until they are moved. */
  FILES_IN: z.enum(['s3', 'pasta']).optional(),
  /** A PostgreSQL server instead of the embedded database. */
  DATABASE_URL: url(/^postgres(ql)?$/).optional(),
  /** Whether that server keeps statements prepared; a pooler before it may not be able to. */
  DATABASE_PREPARED: yesOrNo('1'),
  /** Base of links that leave the product, without a slash at its end. */
  PUBLIC_URL: url(/^https?$/).transform(trimTrailingSlashes).optional(),
  /** A mail server; without one mails are files in DATA_DIR. */
  SMTP_URL: url(/^smtps?$/).optional(),
  /** Whom mails are from. */
  MAIL_FROM: sender.optional(),
  JWT_SECRET: signingSecret.optional(),
  ADMIN_EMAIL: text.pipe(z.email()).optional(),
  ADMIN_PASSWORD: z.string().optional(),
  DEMO: yesOrNo('0'),
  /** Largest attachment, in MB. */
  UPLOAD_MAX_MB: count(10_240).default(25),
  /** Attachments of one ticket. */
  UPLOAD_MAX_FILES: count(1000).default(20),
  /** Origins that may call the API from a browser. */
  CORS_ORIGINS: text.transform(listed).pipe(z.array(origin)).default([]),
  /** The proxies in front, which alone may say for whom they call; none when absent. */
  TRUST_PROXY: proxies.optional(),
  /** Where metrics are read; nowhere when absent. */
  METRICS_PORT: port.optional(),
  /** The API that the portal was built for. */
  VITE_API_URL: apiUrl.default('/api'),
});

type Shape = z.infer<typeof shape>;
export type Env = Omit<Shape, 'PUBLIC_URL'> & {PUBLIC_URL: string};

const EXPECTED: Record<keyof Shape, string> = {
  PORT: 'um número de 0 a 65535',
  HOST: 'um nome ou endereço desta máquina',
  DATA_DIR: 'o caminho de uma pasta',
  S3_URL: 'o endereço de um bucket (https://s3.exemplo.com/balcao)',
  AWS_ACCESS_KEY_ID: 'uma chave de acesso',
  AWS_SECRET_ACCESS_KEY: 'o segredo de uma chave de acesso',
  AWS_SESSION_TOKEN: 'um token de sessão',
  AWS_REGION: 'uma região (us-east-1)',
  FILES_IN: 's3 ou pasta',
  DATABASE_URL: 'um endereço postgres://usuario:senha@servidor:5432/banco',
  DATABASE_PREPARED: '0 ou 1 (0: sem comandos preparados, atrás de um pooler que não os guarda)',
  PUBLIC_URL: 'um endereço http:// ou https://',
  SMTP_URL: 'um endereço smtp:// ou smtps:// (smtp://usuario:senha@servidor:587)',
  MAIL_FROM: 'um endereço de e-mail, com ou sem nome (Balcão <nao-responda@exemplo.com.br>)',
  JWT_SECRET: `um segredo de pelo menos ${SECRET_LENGTH} caracteres`,
  ADMIN_EMAIL: 'um endereço de e-mail',
  ADMIN_PASSWORD: 'uma senha',
  DEMO: '0 ou 1',
  UPLOAD_MAX_MB: 'um número inteiro de 1 a 10240',
  UPLOAD_MAX_FILES: 'um número inteiro de 1 a 1000',
  CORS_ORIGINS: 'origens como https://portal.exemplo.com.br, separadas por vírgula',
  TRUST_PROXY: 'o número de proxies na frente do servidor ou os endereços deles, separados por vírgula (10.0.0.1, 10.1.0.0/16)',
  METRICS_PORT: 'um número de 0 a 65535',
  VITE_API_URL: 'um caminho como /api ou um endereço como https://api.exemplo.com.br/api',
};

const sentenceOf = (name: keyof Shape): string => `${name} deve ser ${EXPECTED[name]}.`;

/**
 * The API that the portal is built for; a build needs no other variable.
 *
 * @throws Error with one Portuguese sentence when it is neither a path nor an address
 */
export const readApiUrl = ({VITE_API_URL: given}: Readonly<Record<string, string | undefined>>): string => {
  const result = shape.shape.VITE_API_URL.safeParse(given?.trim() === '' ? undefined : given);
  if (!result.success) throw new Error(sentenceOf('VITE_API_URL'));
  return result.data;
};

/**
 * Reads the variables; an empty one counts as absent (rules: Operation 1).
 *
 * @throws Error whose message has one Portuguese sentence for each variable that is wrong
 */
export const readEnv = (source: Readonly<Record<string, string | undefined>>): Env => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const result = shape.safeParse(given);
  const wrong = new Set(result.success ? [] : result.error.issues.map(issue => issue.path[0] as keyof Shape));
  const sentences = [...wrong].map(sentenceOf);
  if (given['NODE_ENV'] === 'production' && given['JWT_SECRET'] === undefined) {
    sentences.push('JWT_SECRET é obrigatória com NODE_ENV=production.');
  }
  const needs = (one: keyof Shape, ...others: (keyof Shape)[]): void => {
    if (given[one] === undefined || wrong.has(one)) return;
    sentences.push(...others.filter(other => given[other] === undefined).map(other => `${one} precisa de ${other}.`));
  };
  needs('ADMIN_PASSWORD', 'ADMIN_EMAIL');
  needs('FILES_IN', 'S3_URL');
  // What the machine has for other programs is nothing to us.
  if (given['S3_URL'] !== undefined) {
    needs('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY');
    needs('AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID');
  }
  // Mails leave this machine: an address that only this machine knows is of no use in them.
  needs('SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL');
  if (!result.success || sentences.length > 0) throw new Error(sentences.join('\n'));
  const host = result.data.HOST.includes(':') ? `[${result.data.HOST}]` : result.data.HOST;
  return {...result.data, PUBLIC_URL: result.data.PUBLIC_URL ?? `http://${host}:${result.data.PORT}`};
};
