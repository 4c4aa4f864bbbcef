/** A picture: as much of the place as it fills without being made larger, and so many times that. */
import {useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {DOWNLOAD_IT} from './viewable.ts';

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
