/** Viewer for pictures and PDFs, one at a time, with zoom (rules: Files 12, 13). */
import {useState, type KeyboardEvent, type ReactNode} from 'react';
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import RemoveIcon from '@mui/icons-material/Remove';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import {useIsPhone} from '../../../theme/useIsPhone.ts';
import {downloadSource, useDownload} from '../useDownload.ts';
import {PdfPage, usePdf} from './PdfPage.tsx';
import {IMAGE_NOT_SHOWN, Picture, useImage} from './Picture.tsx';
import {isPdf, type FileSource} from './viewable.ts';

const ZOOM_STEP = 1.5;
const MAX_ZOOM = 6;

interface Props {
  files: readonly FileSource[];
  first: FileSource;
  onClose: () => void;
}

export const FileViewer = ({files, first, onClose}: Props) => {
  const [open, setOpen] = useState(true);
  const [file, setFile] = useState(first);
  const [zoom, setZoom] = useState(0);
  const [page, setPage] = useState(1);
  const paged = isPdf(file.nomeArquivo);
  const {url, failed} = useImage(paged ? undefined : file);
  const {pdf, problem = failed ? IMAGE_NOT_SHOWN : undefined} = usePdf(paged ? file : undefined);
  const {fetching, runDownload} = useDownload<number>();
  const fullScreen = useIsPhone();
  const pages = pdf?.pageCount ?? 1;
  const zoomFactor = ZOOM_STEP ** zoom;
  const index = files.findIndex(candidate => candidate.id === file.id);
  const showNeighbour = (step: number) => {
    // Wraps around, so that the pressed button stays enabled and keeps the focus.
    const next = files[(index + step + files.length) % files.length];
    if (next === undefined) return;
    setFile(next);
    setZoom(0);
    setPage(1);
  };
  const showPage = (to: number) => setPage(Math.min(Math.max(to, 1), pages));
  const zoomIn = () => setZoom(Math.min(zoom + 1, MAX_ZOOM));
  const zoomOut = () => setZoom(Math.max(zoom - 1, 0));
  const keys: Readonly<Record<string, () => void>> = {
    'ArrowLeft': () => showNeighbour(-1), 'ArrowRight': () => showNeighbour(1), '+': zoomIn, '=': zoomIn, '-': zoomOut,
    ...(pages > 1 ? {
      'PageUp': () => showPage(page - 1), 'PageDown': () => showPage(page + 1), 'Home': () => showPage(1), 'End': () => showPage(pages),
    } : {}),
  };
  const handleKey = (event: KeyboardEvent) => {
    const handler = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    // Arrow keys scroll an enlarged page instead.
    if (handler === undefined || (zoom > 0 && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    handler();
  };
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      fullWidth
      maxWidth="lg"
      fullScreen={fullScreen}
      onKeyDown={handleKey}
      slotProps={{transition: {onExited: onClose}, paper: {sx: {height: '100%'}}}}
    >
      <DialogTitle component="div" sx={{display: 'flex', alignItems: 'center', gap: 1, py: 1}}>
        <Box component="h2" sx={{font: 'inherit', m: 0, minWidth: 0, overflowWrap: 'anywhere'}}>{file.nomeArquivo}</Box>
        <IconButton autoFocus aria-label="Fechar" onClick={() => setOpen(false)} sx={{ml: 'auto'}}><CloseIcon /></IconButton>
      </DialogTitle>
      <DialogContent dividers sx={{display: 'flex', p: 0, bgcolor: 'background.default'}}>
        {problem !== undefined && <Typography role="alert" sx={{m: 'auto', p: 3}}>{problem}</Typography>}
        {url === undefined && pdf === undefined && problem === undefined && (
          <CircularProgress aria-label={`Carregando ${file.nomeArquivo}`} sx={{m: 'auto'}} />
        )}
        {url !== undefined && <Picture key={url} url={url} label={file.nomeArquivo} zoomFactor={zoomFactor} />}
        {pdf !== undefined && problem === undefined && <PdfPage key={file.id} pdf={pdf} number={page} zoomFactor={zoomFactor} />}
      </DialogContent>
      <DialogActions sx={{justifyContent: 'center', flexWrap: 'wrap', columnGap: 2, '& > div': {display: 'flex', alignItems: 'center'}}}>
        {files.length > 1 && (
          <Box>
            <Tool label="Arquivo anterior" onClick={() => showNeighbour(-1)}><PreviousIcon /></Tool>
            <Typography variant="body2" aria-live="polite">Arquivo {index + 1} de {files.length}</Typography>
            <Tool label="Próximo arquivo" onClick={() => showNeighbour(1)}><NextIcon /></Tool>
          </Box>
        )}
        {pages > 1 && (
          <Box sx={{order: {xs: 1, sm: 0}}}>
            <Tool label="Página anterior" off={page === 1} onClick={() => showPage(page - 1)}><UpIcon /></Tool>
            <Typography variant="body2" aria-live="polite">Página {page} de {pages}</Typography>
            <Tool label="Próxima página" off={page === pages} onClick={() => showPage(page + 1)}><DownIcon /></Tool>
          </Box>
        )}
        <Box>
          <Tool label="Diminuir" off={zoom === 0} onClick={zoomOut}><RemoveIcon /></Tool>
          <Tool label="Ampliar" off={zoom === MAX_ZOOM} onClick={zoomIn}><AddIcon /></Tool>
          <Tool
            label={`Baixar ${file.nomeArquivo}`}
            busy={fetching === file.id}
            onClick={() => void runDownload(file.id, () => downloadSource(file))}
          >
            <DownloadIcon />
          </Tool>
        </Box>
      </DialogActions>
    </Dialog>
  );
};

interface ToolProps {
  label: string;
  /** Disabled, but still focusable. */
  off?: boolean;
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}
const Tool = ({label, off: isOff = false, busy = false, children, onClick}: ToolProps) => (
  <IconButton
    aria-label={label}
    title={label}
    aria-disabled={isOff || undefined}
    loading={busy}
    onClick={onClick}
    sx={isOff ? {opacity: 0.4} : {}}
  >
    {children}
  </IconButton>
);
