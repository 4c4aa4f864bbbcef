/** A PDF page as a picture, under its text for selection and screen readers (rules: Files 13). */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {useToasts} from '../../../toasts/useToasts.ts';
import type {Pdf} from './pdf.ts';
import {DOWNLOAD_HINT, rangeReader, UnreadableFileError, type FileSource} from './viewable.ts';

const NOT_SHOWN = `Este arquivo não pôde ser mostrado. ${DOWNLOAD_HINT}`;

interface OpenPdf {
  /** undefined while it loads, or where it cannot be shown. */
  pdf?: Pdf;
  problem?: string;
}

export const usePdf = (file: FileSource | undefined): OpenPdf => {
  const toasts = useToasts();
  const [shown, setShown] = useState<OpenPdf & {of: number}>();
  const toProblem = useEffectEvent((error: unknown): OpenPdf => {
    if (!(error instanceof UnreadableFileError)) toasts.failed(error);
    return {problem: error instanceof UnreadableFileError ? error.message : NOT_SHOWN};
  });
  const openSource =
    useEffectEvent(async (source: FileSource, signal: AbortSignal, reportFailure: (error: unknown) => void): Promise<Pdf> => {
    const {openPdf} = await import('./pdf.ts');
    return openPdf(rangeReader(source, signal), signal, reportFailure);
  });
  useEffect(() => {
    if (file === undefined) return undefined;
    const controller = new AbortController();
    const {signal} = controller;
    const show = (result: OpenPdf): void => setShown({...result, of: file.id});
    const reportFailure = (error: unknown): void => {
      if (!signal.aborted) show(toProblem(error));
    };
    void openSource(file, signal, reportFailure).then(pdf => signal.aborted || show({pdf}), reportFailure);
    return () => controller.abort();
  }, [file]);
  return shown !== undefined && shown.of === file?.id ? shown : {};
};

const MARGIN_PX = 8;

/** The text layer of pdf.js: each piece is placed and sized by these names. */
const TEXT_LAYER_STYLE = {
  'position': 'absolute', 'top': MARGIN_PX, 'left': MARGIN_PX, 'overflow': 'clip', 'lineHeight': 1, 'textAlign': 'initial',
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

const useAvailableWidth = () => {
  const [element, elementRef] = useState<HTMLElement | null>(null);
  const [availableWidth, setAvailableWidth] = useState<number>();
  useEffect(() => {
    if (element === null) return undefined;
    const sizes = new ResizeObserver(() => setAvailableWidth(element.clientWidth - 2 * MARGIN_PX));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [element]);
  return {element, elementRef, availableWidth};
};

interface Props {
  pdf: Pdf;
  number: number;
  /** 1 for the width that fits. */
  zoomFactor: number;
}

export const PdfPage = ({pdf, number, zoomFactor}: Props) => {
  const {element, elementRef, availableWidth} = useAvailableWidth();
  const pageBox = useRef<HTMLDivElement>(null);
  /** The visible page; another one is shown from its top. */
  const visiblePage = useRef(number);
  const [rendered, setRendered] = useState<{number: number; failed?: boolean; hasText?: boolean}>();
  const label = `Página ${number} de ${pdf.pageCount}`;
  useEffect(() => {
    if (availableWidth === undefined) return undefined;
    const controller = new AbortController();
    const {signal} = controller;
    pdf.renderPage(number, onPaper => Math.max(1, Math.min(availableWidth, onPaper)) * zoomFactor, signal).then(({elements, hasText}) => {
      if (signal.aborted) return;
      // In one step, so that nothing flashes.
      pageBox.current?.replaceChildren(...elements);
      if (visiblePage.current !== number && element !== null) element.scrollTop = 0;
      visiblePage.current = number;
      setRendered({number, hasText});
    }, () => {
      if (signal.aborted) return;
      pageBox.current?.replaceChildren();
      setRendered({number, failed: true});
    });
    return () => controller.abort();
  }, [pdf, number, zoomFactor, availableWidth, element]);
  return (
    <Box
      ref={elementRef}
      // Focusable, because keys scroll an enlarged page.
      tabIndex={0}
      role="group"
      aria-label={label}
      aria-busy={rendered?.number !== number || undefined}
      sx={{display: 'flex', flex: 1, minWidth: 0, overflow: 'auto', scrollbarGutter: 'stable'}}
    >
      {rendered === undefined && <CircularProgress aria-label={`Carregando: ${label}`} sx={{m: 'auto'}} />}
      {rendered?.failed === true && (
        <Typography role="alert" sx={{m: 'auto', p: 3}}>
          {label}: não pôde ser mostrada. {DOWNLOAD_HINT}
        </Typography>
      )}
      {rendered?.hasText === false && <Box component="p" sx={visuallyHidden}>{label}: é uma imagem, sem texto que possa ser lido.</Box>}
      <Box
        ref={pageBox}
        sx={{
          position: 'relative', m: 'auto', p: `${MARGIN_PX}px`, flexShrink: 0, '& > canvas': {boxShadow: 1, bgcolor: 'common.white'},
          '& > div': TEXT_LAYER_STYLE, '&:empty': {display: 'none'},
        }}
      />
    </Box>
  );
};
