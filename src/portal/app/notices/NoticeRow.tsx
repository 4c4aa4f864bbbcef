/** One notice: its sentence as a link to the record, what it is about and how long ago. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {Link, useLocation, type Location} from 'react-router-dom';
import {addressById, parentListed} from '../../../schema/lists/goTo.ts';
import type {Notice} from '../../../schema/wire.ts';
import {useConfig} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {Age} from '../../ui/Age.tsx';
import {isOver} from '../../ui/place/steps.ts';
import {clampedTo, useCut} from '../../ui/useCut.ts';

/** Of a long sentence the rest stands behind 'mais'. */
const LINES = 4;

export const FOLLOWED = {
  display: 'block', px: 2.5, py: 1.25, color: 'inherit', textDecoration: 'none', outlineOffset: -2,
  '&:hover': {backgroundColor: 'action.hover'}, '&:focus-visible': {outlineOffset: -2},
};

export const NoticeRow = ({notice: {texto, recurso, idRegistro, dataCriacao, lido, resolvido = false}}: {notice: Notice}) => {
  const config = useConfig();
  const {state} = useLocation() as Location<unknown>;
  const {perfil} = useSession();
  // What is settled asks nothing of anybody.
  const quiet = lido || resolvido;
  const {ref, cut} = useCut();
  const [whole, setWhole] = useState(false);
  const address = addressById(config, recurso, idRegistro, perfil);
  const where = parentListed(config, recurso, perfil);
  // Back from the record leads to where the list was opened, not to the list.
  const followed = address === undefined ? {component: 'div'} : {component: Link, to: address, replace: isOver(state)};
  return (
    <Box component="li" sx={{position: 'relative', borderBottom: 1, borderColor: 'divider'}}>
      <Box {...followed} sx={FOLLOWED}>
        {!lido && (
          <>
            <Box
              component="span"
              aria-hidden
              sx={{position: 'absolute', left: 8, top: 18, width: 8, height: 8, borderRadius: '50%', backgroundColor: 'primary.main'}}
            />
            <Box component="span" sx={visuallyHidden}>Não lido: </Box>
          </>
        )}
        <Typography
          component="span"
          ref={ref}
          variant="body2"
          sx={{
            ...(whole ? {display: 'block', overflowWrap: 'break-word'} : clampedTo(LINES)), whiteSpace: 'pre-line',
            fontWeight: quiet ? undefined : 600, color: quiet ? 'text.secondary' : 'text.primary',
          }}
        >
          {texto}
        </Typography>
        <Typography component="span" variant="caption" color="text.secondary" sx={{display: 'block', mt: 0.25}}>
          {resolvido && 'Resolvido · '}{config.resources[recurso]?.label.one ?? recurso} · <Age instant={dataCriacao} />
          {address === undefined && where !== undefined && ` · Para abrir, procure em ${where.parent.label.many}.`}
        </Typography>
      </Box>
      {(cut || whole) && (
        <Button size="small" aria-expanded={whole} onClick={() => setWhole(!whole)} sx={{minWidth: 0, ml: 1, mb: 0.5, mt: -0.75}}>
          {whole ? 'menos' : 'mais'}
        </Button>
      )}
    </Box>
  );
};
