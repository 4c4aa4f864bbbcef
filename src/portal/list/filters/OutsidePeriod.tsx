/**
 * What the days a list opens with hide, with the way there: how many records where it is the period alone, else that there is one, which
 * whoever filters by something else does not think of.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {useListContext} from 'ra-core';
import type {Tabs} from '../tabs.ts';
import {useOpeningPeriod} from './useOpeningPeriod.ts';

export const OutsidePeriod = ({resource: name, tabs: {tabs, totalOf, choose}}: {resource: string; tabs: Tabs}) => {
  const {total, isPlaceholderData} = useListContext();
  const period = useOpeningPeriod(name);
  if (period === undefined || total === undefined || isPlaceholderData) return null;
  if (period.among) return <Told words={`dos ${period.words}`} way="Ver de todos os dias" onGo={period.widen} />;
  // The tab of all there is: what it has more is what the days hide.
  const [all] = tabs.find(([, {where}]) => where.length === 0) ?? [];
  const hidden = (all === undefined ? 0 : totalOf(all) ?? 0) - total;
  return all !== undefined && hidden > 0
    && <Told words={`${hidden.toLocaleString('pt-BR')} fora do período`} way="Ver todos" onGo={() => choose(all)} />;
};

const Told = ({words, way, onGo}: {words: string; way: string; onGo: () => void}) => (
  <Box sx={{display: 'flex', alignItems: 'center', gap: 0.5}}>
    <Typography variant="body2" color="text.secondary">{words}</Typography>
    <Button size="small" onClick={onGo}>{way}</Button>
  </Box>
);
