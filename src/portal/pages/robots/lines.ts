/** How the lines of a block stand: what is said, and beside it, or beneath where there is no room, what can be done. */
export const lines = {listStyle: 'none', m: 0, p: 0} as const;
export const row = {
  display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2, rowGap: 0.5, py: 1,
  overflowWrap: 'anywhere', '& + &': {borderTop: 1, borderColor: 'divider'},
} as const;
