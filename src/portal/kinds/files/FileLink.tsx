/** A file that is a value, as its name: asked for, it is shown in place (rules: Files 12) or downloaded. */
import {useState} from 'react';
import Link from '@mui/material/Link';
import type {AttachedFile} from '../../../schema/fields/fileKind.ts';
import {later} from '../../ui/later.tsx';
import {download} from '../../wire/http.ts';
import {saveSource, useDownload} from './useDownload.ts';
import {isViewable, type Source} from './viewing/viewable.ts';

const FileViewer = later(async () => (await import('./viewing/FileViewer.tsx')).FileViewer);

export const FileLink = ({file: {id, nomeArquivo, caminho}}: {file: AttachedFile}) => {
  const {fetching, during} = useDownload<number>();
  const [viewed, setViewed] = useState<Source>();
  if (caminho === undefined) return nomeArquivo;
  const isShown = isViewable(nomeArquivo);
  const ask = (): void => {
    const source: Source = {id, nomeArquivo, fetch: how => download(`GET ${caminho}`, how)};
    if (isShown) setViewed(source);
    else if (fetching === undefined) void during(id, () => saveSource(source));
  };
  return (
    <>
      <Link
        component="button"
        type="button"
        aria-label={isShown ? nomeArquivo : `Baixar ${nomeArquivo}`}
        aria-busy={fetching !== undefined}
        onClick={ask}
        sx={{overflowWrap: 'anywhere', textAlign: 'start', font: 'inherit'}}
      >
        {nomeArquivo}
      </Link>
      {viewed && <FileViewer files={[viewed]} first={viewed} onClose={() => setViewed(undefined)} />}
    </>
  );
};
