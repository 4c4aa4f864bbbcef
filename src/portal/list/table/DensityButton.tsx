/** How close the rows stand: the reader's choice, kept. */
import DensityIcon from '@mui/icons-material/DensityMediumOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import {useStore} from 'ra-core';
import type {Density} from './ListTable.tsx';

export const useDensity = () => useStore<Density>('lista.densidade', 'compacta');

export const DensityButton = () => {
  const [density, setDensity] = useDensity();
  const compact = density === 'compacta';
  return (
    <Tooltip title={compact ? 'Linhas confortáveis' : 'Linhas compactas'}>
      <IconButton
        size="small"
        aria-pressed={compact}
        aria-label="Linhas compactas"
        onClick={() => setDensity(compact ? 'confortavel' : 'compacta')}
      >
        <DensityIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
};
