/** Rows of a file picker: a draft with its type select, and an added file (rules: Files 3). */
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
import type {SelectOption} from '../../../fields/Select.tsx';
import {LabelledSelect} from '../../../fields/LabelledSelect.tsx';
import {Refusal} from '../../../ui/Refusal.tsx';
import type {TypedFile} from '../../../api/payload.ts';
import type {FileDraft, FileProblem} from '../fileValidation.ts';
import {RESTORED_LABEL, formatPercent, formatFileSize} from '../../../fields/files/fileTexts.ts';

/** Container query of `DropZone`: file and type fit side by side. */
const WIDE = '@container (min-width: 520px)';

interface DraftProps {
  draft: FileDraft;
  restored: boolean;
  more: boolean;
  types: readonly SelectOption[];
  problem: FileProblem | undefined;
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
          {file && [file.name, formatFileSize(file.size), ...(restored ? [RESTORED_LABEL] : [])].join(' · ')}
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
      onChange={value => onType(typeof value === 'string' ? value : '')}
    />
  </Box>
);

interface AddedProps extends TypedFile {
  restored: boolean;
  disabled: boolean;
  /** Upload progress from 0 to 1; undefined: not uploading. */
  share: number | undefined;
  /** Cancels the file's upload; undefined: all files go in one call. */
  onStop: (() => void) | undefined;
  onRemove: () => void;
}

export const AddedRow = ({file, tipo, restored, disabled, share, onStop, onRemove}: AddedProps) => {
  const isUploading = share !== undefined && onStop !== undefined;
  return (
    <ListItem
      divider
      disableGutters
      secondaryAction={(
        // A shared button for both, so that it keeps the focus. Disabled at a share of 1, because the server's work cannot be cancelled.
        <IconButton
          edge="end"
          aria-label={`${isUploading ? 'Cancelar envio de' : 'Remover'} ${file.name}`}
          disabled={isUploading ? share === 1 : disabled && onStop === undefined}
          onClick={isUploading ? onStop : onRemove}
        >
          {isUploading ? <CloseIcon fontSize="small" /> : <DeleteIcon fontSize="small" />}
        </IconButton>
      )}
    >
      <ListItemIcon sx={{minWidth: 36}}><FileIcon fontSize="small" /></ListItemIcon>
      <ListItemText
        primary={file.name}
        secondary={[
          tipo, formatFileSize(file.size), ...(restored ? [RESTORED_LABEL] : []), ...(share === undefined ? [] : [formatPercent(share)]),
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
