/** Without what may be left out, where it is. */
export type Filled<T, K extends keyof T> = Omit<T, K> & {readonly [P in K]-?: Exclude<T[P], undefined>};
