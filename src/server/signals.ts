/** What asks a process of ours to end. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
