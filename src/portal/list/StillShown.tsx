/** Over rows that answer an earlier question than the one on its way: which one. Quick answers do not flicker, and nothing moves. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import {useListContext} from 'ra-core';
import {useResource} from '../session/context.ts';
import {appearAfter} from '../theme/appear.ts';
import type {Tabs} from './tabs.ts';

/** What a list was asked for, as far as it has a name. */
export interface Question {
  tab: unknown;
  page: number;
}

const PATIENCE_MS = 300;

export const StillShown = ({name, earlier, tabs}: {name: string; earlier: Question; tabs: Tabs}) => {
  const {page} = useListContext();
  const {label} = useResource(name);
  const tab = tabs.tabs.find(([one]) => one === earlier.tab)?.[1].label ?? label.many;
  const what = earlier.tab !== tabs.chosen ? tab : earlier.page !== page ? `página ${earlier.page}` : 'o que estava filtrado antes';
  return (
    <Box role="status" sx={{position: 'absolute', left: '50%', translate: '-50%', mt: 1, zIndex: 1, ...appearAfter(PATIENCE_MS)}}>
      <Paper elevation={4} sx={{px: 1.5, py: 0.5, typography: 'body2'}}>Ainda mostrando: {what}</Paper>
    </Box>
  );
};
