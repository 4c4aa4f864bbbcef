/** Names the query whose rows are still shown while another one loads, after 300 ms so that quick answers do not flicker. */
import Paper from '@mui/material/Paper';
import {useListContext} from 'ra-core';
import {useResource} from '../../session/context.ts';
import {appearAfter} from '../../theme/appear.ts';
import type {ListTabsState} from '../useListTabs.ts';

export interface ShownQuery {
  tab: unknown;
  page: number;
}

const PATIENCE_MS = 300;

export const StaleRowsNotice = ({name, question, tabs}: {name: string; question: ShownQuery; tabs: ListTabsState}) => {
  const {page} = useListContext();
  const {label} = useResource(name);
  const tab = tabs.tabs.find(([tabName]) => tabName === question.tab)?.[1].label ?? label.many;
  const shownName = question.tab !== tabs.chosen ? tab : question.page !== page ? `página ${question.page}` : 'o que estava filtrado antes';
  return (
    <Paper elevation={4} sx={{px: 1.5, py: 0.5, mt: 1, typography: 'body2', ...appearAfter(PATIENCE_MS)}}>
      Ainda mostrando: {shownName}
    </Paper>
  );
};
