/** Files chosen, photographed, dropped or pasted; real buttons, so that it needs no mouse. */
import {useId, useRef, type ChangeEvent, type ReactNode} from 'react';
import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {Refusal} from '../../../ui/Refusal.tsx';
import {useFilesOfPage} from './useFilesOfPage.ts';

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
        <Typography id={`${id}-limites`} variant="body2" color="text.secondary">
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
