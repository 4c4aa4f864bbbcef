/** A picture: as much of the place as it fills without being made larger, and so many times that. */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {useToasts} from '../../../toasts/useToasts.ts';
import {DOWNLOAD_IT, imageTypeOf, type Source} from './viewable.ts';

/** The bytes of a picture as an address of this page's own, as long as it is shown. */
interface Image {
  /** undefined: it is on its way, or did not come. */
  url: string | undefined;
  /** It did not come, which was said. */
  failed: boolean;
}

export const useImage = (file: Source | undefined): Image => {
  const toasts = useToasts();
  const [shown, setShown] = useState<Image & {of: number}>();
  const fetched = useEffectEvent(async (one: Source, signal: AbortSignal): Promise<string | undefined> => {
    try {
      const {blob} = await one.fetch({signal});
      // As what it is called, and not as what the server or its bytes may say.
      return URL.createObjectURL(new Blob([blob], {type: imageTypeOf(one.nomeArquivo) ?? ''}));
    } catch (error) {
      if (!signal.aborted) toasts.failed(error);
      return undefined;
    }
  });
  useEffect(() => {
    if (file === undefined) return undefined;
    const leaving = new AbortController();
    let url: string | undefined;
    void fetched(file, leaving.signal).then(made => {
      url = made;
      if (!leaving.signal.aborted) setShown({of: file.id, url: made, failed: made === undefined});
      else if (made !== undefined) URL.revokeObjectURL(made);
    });
    return () => {
      leaving.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [file]);
  return shown !== undefined && shown.of === file?.id ? shown : {url: undefined, failed: false};
};

export const NOT_SHOWN = `Esta imagem não pôde ser mostrada. ${DOWNLOAD_IT}`;

interface Props {
  url: string;
  label: string;
  /** How many times as wide as it is where it fits. */
  times: number;
}

export const Picture = ({url, label, times}: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState<number>();
  const [broken, setBroken] = useState(false);
  if (broken) return <Typography role="alert" sx={{m: 'auto', p: 3}}>{NOT_SHOWN}</Typography>;
  const measure = ({naturalWidth, naturalHeight}: HTMLImageElement) => {
    const {clientWidth = 0, clientHeight = 0} = place.current ?? {};
    setFits(naturalWidth * Math.min(1, clientWidth / naturalWidth, clientHeight / naturalHeight));
  };
  const size = fits === undefined ? {visibility: 'hidden'} as const : {width: fits * times};
  return (
    // Focusable: what is larger than the window is moved by keys, too.
    <Box
      ref={place}
      tabIndex={times > 1 ? 0 : undefined}
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
