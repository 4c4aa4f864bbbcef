/** A restore that did not end. */
import {existsSync} from 'node:fs';
import {restoringFolder} from './places.ts';

/** Keeps the server from starting on half a restore. @throws Error, one Portuguese sentence */
export const refuseHalfRestored = (dataDir: string): void => {
  if (existsSync(restoringFolder(dataDir))) {
    throw new Error(`A restauração em ${dataDir} não terminou: espere por ela ou, se foi interrompida, rode npm run restore de novo.`);
  }
};
