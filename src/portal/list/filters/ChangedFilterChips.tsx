/** The chips of the chosen filters, hidden while the list is filtered as it opened. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import {useResourceAndSession} from '../../session/context.ts';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import {isDefaultFilterValue, defaultFilters} from './filterInputs.ts';
import {useFilters} from './useFilters.ts';

// The fallback has the chips' height.
const FilterChips = lazyComponent(
  async () => (await import('./FilterChips.tsx')).FilterChips, undefined, <Box aria-busy sx={{height: 40}} />,
);

export const ChangedFilterChips = ({resource: name, children}: {resource: string; children?: ReactNode}) => {
  const {config, resource, session} = useResourceAndSession(name);
  const opening = defaultFilters(config, resource, session);
  const {values, chosen} = useFilters(name);
  const isAsOpened = chosen.every(filterName => isDefaultFilterValue(opening, filterName, values[filterName]));
  return !isAsOpened && <FilterChips resource={name}>{children}</FilterChips>;
};
