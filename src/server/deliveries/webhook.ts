/** A webhook as a destination: a signed POST as the Standard Webhooks specification says (docs: operations, Webhooks). */
import {createHmac} from 'node:crypto';
import {request as requestHttp} from 'node:http';
import {request as requestHttps} from 'node:https';
import type {Config} from '../../schema/shapes/config.ts';
import type {Env} from '../env.ts';
import {ATTEMPT_LIMIT_MS, type Destination, type Destinations} from '../sending/destination.ts';
import {lookupPublic, refusePrivateHost} from './privateAddresses.ts';

const SECOND_MS = 1000;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const [MIN_KEY_BYTES, MAX_KEY_BYTES] = [24, 64];

export interface WebhookTarget {
  url: URL;
  key: Buffer;
}

const readKey = (secret: string): Buffer | undefined => {
  const key = Buffer.from(SECRET.exec(secret)?.[1] ?? '', 'base64');
  return key.length >= MIN_KEY_BYTES && key.length <= MAX_KEY_BYTES ? key : undefined;
};

/**
 * Reads the addresses and secrets of the config's webhooks from the environment.
 *
 * @throws Error with a Portuguese sentence for each variable that is missing or does not fit
 */
export const readWebhookTargets = (
  {webhooks = {}}: Pick<Config, 'webhooks'>, {variables}: Pick<Env, 'variables'>,
): ReadonlyMap<string, WebhookTarget> => {
  const sentences: string[] = [];
  const targets = Object.entries(webhooks).map(([name, {to, secret}]): [string, WebhookTarget] => {
    const url = URL.parse(variables[to]?.trim() ?? '');
    const key = readKey(variables[secret]?.trim() ?? '');
    const refuse = (variable: string, expected: string): void => void sentences.push(variables[variable] === undefined
      ? `O webhook "${name}" precisa da variável de ambiente ${variable}: ${expected}.`
      : `${variable}, do webhook "${name}", deve ser ${expected}.`);
    const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '';
    if (!isWeb) refuse(to, 'um endereço https:// ou http://, sem usuário e senha');
    if (key === undefined) refuse(secret, `"whsec_" e de ${MIN_KEY_BYTES} a ${MAX_KEY_BYTES} bytes em base64`);
    return [name, {url: url ?? new URL('http://localhost'), key: key ?? Buffer.alloc(0)}];
  });
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
  return new Map(targets);
};

/** Signature of `id.timestamp.body`. */
export const signWebhook = (key: Buffer, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

/** A failed call in words, without the address, which may hold a secret. */
const failureText = (error: unknown, limit: AbortSignal): string => {
  if (limit.aborted) return 'não respondeu a tempo';
  const {code, message} = error as {code?: string; message?: string};
  return code === undefined ? message ?? 'erro desconhecido' : `sem conexão (${code})`;
};

interface WebhookOptions {
  allowsPrivate: boolean;
  timeLimitMs?: number;
}

/** Creates the destination of a webhook. An answer 2xx takes the delivery; redirects are not followed. */
export const createWebhook = ({url, key}: WebhookTarget, {allowsPrivate, timeLimitMs = ATTEMPT_LIMIT_MS}: WebhookOptions): Destination => ({
  deliver: async ({key: id, body}, signal) => {
    const text = JSON.stringify(body);
    const timestamp = Math.floor(Date.now() / SECOND_MS);
    const limit = AbortSignal.timeout(timeLimitMs);
    if (!allowsPrivate) refusePrivateHost(url);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const status = await new Promise<number>((resolve, reject) => {
      const call = send(url, {
        method: 'POST', agent: false, signal: AbortSignal.any([signal, limit]), ...(allowsPrivate ? {} : {lookup: lookupPublic}),
        headers: {
          'content-type': 'application/json', 'content-length': Buffer.byteLength(text), 'user-agent': 'Balcao-Webhook',
          'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signWebhook(key, id, timestamp, text),
        },
      }, response => {
        resolve(response.statusCode ?? 0);
        // The status says all; the rest of the answer is not read.
        response.on('error', () => {});
        response.destroy();
      });
      call.on('error', error => reject(new Error(failureText(error, limit), {cause: error})));
      call.end(text);
    });
    if (status < 200 || status > 299) throw new Error(`resposta ${status}`);
  },
});

/** Creates the destinations of all webhooks. @throws as {@link readWebhookTargets} */
export const createWebhooks = (config: Config, env: Env): Destinations => new Map([...readWebhookTargets(config, env)]
  .map(([name, target]) => [name, createWebhook(target, {allowsPrivate: env.WEBHOOK_PRIVATE})]));
