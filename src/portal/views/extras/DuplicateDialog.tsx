/** A record with its children, copied under another name; the copy is then opened. */
import {useRef, useState} from 'react';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import {fill} from '../../../schema/messages.ts';
import {screens} from '../../../schema/paths.ts';
import {useConfig, useResource} from '../../session/ConfigContext.tsx';
import {appearAfter} from '../../theme/appear.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {useReach} from '../../ui/place/useReach.ts';
import {recordTitle} from '../../../schema/recordTitle.ts';
import {useChanged} from '../../wire/known.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {useCopy, type Copy} from './useCopy.ts';

interface Props {
  name: string;
  record: Row;
  onClose: () => void;
}

export const DuplicateDialog = ({name, record, onClose}: Props) => {
  const config = useConfig();
  const resource = useResource(name);
  const toasts = useToasts();
  const {go} = useReach();
  const changed = useChanged();
  const {progress, run} = useCopy(name, record);
  const [busy, setBusy] = useState(false);
  /** A copy that lacks children. */
  const [incomplete, setIncomplete] = useState<Row>();
  const sending = useRef(false);
  const {duplicate, messages} = resource;
  if (duplicate === undefined) return null;

  const open = (copy: Row) => {
    // Not fetched again here: this screen is left.
    for (const touched of [name, ...(duplicate.children ?? [])]) changed(touched, {leaves: true});
    onClose();
    go(screens(config, resource).edit(copy.id));
  };
  const confirm = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const {copy, failure} = await run();
      if (failure === undefined) {
        toasts.success(messages.created);
        open(copy);
        return;
      }
      toasts.failed(failure);
      setIncomplete(copy);
    } catch (error) {
      toasts.failed(error);
      onClose();
    }
    sending.current = false;
    setBusy(false);
  };
  return (
    <ConfirmDialog
      open
      title={`${duplicate.label}: ${recordTitle(resource, record)}`}
      question={incomplete ? duplicate.incomplete : fill(duplicate.confirm, record)}
      confirm={incomplete ? 'Tentar de novo' : duplicate.label}
      back={incomplete && 'Abrir a cópia'}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={() => (incomplete ? open(incomplete) : onClose())}
    >
      {busy && progress && <Progress {...progress} />}
    </ConfirmDialog>
  );
};

const PATIENCE = 1000;

const Progress = ({done, total}: NonNullable<Copy['progress']>) => (
  <Box sx={{mt: 2, ...appearAfter(PATIENCE)}}>
    <LinearProgress aria-label="Progresso" variant="determinate" value={(100 * done) / total} sx={{borderRadius: 1}} />
    <Typography variant="body2" color="text.secondary" sx={{mt: 0.5}}>{`${done} de ${total}`}</Typography>
  </Box>
);
