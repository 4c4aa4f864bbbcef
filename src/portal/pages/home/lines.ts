/** How the rows of a block look: a link, and what is said of it at the end. */
export const lines = {listStyle: 'none', m: 0, p: 0, display: 'grid'} as const;
export const line = {
  display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: {xs: 44, sm: 36}, py: 0.5,
  fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums',
} as const;
