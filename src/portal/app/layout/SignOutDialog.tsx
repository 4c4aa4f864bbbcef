/** Confirms a sign-out and lists unsaved drafts of this and other tabs (rules: Session 7). */
import {useEffect, useId, useState} from 'react';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import {useLogout} from 'ra-core';
import {listDrafts} from '../../form/drafts/draftLocks.ts';
import {draftTitle} from '../../form/drafts/draftTitle.ts';
import {removeChosenFiles} from '../../session/chosenFiles.ts';
import {useConfig, useSession} from '../../session/context.ts';
// Loaded with the dialog, so that the sign-out also works offline.
import '../../session/signOut.ts';
import {DialogButtons} from '../../ui/ConfirmDialog.tsx';

export const SignOutDialog = ({open, onClose}: {open: boolean; onClose: () => void}) => {
  const logout = useLogout();
  const textId = useId();
  const config = useConfig();
  const {id} = useSession();
  const [drafts, setDrafts] = useState<Awaited<ReturnType<typeof listDrafts>>>();
  useEffect(() => {
    let isCancelled = false;
    if (open) void listDrafts(id).then(stored => isCancelled || setDrafts(stored));
    return () => {
      isCancelled = true;
    };
  }, [open, id]);
  const {elsewhere: inOtherTabs = [], here: inThisTab = []} = drafts ?? {};
  const titles = (forms: readonly string[]): string => [...new Set(forms.map(form => draftTitle(config, form)))].join(', ');
  const hasUnsaved = inOtherTabs.length + inThisTab.length > 0;
  return (
    <Dialog open={open && drafts !== undefined} onClose={onClose} maxWidth="xs" fullWidth aria-describedby={textId}>
      <DialogTitle>Deseja Sair?</DialogTitle>
      <DialogContent id={textId}>
        <DialogContentText color="text.primary">Selecione &quot;Logout&quot; abaixo para encerrar a sessão.</DialogContentText>
        {inOtherTabs.length > 0 && (
          <DialogContentText sx={{mt: 1}}>Há texto não salvo em outra janela: {titles(inOtherTabs)}.</DialogContentText>
        )}
        {inThisTab.length > 0 && (
          <DialogContentText sx={{mt: 1}}>
            O que você digitou e ainda não salvou será apagado deste navegador: {titles(inThisTab)}.
          </DialogContentText>
        )}
        {inOtherTabs.length > 0 && <DialogContentText sx={{mt: 1}}>Sair mesmo assim?</DialogContentText>}
      </DialogContent>
      <DialogButtons
        confirm="Logout"
        back="Cancel"
        tone={hasUnsaved ? 'danger' : undefined}
        // Deletes the files before the logout, because a deletion started by a page that unloads may never run.
        onConfirm={() => removeChosenFiles(id, () => void logout())}
        onBack={onClose}
      />
    </Dialog>
  );
};
