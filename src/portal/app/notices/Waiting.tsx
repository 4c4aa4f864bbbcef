/** How many records wait for whoever reads their notices, by the tab they stand in: a line each, which leads there. */
import Box from '@mui/material/Box';
import {useQueries} from '@tanstack/react-query';
import {Link, useLocation, type Location} from 'react-router-dom';
import {TABS, tabsCall} from '../../../schema/lifeCycle/tabs.ts';
import {tabAddress, waitingTabs, waitingWords} from '../../../schema/lifeCycle/waitingTabs.ts';
import type {TabCount} from '../../../schema/wire.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {isOver} from '../../ui/place/steps.ts';
import {request} from '../../wire/http.ts';
import {FOLLOWED} from './NoticeList.tsx';

export const Waiting = ({open}: {open: boolean}) => {
  const config = useConfig();
  const {perfil} = useSession();
  const {state} = useLocation() as Location<unknown>;
  const asked = Object.entries(config.resources).flatMap(([name, resource]) => {
    const [call, tabs] = [tabsCall(name, resource), waitingTabs(resource, perfil)];
    return call === undefined || tabs.length === 0 ? [] : [{name, resource, call, tabs}];
  });
  const counts = useQueries({
    queries: asked.map(({name, call}) => ({
      // The list's own, so that whatever refreshes the records refreshes this too.
      queryKey: [name, TABS], enabled: open, retry: false, meta: {optional: true},
      queryFn: async ({signal}: {signal: AbortSignal}) => (await request<TabCount[]>(call, {signal})).body,
    })),
  });
  const lines = asked.flatMap(({resource, tabs}, at) => tabs.flatMap(({name, tab}) => {
    const total = counts[at]?.data?.find(({aba}) => aba === name)?.total ?? 0;
    return total === 0 ? [] : [{to: tabAddress(config, resource, name), words: waitingWords(resource, tab, total)}];
  }));
  return lines.map(({to, words}) => (
    <Box
      key={to}
      component={Link}
      to={to}
      replace={isOver(state)}
      sx={{...FOLLOWED, fontWeight: 600, borderBottom: 1, borderColor: 'divider'}}
    >
      {words}
    </Box>
  ));
};
