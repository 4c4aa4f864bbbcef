/** A call that was refused or could not be made. Our own: react-admin's comes with all of react-admin, which the login does without. */
export class HttpError extends Error {
  /** The server's; 0: no connection. */
  readonly status: number;
  readonly body: unknown;

  constructor(message: string, status: number, body: unknown = null) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
  }
}
