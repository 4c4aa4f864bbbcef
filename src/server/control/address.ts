/** Where the running server listens to commands: a Unix socket in DATA_DIR. */
import {join, relative, resolve} from 'node:path';

/** What the address of a Unix socket may hold: 108 bytes with the one that ends it on Linux, 104 on macOS. */
const LIMIT = process.platform === 'linux' ? 107 : 103;

/**
 * The socket's path as the system takes it: absolute, or from where the process stands when only that is short enough.
 *
 * @returns undefined with the reason, one Portuguese sentence, where there cannot be one
 */
export const controlAddress = (dataDir: string): {path: string; reason?: never} | {path?: never; reason: string} => {
  if (process.platform === 'win32') return {reason: 'No Windows, os comandos backup, conferir e senha precisam do servidor parado.'};
  const whole = join(resolve(dataDir), 'controle.sock');
  const path = [whole, relative(process.cwd(), whole)].find(one => Buffer.byteLength(one) <= LIMIT);
  if (path !== undefined) return {path};
  return {
    reason: `O caminho ${whole} passa de ${LIMIT} caracteres: ` +
      'backup, conferir e senha precisam do servidor parado, ou de um DATA_DIR mais curto.',
  };
};
