/** Props of a `Popover` or `Menu` that opens beneath its button, right edges aligned. */
export const OPENS_BELOW = {
  anchorOrigin: {vertical: 'bottom', horizontal: 'right'}, transformOrigin: {vertical: 'top', horizontal: 'right'},
} as const;
