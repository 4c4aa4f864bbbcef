/** Steps of a robot, each with its verb for sentences: 'Robô começou', 'o robô começou'. */
export const ROBOT_MOVES = {
  reservar: 'começou', concluir: 'concluiu', falhar: 'falhou', liberar: 'devolveu', expirar: 'não respondeu',
} as const;
export type RobotMove = keyof typeof ROBOT_MOVES;
