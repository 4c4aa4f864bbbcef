/** A file that was added with its type and has not arrived: how far it is, and the way to take it back. */
import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutline';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import type {TypedFile} from '../../../wire/payload.ts';
import {RESTORED} from './DraftRow.tsx';
import {shareText, sizeText} from '../sizes.ts';

interface Props extends TypedFile {
  /** It came back with the form's draft. */
  restored: boolean;
  disabled: boolean;
  /** How much of it has gone up, from 0 to 1; undefined: it is not on its way. */
  share: number | undefined;
  /** Stops it alone, where it goes alone. */
  onStop: (() => void) | undefined;
  onRemove: () => void;
}

export const AddedRow = ({file, tipo, restored, disabled, share, onStop, onRemove}: Props) => {
  const going = share !== undefined && onStop !== undefined;
  return (
    <ListItem
      divider
      disableGutters
      secondaryAction={(
        // One button: who pressed it stays on it. All of a file has gone up: what the server does with it is not stopped any more.
        <IconButton
          edge="end"
          aria-label={`${going ? 'Cancelar envio de' : 'Remover'} ${file.name}`}
          disabled={going ? share === 1 : disabled && onStop === undefined}
          onClick={going ? onStop : onRemove}
        >
          {going ? <CloseIcon fontSize="small" /> : <DeleteIcon fontSize="small" />}
        </IconButton>
      )}
    >
      <ListItemIcon sx={{minWidth: 36}}><FileIcon fontSize="small" /></ListItemIcon>
      <ListItemText
        primary={file.name}
        secondary={[
          tipo, sizeText(file.size), ...(restored ? [RESTORED] : []), ...(share === undefined ? [] : [shareText(share)]),
        ].join(' · ')}
        slotProps={{primary: {noWrap: true, title: file.name}}}
      />
      {share !== undefined && (
        <LinearProgress
          variant="determinate"
          value={share * 100}
          aria-label={`Envio de ${file.name}`}
          sx={{position: 'absolute', insetInline: 0, bottom: 0, height: 2}}
        />
      )}
    </ListItem>
  );
};
