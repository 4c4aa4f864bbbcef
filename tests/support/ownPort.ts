import {freePort} from '../../src/run/freePort.ts';

/**
 * Below those that systems give to whoever asks for any, as every connection does: 32768 and up on Linux, 49152 elsewhere; above
 * those that browsers refuse to call, of which 10080 is the highest.
 */
const [LOWEST, COUNT] = [11_000, 20_000];
/** For each process: what one has chosen another does not, whoever listens when. */
const OF_ONE = 40;
let chosen = 0;

/** A port of 127.0.0.1 that is free, and stays so for whoever lets it go and wants it again. */
export const ownPort = async (): Promise<number> => {
  for (;;) {
    const port = LOWEST + (process.pid * OF_ONE + chosen++) % COUNT;
    if (await freePort(port, '127.0.0.1') === port) return port;
  }
};
