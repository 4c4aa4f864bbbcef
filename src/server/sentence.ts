/**
 * Whether an error is for a person to read and mend: a plain `Error` has a sentence for a message. Errors of Node itself
 * (a taken port, a full disk) are plain too, but carry a code.
 */
export const isSentence = (error: unknown): error is Error => error instanceof Error && error.name === 'Error' && !('code' in error);
