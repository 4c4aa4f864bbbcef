/** A robot's moves, and what is said of the robot: 'Robô começou', 'o robô começou'. */
export const ROBOT_MOVES = {
  reservar: 'começou', concluir: 'concluiu', falhar: 'falhou', liberar: 'devolveu', expirar: 'não respondeu',
} as const;
export type RobotMove = keyof typeof ROBOT_MOVES;
