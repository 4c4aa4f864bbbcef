/** What a link by mail is for, and how long it lives from when its mail leaves. */
const PURPOSES = {
  reset: {amount: 30, unit: 'minute'},
  /** The first password of somebody who was made without one. */
  convite: {amount: 3, unit: 'day'},
} as const;
export type Purpose = keyof typeof PURPOSES;

/** `30 minutos`. */
export const lifeInWords = (purpose: Purpose): string => {
  const {amount, unit} = PURPOSES[purpose];
  return new Intl.NumberFormat('pt-BR', {style: 'unit', unit, unitDisplay: 'long'}).format(amount);
};

/** As PostgreSQL reads an interval. */
export const lifeInSql = (purpose: Purpose): string => `${PURPOSES[purpose].amount} ${PURPOSES[purpose].unit}`;
