/** A picture as a small square, fetched when it comes into view. */
import {useEffect, useMemo, useState} from 'react';
import PictureIcon from '@mui/icons-material/ImageOutlined';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Box from '@mui/material/Box';
import {useQuery} from '@tanstack/react-query';
import {imageTypeOf, type FileSource} from './viewable.ts';

/** Larger files are not fetched for a thumbnail; the server has no smaller versions. */
const MAX_BYTES = 2 * 1024 * 1024;

const useHasBeenVisible = (element: HTMLElement | null): boolean => {
  const [hasBeenVisible, setHasBeenVisible] = useState(false);
  useEffect(() => {
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    const watcher = new IntersectionObserver(
      entries => setHasBeenVisible(wasVisible => wasVisible || entries.some(({isIntersecting}) => isIntersecting)), {rootMargin: '100px'},
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element]);
  return hasBeenVisible || typeof IntersectionObserver === 'undefined';
};

/** Ref callback that shows bytes by an object URL while the image is mounted. */
const showInImage = (blob: Blob) => (image: HTMLImageElement): (() => void) => {
  const url = URL.createObjectURL(blob);
  image.src = url;
  return () => URL.revokeObjectURL(url);
};

interface Props {
  file: FileSource;
  owner: string;
  size: number;
}

export const Thumbnail = ({file, owner, size}: Props) => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [broken, setBroken] = useState(false);
  const {nomeArquivo, tamanho = Infinity} = file;
  const type = imageTypeOf(nomeArquivo);
  const hasBeenVisible = useHasBeenVisible(element);
  const {data} = useQuery({
    queryKey: ['miniatura', owner, file.id],
    enabled: hasBeenVisible && type !== undefined && tamanho <= MAX_BYTES,
    // The bytes of a file never change.
    staleTime: Infinity,
    retry: false,
    // A failure is silent, because opening the file reports it.
    meta: {optional: true},
    queryFn: async ({signal}) => new Blob([(await file.fetch({signal})).blob], {type: type ?? ''}),
  });
  const imageRef = useMemo(() => data && showInImage(data), [data]);
  return (
    <Box
      ref={setElement}
      component="span"
      sx={{
        display: 'grid', placeItems: 'center', flexShrink: 0, width: size, height: size, borderRadius: 1, overflow: 'hidden',
        border: 1, borderColor: 'divider', backgroundColor: 'background.default', color: 'text.secondary',
        '& img': {width: '100%', height: '100%', objectFit: 'cover'},
      }}
    >
      {imageRef !== undefined && !broken
        ? <img ref={imageRef} alt="" decoding="async" onError={() => setBroken(true)} />
        : type === undefined ? <FileIcon /> : <PictureIcon />}
    </Box>
  );
};
