/** A record's pictures in place, one at a time, as large as one needs them (rules: Files 12). */
import {useRef, useState, type KeyboardEvent, type ReactNode} from 'react';
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {Theme} from '@mui/material/styles';
import type {RecordFile} from '../../../schema/wire.ts';
import {useDownload} from './useDownload.ts';
import {useImage} from './useImage.ts';

const NOT_SHOWN = 'Esta imagem não pôde ser mostrada. Baixe o arquivo para abri-lo no seu computador.';
/** A press makes it so many times as large; so many presses at most. */
const STEP = 1.5;
const MOST = 6;

interface Props {
  /** The resource's name. */
  name: string;
  /** The record whose files they are. */
  id: number;
  /** Pictures alone, in their order. */
  files: readonly RecordFile[];
  /** The one that was asked for. */
  first: RecordFile;
  onClosed: () => void;
}

export const FileViewer = ({name, id, files, first, onClosed}: Props) => {
  const [open, setOpen] = useState(true);
  const [file, setFile] = useState(first);
  const [zoom, setZoom] = useState(0);
  const {url, failed} = useImage(name, id, file);
  const {fetching, fetchFile} = useDownload(name, id);
  const fullScreen = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const at = files.findIndex(one => one.id === file.id);
  const go = (step: number) => {
    // After the last is the first: what was pressed can be pressed again, and keeps the focus.
    const next = files[(at + step + files.length) % files.length];
    if (next === undefined) return;
    setFile(next);
    setZoom(0);
  };
  const larger = () => setZoom(Math.min(zoom + 1, MOST));
  const smaller = () => setZoom(Math.max(zoom - 1, 0));
  const keys: Readonly<Record<string, () => void>> = {
    'ArrowLeft': () => go(-1), 'ArrowRight': () => go(1), '+': larger, '=': larger, '-': smaller,
  };
  const press = (event: KeyboardEvent) => {
    const work = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    // What is larger than the window is moved with the arrows first.
    if (work === undefined || (zoom > 0 && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    work();
  };
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      fullWidth
      maxWidth="lg"
      fullScreen={fullScreen}
      aria-labelledby="imagem-titulo"
      onKeyDown={press}
      slotProps={{transition: {onExited: onClosed}, paper: {sx: {height: '100%'}}}}
    >
      <DialogTitle id="imagem-titulo" component="div" sx={{display: 'flex', alignItems: 'center', gap: 1, py: 1}}>
        <Box component="h2" sx={{font: 'inherit', m: 0, minWidth: 0, overflowWrap: 'anywhere'}}>{file.nomeArquivo}</Box>
        <IconButton autoFocus aria-label="Fechar" onClick={() => setOpen(false)} sx={{ml: 'auto'}}><CloseIcon /></IconButton>
      </DialogTitle>
      <DialogContent dividers sx={{display: 'flex', p: 0, bgcolor: 'background.default'}}>
        {failed && <Typography sx={{m: 'auto', p: 3}}>{NOT_SHOWN}</Typography>}
        {url === undefined && !failed && <CircularProgress aria-label={`Carregando ${file.nomeArquivo}`} sx={{m: 'auto'}} />}
        {url !== undefined && <Picture key={url} url={url} label={file.nomeArquivo} zoom={zoom} />}
      </DialogContent>
      <DialogActions sx={{justifyContent: 'center', flexWrap: 'wrap'}}>
        {files.length > 1 && (
          <>
            <Tool label="Imagem anterior" onClick={() => go(-1)}><PreviousIcon /></Tool>
            <Typography variant="body2" aria-live="polite">{at + 1} de {files.length}</Typography>
            <Tool label="Próxima imagem" onClick={() => go(1)}><NextIcon /></Tool>
          </>
        )}
        <Tool label="Diminuir" off={zoom === 0} onClick={smaller}><RemoveIcon /></Tool>
        <Tool label="Ampliar" off={zoom === MOST} onClick={larger}><AddIcon /></Tool>
        <Tool label={`Baixar ${file.nomeArquivo}`} busy={fetching === file.id} onClick={() => void fetchFile(file)}><DownloadIcon /></Tool>
      </DialogActions>
    </Dialog>
  );
};

interface ToolProps {
  label: string;
  /** It does nothing now, and keeps the focus that it has. */
  off?: boolean;
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}
const Tool = ({label, off = false, busy = false, children, onClick}: ToolProps) => (
  <IconButton
    aria-label={label}
    title={label}
    aria-disabled={off || undefined}
    loading={busy}
    onClick={onClick}
    sx={off ? {opacity: 0.4} : {}}
  >
    {children}
  </IconButton>
);

/** As much of the place as it fills without being made larger, and so many times that. */
const Picture = ({url, label, zoom}: {url: string; label: string; zoom: number}) => {
  const place = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState<number>();
  const [broken, setBroken] = useState(false);
  if (broken) return <Typography role="alert" sx={{m: 'auto', p: 3}}>{NOT_SHOWN}</Typography>;
  const measure = ({naturalWidth, naturalHeight}: HTMLImageElement) => {
    const {clientWidth = 0, clientHeight = 0} = place.current ?? {};
    setFits(naturalWidth * Math.min(1, clientWidth / naturalWidth, clientHeight / naturalHeight));
  };
  const size = fits === undefined ? {visibility: 'hidden'} as const : {width: fits * STEP ** zoom};
  return (
    // Focusable: what is larger than the window is moved by keys, too.
    <Box
      ref={place}
      tabIndex={zoom > 0 ? 0 : undefined}
      role="group"
      aria-label="Imagem"
      sx={{display: 'flex', flex: 1, minWidth: 0, overflow: 'auto'}}
    >
      <img
        src={url}
        alt={label}
        onLoad={event => measure(event.currentTarget)}
        onError={() => setBroken(true)}
        style={{margin: 'auto', maxWidth: 'none', flexShrink: 0, ...size}}
      />
    </Box>
  );
};
