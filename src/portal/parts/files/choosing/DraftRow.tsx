/** One chosen file and the type it is given (rules: Files 3). */
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type {Option} from '../../../kinds/Select.tsx';
import {LabelledSelect} from '../../../kinds/LabelledSelect.tsx';
import {Refusal} from '../../../ui/Refusal.tsx';
import type {Draft, Problem} from '../rules.ts';
import {sizeText} from '../sizes.ts';

/** What is said of a file that came back with its form's draft. */
export const RESTORED = 'restaurado';

/** Both have room beside each other in the column that they stand in (`DropZone`). */
const WIDE = '@container (min-width: 520px)';

interface Props {
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

export const DraftRow = ({draft: {file, tipo}, restored, more, types, problem, disabled, onType, onDrop}: Props) => (
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
