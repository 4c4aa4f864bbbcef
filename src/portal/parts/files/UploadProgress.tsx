import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import {formatPercent} from '../../fields/files/fileTexts.ts';

export const UploadProgress = ({share, onCancel}: {share: number; onCancel: () => void}) => (
  // A separate row above the buttons on a phone.
  <Box sx={{display: 'flex', alignItems: 'center', gap: 2, flex: {xs: '1 0 100%', sm: 1}, order: {xs: -1, sm: 0}, minWidth: 0}}>
    <LinearProgress variant="determinate" value={share * 100} aria-label="Envio dos arquivos" sx={{flex: 1, minWidth: 64}} />
    <Typography variant="body2" sx={{fontVariantNumeric: 'tabular-nums'}}>
      {share < 1 ? formatPercent(share) : 'Gravando…'}
    </Typography>
    <Button size="small" onClick={onCancel}>Cancelar envio</Button>
  </Box>
);
