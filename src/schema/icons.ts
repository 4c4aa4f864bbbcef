/** Icons by the names the config uses; what each looks like is the portal's. */
export const iconNames = [
  'dashboard', 'empresa', 'fornecedor', 'caminhao', 'usuario', 'modelo', 'item', 'filial', 'ticket', 'inbox', 'signature', 'headset',
  'hourglass', 'robot', 'exclamation', 'check', 'cross', 'undo', 'stop', 'email',
] as const;
export type IconName = (typeof iconNames)[number];
