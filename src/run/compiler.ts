/** How the compiler, and the lint that asks it for types, are run: for little of the processor. */
import {availableParallelism} from 'node:os';

/**
 * Added to their environment. They are over before a collection of memory pays: without any they take three quarters of the time, and a
 * quarter more memory. It is collected when there is that much of it.
 */
export const COMPILING = {GOGC: 'off', GOMEMLIMIT: '2GiB'};

/** In one thread: several check much of the same, each for itself. */
export const IN_ONE_THREAD = '--singleThreaded';

/** The sooner with several threads where each has a processor that nothing else needs. */
export const threading = (): readonly string[] => (availableParallelism() < 4 ? [IN_ONE_THREAD] : []);
