/** Files chosen, photographed, dropped or pasted; real buttons, so that it needs no mouse. */
import {
  useEffectEvent, useId, useLayoutEffect, useRef, useState, type ChangeEvent, type ReactNode, type Ref, type RefObject,
} from 'react';
import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {Refusal} from '../../ui/Refusal.tsx';

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true;

/** Whether somebody pastes into a text: what has text as well (a cell of a sheet comes with its picture) is meant as text there. */
const isTyped = ({target, clipboardData}: ClipboardEvent): boolean =>
  target instanceof Element && target.matches('input, textarea, [contenteditable]') && clipboardData?.types.includes('text/plain') === true;

/** A place that takes files says how many: `SEVERAL`, or one. */
const PLACE = 'data-arquivos';
const SEVERAL = 'varios';

/** Whether what is pasted is meant for this place: the one that somebody is in; else the one that takes several, or the only one. */
const isMeant = (place: Element | null): boolean => {
  const places = [...document.querySelectorAll(`[${PLACE}]`)].filter(one => one.closest('[aria-hidden="true"]') === null);
  const several = places.find(one => one.getAttribute(PLACE) === SEVERAL);
  const meant = places.find(one => one.contains(document.activeElement)) ?? several ?? (places.length === 1 ? places[0] : undefined);
  return meant === place;
};

/**
 * Files that are dropped or pasted anywhere on a page with a place for them (rules: Files 10).
 *
 * @param place what takes them; the section or the field around it does, too. Behind a dialog it takes none
 * @returns whether files are held over it
 */
const useFilesOfPage = (
  place: RefObject<HTMLElement | null>, enabled: boolean, onFiles: (files: readonly File[]) => void,
): boolean => {
  const [over, setOver] = useState(false);
  const takeFiles = useEffectEvent((files: FileList) => onFiles([...files]));
  // As soon as it is seen to take files it does.
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const isReached = (): boolean => place.current?.closest('[aria-hidden="true"]') === null;
    const isOver = ({target}: DragEvent): boolean =>
      target instanceof Node && (place.current?.closest('section, [role="group"]') ?? place.current)?.contains(target) === true;
    // Beside it they are not for the browser to open either: the page, and all that is typed into it, would be gone.
    const drag = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer) || !isReached()) return;
      // Another place of the page may take them.
      const isFirst = !event.defaultPrevented;
      event.preventDefault();
      setOver(isOver(event));
      if (event.dataTransfer && (isOver(event) || isFirst)) event.dataTransfer.dropEffect = isOver(event) ? 'copy' : 'none';
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
      if (files === undefined || files.length === 0 || isTyped(event) || !isReached() || !isMeant(place.current)) return;
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
  /** It is for the one file of a field. */
  field?: {
    /** A screen may have several, each called by what it takes. */
    label: string;
    id: string;
    inputRef: Ref<HTMLButtonElement>;
    describedBy: string | undefined;
    /** What its button says. */
    says: string;
    busy: boolean;
    /** The file itself, before the buttons, and what else can be done with it, after them. */
    file: ReactNode;
    doings: ReactNode;
  };
  /** What was chosen and what follows: files held over any of it are meant for it. */
  children?: ReactNode;
}

export const DropZone = ({onFiles, disabled: off = false, limits, problem, field, children}: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const any = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const own = useId();
  const {id = own, says = 'Escolher arquivo', busy = false} = field ?? {};
  const disabled = off || busy;
  // Fingers drag no files, and what has no mouse has a camera.
  const byHand = useMediaQuery('(pointer: coarse)', {noSsr: true});
  const over = useFilesOfPage(place, !disabled, onFiles);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // The same file can be chosen again after it was removed or corrected.
    event.target.value = '';
  };
  const hidden = {
    type: 'file', tabIndex: -1, disabled, style: visuallyHidden, onChange: chosen, 'aria-describedby': `${id}-limites ${id}-problema`,
  } as const;
  const called = (text: string) => (field === undefined ? text : `${text}: ${field.label}`);
  return (
    <Box
      ref={place}
      {...(!disabled && {[PLACE]: field === undefined ? SEVERAL : ''})}
      sx={{display: 'flex', flexDirection: 'column', gap: field === undefined ? 2 : 0.5, containerType: 'inline-size'}}
    >
      <Box
        sx={{
          display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, p: field === undefined ? 2 : 1, borderRadius: 1,
          border: '1px dashed', borderColor: over ? 'primary.main' : 'divider', bgcolor: over ? 'action.hover' : 'transparent',
          transition: 'background-color 120ms',
        }}
      >
        {field?.file}
        <Button
          {...(field && {id, ref: field.inputRef})}
          aria-describedby={[problem && `${id}-problema`, field?.describedBy].filter(Boolean).join(' ') || undefined}
          aria-label={called(says)}
          variant="outlined"
          startIcon={<UploadIcon />}
          loading={busy}
          disabled={off}
          onClick={() => any.current?.click()}
        >
          {says}
        </Button>
        {byHand && (
          <Button
            aria-label={called('Tirar foto')}
            variant="outlined"
            startIcon={<CameraIcon />}
            disabled={disabled}
            onClick={() => camera.current?.click()}
          >
            Tirar foto
          </Button>
        )}
        {field?.doings}
        {/* The limits come later, and move nothing. */}
        <Typography id={`${id}-limites`} variant="body2" color="text.secondary" sx={{minHeight: '2lh', alignContent: 'center'}}>
          {[...(byHand ? [] : ['ou arraste ou cole aqui.']), ...(limits === undefined ? [] : [limits])].join(' ')}
        </Typography>
        <input ref={any} {...hidden} multiple={field === undefined} aria-label={called('Arquivo')} />
        {byHand && <input ref={camera} {...hidden} accept="image/*" capture="environment" aria-label={called('Foto')} />}
      </Box>
      <Box id={`${id}-problema`} aria-live="polite" sx={{'&:empty': {display: 'none'}}}>
        {problem !== undefined && <Refusal>{problem}</Refusal>}
      </Box>
      {children}
    </Box>
  );
};
