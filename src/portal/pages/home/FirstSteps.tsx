/** The way to the first record, ticking itself off; the next step is the one primary button. */
import CheckIcon from '@mui/icons-material/CheckCircle';
import EmptyIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {visuallyHidden} from '@mui/utils';
import {Link} from 'react-router-dom';
import {Section} from '../../ui/Section.tsx';
import type {Step} from './beginning.ts';

const Tick = ({done}: {done: boolean | undefined}) => {
  if (done === undefined) return <Skeleton variant="circular" width={24} height={24} />;
  return done ? <CheckIcon aria-hidden sx={{color: 'success.main'}} /> : <EmptyIcon aria-hidden sx={{color: 'text.secondary'}} />;
};

export const FirstSteps = ({steps}: {steps: readonly Step[]}) => {
  const count = steps.filter(({done}) => done).length;
  // None is the next before it is known which are done.
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
            <Tick done={step.done} />
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
