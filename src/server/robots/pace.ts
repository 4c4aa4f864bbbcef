/** How often a robot may ask this server for work. */
import {Refusal} from '../errors.ts';

const MOST_A_MINUTE = 600;
const MINUTE = 60_000;

/** @returns what counts a call of a robot. @throws (there) Refusal LIMITE above {@link MOST_A_MINUTE} */
export const createPace = (now = () => performance.now()): ((idUsuario: number) => void) => {
  let begun = now();
  let calls = new Map<number, number>();
  return id => {
    if (now() - begun >= MINUTE) {
      begun = now();
      calls = new Map();
    }
    const made = (calls.get(id) ?? 0) + 1;
    calls.set(id, made);
    if (made <= MOST_A_MINUTE) return;
    const sentence = `Este robô reservou mais de ${MOST_A_MINUTE} vezes em um minuto. Use "espera" em vez de perguntar de novo.`;
    throw new Refusal('LIMITE', sentence, {retryAfter: Math.max(1, Math.ceil((begun + MINUTE - now()) / 1000)), status: 429});
  };
};
