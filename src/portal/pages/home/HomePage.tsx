/** A dashboard of the config's (rules: Dashboard 1), by its name; whoever has none at /adm/home is greeted there. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type {Dashboard} from '../../../schema/config/config.ts';
import {mayLook} from '../../../schema/access.ts';
import {headingOf} from '../../../schema/dashboard.ts';
import {useConfig, useResource, useSession} from '../../session/context.ts';
import {PageTitle} from '../../ui/PageTitle.tsx';
import {useBeginning} from './beginning.ts';
import {useChoice} from './choice.ts';
import {ChoiceBar} from './ChoiceBar.tsx';
import {Evolution} from './Evolution.tsx';
import {FirstSteps} from './FirstSteps.tsx';
import {Latest} from './Latest.tsx';
import {useCounts, useEvolution, useSummary} from './numbers.ts';
import {Overview} from './Overview.tsx';
import {Statuses} from './Statuses.tsx';

const Board = ({dashboard}: {dashboard: Dashboard}) => {
  const resource = useResource(dashboard.of);
  const choosing = useChoice(dashboard);
  const {choice, choose} = choosing;
  const counts = useCounts(dashboard, choice);
  const evolution = useEvolution(dashboard, choice);
  const summary = useSummary(dashboard, choice);
  const {known, steps, latest} = useBeginning(dashboard, resource, counts);
  const about = {dashboard, resource};
  return (
    <>
      <ChoiceBar {...about} {...choosing} />
      {steps.length > 0 && <Box sx={{mb: 3}}><FirstSteps steps={steps} /></Box>}
      {/* Before zeros stand the steps: until it is known which it is, no number is drawn, and nothing below. */}
      <Statuses key={String(steps.length > 0)} {...about} numbers={known ? counts : {...counts, said: undefined}} />
      {known && <Box sx={{display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)'}}>
        <Evolution {...about} numbers={evolution} periodo={choice.grafico} onPeriod={periodo => choose('grafico', periodo)} />
        {latest && <Latest {...about} latest={latest} />}
        <Overview {...about} numbers={summary} />
      </Box>}
    </>
  );
};

export const HomePage = ({name}: {name: string}) => {
  const config = useConfig();
  const {perfil} = useSession();
  const {product, dashboards} = config;
  const declared = dashboards[name];
  const dashboard = declared && mayLook(config, declared, perfil) ? declared : undefined;
  return (
    <>
      <PageTitle tab={product.pageTitle} heading={dashboard ? headingOf(config, name) : product.name} />
      {dashboard
        ? <Board dashboard={dashboard} />
        : <Typography color="text.secondary">Boas-vindas. O que você pode fazer está no menu.</Typography>}
    </>
  );
};
