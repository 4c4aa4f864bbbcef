/** What a manager asks and no card says: the oldest open records, this week against the last, and where the open ones are. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type {Dashboard, Resource} from '../../../schema/config/config.ts';
import type {Summary} from '../../../schema/wire.ts';
import {isMissing} from '../../wire/errors.ts';
import {Section} from '../../ui/Section.tsx';
import type {Whose} from './addresses.ts';
import {ByBranch} from './ByBranch.tsx';
import {Finished} from './Finished.tsx';
import type {Numbers} from './numbers.ts';
import {Oldest} from './Oldest.tsx';
import {Trouble} from './Trouble.tsx';

interface OverviewProps {
  dashboard: Dashboard;
  resource: Resource;
  numbers: Numbers<Summary>;
}

const LINES = [1, 2, 3, 4, 5];
const waiting = <Box role="status" aria-label="Carregando">{LINES.map(line => <Skeleton key={line} height={32} />)}</Box>;

interface Drawn {
  title: (words: Dashboard['words']) => string;
  draw: (numbers: Summary, about: Pick<OverviewProps, 'dashboard' | 'resource'>, whose: Whose) => ReactNode;
}
/** How each of the numbers is drawn, in this order. */
const NUMBERS: Readonly<Record<keyof Summary, Drawn>> = {
  maisAntigos: {title: ({oldest}) => oldest, draw: ({maisAntigos}, about) => <Oldest {...about} rows={maisAntigos} />},
  finalizados: {
    title: ({finished}) => finished, draw: ({finalizados}, about, whose) => <Finished {...about} counts={finalizados} whose={whose} />,
  },
  porFilial: {title: ({byBranch}) => byBranch, draw: ({porFilial}, about, whose) => <ByBranch {...about} rows={porFilial} whose={whose} />},
};

export const Overview = ({dashboard, resource, numbers}: OverviewProps) => {
  const {said, earlier, error} = numbers;
  // Another server has no such call: the block is not there.
  if (said === undefined && error !== null) return isMissing(error) ? null : <Trouble what="o resumo" numbers={numbers} />;
  return (
    <Box aria-busy={earlier && error === null} sx={{opacity: earlier && said !== undefined ? 0.6 : 1, transition: 'opacity 120ms'}}>
      <Trouble what="o resumo" numbers={numbers} />
      <Box sx={{display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))'}}>
        {Object.entries(NUMBERS).map(([key, {title, draw}]) => (
          <Section key={key} title={title(dashboard.words)}>
            {said ? draw(said.body, {dashboard, resource}, said.asked) : waiting}
          </Section>
        ))}
      </Box>
    </Box>
  );
};
