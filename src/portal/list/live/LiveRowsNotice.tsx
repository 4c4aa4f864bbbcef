/** Live changes by others: rows are updated in place, and changes that would move rows wait behind a button. */
import type {RefObject} from 'react';
import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type {Resource} from '../../../schema/shapes/config.ts';
import {useResource} from '../../session/context.ts';
import type {ListTabsState} from '../useListTabs.ts';
import {StaleRowsNotice, type ShownQuery} from './StaleRowsNotice.tsx';
import {useLiveRows} from './useLiveRows.ts';

interface Props {
  name: string;
  place: RefObject<HTMLElement | null>;
  refresh: () => void;
  /** The query that the rows answer, while another one is loading. */
  earlier?: {question: ShownQuery; tabs: ListTabsState} | undefined;
}

const buttonLabel = ({label}: Resource, news: number): string => {
  if (news === 0) return 'A lista mudou, atualizar';
  const singular = label.article === 'a' ? 'nova' : 'novo';
  return `${news.toLocaleString('pt-BR')} ${news === 1 ? singular : `${singular}s`}, atualizar`;
};

export const LiveRowsNotice = ({name, place, refresh, earlier}: Props) => {
  const resource = useResource(name);
  const waiting = useLiveRows(name, place);
  return (
    <Box role="status" sx={{display: 'flex', justifyContent: 'center'}}>
      {earlier && <StaleRowsNotice name={name} {...earlier} />}
      {waiting && !earlier && (
        <Button
          size="small"
          variant="contained"
          startIcon={<RefreshIcon />}
          onClick={refresh}
          sx={{mt: 0.25, borderRadius: 4, boxShadow: 3, whiteSpace: 'nowrap'}}
        >
          {buttonLabel(resource, waiting.news)}
        </Button>
      )}
    </Box>
  );
};
