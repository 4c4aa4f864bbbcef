/** A refused or failed call. Not react-admin's class, because the login loads no react-admin. */
export class HttpError extends Error {
  /** HTTP status; 0: no connection. */
  readonly status: number;
  readonly body: unknown;

  constructor(message: string, status: number, body: unknown = null) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
  }
}
