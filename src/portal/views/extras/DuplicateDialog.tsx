/** A record with its children, copied under another name; the copy is then opened. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import {fill} from '../../../schema/words/messages.ts';
import {screens} from '../../../schema/paths.ts';
import {useAbout} from '../../session/context.ts';
import {appearAfter} from '../../theme/appear.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {useReach} from '../../ui/place/useReach.ts';
import {recordTitle} from '../../../schema/words/recordTitle.ts';
import {useChanged} from '../../wire/known.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {useCopy, type Copy} from './useCopy.ts';

interface Props {
  name: string;
  record: Row;
  /** What doing it is called. */
  label: string;
  onClose: () => void;
}

export const DuplicateDialog = ({name, record, label, onClose}: Props) => {
  const {config, resource} = useAbout(name);
  const toasts = useToasts();
  const {go} = useReach();
  const changed = useChanged();
  const {progress, run} = useCopy(name, record);
  /** A copy that lacks children. */
  const [incomplete, setIncomplete] = useState<Row>();
  const {duplicate, children = {}, messages} = resource;
  if (duplicate === undefined) return null;

  const open = (copy: Row) => {
    // Not fetched again here: this screen is left.
    for (const touched of [name, ...Object.keys(children)]) changed(touched, {leaves: true});
    onClose();
    go(screens(config, resource).edit(copy.id));
  };
  const confirm = async (): Promise<boolean> => {
    try {
      const {copy, failure} = await run();
      if (failure === undefined) {
        toasts.success(messages.created, {name, record: copy});
        open(copy);
        return true;
      }
      toasts.failed(failure);
      setIncomplete(copy);
      return false;
    } catch (error) {
      toasts.failed(error);
      onClose();
      return true;
    }
  };
  return (
    <ConfirmDialog
      open
      title={`${label}: ${recordTitle(resource, record)}`}
      question={incomplete ? duplicate.incomplete : fill(duplicate.confirm, record)}
      confirm={incomplete ? 'Tentar de novo' : label}
      back={incomplete && 'Abrir a cópia'}
      onConfirm={confirm}
      onClose={() => (incomplete ? open(incomplete) : onClose())}
    >
      {progress && <Progress {...progress} />}
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
