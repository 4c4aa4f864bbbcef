/** The sentences that the product says by name, whatever the resource: each has to be there. */
import * as z from 'zod';

const sentence = z.string().min(1);

/** About files; a resource may say any of them in words of its own. */
export const fileSentences = z.strictObject({
  one: sentence, many: sentence, save: sentence, noFile: sentence, noType: sentence, noBranch: sentence,
  sameType: sentence, needed: sentence, tooMany: sentence, confirmDelete: sentence, empty: sentence, content: sentence,
  deleted: sentence, added: sentence, oneOnly: sentence, unwritable: sentence, unreadable: sentence, missing: sentence,
  elsewhere: sentence, tooLarge: sentence, archive: sentence,
});
export type FileSentence = keyof z.infer<typeof fileSentences>;

/** Of signing in, passwords, toasts and what went wrong (rules: Errors 1). */
export const generalSentences = z.strictObject({
  offline: sentence, unauthorized: sentence, notFound: sentence, failed: sentence, loginRefused: sentence,
  loginBoth: sentence, loginUser: sentence, loginPassword: sentence, loginUserInline: sentence,
  loginPasswordInline: sentence, passwordChanged: sentence, passwordReset: sentence, resetSent: sentence,
  resetEmail: sentence, formEmpty: sentence, toastError: sentence, toastSuccess: sentence, toastWarning: sentence,
});
export type GeneralSentence = keyof z.infer<typeof generalSentences>;
