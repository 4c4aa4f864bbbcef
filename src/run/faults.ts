/** Files that are not as they should be, as lines for a person. */
import type {Fault} from '../server/backup/manifest.ts';

const SHOWN = 20;

/** @param all what is told; beyond the first ones only how many */
export const some = (all: readonly string[]): string[] => {
  const lines = all.slice(0, SHOWN).map(line => `  ${line}`);
  return all.length > SHOWN ? [...lines, `  e mais ${all.length - SHOWN}`] : lines;
};

export const faultLines = (faults: readonly Fault[]): string[] =>
  some(faults.map(({de, registro, chave, motivo}) => `${de} ${registro}, ${chave}: ${motivo}`));
