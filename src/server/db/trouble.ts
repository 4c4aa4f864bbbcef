/** PostgreSQL's own codes for a database that cannot do what is asked now, whoever asks. */

/** Another transaction holds the record for too long. */
export const HELD = '55P03';
/** The connection to the server broke, or its answer did not come in time. */
export const BROKEN = '08006';
/** No connection to the server came about. */
export const UNREACHED = '08001';
/** A server that only reads: a standby, or one that was made it. */
export const READ_ONLY = '25006';
/** A statement that took longer than it may. */
export const CANCELED = '57014';
/** The server went away. */
export const STOPPED = '57P01';

/** It does not answer, goes away, has no connection or memory left, only reads, or its files fail it. */
export const OUT: readonly string[] = [
  BROKEN, UNREACHED, '08000', '08003', '08004', '08P01',
  STOPPED, '57P02', '57P03', '57P04', '57P05', CANCELED, '25P03', '25P04',
  '53000', '53200', '53300', '53400', READ_ONLY, '58000', '58030', '58P01', '58P02',
];

const codeOf = (error: unknown): string | undefined => (error as {code?: string} | null | undefined)?.code;

/** Whether a statement was ended because it took too long, or waited so for another transaction. */
export const isLate = (error: unknown): boolean => [CANCELED, HELD].includes(codeOf(error) ?? '');

/** Whether asking again at once would only wait again. */
export const isStuck = (error: unknown): boolean => codeOf(error) === HELD || isOut(error);

/** Whether the database is not to be had now. */
export const isOut = (error: unknown): boolean => OUT.includes(codeOf(error) ?? '');
