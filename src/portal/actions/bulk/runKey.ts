/** Where is kept what was done to many before the page went in the middle of it. */
export const keyOf = (user: number): string => `lote.${user}`;

/** Whether there is something to say of it. */
export const hasRun = (user: number): boolean => sessionStorage.getItem(keyOf(user)) !== null;
