/** What the list is filtered by, where that is not as it opened: its inputs, or its foot, say that. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import {useAbout} from '../../session/context.ts';
import {later} from '../../ui/later.tsx';
import {isOpening, openingFilters} from './filterFields.ts';
import {useFilters} from './useFilters.ts';

// As high before they come.
const FilterChips = later(async () => (await import('./FilterChips.tsx')).FilterChips, undefined, <Box aria-busy sx={{height: 40}} />);

export const ChosenFilters = ({resource: name, children}: {resource: string; children?: ReactNode}) => {
  const {config, resource, session} = useAbout(name);
  const opening = openingFilters(config, resource, session);
  const {values, chosen} = useFilters(name);
  const asOpened = chosen.every(one => isOpening(opening, one, values[one]));
  return !asOpened && <FilterChips resource={name}>{children}</FilterChips>;
};
