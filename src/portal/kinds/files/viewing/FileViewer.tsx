/** Pictures and PDFs in place, one at a time, as large as one needs them (rules: Files 12, 13). */
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
import {usePhone} from '../../../theme/usePhone.ts';
import {saveSource, useDownload} from '../useDownload.ts';
import {PdfPage, usePdf} from './PdfPage.tsx';
import {NOT_SHOWN, Picture, useImage} from './Picture.tsx';
import {isPdf, type Source} from './viewable.ts';

/** A press makes it so many times as large; so many presses at most. */
const STEP = 1.5;
const MOST = 6;

interface Props {
  /** Those that can be shown, in their order. */
  files: readonly Source[];
  /** The one that was asked for. */
  first: Source;
  onClose: () => void;
}

export const FileViewer = ({files, first, onClose}: Props) => {
  const [open, setOpen] = useState(true);
  const [file, setFile] = useState(first);
  const [zoom, setZoom] = useState(0);
  const [page, setPage] = useState(1);
  const paged = isPdf(file.nomeArquivo);
  const {url, failed} = useImage(paged ? undefined : file);
  const {pdf, problem = failed ? NOT_SHOWN : undefined} = usePdf(paged ? file : undefined);
  const {fetching, during} = useDownload<number>();
  const fullScreen = usePhone();
  const pages = pdf?.pages ?? 1;
  const times = STEP ** zoom;
  const at = files.findIndex(one => one.id === file.id);
  const go = (step: number) => {
    // After the last is the first: what was pressed can be pressed again, and keeps the focus.
    const next = files[(at + step + files.length) % files.length];
    if (next === undefined) return;
    setFile(next);
    setZoom(0);
    setPage(1);
  };
  const turn = (to: number) => setPage(Math.min(Math.max(to, 1), pages));
  const larger = () => setZoom(Math.min(zoom + 1, MOST));
  const smaller = () => setZoom(Math.max(zoom - 1, 0));
  const keys: Readonly<Record<string, () => void>> = {
    'ArrowLeft': () => go(-1), 'ArrowRight': () => go(1), '+': larger, '=': larger, '-': smaller,
    ...(pages > 1 ? {
      'PageUp': () => turn(page - 1), 'PageDown': () => turn(page + 1), 'Home': () => turn(1), 'End': () => turn(pages),
    } : {}),
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
      onKeyDown={press}
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
        {url !== undefined && <Picture key={url} url={url} label={file.nomeArquivo} times={times} />}
        {pdf !== undefined && problem === undefined && <PdfPage key={file.id} pdf={pdf} number={page} times={times} />}
      </DialogContent>
      <DialogActions sx={{justifyContent: 'center', flexWrap: 'wrap', columnGap: 2, '& > div': {display: 'flex', alignItems: 'center'}}}>
        {files.length > 1 && (
          <Box>
            <Tool label="Arquivo anterior" onClick={() => go(-1)}><PreviousIcon /></Tool>
            <Typography variant="body2" aria-live="polite">Arquivo {at + 1} de {files.length}</Typography>
            <Tool label="Próximo arquivo" onClick={() => go(1)}><NextIcon /></Tool>
          </Box>
        )}
        {pages > 1 && (
          // Below, where all of them have no room in one line.
          <Box sx={{order: {xs: 1, sm: 0}}}>
            <Tool label="Página anterior" off={page === 1} onClick={() => turn(page - 1)}><UpIcon /></Tool>
            <Typography variant="body2" aria-live="polite">Página {page} de {pages}</Typography>
            <Tool label="Próxima página" off={page === pages} onClick={() => turn(page + 1)}><DownIcon /></Tool>
          </Box>
        )}
        <Box>
          <Tool label="Diminuir" off={zoom === 0} onClick={smaller}><RemoveIcon /></Tool>
          <Tool label="Ampliar" off={zoom === MOST} onClick={larger}><AddIcon /></Tool>
          <Tool
            label={`Baixar ${file.nomeArquivo}`}
            busy={fetching === file.id}
            onClick={() => void during(file.id, () => saveSource(file))}
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
