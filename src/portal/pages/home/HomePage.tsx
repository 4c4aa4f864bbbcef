/** A dashboard of the config (rules: Dashboard 1); a greeting for profiles without one. */
import CheckIcon from '@mui/icons-material/CheckCircle';
import EmptyIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {visuallyHidden} from '@mui/utils';
import {Link} from 'react-router-dom';
import type {Dashboard} from '../../../schema/shapes/config.ts';
import {canSeeDashboard} from '../../../schema/access.ts';
import {dashboardTitle} from '../../../schema/dashboard.ts';
import {useConfig, useResource, useSession} from '../../session/context.ts';
import {PageTitle} from '../../ui/PageTitle.tsx';
import {Section} from '../../ui/Section.tsx';
import {useOnboarding, type OnboardingStep} from './useOnboarding.ts';
import {useDashboardFilters} from './dashboardFilters.ts';
import {DashboardFilterBar} from './DashboardFilterBar.tsx';
import {EvolutionSection} from './EvolutionSection.tsx';
import {LatestSection} from './LatestSection.tsx';
import {useCounts, useEvolution, useSummary} from './dashboardQueries.ts';
import {Overview} from './Overview.tsx';
import {StatusCards} from './StatusCards.tsx';

const StepMark = ({done}: {done: boolean | undefined}) => {
  if (done === undefined) return <Skeleton variant="circular" width={24} height={24} />;
  return done ? <CheckIcon aria-hidden sx={{color: 'success.main'}} /> : <EmptyIcon aria-hidden sx={{color: 'text.secondary'}} />;
};

const FirstSteps = ({steps}: {steps: readonly OnboardingStep[]}) => {
  const count = steps.filter(({done}) => done).length;
  const next = steps.some(({done}) => done === undefined) ? undefined : steps.find(({done}) => !done);
  return (
    <Section
      title="Primeiros passos"
      aside={<Typography variant="body2" color="text.secondary">{count} de {steps.length} feitos</Typography>}
    >
      <Box component="ol" sx={{listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1}}>
        {steps.map(step => (
          <Box
            component="li"
            key={step.label}
            aria-current={step === next ? 'step' : undefined}
            sx={{display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: 1.5, alignItems: 'center', minHeight: 44}}
          >
            <StepMark done={step.done} />
            <Box sx={{display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5}}>
              {step.done
                ? <Typography component="span" color="text.secondary">
                  {step.label}<Box component="span" sx={visuallyHidden}>: feito</Box>
                </Typography>
                : (
                  <>
                    <Button component={Link} to={step.to} variant={step === next ? 'contained' : 'outlined'} size="small">
                      {step.label}
                    </Button>
                    <Typography component="span" variant="body2" color="text.secondary">{step.hint}</Typography>
                  </>
                )}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
};

const DashboardContent = ({dashboard}: {dashboard: Dashboard}) => {
  const resource = useResource(dashboard.of);
  const choiceState = useDashboardFilters(dashboard);
  const {choice, choose} = choiceState;
  const counts = useCounts(dashboard, choice);
  const evolution = useEvolution(dashboard, choice);
  const summary = useSummary(dashboard, choice);
  const {known: isDecided, steps, latest} = useOnboarding(dashboard, resource, counts);
  const about = {dashboard, resource};
  return (
    <>
      <DashboardFilterBar {...about} {...choiceState} />
      {steps.length > 0 && <Box sx={{mb: 3}}><FirstSteps steps={steps} /></Box>}
      {/* Numbers wait until it is decided whether the steps are shown, because the steps would move them. */}
      <StatusCards key={String(steps.length > 0)} {...about} numbers={isDecided ? counts : {...counts, lastAnswer: undefined}} />
      {isDecided && <Box sx={{display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)'}}>
        <EvolutionSection {...about} numbers={evolution} periodo={choice.grafico} onPeriod={periodo => choose('grafico', periodo)} />
        {latest && <LatestSection {...about} latest={latest} />}
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
  const dashboard = declared && canSeeDashboard(config, declared, perfil) ? declared : undefined;
  return (
    <>
      <PageTitle tab={product.pageTitle} heading={dashboard ? dashboardTitle(config, name) : product.name} />
      {dashboard
        ? <DashboardContent dashboard={dashboard} />
        : <Typography color="text.secondary">Boas-vindas. O que você pode fazer está no menu.</Typography>}
    </>
  );
};
