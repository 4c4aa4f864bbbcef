/** Progress of an export, in a corner so that the list stays usable. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Portal from '@mui/material/Portal';
import Typography from '@mui/material/Typography';
import {useRegisterShortcut} from '../../shortcuts/registry.ts';
import type {ExportProgressState} from './useExport.ts';

const formatCount = (count: number): string => count.toLocaleString('pt-BR');

const progressText = ({done, total}: ExportProgressState): string => {
  if (total === undefined) return 'Preparando o arquivo…';
  return done === undefined
    ? `${formatCount(total)} registros`
    : `${formatCount(Math.min(done, total))} de ${formatCount(total)} registros`;
};

export const ExportProgress = ({progress, onCancel}: {progress: ExportProgressState; onCancel: () => void}) => {
  const {format, done, total} = progress;
  useRegisterShortcut('Escape', 'Cancelar a exportação', onCancel);
  const share = done === undefined || !total ? undefined : Math.min(100, (100 * done) / total);
  return (
    <Portal>
      <Paper
        component="section"
        aria-label="Exportação"
        elevation={8}
        sx={{
          position: 'fixed', zIndex: 'snackbar', right: 16, bottom: 16, left: {xs: 16, sm: 'auto'}, width: {sm: 340}, p: 2, border: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1}}>
          <Typography role="status" sx={{fontWeight: 600}}>Exportando {format.toUpperCase()}</Typography>
          <Button size="small" onClick={onCancel}>Cancelar exportação</Button>
        </Box>
        <LinearProgress
          aria-label="Progresso da exportação"
          sx={{my: 1, borderRadius: 1}}
          {...(share === undefined ? {variant: 'indeterminate'} : {variant: 'determinate', value: share})}
        />
        <Typography variant="body2" color="text.secondary">{progressText(progress)}</Typography>
      </Paper>
    </Portal>
  );
};
