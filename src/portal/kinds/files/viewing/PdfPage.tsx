/** One page of a document: a picture of it, and over that its text, to be selected and listened to (rules: Files 13). */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {useToasts} from '../../../toasts/useToasts.ts';
import type {Pdf} from './pdf.ts';
import {DOWNLOAD_IT, partsOf, Unreadable, type Source} from './viewable.ts';

/** A document in place, as long as it is shown: its pages, or the sentence why there are none (rules: Files 13). */
const NOT_SHOWN = `Este arquivo não pôde ser mostrado. ${DOWNLOAD_IT}`;

interface OpenPdf {
  /** undefined: it is on its way, or cannot be shown. */
  pdf?: Pdf;
  /** Why it cannot be shown. */
  problem?: string;
}

export const usePdf = (file: Source | undefined): OpenPdf => {
  const toasts = useToasts();
  const [shown, setShown] = useState<OpenPdf & {of: number}>();
  const failed = useEffectEvent((error: unknown): OpenPdf => {
    if (!(error instanceof Unreadable)) toasts.failed(error);
    return {problem: error instanceof Unreadable ? error.message : NOT_SHOWN};
  });
  const opened = useEffectEvent(async (one: Source, signal: AbortSignal, broke: (error: unknown) => void): Promise<Pdf> => {
    const {openPdf} = await import('./pdf.ts');
    return openPdf(partsOf(one, signal), signal, broke);
  });
  useEffect(() => {
    if (file === undefined) return undefined;
    const leaving = new AbortController();
    const {signal} = leaving;
    const tell = (told: OpenPdf): void => setShown({...told, of: file.id});
    const broke = (error: unknown): void => {
      if (!signal.aborted) tell(failed(error));
    };
    void opened(file, signal, broke).then(pdf => signal.aborted || tell({pdf}), broke);
    return () => leaving.abort();
  }, [file]);
  return shown !== undefined && shown.of === file?.id ? shown : {};
};

/** Around the page, in pixels. */
const MARGIN = 8;

/** The text as pdf.js lays it out: each piece at its place and of its size, by these names. */
const TEXT = {
  'position': 'absolute', 'top': MARGIN, 'left': MARGIN, 'overflow': 'clip', 'lineHeight': 1, 'textAlign': 'initial',
  'transformOrigin': '0 0',
  'textSizeAdjust': 'none', 'forcedColorAdjust': 'none',
  '--scale-round-x': '1px', '--scale-round-y': '1px', '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
  '& span, & br': {position: 'absolute', whiteSpace: 'pre', color: 'transparent', transformOrigin: '0 0', cursor: 'text'},
  '& .markedContent': {display: 'contents'},
  '& > :not(.markedContent), & .markedContent span:not(.markedContent)': {
    fontSize: 'calc(var(--text-scale-factor) * var(--font-height, 0))',
    transform: 'rotate(var(--rotate, 0deg)) scaleX(var(--scale-x, 1)) scale(calc(1 / var(--min-font-size)))',
  },
  '&[data-main-rotation="90"]': {transform: 'rotate(90deg) translateY(-100%)'},
  '&[data-main-rotation="180"]': {transform: 'rotate(180deg) translate(-100%, -100%)'},
  '&[data-main-rotation="270"]': {transform: 'rotate(270deg) translateX(-100%)'},
};

/** How wide an element is for what it holds, once it is known and whenever it changes. */
const useRoom = () => {
  const [element, place] = useState<HTMLElement | null>(null);
  const [room, setRoom] = useState<number>();
  useEffect(() => {
    if (element === null) return undefined;
    const sizes = new ResizeObserver(() => setRoom(element.clientWidth - 2 * MARGIN));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [element]);
  return {element, place, room};
};

interface Props {
  pdf: Pdf;
  /** From 1. */
  number: number;
  /** How many times as wide as it is where it fits. */
  times: number;
}

export const PdfPage = ({pdf, number, times}: Props) => {
  const {element, place, room} = useRoom();
  const paper = useRef<HTMLDivElement>(null);
  /** The page that is in sight: another one is read from its beginning. */
  const seen = useRef(number);
  const [drawn, setDrawn] = useState<{number: number; failed?: boolean; hasText?: boolean}>();
  const name = `Página ${number} de ${pdf.pages}`;
  useEffect(() => {
    if (room === undefined) return undefined;
    const leaving = new AbortController();
    const {signal} = leaving;
    // As wide as there is room, and no wider than on paper.
    pdf.draw(number, onPaper => Math.max(1, Math.min(room, onPaper)) * times, signal).then(({elements, hasText}) => {
      if (signal.aborted) return;
      // At once in the place of the one before: nothing flashes.
      paper.current?.replaceChildren(...elements);
      if (seen.current !== number && element !== null) element.scrollTop = 0;
      seen.current = number;
      setDrawn({number, hasText});
    }, () => {
      if (signal.aborted) return;
      paper.current?.replaceChildren();
      setDrawn({number, failed: true});
    });
    return () => leaving.abort();
  }, [pdf, number, times, room, element]);
  return (
    <Box
      ref={place}
      // What is larger than the window is moved by keys, too.
      tabIndex={0}
      role="group"
      aria-label={name}
      aria-busy={drawn?.number !== number || undefined}
      sx={{display: 'flex', flex: 1, minWidth: 0, overflow: 'auto', scrollbarGutter: 'stable'}}
    >
      {drawn === undefined && <CircularProgress aria-label={`Carregando: ${name}`} sx={{m: 'auto'}} />}
      {drawn?.failed === true && (
        <Typography role="alert" sx={{m: 'auto', p: 3}}>
          {name}: não pôde ser mostrada. {DOWNLOAD_IT}
        </Typography>
      )}
      {drawn?.hasText === false && <Box component="p" sx={visuallyHidden}>{name}: é uma imagem, sem texto que possa ser lido.</Box>}
      <Box
        ref={paper}
        sx={{
          position: 'relative', m: 'auto', p: `${MARGIN}px`, flexShrink: 0, '& > canvas': {boxShadow: 1, bgcolor: 'common.white'},
          '& > div': TEXT, '&:empty': {display: 'none'},
        }}
      />
    </Box>
  );
};
