/** A call that stands still half way: its body stops where the test says. */
import {once} from 'node:events';
import {request} from 'node:http';
import {buffer} from 'node:stream/consumers';
import {fillPath, parseEndpoint} from '../../../src/schema/paths.ts';
import {callOf, type Act, type Story} from './ledger.ts';

export interface Stalled {
  /** Sends the rest. @returns the status and body of the answer */
  finish(): Promise<{status: number; body: unknown}>;
}

/**
 * Begins to send an act that carries files, and stops.
 *
 * @param bytes of the first file that are sent; 0: everything before its first byte
 * @returns once the server has read the headers and the rest has left for it
 */
export const stall = async (base: string, story: Story, act: Act, bytes: number): Promise<Stalled> => {
  const {form, headers = {}, params = {}} = callOf(story, act);
  const {method, path} = parseEndpoint(act.endpoint);
  const encoded = new Response(form ?? null);
  const body = Buffer.from(await encoded.arrayBuffer());
  const end = body.indexOf(act.files[0]?.bytes ?? '') + bytes;
  const call = request(`${base}/api/${fillPath(path, params)}`, {
    method, agent: false,
    headers: {
      ...headers, authorization: `Bearer ${act.as.token}`, expect: '100-continue',
      'content-type': encoded.headers.get('content-type') ?? '', 'content-length': body.length,
    },
  });
  const answer = once(call, 'response').then(async ([response]) => ({
    status: Number(response.statusCode), body: JSON.parse(String(await buffer(response))) as unknown,
  }));
  // Who kills the server does not wait for it.
  answer.catch(() => {});
  call.flushHeaders();
  await Promise.race([once(call, 'continue'), answer]);
  call.write(body.subarray(0, end));
  return {
    finish: () => {
      call.end(body.subarray(end));
      return answer;
    },
  };
};
