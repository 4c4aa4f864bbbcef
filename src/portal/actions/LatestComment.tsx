/**
 * The last comment of a record in full. For a record that returned to its first status, that step is shown, and earlier comments count as
 * settled.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {historyOperation, mayAccess} from '../../schema/access.ts';
import {LAST_COMMENT_KEY} from '../../schema/statuses/responseKeys.ts';
import type {LastComment} from '../../schema/apiShapes.ts';
import {entriesOfRound, useHistory} from '../form/history/history.ts';
import {useResourceAndSession} from '../session/context.ts';
import {Age} from '../ui/Age.tsx';
import {Quote} from '../ui/Facts.tsx';
import type {ActionRecord} from '../api/actionVerdicts.ts';

interface Props {
  name: string;
  record: ActionRecord;
}

const CommentHeading = ({who, did, at}: {who: string; did: string; at: string}) => (
  <Typography variant="body2" sx={{mb: 0.5}}>
    <strong>{who}</strong> {did}{' '}
    <Typography component="span" variant="caption" color="text.secondary"><Age instant={at} /></Typography>
  </Typography>
);

export const LatestComment = ({name, record}: Props) => {
  const {resource, session: {perfil}} = useResourceAndSession(name);
  const lastComment = (record[LAST_COMMENT_KEY] as LastComment | null | undefined) ?? undefined;
  const {data = []} = useHistory(name, record.id, mayAccess(resource, historyOperation(resource), perfil));
  const returnStep = entriesOfRound(resource, data).slice(-1).find(({deStatus}) => deStatus);
  const isSameStep = returnStep !== undefined && lastComment?.texto === returnStep.comentario;
  const isSettled = returnStep !== undefined && !isSameStep && (lastComment === undefined || lastComment.data < returnStep.dataCriacao);
  return (
    <Box sx={{'&:empty': {display: 'none'}}}>
      {returnStep && (isSettled || isSameStep) && (
        <CommentHeading
          who={returnStep.nomeUsuario}
          did={`· ${returnStep.acao ?? ''} (de ${returnStep.deStatus ?? ''} para ${returnStep.paraStatus ?? ''})`}
          at={returnStep.dataCriacao}
        />
      )}
      {lastComment && !isSettled && !isSameStep && <CommentHeading who={lastComment.nome} did="escreveu:" at={lastComment.data} />}
      {lastComment && !isSettled && <Quote>{lastComment.texto}</Quote>}
    </Box>
  );
};
