// Como o cliente do Balcão para robôs pergunta ao servidor; é igual em todo kit.
export const SECOND = 1000;
const LONGEST_PAUSE = 30 * SECOND;
export const ANSWERS_WITHIN = 20 * SECOND;

/** What to try once more would not change; a sentence for whoever runs the robot. */
export class Refused extends Error {
  /** @param {string} message */
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

/** @param {string} text */
export const say = text => process.stdout.write(`${new Date().toLocaleTimeString('pt-BR')} ${text}\n`);

/**
 * Calls `over` after so long, or with the signal; what it answers calls it before.
 *
 * @param {number} ms
 * @param {AbortSignal | undefined} signal
 * @param {() => void} over
 */
const after = (ms, signal, over) => {
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    over();
  };
  const timer = setTimeout(end, ms);
  if (signal?.aborted) end();
  else signal?.addEventListener('abort', end);
  return end;
};
/** @type {(ms: number, signal?: AbortSignal) => Promise<false>} */
export const pause = (ms, signal) => new Promise(resolve => {
  after(ms, signal, () => resolve(false));
});

/**
 * @typedef {object} How
 * @property {object} [json]
 * @property {FormData} [form]
 * @property {Record<string, string>} [headers]
 * @property {number} [within] how long an answer may take
 * @property {number} [until] the instant after which nothing is tried again
 * @property {AbortSignal} [signal]
 */
/**
 * Asks the API; as long as no answer comes the same once more, with the same key: the server does it once and answers the same.
 *
 * @type {(to: {url: string, chave: string | undefined}) => (method: string, path: string, how?: How) => Promise<Buffer>}
 */
export const lineTo = ({url, chave}) => async (
  method, path, {json, form, headers, within = ANSWERS_WITHIN, until = Infinity, signal} = {},
) => {
  for (let tries = 0; ; tries++) {
    let wait = Math.min(LONGEST_PAUSE, SECOND * 2 ** tries);
    let failure;
    const ending = new AbortController();
    const over = after(within, signal, () => ending.abort());
    try {
      const answer = await fetch(`${url}/api/${path}`, {
        method, signal: ending.signal, ...((form ?? json) && {body: form ?? JSON.stringify(json)}),
        headers: {authorization: `Bearer ${chave}`, ...(json && {'content-type': 'application/json'}), ...headers},
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) return bytes;
      const {message = `O servidor respondeu ${answer.status}.`} = String(bytes).startsWith('{') ? JSON.parse(String(bytes)) : {};
      failure = new Refused(message, answer.status);
      const later = Number(answer.headers.get('retry-after') ?? -1);
      if (later >= 0) wait = later * SECOND;
      else if (answer.status < 500) throw failure;
    } catch (error) {
      if (error === failure || signal?.aborted) throw error;
      failure = error;
    } finally {
      over();
    }
    if (performance.now() + wait > until) throw failure;
    const why = failure instanceof Error ? failure.message : String(failure);
    if (tries > 0) say(`Sem resposta (${why}); nova tentativa em ${Math.round(wait / SECOND)} s.`);
    await pause(wait, signal);
  }
};
/** Nothing, where there is none. @param {Buffer} bytes */
export const jsonOf = bytes => (bytes.length === 0 ? undefined : JSON.parse(String(bytes)));
