/** A ticket's files with download; with delete where they may be changed (§2, §4). */
import {useState} from 'react';
import DeleteIcon from '@mui/icons-material/DeleteOutline';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import {useQueryClient} from '@tanstack/react-query';
import {formatInstant} from '../../schema/dates.ts';
import type {RecordFile} from '../../schema/wire.ts';
import {useConfig} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {useToasts} from '../toasts/index.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {request} from '../wire/http.ts';
import {TICKETS, calls} from './ticket.ts';
import {useDownload} from './useDownload.ts';

interface Props {
  files: readonly RecordFile[];
  /** Delete is drawn; `false`: drawn disabled; undefined: not drawn. */
  mayDelete?: boolean;
}

export const TicketFiles = ({files, mayDelete}: Props) => {
  const {fetching, fetchFile} = useDownload();
  const [doomed, setDoomed] = useState<RecordFile>();
  if (files.length === 0) return <Typography color="text.secondary">Nenhum arquivo neste ticket.</Typography>;
  return (
    <>
      <List dense disablePadding aria-label="Arquivos do ticket">
        {files.map(file => (
          <ListItem key={file.id} divider disableGutters sx={{gap: 1}}>
            <ListItemText
              primary={file.nomeArquivo}
              secondary={[file.tipo, file.origem, formatInstant(file.dataCriacao)].filter(Boolean).join(' · ')}
              slotProps={{primary: {sx: {overflowWrap: 'anywhere'}}}}
            />
            <IconButton aria-label={`Baixar ${file.nomeArquivo}`} loading={fetching === file.id} onClick={() => void fetchFile(file)}>
              <DownloadIcon fontSize="small" />
            </IconButton>
            {mayDelete !== undefined && (
              <IconButton aria-label={`Excluir ${file.nomeArquivo}`} disabled={!mayDelete} onClick={() => setDoomed(file)}>
                <DeleteIcon fontSize="small" />
              </IconButton>
            )}
          </ListItem>
        ))}
      </List>
      {doomed && <DeleteFile key={doomed.id} file={doomed} onClosed={() => setDoomed(undefined)} />}
    </>
  );
};

const DeleteFile = ({file, onClosed}: {file: RecordFile; onClosed: () => void}) => {
  const {files: {messages}} = useConfig();
  const session = useSession();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await request(calls.removeFile, {params: {id: file.id, idUsuario: session.id}});
      toasts.success(messages['deleted'] ?? '');
    } catch (error) {
      toasts.failed(error);
    }
    setOpen(false);
    void queryClient.invalidateQueries({queryKey: [TICKETS]});
  };
  return (
    <ConfirmDialog
      open={open}
      title={`Excluir: ${file.nomeArquivo}`}
      question={messages['confirmDelete'] ?? ''}
      confirm="Excluir"
      tone="danger"
      busy={busy}
      onConfirm={() => void remove()}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    />
  );
};
