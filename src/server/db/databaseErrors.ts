/** PostgreSQL error codes (SQLSTATE) that mean trouble of the database, not of the call. */

export const LOCK_NOT_AVAILABLE = '55P03';
export const DEADLOCK_DETECTED = '40P01';
/** The connection broke, or the answer timed out. */
export const CONNECTION_FAILURE = '08006';
export const CANNOT_CONNECT = '08001';
/** A read-only server, such as a standby. */
export const READ_ONLY_TRANSACTION = '25006';
export const QUERY_CANCELED = '57014';
export const ADMIN_SHUTDOWN = '57P01';

/** Codes of an unavailable database: unreachable, shutting down, out of resources, read-only, or with failing files. */
export const UNAVAILABLE_CODES: readonly string[] = [
  CONNECTION_FAILURE, CANNOT_CONNECT, '08000', '08003', '08004', '08P01',
  ADMIN_SHUTDOWN, '57P02', '57P03', '57P04', '57P05', QUERY_CANCELED, '25P03', '25P04',
  '53000', '53200', '53300', '53400', READ_ONLY_TRANSACTION, '58000', '58030', '58P01', '58P02',
];

const codeOf = (error: unknown): string | undefined => (error as {code?: string} | null | undefined)?.code;

export const isDatabaseTimeout = (error: unknown): boolean => [QUERY_CANCELED, LOCK_NOT_AVAILABLE].includes(codeOf(error) ?? '');

/** True if an immediate retry would only wait again. */
export const isRetryPointless = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE || isDatabaseUnavailable(error);

export const isDeadlock = (error: unknown): boolean => codeOf(error) === DEADLOCK_DETECTED;

export const isDatabaseUnavailable = (error: unknown): boolean => UNAVAILABLE_CODES.includes(codeOf(error) ?? '');
