/** How many records the default period hides, with a button that shows them; next to other filters, only that a period applies. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {useListContext} from 'ra-core';
import type {ListTabsState} from '../useListTabs.ts';
import {useDefaultPeriod} from './useDefaultPeriod.ts';

export const OutsidePeriodNote = ({resource: name, tabs: {tabs, totalOf, choose}}: {resource: string; tabs: ListTabsState}) => {
  const {total, isPlaceholderData} = useListContext();
  const period = useDefaultPeriod(name);
  if (period === undefined || total === undefined || isPlaceholderData) return null;
  if (period.hasOtherFilters) {
    return <PeriodNote words={`dos ${period.label}`} actionLabel="Ver de todos os dias" onGo={period.removePeriod} />;
  }
  // The difference from the tab without conditions is what the period hides.
  const [all] = tabs.find(([, {where}]) => where.length === 0) ?? [];
  const hidden = (all === undefined ? 0 : totalOf(all) ?? 0) - total;
  return all !== undefined && hidden > 0
    && <PeriodNote words={`${hidden.toLocaleString('pt-BR')} fora do período`} actionLabel="Ver todos" onGo={() => choose(all)} />;
};

const PeriodNote = ({words, actionLabel, onGo}: {words: string; actionLabel: string; onGo: () => void}) => (
  <Box sx={{display: 'flex', alignItems: 'center', gap: 0.5}}>
    <Typography variant="body2" color="text.secondary">{words}</Typography>
    <Button size="small" onClick={onGo}>{actionLabel}</Button>
  </Box>
);
