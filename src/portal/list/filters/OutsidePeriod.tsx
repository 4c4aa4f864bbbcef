/** What the days a list opens with hide, with the way there: told only where nothing else is filtered, so that it is the period alone. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {useListContext} from 'ra-core';
import {defaultFilter} from '../../../schema/lists/query.ts';
import {useConfig, useResource, useSession} from '../../session/context.ts';
import {isOpening, openingFilters} from './filterFields.ts';
import type {Tabs} from '../tabs.ts';

export const OutsidePeriod = ({resource: name, tabs: {tabs, totalOf, choose}}: {resource: string; tabs: Tabs}) => {
  const resource = useResource(name);
  const opening = openingFilters(useConfig(), resource, useSession());
  const {total, isPlaceholderData, ...list} = useListContext();
  const values = list.filterValues as Record<string, unknown>;
  // The tab of all there is: what it has more is what the days hide.
  const [all] = tabs.find(([, {where}]) => where.length === 0) ?? [];
  const everything = all === undefined ? undefined : totalOf(all);
  const names = new Set([...Object.keys(values), ...Object.keys(opening)]);
  const asOpened = Object.keys(defaultFilter(resource)).length > 0 && [...names].every(one => isOpening(opening, one, values[one]));
  if (all === undefined || everything === undefined || total === undefined || isPlaceholderData || !asOpened) return null;
  if (everything <= total) return null;
  const hidden = everything - total;
  return (
    <Box sx={{display: 'flex', alignItems: 'center', gap: 0.5}}>
      <Typography variant="body2" color="text.secondary">{hidden.toLocaleString('pt-BR')} fora do período</Typography>
      <Button size="small" onClick={() => choose(all)}>Ver todos</Button>
    </Box>
  );
};
