/** One of several who lock a folder in the same moment, many times: a worker of `tests/server/lock.test.ts`. */
import {workerData} from 'node:worker_threads';
import {lockFolder} from '../../src/server/db/connection/folderLock.ts';

export interface AtOnce {
  dataDir: string;
  folder: string;
  /** How many are there, and how many had it, of each round. */
  there: Int32Array;
  had: Int32Array;
  workers: number;
}

const {dataDir, folder, there, had, workers} = workerData as AtOnce;
for (let round = 0; round < had.length; round++) {
  Atomics.add(there, round, 1);
  while (Atomics.load(there, round) < workers);
  try {
    const lock = lockFolder(dataDir, folder);
    Atomics.add(had, round, 1);
    lock.release();
  } catch {
    // Refused, as one of them may be.
  }
}
