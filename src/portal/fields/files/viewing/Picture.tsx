/** A picture that fits its container without being enlarged, times the zoom factor. */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {useToasts} from '../../../toasts/useToasts.ts';
import {DOWNLOAD_HINT, imageTypeOf, type FileSource} from './viewable.ts';

interface Image {
  url: string | undefined;
  /** True after a failure, which a toast reported. */
  failed: boolean;
}

export const useImage = (file: FileSource | undefined): Image => {
  const toasts = useToasts();
  const [shown, setShown] = useState<Image & {of: number}>();
  const fetchImageUrl = useEffectEvent(async (source: FileSource, signal: AbortSignal): Promise<string | undefined> => {
    try {
      const {blob} = await source.fetch({signal});
      // The type is that of the file name, because the server and the bytes may say anything.
      return URL.createObjectURL(new Blob([blob], {type: imageTypeOf(source.nomeArquivo) ?? ''}));
    } catch (error) {
      if (!signal.aborted) toasts.failed(error);
      return undefined;
    }
  });
  useEffect(() => {
    if (file === undefined) return undefined;
    const controller = new AbortController();
    let url: string | undefined;
    void fetchImageUrl(file, controller.signal).then(imageUrl => {
      url = imageUrl;
      if (!controller.signal.aborted) setShown({of: file.id, url: imageUrl, failed: imageUrl === undefined});
      else if (imageUrl !== undefined) URL.revokeObjectURL(imageUrl);
    });
    return () => {
      controller.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [file]);
  return shown !== undefined && shown.of === file?.id ? shown : {url: undefined, failed: false};
};

export const IMAGE_NOT_SHOWN = `Esta imagem não pôde ser mostrada. ${DOWNLOAD_HINT}`;

interface Props {
  url: string;
  label: string;
  /** 1 for the width that fits. */
  zoomFactor: number;
}

export const Picture = ({url, label, zoomFactor}: Props) => {
  const container = useRef<HTMLDivElement>(null);
  const [fittingWidth, setFittingWidth] = useState<number>();
  const [broken, setBroken] = useState(false);
  if (broken) return <Typography role="alert" sx={{m: 'auto', p: 3}}>{IMAGE_NOT_SHOWN}</Typography>;
  const measure = ({naturalWidth, naturalHeight}: HTMLImageElement) => {
    const {clientWidth = 0, clientHeight = 0} = container.current ?? {};
    setFittingWidth(naturalWidth * Math.min(1, clientWidth / naturalWidth, clientHeight / naturalHeight));
  };
  const size = fittingWidth === undefined ? {visibility: 'hidden'} as const : {width: fittingWidth * zoomFactor};
  return (
    // Focusable, because keys scroll an enlarged picture.
    <Box
      ref={container}
      tabIndex={zoomFactor > 1 ? 0 : undefined}
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
