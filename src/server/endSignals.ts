export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
