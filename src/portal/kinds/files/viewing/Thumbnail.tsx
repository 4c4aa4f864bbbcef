/** A picture as a small square, fetched once it comes in sight. */
import {useEffect, useMemo, useState} from 'react';
import PictureIcon from '@mui/icons-material/ImageOutlined';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Box from '@mui/material/Box';
import {useQuery} from '@tanstack/react-query';
import {imageTypeOf, type Source} from './viewable.ts';

/** So many bytes are fetched for a small picture: the server has none that are smaller. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Whether an element is or was in sight, or is about to come there. */
const useSeen = (element: HTMLElement | null): boolean => {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    const watcher = new IntersectionObserver(entries => setSeen(now => now || entries.some(({isIntersecting}) => isIntersecting)), {
      rootMargin: '100px',
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element]);
  return seen || typeof IntersectionObserver === 'undefined';
};

/** Shows bytes under an address of this page's own, as long as the element is there. */
const show = (blob: Blob) => (image: HTMLImageElement): (() => void) => {
  const url = URL.createObjectURL(blob);
  image.src = url;
  return () => URL.revokeObjectURL(url);
};

interface Props {
  file: Source;
  /** Of what the file is: with its id what tells it from all others. */
  of: string;
  /** In pixels. */
  size: number;
}

/** Its name is told by what is around it. */
export const Thumbnail = ({file, of, size}: Props) => {
  const [place, ref] = useState<HTMLElement | null>(null);
  const [broken, setBroken] = useState(false);
  const {nomeArquivo, tamanho = Infinity} = file;
  const type = imageTypeOf(nomeArquivo);
  const seen = useSeen(place);
  const {data} = useQuery({
    queryKey: ['miniatura', of, file.id],
    enabled: seen && type !== undefined && tamanho <= MAX_BYTES,
    // The bytes of a file never change.
    staleTime: Infinity,
    retry: false,
    // The file itself can be asked for, which says what is wrong.
    meta: {optional: true},
    queryFn: async ({signal}) => new Blob([(await file.fetch({signal})).blob], {type: type ?? ''}),
  });
  const shown = useMemo(() => data && show(data), [data]);
  return (
    <Box
      ref={ref}
      component="span"
      sx={{
        display: 'grid', placeItems: 'center', flexShrink: 0, width: size, height: size, borderRadius: 1, overflow: 'hidden',
        border: 1, borderColor: 'divider', backgroundColor: 'background.default', color: 'text.secondary',
        '& img': {width: '100%', height: '100%', objectFit: 'cover'},
      }}
    >
      {shown !== undefined && !broken
        ? <img ref={shown} alt="" decoding="async" onError={() => setBroken(true)} />
        : type === undefined ? <FileIcon /> : <PictureIcon />}
    </Box>
  );
};
