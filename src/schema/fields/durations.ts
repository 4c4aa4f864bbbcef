/** Durations in Portuguese. Separate from `dates.ts`, because lists load that one. */
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400] as const;

/** Formats seconds: '45 s', '40 min', '2 h 5 min', '3 dias'. */
export const formatDuration = (seconds: number): string => {
  if (seconds < MINUTE) return `${Math.floor(seconds)} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds >= 2 * DAY) return `${Math.floor(seconds / DAY)} dias`;
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  return `${Math.floor(seconds / HOUR)} h${minutes === 0 ? '' : ` ${minutes} min`}`;
};
