/** Environment variables (rules: Operation 1), validated once at start. */
import addressparser from 'nodemailer/lib/addressparser';
import * as z from 'zod';
import {trimTrailingSlashes} from '../schema/paths.ts';

const text = z.string().trim();
const splitList = (value: string): string[] => value.split(',').map(item => item.trim()).filter(item => item !== '');
const port = z.coerce.number().int().min(0).max(65_535);
const count = (max: number) => z.coerce.number().int().min(1).max(max);
const url = (protocols: RegExp) => text.pipe(z.url({protocol: protocols}));

/** Origin of a portal elsewhere: no path, no trailing slash. */
const origin = url(/^https?$/).transform((value, context) => {
  const parsed = new URL(value);
  if (parsed.pathname !== '/' || parsed.search !== '') context.addIssue({code: 'custom', message: 'origin'});
  return parsed.origin;
});

/** Base of the API for the portal: a path of its own origin, or an absolute URL. */
const apiUrl = z.union([text.regex(/^\/[\w-]+(?:\/[\w.-]+)*\/?$/), url(/^https?$/).refine(value => {
  const parsed = URL.parse(value);
  return parsed?.search === '' && parsed.hash === '' && parsed.username === '';
})]).transform(trimTrailingSlashes);

const SECRET_LENGTH = 32;
export const signingSecret = text.min(SECRET_LENGTH);

/** Number of proxies, or their addresses and networks, never all of them. */
const proxies = z.union([
  text.regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(32)),
  text.transform(splitList)
    .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine(address => !address.endsWith('/0'))).min(1)),
]);

/** E-mail address with an optional name: `Balcão <nao-responda@exemplo.com.br>`. */
const sender = text.transform((value, context) => {
  const [mailbox, ...furtherMailboxes] = addressparser(value, {flatten: true});
  if (mailbox === undefined || furtherMailboxes.length > 0 || /[\r\n]/.test(value) || !z.email().safeParse(mailbox.address).success) {
    context.addIssue({code: 'custom', message: 'sender'});
    return z.NEVER;
  }
  return {name: mailbox.name, address: mailbox.address};
});

const yesOrNo = (defaultValue: '0' | '1') => z.enum(['0', '1']).default(defaultValue).transform(value => value === '1');

const shape = z.object({
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('./data'),
  /** URL of an S3 bucket for files, with an optional prefix; without it a folder. */
  S3_URL: url(/^https?$/).refine(value => {
    const {pathname, search, hash, username} = new URL(value);
    return /[^/]/.test(pathname) && search + hash + username === '';
  }).optional(),
  /** Standard names of S3 clients; without keys their own files and the machine's role apply. */
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
  AWS_SESSION_TOKEN: text.optional(),
  AWS_REGION: text.optional(),
  /** Storage of new files; files of the other one are read there until moved. */
  FILES_IN: z.enum(['s3', 'pasta']).optional(),
  DATABASE_URL: url(/^postgres(ql)?$/).optional(),
  /** False where a pooler cannot keep prepared statements. */
  DATABASE_PREPARED: yesOrNo('1'),
  /** Base URL of links in mails. */
  PUBLIC_URL: url(/^https?$/).transform(trimTrailingSlashes).optional(),
  /** Mail server; without it mails are files in DATA_DIR. */
  SMTP_URL: url(/^smtps?$/).optional(),
  MAIL_FROM: sender.optional(),
  JWT_SECRET: signingSecret.optional(),
  ADMIN_EMAIL: text.pipe(z.email()).optional(),
  ADMIN_PASSWORD: z.string().optional(),
  DEMO: yesOrNo('0'),
  /** Largest attachment, in MB. */
  UPLOAD_MAX_MB: count(10_240).default(25),
  UPLOAD_MAX_FILES: count(1000).default(20),
  /** Origins allowed to call the API from a browser (CORS). */
  CORS_ORIGINS: text.transform(splitList).pipe(z.array(origin)).default([]),
  /** Trusted proxies in front of the server; none by default. */
  TRUST_PROXY: proxies.optional(),
  /** Lets webhooks reach private addresses of the own network. */
  WEBHOOK_PRIVATE: yesOrNo('0'),
  /** Port of metrics; none by default. */
  METRICS_PORT: port.optional(),
  VITE_API_URL: apiUrl.default('/api'),
});

type Shape = z.infer<typeof shape>;
export type Env = Omit<Shape, 'PUBLIC_URL'> & {
  PUBLIC_URL: string;
  /** All variables that are set, for those that the config names. */
  variables: Readonly<Record<string, string | undefined>>;
};

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
  WEBHOOK_PRIVATE: '0 ou 1 (1: webhooks a endereços privados da própria rede)',
  METRICS_PORT: 'um número de 0 a 65535',
  VITE_API_URL: 'um caminho como /api ou um endereço como https://api.exemplo.com.br/api',
};

const sentenceOf = (name: keyof Shape): string => `${name} deve ser ${EXPECTED[name]}.`;

/**
 * Reads the API of the portal's build, which needs no other variable.
 *
 * @throws Error, one Portuguese sentence, for an invalid value
 */
export const readApiUrl = ({VITE_API_URL: value}: Readonly<Record<string, string | undefined>>): string => {
  const result = shape.shape.VITE_API_URL.safeParse(value?.trim() === '' ? undefined : value);
  if (!result.success) throw new Error(sentenceOf('VITE_API_URL'));
  return result.data;
};

/**
 * Reads the variables; an empty one counts as absent (rules: Operation 1).
 *
 * @throws Error with a Portuguese sentence for each invalid variable
 */
export const readEnv = (source: Readonly<Record<string, string | undefined>>): Env => {
  const variables = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const result = shape.safeParse(variables);
  const invalidNames = new Set(result.success ? [] : result.error.issues.map(issue => issue.path[0] as keyof Shape));
  const sentences = [...invalidNames].map(sentenceOf);
  if (variables['NODE_ENV'] === 'production' && variables['JWT_SECRET'] === undefined) {
    sentences.push('JWT_SECRET é obrigatória com NODE_ENV=production.');
  }
  const requires = (name: keyof Shape, ...required: (keyof Shape)[]): void => {
    if (variables[name] === undefined || invalidNames.has(name)) return;
    sentences.push(...required.filter(requiredName => variables[requiredName] === undefined)
      .map(requiredName => `${name} precisa de ${requiredName}.`));
  };
  requires('ADMIN_PASSWORD', 'ADMIN_EMAIL');
  requires('FILES_IN', 'S3_URL');
  // Without S3_URL, AWS variables belong to other programs.
  if (variables['S3_URL'] !== undefined) {
    requires('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY');
    requires('AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID');
  }
  // Links in mails need an address that is known beyond this machine.
  requires('SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL');
  if (!result.success || sentences.length > 0) throw new Error(sentences.join('\n'));
  const host = result.data.HOST.includes(':') ? `[${result.data.HOST}]` : result.data.HOST;
  return {...result.data, variables, PUBLIC_URL: result.data.PUBLIC_URL ?? `http://${host}:${result.data.PORT}`};
};
