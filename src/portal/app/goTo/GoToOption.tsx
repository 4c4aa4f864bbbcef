/** One line of 'Ir para': a place with what tells it from others, or something to do with its key. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {StatusBadge} from '../../kinds/StatusBadge.tsx';
import {Icon} from '../../theme/Icon.tsx';
import type {Offered} from './useOffered.ts';

export const GoToOption = ({option, props}: {option: Offered; props: React.HTMLAttributes<HTMLLIElement>}) => {
  const {titulo, what, icon, status, recent, hint, reason, detalhes = reason} = option;
  const faint = reason === undefined ? {} : {opacity: 0.5};
  return (
    <Box
      component="li"
      {...props}
      sx={{
        display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 44, px: 1.5, py: 0.75, borderRadius: 1,
        cursor: reason === undefined ? 'pointer' : 'not-allowed', '&.Mui-focused': {backgroundColor: 'action.selected'},
      }}
    >
      <Box aria-hidden sx={{display: 'flex', width: 20, flexShrink: 0, color: 'text.secondary', ...faint}}>
        <Icon name={icon} sx={{fontSize: 20}} />
      </Box>
      <Box sx={{flexGrow: 1, minWidth: 0}}>
        <Box sx={{display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1}}>
          <Typography component="span" sx={{minWidth: 0, overflowWrap: 'anywhere', ...faint}}>{titulo}</Typography>
          {status && <StatusBadge choice={status} />}
        </Box>
        {detalhes && (
          <Typography
            variant="caption"
            color="text.secondary"
            sx={{
              display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: {xs: 2, sm: reason === undefined ? 1 : 3},
              overflow: 'hidden',
            }}
          >
            {detalhes}
          </Typography>
        )}
      </Box>
      {/* Where a record stands says well enough what it is. */}
      <Typography
        component="span"
        variant="caption"
        color="text.secondary"
        sx={{flexShrink: 0, display: {xs: status === undefined ? 'inline' : 'none', sm: 'inline'}}}
      >
        {recent ? `${what} · recente` : what}
      </Typography>
      {hint && (
        <Box
          component="kbd"
          sx={{
            flexShrink: 0, minWidth: 24, px: 0.75, textAlign: 'center', font: 'inherit', fontSize: '0.75rem', color: 'text.secondary',
            border: 1, borderColor: 'divider', borderRadius: 0.5,
          }}
        >
          {hint}
        </Box>
      )}
    </Box>
  );
};
