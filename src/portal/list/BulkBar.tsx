/** What can be done with the ticked rows; nothing while none is. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {verdictOf} from '../wire/verdict.ts';
import {bulkActions, type BulkAction} from './bulkActions.ts';
import type {Selection} from './selection.ts';
import {later} from '../ui/later.tsx';

const BulkDialog = later(async () => (await import('./BulkDialog.tsx')).BulkDialog);

export const BulkBar = ({resource: name, selection}: {resource: string; selection: Selection}) => {
  const resource = useResource(name);
  const config = useConfig();
  const session = useSession();
  const allowed = (action: string, row: Row) => verdictOf(config, resource, action, row, session).allowed;
  const [asked, setAsked] = useState<BulkAction>();
  const count = selection.rows.length;
  const said = count === 1 ? '1 selecionado' : `${count.toLocaleString('pt-BR')} selecionados`;
  return (
    <Box role="group" aria-label="Ações sobre os selecionados" sx={{display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap'}}>
      <Typography variant="body2" role="status" sx={{fontWeight: 600, mr: 1}}>{count === 0 ? '' : said}</Typography>
      {bulkActions(resource, session.perfil, selection.rows, allowed).filter(({rows}) => rows.length > 0).map(one => (
        <Button
          key={one.name}
          size="small"
          variant="outlined"
          color={one.action.tone === 'danger' ? 'error' : 'primary'}
          onClick={() => setAsked(one)}
        >
          {`${one.action.many ?? one.action.label} (${one.rows.length})`}
        </Button>
      ))}
      {count > 0 && <Button size="small" onClick={selection.clear}>Limpar seleção</Button>}
      {asked && (
        <BulkDialog
          resource={name}
          asked={asked}
          onClose={done => {
            selection.set(done, false);
            setAsked(undefined);
          }}
        />
      )}
    </Box>
  );
};
