/** The colours a status may have. The portal says what each looks like, in light and in dark. */
export const tones = ['azul', 'roxo', 'verdeAgua', 'cinza', 'indigo', 'ambar', 'verde', 'vermelho'] as const;
export type Tone = (typeof tones)[number];
