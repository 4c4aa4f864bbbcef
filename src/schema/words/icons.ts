/** Icon names that a config may use. The portal draws each of them. */
export const iconNames = [
  'dashboard', 'empresa', 'fornecedor', 'caminhao', 'usuario', 'modelo', 'item', 'filial', 'ticket', 'etiqueta', 'inbox', 'signature',
  'headset', 'hourglass', 'robot', 'exclamation', 'check', 'cross', 'undo', 'stop', 'email', 'comentario', 'passar',
] as const;
export type IconName = (typeof iconNames)[number];
