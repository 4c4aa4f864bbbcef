/** The files that a list is exported as, by their name in the call. */
export const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type Formato = keyof typeof TYPES;

export const isFormato = (value: unknown): value is Formato => typeof value === 'string' && Object.hasOwn(TYPES, value);
