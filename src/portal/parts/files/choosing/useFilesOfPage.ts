/** Files that are dropped or pasted anywhere on a page with a place for them (rules: Files 10). */
import {useEffect, useEffectEvent, useState, type RefObject} from 'react';

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true;

/** Whether somebody pastes into a text: what has text as well (a cell of a sheet comes with its picture) is meant as text there. */
const isTyped = ({target, clipboardData}: ClipboardEvent): boolean =>
  target instanceof Element && target.matches('input, textarea, [contenteditable]') && clipboardData?.types.includes('text/plain') === true;

/**
 * @param place what takes them; the section around it does, too. Behind a dialog it takes none
 * @returns whether files are held over it
 */
export const useFilesOfPage = (
  place: RefObject<HTMLElement | null>, enabled: boolean, onFiles: (files: readonly File[]) => void,
): boolean => {
  const [over, setOver] = useState(false);
  const takeFiles = useEffectEvent((files: FileList) => onFiles([...files]));
  useEffect(() => {
    if (!enabled) return undefined;
    const isReached = (): boolean => place.current?.closest('[aria-hidden="true"]') === null;
    const isOver = ({target}: DragEvent): boolean =>
      target instanceof Node && (place.current?.closest('section') ?? place.current)?.contains(target) === true;
    // Beside it they are not for the browser to open either: the page, and all that is typed into it, would be gone.
    const drag = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer) || !isReached()) return;
      event.preventDefault();
      setOver(isOver(event));
      if (event.dataTransfer) event.dataTransfer.dropEffect = isOver(event) ? 'copy' : 'none';
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event.dataTransfer) || !isReached()) return;
      event.preventDefault();
      if (event.dataTransfer && isOver(event)) takeFiles(event.dataTransfer.files);
    };
    const paste = (event: ClipboardEvent): void => {
      const files = event.clipboardData?.files;
      if (files === undefined || files.length === 0 || isTyped(event) || !isReached()) return;
      event.preventDefault();
      takeFiles(files);
    };
    document.addEventListener('dragover', drag);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', drag);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
      setOver(false);
    };
  }, [place, enabled]);
  return over;
};
