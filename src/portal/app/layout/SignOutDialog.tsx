/** Asks before somebody signs out, and names what they typed and did not save, in this tab and others (rules: Session 7). */
import {useEffect, useId, useState} from 'react';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import {useLogout} from 'ra-core';
import {listDrafts} from '../../form/drafts/draftLocks.ts';
import {draftTitle} from '../../form/drafts/draftTitle.ts';
import {forgetChosenFiles} from '../../session/chosenFiles.ts';
import {useConfig, useSession} from '../../session/context.ts';
// What follows is here with the question, also for who has lost the line by then.
import '../../session/signOut.ts';
import {DialogButtons} from '../../ui/ConfirmDialog.tsx';

export const SignOutDialog = ({open, onClose}: {open: boolean; onClose: () => void}) => {
  const logout = useLogout();
  const text = useId();
  const config = useConfig();
  const {id} = useSession();
  const [drafts, setDrafts] = useState<Awaited<ReturnType<typeof listDrafts>>>();
  useEffect(() => {
    let isOver = false;
    if (open) void listDrafts(id).then(all => isOver || setDrafts(all));
    return () => {
      isOver = true;
    };
  }, [open, id]);
  const {elsewhere = [], here = []} = drafts ?? {};
  const titles = (forms: readonly string[]): string => [...new Set(forms.map(form => draftTitle(config, form)))].join(', ');
  const isUnsaved = elsewhere.length + here.length > 0;
  return (
    <Dialog open={open && drafts !== undefined} onClose={onClose} maxWidth="xs" fullWidth aria-describedby={text}>
      <DialogTitle>Deseja Sair?</DialogTitle>
      <DialogContent id={text}>
        <DialogContentText color="text.primary">Selecione &quot;Logout&quot; abaixo para encerrar a sessão.</DialogContentText>
        {elsewhere.length > 0 && (
          <DialogContentText sx={{mt: 1}}>Há texto não salvo em outra janela: {titles(elsewhere)}.</DialogContentText>
        )}
        {here.length > 0 && (
          <DialogContentText sx={{mt: 1}}>
            O que você digitou e ainda não salvou será apagado deste navegador: {titles(here)}.
          </DialogContentText>
        )}
        {elsewhere.length > 0 && <DialogContentText sx={{mt: 1}}>Sair mesmo assim?</DialogContentText>}
      </DialogContent>
      <DialogButtons
        confirm="Logout"
        back="Cancel"
        tone={isUnsaved ? 'danger' : undefined}
        // First: a removal that is asked for by a page that goes may never happen.
        onConfirm={() => forgetChosenFiles(id, () => void logout())}
        onBack={onClose}
      />
    </Dialog>
  );
};
