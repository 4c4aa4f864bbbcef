/** What others did to a list while it is shown: its rows change in place, and what would move them waits behind a button. */
import type {RefObject} from 'react';
import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type {Resource} from '../../../schema/config/config.ts';
import {useResource} from '../../session/context.ts';
import type {Tabs} from '../tabs.ts';
import {StillShown, type Question} from './StillShown.tsx';
import {useLiveRows} from './useLiveRows.ts';

interface Props {
  /** The resource's name. */
  name: string;
  /** The element the rows are in. */
  place: RefObject<HTMLElement | null>;
  /** Reads the list again, with all that belongs to it. */
  refresh: () => void;
  /** The question that the rows answer, where another one is on its way. */
  earlier?: {question: Question; tabs: Tabs} | undefined;
}

const wordsOf = ({label}: Resource, news: number): string => {
  if (news === 0) return 'A lista mudou, atualizar';
  const one = label.article === 'a' ? 'nova' : 'novo';
  return `${news.toLocaleString('pt-BR')} ${news === 1 ? one : `${one}s`}, atualizar`;
};

export const LiveRows = ({name, place, refresh, earlier}: Props) => {
  const resource = useResource(name);
  const waiting = useLiveRows(name, place);
  return (
    <Box role="status" sx={{display: 'flex', justifyContent: 'center'}}>
      {earlier && <StillShown name={name} {...earlier} />}
      {waiting && !earlier && (
        <Button
          size="small"
          variant="contained"
          startIcon={<RefreshIcon />}
          onClick={refresh}
          sx={{mt: 0.25, borderRadius: 4, boxShadow: 3, whiteSpace: 'nowrap'}}
        >
          {wordsOf(resource, waiting.news)}
        </Button>
      )}
    </Box>
  );
};
