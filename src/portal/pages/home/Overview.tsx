/** What a manager asks and no card says: the oldest open records, this week against the last, and where the open ones are. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type {Dashboard, Resource} from '../../../schema/config/config.ts';
import type {Summary} from '../../../schema/wire.ts';
import {isMissing} from '../../wire/errors.ts';
import {Section} from '../../ui/Section.tsx';
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

export const Overview = ({dashboard, resource, numbers}: OverviewProps) => {
  const {said, earlier, error} = numbers;
  const {words} = dashboard;
  // Another server has no such call: the block is not there.
  if (said === undefined && error !== null) return isMissing(error) ? null : <Trouble what="o resumo" numbers={numbers} />;
  const about = {dashboard, resource};
  return (
    <Box aria-busy={earlier && error === null} sx={{opacity: earlier && said !== undefined ? 0.6 : 1, transition: 'opacity 120ms'}}>
      <Trouble what="o resumo" numbers={numbers} />
      <Box sx={{display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))'}}>
        <Section title={words.oldest}>{said ? <Oldest {...about} rows={said.body.maisAntigos} /> : waiting}</Section>
        <Section title={words.finished}>
          {said ? <Finished {...about} counts={said.body.finalizados} whose={said.asked} /> : waiting}
        </Section>
        <Section title={words.byBranch}>{said ? <ByBranch {...about} rows={said.body.porFilial} whose={said.asked} /> : waiting}</Section>
      </Box>
    </Box>
  );
};
