/** Thumbnails of the pictures that a history entry added; a click opens the viewer. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type {Entry} from '../../form/history/history.ts';
import {Thumbnail} from '../../fields/files/viewing/Thumbnail.tsx';
import {imageTypeOf, type FileSource} from '../../fields/files/viewing/viewable.ts';
import type {RecordFile} from '../../../schema/apiShapes.ts';
import {useFileCalls} from './fileRequests.ts';
import {FileViewer} from './StoredFiles.tsx';

/**
 * The files that an entry added: those of its transaction, by the equal instant. With several entries in the transaction, an entry gets
 * the files that it names, and the first entry also the unnamed ones.
 *
 * @param entries all entries of the record, the newest first
 */
export const entryFiles = (entry: Entry, entries: readonly Entry[], files: readonly RecordFile[]): RecordFile[] => {
  const sameTransaction = entries.filter(({dataCriacao}) => dataCriacao === entry.dataCriacao);
  const namesFile = ({comentario = ''}: Entry, {nomeArquivo}: RecordFile): boolean => comentario.includes(nomeArquivo);
  return files.filter(file => file.dataCriacao === entry.dataCriacao
    && (namesFile(entry, file)
      || (entry === sameTransaction.at(-1) && !sameTransaction.some(sameEntry => namesFile(sameEntry, file)))));
};

interface Props {
  name: string;
  id: number;
  files: readonly RecordFile[];
}

export const StepPictures = ({name, id, files}: Props) => {
  const calls = useFileCalls(name);
  const [viewed, setViewed] = useState<FileSource>();
  const pictures = files.filter(({nomeArquivo}) => imageTypeOf(nomeArquivo) !== undefined).map(file => calls.source(id, file));
  if (pictures.length === 0) return null;
  return (
    <Box sx={{display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5, displayPrint: 'none'}}>
      {pictures.map(picture => (
        <ButtonBase
          key={picture.id}
          aria-label={`Ver ${picture.nomeArquivo}`}
          title={picture.nomeArquivo}
          onClick={() => setViewed(picture)}
          sx={{borderRadius: 1}}
        >
          <Thumbnail file={picture} owner={name} size={72} />
        </ButtonBase>
      ))}
      {viewed && <FileViewer key={viewed.id} files={pictures} first={viewed} onClose={() => setViewed(undefined)} />}
    </Box>
  );
};
