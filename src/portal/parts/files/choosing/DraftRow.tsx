/** One chosen file and the type it is given (rules: Files 3). */
import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutline';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type {Option} from '../../../kinds/Select.tsx';
import {LabelledSelect} from '../../../kinds/LabelledSelect.tsx';
import {Refusal} from '../../../ui/Refusal.tsx';
import type {TypedFile} from '../../../wire/payload.ts';
import type {Draft, Problem} from '../rules.ts';
import {RESTORED, shareText, sizeText} from '../../../kinds/files/words.ts';

/** Both have room beside each other in the column that they stand in (`DropZone`). */
const WIDE = '@container (min-width: 520px)';

interface DraftProps {
  draft: Draft;
  /** It came back with the form's draft. */
  restored: boolean;
  /** Files stand in the list already. */
  more: boolean;
  types: readonly Option[];
  problem: Problem | undefined;
  disabled: boolean;
  onType: (tipo: string) => void;
  onDrop: () => void;
}

export const DraftRow = ({draft: {file, tipo}, restored, more, types, problem, disabled, onType, onDrop}: DraftProps) => (
  <Box
    sx={{
      display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', columnGap: 2, rowGap: 1,
      [WIDE]: {gridTemplateColumns: 'minmax(0, 1fr) 280px'},
    }}
  >
    <Box sx={{minWidth: 0, [WIDE]: {pt: 3}}}>
      <Box sx={{display: 'flex', alignItems: 'center', gap: 1, minHeight: 40}}>
        <Typography variant="body2" noWrap color={file ? 'text.primary' : 'text.secondary'} title={file?.name}>
          {file && [file.name, sizeText(file.size), ...(restored ? [RESTORED] : [])].join(' · ')}
          {!file && (more ? 'Nenhum outro arquivo escolhido.' : 'Nenhum arquivo escolhido.')}
        </Typography>
        {file && (
          <IconButton size="small" aria-label={`Desistir de ${file.name}`} disabled={disabled} onClick={onDrop}>
            <CloseIcon fontSize="small" />
          </IconButton>
        )}
      </Box>
      <Box aria-live="polite">
        {problem?.of === 'file' && <Refusal>{problem.message}</Refusal>}
      </Box>
    </Box>
    <LabelledSelect
      label="Tipo do arquivo"
      name="tipo"
      options={types}
      value={tipo}
      problem={problem?.of === 'type' ? problem.message : undefined}
      disabled={disabled}
      onChange={chosen => onType(typeof chosen === 'string' ? chosen : '')}
    />
  </Box>
);

interface AddedProps extends TypedFile {
  /** It came back with the form's draft. */
  restored: boolean;
  disabled: boolean;
  /** How much of it has gone up, from 0 to 1; undefined: it is not on its way. */
  share: number | undefined;
  /** Stops it alone, where it goes alone. */
  onStop: (() => void) | undefined;
  onRemove: () => void;
}

/** A file that was added with its type and has not arrived: how far it is, and the way to take it back. */
export const AddedRow = ({file, tipo, restored, disabled, share, onStop, onRemove}: AddedProps) => {
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
