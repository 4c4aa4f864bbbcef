/** What somebody wrote last to a record, in full: a request where it waits for its author. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {useResource} from '../../session/ConfigContext.tsx';
import {Age} from '../../ui/Age.tsx';
import {Quote} from '../../ui/Quote.tsx';
import type {Row} from '../../wire/providers/dialects.ts';
import {asksAuthor, lastCommentOf} from './turn.ts';

export const LastWords = ({name, record}: {name: string; record: Row}) => {
  const resource = useResource(name);
  const last = lastCommentOf(record);
  if (last === undefined) return null;
  return (
    <Box>
      <Typography variant="body2" sx={{mb: 0.5}}>
        <strong>{last.nome}</strong> {asksAuthor(resource, record) ? 'pede:' : 'escreveu:'}{' '}
        <Typography component="span" variant="caption" color="text.secondary"><Age instant={last.data} /></Typography>
      </Typography>
      <Quote>{last.texto}</Quote>
    </Box>
  );
};
