/** Whom a record can wait for. `autor`: who made it; `equipe`: whoever works it; `robo`. */
export const waiters = ['autor', 'equipe', 'robo'] as const;
export type Waiter = (typeof waiters)[number];

/** As a column names them. */
export const waiterNames: Record<Waiter, string> = {autor: 'Autor', equipe: 'Equipe', robo: 'Robô'};
