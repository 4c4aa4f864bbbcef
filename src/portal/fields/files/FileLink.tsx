/** A file value as its name, which opens the viewer (rules: Files 12) or downloads it. */
import {useState} from 'react';
import Link from '@mui/material/Link';
import type {AttachedFile} from '../../../schema/fields/fileKind.ts';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import {download} from '../../api/http.ts';
import {downloadSource, useDownload} from './useDownload.ts';
import {isViewable, type FileSource} from './viewing/viewable.ts';

const FileViewer = lazyComponent(async () => (await import('./viewing/FileViewer.tsx')).FileViewer);

export const FileLink = ({file: {id, nomeArquivo, caminho}}: {file: AttachedFile}) => {
  const {fetching, runDownload} = useDownload<number>();
  const [viewed, setViewed] = useState<FileSource>();
  if (caminho === undefined) return nomeArquivo;
  const canView = isViewable(nomeArquivo);
  const openFile = (): void => {
    const source: FileSource = {id, nomeArquivo, fetch: options => download(`GET ${caminho}`, options)};
    if (canView) setViewed(source);
    else if (fetching === undefined) void runDownload(id, () => downloadSource(source));
  };
  return (
    <>
      <Link
        component="button"
        type="button"
        aria-label={canView ? nomeArquivo : `Baixar ${nomeArquivo}`}
        aria-busy={fetching !== undefined}
        onClick={openFile}
        sx={{overflowWrap: 'anywhere', textAlign: 'start', font: 'inherit'}}
      >
        {nomeArquivo}
      </Link>
      {viewed && <FileViewer files={[viewed]} first={viewed} onClose={() => setViewed(undefined)} />}
    </>
  );
};
