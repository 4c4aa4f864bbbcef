/** Files chosen, photographed, dropped or pasted; real buttons, so that it needs no mouse. */
import {useEffect, useEffectEvent, useId, useRef, useState, type ChangeEvent, type ReactNode, type RefObject} from 'react';
import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {Refusal} from '../../../ui/Refusal.tsx';

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true;

/** Whether somebody pastes into a text: what has text as well (a cell of a sheet comes with its picture) is meant as text there. */
const isTyped = ({target, clipboardData}: ClipboardEvent): boolean =>
  target instanceof Element && target.matches('input, textarea, [contenteditable]') && clipboardData?.types.includes('text/plain') === true;

/**
 * Files that are dropped or pasted anywhere on a page with a place for them (rules: Files 10).
 *
 * @param place what takes them; the section around it does, too. Behind a dialog it takes none
 * @returns whether files are held over it
 */
const useFilesOfPage = (
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

interface Props {
  onFiles: (files: readonly File[]) => void;
  disabled?: boolean;
  /** What is said beside the buttons: how large, how many. */
  limits: string | undefined;
  /** What is wrong with what was chosen. */
  problem: string | undefined;
  /** What was chosen and what follows: files held over any of it are meant for it. */
  children: ReactNode;
}

export const DropZone = ({onFiles, disabled = false, limits, problem, children}: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const any = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const id = useId();
  // Fingers drag no files, and what has no mouse has a camera.
  const byHand = useMediaQuery('(pointer: coarse)', {noSsr: true});
  const over = useFilesOfPage(place, !disabled, onFiles);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // The same file can be chosen again after it was removed or corrected.
    event.target.value = '';
  };
  const hidden = {type: 'file', tabIndex: -1, disabled, style: visuallyHidden, onChange: chosen} as const;
  return (
    <Box ref={place} sx={{display: 'flex', flexDirection: 'column', gap: 2, containerType: 'inline-size'}}>
      <Box
        sx={{
          display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, p: 2, borderRadius: 1, border: '1px dashed',
          borderColor: over ? 'primary.main' : 'divider', bgcolor: over ? 'action.hover' : 'transparent',
          transition: 'background-color 120ms',
        }}
      >
        <Button variant="outlined" startIcon={<UploadIcon />} disabled={disabled} onClick={() => any.current?.click()}>
          Escolher arquivo
        </Button>
        {byHand && (
          <Button variant="outlined" startIcon={<CameraIcon />} disabled={disabled} onClick={() => camera.current?.click()}>
            Tirar foto
          </Button>
        )}
        {/* The limits come later, and move nothing. */}
        <Typography id={`${id}-limites`} variant="body2" color="text.secondary" sx={{minHeight: '2lh', alignContent: 'center'}}>
          {[...(byHand ? [] : ['ou arraste ou cole aqui.']), ...(limits === undefined ? [] : [limits])].join(' ')}
        </Typography>
        <input ref={any} {...hidden} multiple aria-label="Arquivo" aria-describedby={`${id}-limites ${id}-problema`} />
        {byHand && <input ref={camera} {...hidden} accept="image/*" capture="environment" aria-label="Foto" />}
      </Box>
      <Box id={`${id}-problema`} aria-live="polite" sx={{'&:empty': {display: 'none'}}}>
        {problem !== undefined && <Refusal>{problem}</Refusal>}
      </Box>
      {children}
    </Box>
  );
};
