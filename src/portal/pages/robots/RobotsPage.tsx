/** /adm/robos: what is wrong first, then the queues, what runs and waits, what failed, and the robots themselves (rules: Robots 10). */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {queuesOf} from '../../../schema/watchers.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {PageTitle} from '../../ui/PageTitle.tsx';
import {QueueBoard, Troubles} from './QueueBoard.tsx';
import {Robots} from './Robots.tsx';

export const RobotsPage = () => {
  const config = useConfig();
  const names = queuesOf(config, useSession().perfil);
  return (
    <>
      <PageTitle tab="Robôs" heading="Robôs" />
      {names.length === 0
        ? <Typography role="alert">Seu perfil não acompanha os robôs.</Typography>
        : (
          <Box sx={{display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)'}}>
            {names.map(name => <Troubles key={name} name={name} />)}
            {names.map(name => <QueueBoard key={name} name={name} isOne={names.length === 1} />)}
            <Robots />
          </Box>
        )}
    </>
  );
};
