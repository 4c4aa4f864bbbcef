/** A record's files with download and, where permitted, delete (rules: Tickets 5). */
import {useState} from 'react';
import DeleteIcon from '@mui/icons-material/DeleteOutline';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import FolderZipIcon from '@mui/icons-material/FolderZipOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import Link from '@mui/material/Link';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import {useQuery} from '@tanstack/react-query';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {nounOf} from '../../../schema/words/nouns.ts';
import {filesKey, fileMessagesFor} from '../../../schema/parts.ts';
import type {RecordFile} from '../../../schema/apiShapes.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {useFileRules} from '../../fields/files/fileChecks.ts';
import {downloadSource, useDownload} from '../../fields/files/useDownload.ts';
import {Thumbnail} from '../../fields/files/viewing/Thumbnail.tsx';
import {imageTypeOf, isViewable, type FileSource} from '../../fields/files/viewing/viewable.ts';
import {useResource} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import {useInvalidateRecords} from '../../api/cacheUpdates.ts';
import {statusOfError} from '../../api/errors.ts';
import {filesQueryKey, FRESH_MS} from '../../api/queryFreshness.ts';
import {saveFile} from '../../api/saveFile.ts';
import {useFileCalls, type FileRequests} from './fileRequests.ts';

/**
 * A record's files by their list call; the record's own copy until the answer, and after a failure.
 *
 * @returns undefined while both are missing
 */
export const useStoredFiles = (name: string, id: number, record: RecordValues | undefined): readonly RecordFile[] | undefined => {
  const resource = useResource(name);
  const calls = useFileCalls(name);
  const {data} = useQuery({
    queryKey: filesQueryKey(name, id), retry: false, staleTime: FRESH_MS, queryFn: ({signal}) => calls.list(id, signal),
  });
  return data ?? record?.[filesKey(resource)] as readonly RecordFile[] | undefined;
};

export const FileViewer = lazyComponent(async () => (await import('../../fields/files/viewing/FileViewer.tsx')).FileViewer);

const THUMBNAIL_PX = 48;
const ALL = 'all';

const saveAll = async (calls: FileRequests, id: number, sources: readonly FileSource[]): Promise<void> => {
  try {
    const {blob, name = `${id}.zip`} = await calls.archive(id);
    saveFile(blob, name);
  } catch (error) {
    if (statusOfError(error) !== 404) throw error;
    // Another server may lack the archive call.
    for (const source of sources) await downloadSource(source);
  }
};

interface Props {
  name: string;
  record: RecordValues & {id: number};
  files: readonly RecordFile[];
  /** `false`: the delete button is disabled; undefined: there is none. */
  canDelete?: boolean;
}

export const StoredFiles = ({name, record, files, canDelete}: Props) => {
  const {id} = record;
  const noun = nounOf(useResource(name));
  const calls = useFileCalls(name);
  const sources = files.map(file => calls.source(id, file));
  const {fetching, runDownload: trackDownload} = useDownload<number | typeof ALL>();
  const [deleting, setDeleting] = useState<RecordFile>();
  const save = (source: FileSource | undefined): void => void (source && trackDownload(source.id, () => downloadSource(source)));
  const [viewed, setViewed] = useState<FileSource>();
  const viewable = sources.filter(({nomeArquivo}) => isViewable(nomeArquivo));
  // With one picture in the list, every file gets a square, which keeps the names aligned.
  const hasPictures = files.some(({nomeArquivo}) => imageTypeOf(nomeArquivo) !== undefined);
  const thumbnailOf = (source: FileSource | undefined) =>
    hasPictures && source && <Thumbnail file={source} owner={name} size={THUMBNAIL_PX} />;
  if (files.length === 0) return <Typography color="text.secondary">Nenhum arquivo {noun.in}.</Typography>;
  return (
    <>
      <List
        dense
        disablePadding
        aria-label={`Arquivos ${noun.of}`}
        sx={{display: 'grid', columnGap: 3, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 360px), 1fr))'}}
      >
        {files.map((file, index) => (
          <ListItem key={file.id} divider disableGutters sx={{gap: 1}}>
            {thumbnailOf(sources[index])}
            <ListItemText
              primary={isViewable(file.nomeArquivo) ? (
                <Link
                  component="button"
                  type="button"
                  variant="body2"
                  sx={{
                    textAlign: 'left',
                    '&::after': {content: '""', position: 'absolute', inset: 0, right: 'auto', width: THUMBNAIL_PX},
                  }}
                  onClick={() => setViewed(sources[index])}
                >
                  {file.nomeArquivo}
                </Link>
              ) : file.nomeArquivo}
              secondary={[file.tipo, file.origem, formatInstant(file.dataCriacao)].filter(Boolean).join(' · ')}
              slotProps={{primary: {sx: {overflowWrap: 'anywhere'}}}}
            />
            <IconButton aria-label={`Baixar ${file.nomeArquivo}`} loading={fetching === file.id} onClick={() => save(sources[index])}>
              <DownloadIcon fontSize="small" />
            </IconButton>
            {canDelete !== undefined && (
              <IconButton aria-label={`Excluir ${file.nomeArquivo}`} disabled={!canDelete} onClick={() => setDeleting(file)}>
                <DeleteIcon fontSize="small" />
              </IconButton>
            )}
          </ListItem>
        ))}
      </List>
      {files.length > 1 && (
        <Box>
          <Button
            variant="outlined"
            size="small"
            startIcon={<FolderZipIcon />}
            loading={fetching === ALL}
            onClick={() => void trackDownload(ALL, () => saveAll(calls, id, sources))}
            sx={{mt: 1}}
          >
            Baixar todos
          </Button>
        </Box>
      )}
      {viewed && <FileViewer key={viewed.id} files={viewable} first={viewed} onClose={() => setViewed(undefined)} />}
      {deleting && <DeleteFile key={deleting.id} name={name} record={record} file={deleting} onClosed={() => setDeleting(undefined)} />}
    </>
  );
};

interface DeleteProps extends Pick<Props, 'name' | 'record'> {
  file: RecordFile;
  onClosed: () => void;
}

const DeleteFile = ({name, record, file, onClosed}: DeleteProps) => {
  const {config, resource} = useFileRules(name);
  const messages = fileMessagesFor(config, resource);
  const calls = useFileCalls(name);
  const toasts = useToasts();
  const notifyChanged = useInvalidateRecords();
  const [open, setOpen] = useState(true);
  const remove = async () => {
    try {
      await calls.remove(record.id, file.id);
    } finally {
      notifyChanged(name);
    }
    toasts.success(messages.deleted, {name, record});
    setOpen(false);
  };
  return (
    <ConfirmDialog
      open={open}
      title={`Excluir: ${file.nomeArquivo}`}
      question={messages.confirmDelete}
      confirm="Excluir"
      tone="danger"
      onConfirm={remove}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    />
  );
};
