/**
 * True for an error whose message is a sentence for the operator: a plain `Error`.
 * Errors of Node itself, such as a taken port, are plain too but have a code.
 */
export const isOperatorError = (error: unknown): error is Error => error instanceof Error && error.name === 'Error' && !('code' in error);
