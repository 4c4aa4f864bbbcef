/** Reacts to a sign-out, or a sign-in as somebody else, in another tab (rules: Session 18). */
import {useEffect, useId, useSyncExternalStore} from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import {useSession} from '../../session/context.ts';
import {hasDrafts} from '../../session/draftKeys.ts';
import {hasSignedOutElsewhere, storedUserName, onSessionState, pageUserName, sessionState} from '../../session/identity.ts';
import {endSession, type LoadPage} from '../../session/endSession.ts';
import {followSignOut} from '../../session/signOut.ts';

export const SessionGuard = ({goTo}: {goTo: LoadPage}) => {
  const state = useSyncExternalStore(onSessionState, sessionState);
  useEffect(() => {
    if (state === 'ended') (hasSignedOutElsewhere() ? followSignOut : endSession)(goTo);
  }, [state, goTo]);
  return state === 'another' && <OtherUserDialog onReload={() => goTo(window.location.pathname + window.location.search)} />;
};

/** Blocks the page after somebody else signed in in another tab, so that nothing is done in that person's name. */
const OtherUserDialog = ({onReload}: {onReload: () => void}) => {
  const pageUser = pageUserName();
  // A subscription of its own, because a sign-in writes the storage key by key, the name after the id.
  const signedInUser = useSyncExternalStore(onSessionState, storedUserName);
  const textId = useId();
  const isDraftStored = hasDrafts(useSession().id);
  return (
    <Dialog open role="alertdialog" maxWidth="xs" fullWidth aria-describedby={textId} sx={{zIndex: 'tooltip'}}>
      <DialogTitle>Outra pessoa entrou</DialogTitle>
      <DialogContent id={textId}>
        <DialogContentText color="text.primary">Nesta janela você era {pageUser}; agora é {signedInUser}.</DialogContentText>
        {isDraftStored && (
          <DialogContentText sx={{mt: 1}}>O que {pageUser} digitou aqui e não salvou fica guardado para quando voltar.</DialogContentText>
        )}
      </DialogContent>
      <DialogActions><Button variant="contained" autoFocus onClick={onReload}>Recarregar</Button></DialogActions>
    </Dialog>
  );
};
