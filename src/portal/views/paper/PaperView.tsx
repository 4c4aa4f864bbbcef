/**
 * A list, or a record with all that its parts tell, as it is printed: in light colours, with its head, and nothing to press on it
 * (rules: Screens 16). Its address is `{route}/imprimir`, with the record's number or with what the list is filtered by.
 */
import {useEffect, useEffectEvent, useState, type ReactNode} from 'react';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import {useIsFetching} from '@tanstack/react-query';
import {useLocation, useParams, type Location} from 'react-router-dom';
import {may} from '../../../schema/access.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {PRINT, screens} from '../../../schema/paths.ts';
import {claims} from '../../session/claims.ts';
import {useAbout, useConfig, useResource} from '../../session/context.ts';
import {useWayBackTo} from '../../ui/place/useWayBack.ts';
import {Refused} from '../../ui/WayOut.tsx';
import {ListPaper} from './ListPaper.tsx';
import {RecordPaper} from './RecordPaper.tsx';

export const PaperView = ({name}: {name: string}) => {
  const {id} = useParams();
  const {resource, session: {perfil}} = useAbout(name);
  if (!may(resource, id === undefined ? 'list' : 'read', perfil)) return <Refused tab={resource.pageTitle} />;
  return id === undefined
    ? <Sheet name={name} wide><ListPaper name={name} /></Sheet>
    : <Sheet name={name}><RecordPaper name={name} id={Number(id)} /></Sheet>;
};

/** Who asked for the printer is given it, once all that was asked for is there. */
const usePrinter = () => {
  const {state} = useLocation() as Location<Record<string, unknown> | null>;
  const fetching = useIsFetching();
  const print = useEffectEvent(() => {
    if (state?.[PRINT] === true) window.print();
  });
  useEffect(() => {
    // What is drawn asks for more: names of what it refers to.
    const timer = fetching === 0 ? setTimeout(print) : undefined;
    return () => clearTimeout(timer);
  }, [fetching]);
};

const Sheet = ({name, wide = false, children}: {name: string; wide?: boolean; children: ReactNode}) => {
  const config = useConfig();
  const {backLink} = useWayBackTo(screens(config, useResource(name)).list);
  const {unique_name: who, role} = claims() ?? {};
  const [now] = useState(() => formatInstant(new Date().toISOString()));
  usePrinter();
  return (
    <Box sx={{maxWidth: wide ? 1440 : 960, mx: 'auto'}}>
      <GlobalStyles styles={{'@page': {size: wide ? 'A4 landscape' : 'A4', margin: '12mm'}, body: {backgroundColor: '#fff'}}} />
      <Box sx={{display: 'flex', justifyContent: 'flex-end', gap: 1, mb: 2, displayPrint: 'none'}}>
        <Button {...backLink}>Voltar</Button>
        <Button variant="outlined" startIcon={<PrintIcon />} onClick={() => window.print()}>Imprimir</Button>
      </Box>
      <Box
        component="header"
        sx={{
          display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'baseline', columnGap: 2, pb: 1, mb: 2,
          borderBottom: 1, borderColor: 'divider',
        }}
      >
        <Typography sx={{fontWeight: 650}}>{config.product.name}</Typography>
        <Typography variant="caption" color="text.secondary">
          Impresso em {now} por {who} ({role})
        </Typography>
      </Box>
      {children}
    </Box>
  );
};
