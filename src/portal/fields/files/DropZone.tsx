/** A place for files: chosen, photographed, dropped or pasted; real buttons, so that it needs no mouse. */
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

/** Tells whether a paste into a text input is meant as text: a copied spreadsheet cell carries a picture too. */
const isTextPaste = ({target, clipboardData}: ClipboardEvent): boolean =>
  target instanceof Element && target.matches('input, textarea, [contenteditable]') && clipboardData?.types.includes('text/plain') === true;

const ZONE_ATTRIBUTE = 'data-arquivos';
const MULTIPLE = 'varios';

/** Tells whether a paste is meant for this zone: the focused one, else the one for several files, else the only one. */
const isPasteTarget = (zone: Element | null): boolean => {
  const zones = [...document.querySelectorAll(`[${ZONE_ATTRIBUTE}]`)]
    .filter(candidate => candidate.closest('[aria-hidden="true"]') === null);
  const multipleZone = zones.find(candidate => candidate.getAttribute(ZONE_ATTRIBUTE) === MULTIPLE);
  const target = zones.find(candidate => candidate.contains(document.activeElement))
    ?? multipleZone ?? (zones.length === 1 ? zones[0] : undefined);
  return target === zone;
};

/**
 * Handles files that are dropped or pasted anywhere on the page (rules: Files 10).
 *
 * @param zone the drop zone; its section or group counts as well. Behind a dialog it takes no files
 * @returns whether files are dragged over it
 */
const usePageFileDrop = (
  zone: RefObject<HTMLElement | null>, enabled: boolean, onFiles: (files: readonly File[]) => void,
): boolean => {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const takeFiles = useEffectEvent((files: FileList) => onFiles([...files]));
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const isReachable = (): boolean => zone.current?.closest('[aria-hidden="true"]') === null;
    const isOver = ({target}: DragEvent): boolean =>
      target instanceof Node && (zone.current?.closest('section, [role="group"]') ?? zone.current)?.contains(target) === true;
    // Also outside the zone, because the browser would open the file and lose the page with all typed values.
    const handleDragOver = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer) || !isReachable()) return;
      const isFirst = !event.defaultPrevented;
      event.preventDefault();
      setDraggedOver(isOver(event));
      if (event.dataTransfer && (isOver(event) || isFirst)) event.dataTransfer.dropEffect = isOver(event) ? 'copy' : 'none';
    };
    const handleDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDraggedOver(false);
    };
    const handleDrop = (event: DragEvent): void => {
      setDraggedOver(false);
      if (!hasFiles(event.dataTransfer) || !isReachable()) return;
      event.preventDefault();
      if (event.dataTransfer && isOver(event)) takeFiles(event.dataTransfer.files);
    };
    const handlePaste = (event: ClipboardEvent): void => {
      const files = event.clipboardData?.files;
      if (files === undefined || files.length === 0 || isTextPaste(event) || !isReachable() || !isPasteTarget(zone.current)) return;
      event.preventDefault();
      takeFiles(files);
    };
    document.addEventListener('dragover', handleDragOver);
    document.addEventListener('dragleave', handleDragLeave);
    document.addEventListener('drop', handleDrop);
    document.addEventListener('paste', handlePaste);
    return () => {
      document.removeEventListener('dragover', handleDragOver);
      document.removeEventListener('dragleave', handleDragLeave);
      document.removeEventListener('drop', handleDrop);
      document.removeEventListener('paste', handlePaste);
      setDraggedOver(false);
    };
  }, [zone, enabled]);
  return isDraggedOver;
};

interface Props {
  onFiles: (files: readonly File[]) => void;
  disabled?: boolean;
  limits: string | undefined;
  problem: string | undefined;
  field?: {
    label: string;
    id: string;
    inputRef: Ref<HTMLButtonElement>;
    describedBy: string | undefined;
    buttonLabel: string;
    busy: boolean;
    file: ReactNode;
    actions: ReactNode;
  };
  /** Content below; files dragged over it count as well. */
  children?: ReactNode;
}

export const DropZone = ({onFiles, disabled: isOff = false, limits, problem, field, children}: Props) => {
  const zone = useRef<HTMLDivElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const generatedId = useId();
  const {id = generatedId, buttonLabel = 'Escolher arquivo', busy: isBusy = false} = field ?? {};
  const disabled = isOff || isBusy;
  // Touch screens have a camera instead of drag and drop.
  const isTouch = useMediaQuery('(pointer: coarse)', {noSsr: true});
  const isDraggedOver = usePageFileDrop(zone, !disabled, onFiles);
  const handleChoice = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // Cleared, so that the same file can be chosen again.
    event.target.value = '';
  };
  const hiddenInputProps = {
    type: 'file', tabIndex: -1, disabled, style: visuallyHidden, onChange: handleChoice, 'aria-describedby': `${id}-limites ${id}-problema`,
  } as const;
  const accessibleName = (text: string) => (field === undefined ? text : `${text}: ${field.label}`);
  return (
    <Box
      ref={zone}
      {...(!disabled && {[ZONE_ATTRIBUTE]: field === undefined ? MULTIPLE : ''})}
      sx={{display: 'flex', flexDirection: 'column', gap: field === undefined ? 2 : 0.5, containerType: 'inline-size'}}
    >
      <Box
        sx={{
          display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, p: field === undefined ? 2 : 1, borderRadius: 1,
          border: '1px dashed', borderColor: isDraggedOver ? 'primary.main' : 'divider',
          bgcolor: isDraggedOver ? 'action.hover' : 'transparent', transition: 'background-color 120ms',
        }}
      >
        {field?.file}
        <Button
          {...(field && {id, ref: field.inputRef})}
          aria-describedby={[problem && `${id}-problema`, field?.describedBy].filter(Boolean).join(' ') || undefined}
          aria-label={accessibleName(buttonLabel)}
          variant="outlined"
          startIcon={<UploadIcon />}
          loading={isBusy}
          disabled={isOff}
          onClick={() => fileInput.current?.click()}
        >
          {buttonLabel}
        </Button>
        {isTouch && (
          <Button
            aria-label={accessibleName('Tirar foto')}
            variant="outlined"
            startIcon={<CameraIcon />}
            disabled={disabled}
            onClick={() => cameraInput.current?.click()}
          >
            Tirar foto
          </Button>
        )}
        {field?.actions}
        {/* The height is reserved, because the limits load later. */}
        <Typography id={`${id}-limites`} variant="body2" color="text.secondary" sx={{minHeight: '2lh', alignContent: 'center'}}>
          {[...(isTouch ? [] : ['ou arraste ou cole aqui.']), ...(limits === undefined ? [] : [limits])].join(' ')}
        </Typography>
        <input ref={fileInput} {...hiddenInputProps} multiple={field === undefined} aria-label={accessibleName('Arquivo')} />
        {isTouch && (
          <input ref={cameraInput} {...hiddenInputProps} accept="image/*" capture="environment" aria-label={accessibleName('Foto')} />
        )}
      </Box>
      <Box id={`${id}-problema`} aria-live="polite" sx={{'&:empty': {display: 'none'}}}>
        {problem !== undefined && <Refusal>{problem}</Refusal>}
      </Box>
      {children}
    </Box>
  );
};
