/** What was done before the page went in the middle of it, said to whoever comes back. */
import {useState} from 'react';
import Typography from '@mui/material/Typography';
import {useConfig} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {BulkRunDialog} from './BulkRunDialog.tsx';
import {dropRun, readRun, type KeptRun} from './keptRun.ts';
import {useBulk} from './useBulk.ts';

/** Nothing where there is nothing to say. */
export const LeftRun = () => {
  const {id} = useSession();
  const [kept] = useState(() => readRun(id));
  return kept && <Left kept={kept} user={id} />;
};

const Left = ({kept, user}: {kept: KeptRun; user: number}) => {
  const {resource: name, action: actionName} = kept.batch;
  const action = useConfig().resources[name]?.actions?.[actionName];
  const bulk = useBulk(kept);
  const [open, setOpen] = useState(true);
  if (action === undefined || !open) return null;
  return (
    <BulkRunDialog
      title={action.many ?? action.label}
      bulk={bulk}
      note={<Typography sx={{mb: 2}}>O envio parou no meio, porque a sessão terminou ou a tela foi deixada. Até ali:</Typography>}
      onClose={() => {
        dropRun(user);
        setOpen(false);
      }}
    />
  );
};
