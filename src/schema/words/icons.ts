/** The icons a config may name. The portal draws each of them; a name that is not here is a mistake. */
export const iconNames = [
  'dashboard', 'empresa', 'fornecedor', 'caminhao', 'usuario', 'modelo', 'item', 'filial', 'ticket', 'etiqueta', 'inbox', 'signature',
  'headset', 'hourglass', 'robot', 'exclamation', 'check', 'cross', 'undo', 'stop', 'email', 'comentario', 'passar',
] as const;
export type IconName = (typeof iconNames)[number];
