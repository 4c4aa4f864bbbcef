/** PostgreSQL error codes (SQLSTATE) that mean trouble of the database, not of the call. */

/** A lock was not granted within `lock_timeout`. */
export const HELD = '55P03';
/** The connection broke, or the answer timed out. */
export const BROKEN = '08006';
/** The connection could not be established. */
export const UNREACHED = '08001';
/** A read-only server, such as a standby. */
export const READ_ONLY = '25006';
/** A statement exceeded its timeout. */
export const CANCELED = '57014';
/** The server shuts down. */
export const STOPPED = '57P01';

/** Codes of an unavailable database: unreachable, shutting down, out of resources, read-only, or with failing files. */
export const OUT: readonly string[] = [
  BROKEN, UNREACHED, '08000', '08003', '08004', '08P01',
  STOPPED, '57P02', '57P03', '57P04', '57P05', CANCELED, '25P03', '25P04',
  '53000', '53200', '53300', '53400', READ_ONLY, '58000', '58030', '58P01', '58P02',
];

const codeOf = (error: unknown): string | undefined => (error as {code?: string} | null | undefined)?.code;

/** True if a statement or lock timeout ended the statement. */
export const isLate = (error: unknown): boolean => [CANCELED, HELD].includes(codeOf(error) ?? '');

/** True if an immediate retry would only wait again. */
export const isStuck = (error: unknown): boolean => codeOf(error) === HELD || isOut(error);

export const isOut = (error: unknown): boolean => OUT.includes(codeOf(error) ?? '');
