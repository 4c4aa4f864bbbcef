/** Refusals that a person can do something with. */
import type {Answer} from '../../support/server.ts';

/** Try again, or call somebody: what is told while the server's own parts are away, or others change the same record. */
const isSentence = ({status, body}: Answer): boolean =>
  ((status === 500 && body.codigo === 'INDISPONIVEL') || (status === 400 && body.codigo === 'CONFLITO')) &&
  /^\p{Lu}.+\.$/u.test(body.message);

/** Those that tell nothing of use, as `{status, body}`. */
export const wordless = (answers: readonly Answer[]): unknown[] =>
  answers.filter(one => !isSentence(one)).map(({status, body}) => ({status, body: body as unknown}));
