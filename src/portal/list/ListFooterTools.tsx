import DensityIcon from '@mui/icons-material/DensityMediumOutlined';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import {showShortcutHelp} from '../shortcuts/registry.ts';
import {useDensity} from './table/density.ts';

export const ListFooterTools = () => {
  const [density, setDensity] = useDensity();
  const compact = density === 'compacta';
  return (
    <>
      <Tooltip title="Atalhos do teclado">
        <IconButton size="small" aria-label="Atalhos do teclado" aria-haspopup="dialog" onClick={showShortcutHelp}>
          <KeyboardIcon fontSize="small" />
        </IconButton>
      </Tooltip>
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
    </>
  );
};
