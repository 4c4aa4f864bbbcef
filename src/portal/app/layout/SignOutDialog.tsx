/** Asks before somebody signs out (rules: Session 7). */
import {useId} from 'react';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import {useLogout} from 'ra-core';
import {hasDrafts} from '../../form/drafts/store.ts';
import {forgetChosenFiles} from '../../session/chosenFiles.ts';
import {useSession} from '../../session/context.ts';
import {DialogButtons} from '../../ui/ConfirmDialog.tsx';

export const SignOutDialog = ({open, onClose}: {open: boolean; onClose: () => void}) => {
  const logout = useLogout();
  const text = useId();
  const {id} = useSession();
  const unsaved = open && hasDrafts(id);
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-describedby={text}>
      <DialogTitle>Deseja Sair?</DialogTitle>
      <DialogContent id={text}>
        <DialogContentText color="text.primary">Selecione &quot;Logout&quot; abaixo para encerrar a sessão.</DialogContentText>
        {unsaved && <DialogContentText sx={{mt: 1}}>O que você digitou e ainda não salvou será apagado deste navegador.</DialogContentText>}
      </DialogContent>
      <DialogButtons
        confirm="Logout"
        back="Cancel"
        tone={unsaved ? 'danger' : undefined}
        // First: a removal that is asked for by a page that goes may never happen.
        onConfirm={() => forgetChosenFiles(id, () => void logout())}
        onBack={onClose}
      />
    </Dialog>
  );
};
