/** One chosen file and the type it is given (rules: Files 3). */
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type {Option} from '../../kinds/Select.tsx';
import {LabelledSelect} from '../../kinds/LabelledSelect.tsx';
import {sizeText, type Draft} from './rules.ts';

interface Props {
  draft: Draft;
  /** Files stand in the list already. */
  more: boolean;
  types: readonly Option[];
  problem: string | undefined;
  disabled: boolean;
  onType: (tipo: string) => void;
  onDrop: () => void;
}

export const DraftRow = ({draft: {file, tipo}, more, types, problem, disabled, onType, onDrop}: Props) => (
  <Box sx={{display: 'grid', gridTemplateColumns: {xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 280px'}, columnGap: 2, rowGap: 1}}>
    <Box sx={{display: 'flex', alignItems: 'center', gap: 1, minHeight: 40, minWidth: 0, pt: {sm: 3}}}>
      <Typography variant="body2" noWrap color={file ? 'text.primary' : 'text.secondary'} title={file?.name}>
        {file ? `${file.name} · ${sizeText(file.size)}` : more ? 'Nenhum outro arquivo escolhido.' : 'Nenhum arquivo escolhido.'}
      </Typography>
      {file && (
        <IconButton size="small" aria-label={`Desistir de ${file.name}`} disabled={disabled} onClick={onDrop}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
    <LabelledSelect
      label="Tipo do arquivo"
      name="tipo"
      options={types}
      value={tipo}
      problem={problem}
      disabled={disabled}
      onChange={chosen => onType(typeof chosen === 'string' ? chosen : '')}
    />
  </Box>
);
