/** Units, signs and largest amount of a moment. Apart from its shape, because the portal carries no validation library. */
export const momentUnits = ['dias', 'horas', 'dias úteis', 'horas úteis'] as const;
export type MomentUnit = (typeof momentUnits)[number];

export const momentSigns = ['+', '-'] as const;
/** Largest amount of a moment. A larger one in a field leaves the moment empty. */
export const MAX_MOMENT_AMOUNT = 99_999;
