/** What a screen reader is told while a row is moved. */
import type {Announcements, ScreenReaderInstructions, UniqueIdentifier} from '@dnd-kit/core';

export const instructions: ScreenReaderInstructions = {
  draggable: 'Para mover o item, pressione espaço ou Enter. Mova-o com as setas. '
    + 'Pressione espaço ou Enter de novo para soltá-lo, ou Escape para desistir.',
};

export const announcements = (
  titleOf: (id: UniqueIdentifier) => string, placeOf: (id: UniqueIdentifier) => number, total: number,
): Announcements => ({
  onDragStart: ({active}) => `${titleOf(active.id)} foi pego, na posição ${placeOf(active.id)} de ${total}.`,
  onDragOver: ({active, over}) => (over === null
    ? `${titleOf(active.id)} está fora da lista.`
    : `${titleOf(active.id)} está na posição ${placeOf(over.id)} de ${total}.`),
  onDragEnd: ({active, over}) => (over === null
    ? `${titleOf(active.id)} voltou ao seu lugar.`
    : `${titleOf(active.id)} foi solto na posição ${placeOf(over.id)} de ${total}.`),
  onDragCancel: ({active}) => `${titleOf(active.id)} voltou ao seu lugar.`,
});
