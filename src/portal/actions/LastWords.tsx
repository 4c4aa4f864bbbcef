/**
 * What somebody wrote last to a record, in full: a request where it waits for its author. A record that came back to where records begin
 * says so, and what was written before is settled.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {historyOperation, may} from '../../schema/access.ts';
import {LAST_COMMENT} from '../../schema/statuses/situation.ts';
import type {LastComment} from '../../schema/wire.ts';
import {roundOf, useHistory} from '../form/history/history.ts';
import {useAbout} from '../session/context.ts';
import {Age} from '../ui/Age.tsx';
import {Quote} from '../ui/Facts.tsx';
import type {ActionRecord} from '../wire/verdict.ts';

interface Props {
  /** The resource's name. */
  name: string;
  record: ActionRecord;
}

const Said = ({who, did, at}: {who: string; did: string; at: string}) => (
  <Typography variant="body2" sx={{mb: 0.5}}>
    <strong>{who}</strong> {did}{' '}
    <Typography component="span" variant="caption" color="text.secondary"><Age instant={at} /></Typography>
  </Typography>
);

export const LastWords = ({name, record}: Props) => {
  const {resource, session: {perfil}} = useAbout(name);
  const last = (record[LAST_COMMENT] as LastComment | null | undefined) ?? undefined;
  const {data = []} = useHistory(name, record.id, may(resource, historyOperation(resource), perfil));
  const back = roundOf(resource, data).slice(-1).find(({deStatus}) => deStatus);
  const isWithIt = back !== undefined && last?.texto === back.comentario;
  const isSettled = back !== undefined && !isWithIt && (last === undefined || last.data < back.dataCriacao);
  return (
    <Box sx={{'&:empty': {display: 'none'}}}>
      {back && (isSettled || isWithIt) && (
        <Said
          who={back.nomeUsuario}
          did={`· ${back.acao ?? ''} (de ${back.deStatus ?? ''} para ${back.paraStatus ?? ''})`}
          at={back.dataCriacao}
        />
      )}
      {last && !isSettled && !isWithIt && <Said who={last.nome} did="escreveu:" at={last.data} />}
      {last && !isSettled && <Quote>{last.texto}</Quote>}
    </Box>
  );
};
