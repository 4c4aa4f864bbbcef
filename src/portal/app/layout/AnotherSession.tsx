/** Lies over the screens of a person while somebody else is signed in: nothing can be done here in the other's name. */
import {useId, useSyncExternalStore} from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import {useSession} from '../../session/context.ts';
import {hasDrafts} from '../../session/draftKeys.ts';
import {nameSignedIn, onSessionState, ownName} from '../../session/identity.ts';

export const AnotherSession = ({onReload}: {onReload: () => void}) => {
  const own = ownName();
  // Told apart from whether it is another: what a sign-in writes comes key by key, the name after the id.
  const now = useSyncExternalStore(onSessionState, nameSignedIn);
  const text = useId();
  const isKept = hasDrafts(useSession().id);
  return (
    <Dialog open role="alertdialog" maxWidth="xs" fullWidth aria-describedby={text} sx={{zIndex: 'tooltip'}}>
      <DialogTitle>Outra pessoa entrou</DialogTitle>
      <DialogContent id={text}>
        <DialogContentText color="text.primary">Nesta janela você era {own}; agora é {now}.</DialogContentText>
        {isKept && (
          <DialogContentText sx={{mt: 1}}>O que {own} digitou aqui e não salvou fica guardado para quando voltar.</DialogContentText>
        )}
      </DialogContent>
      <DialogActions><Button variant="contained" autoFocus onClick={onReload}>Recarregar</Button></DialogActions>
    </Dialog>
  );
};
