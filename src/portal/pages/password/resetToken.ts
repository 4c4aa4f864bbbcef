/**
 * The token of a reset link. It leaves the address at once, so that no screen, bookmark or history list shows it; the
 * history entry keeps it, for whoever reloads the page.
 */
const PARAMETER = 'token';

/** The token this page was opened with; '' for none. */
export const takeResetToken = (): string => {
  const {pathname, search} = window.location;
  const given = new URLSearchParams(search).get(PARAMETER);
  if (given !== null) window.history.replaceState({[PARAMETER]: given}, '', pathname);
  const kept: unknown = (window.history.state as Record<string, unknown> | null)?.[PARAMETER];
  return typeof kept === 'string' ? kept : '';
};
