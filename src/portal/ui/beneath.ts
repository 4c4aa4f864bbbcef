/** Where a menu or panel opens: beneath its button, their right edges in line. For a `Popover` or a `Menu`. */
export const BENEATH = {
  anchorOrigin: {vertical: 'bottom', horizontal: 'right'}, transformOrigin: {vertical: 'top', horizontal: 'right'},
} as const;
