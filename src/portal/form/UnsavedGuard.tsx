/** Asks before unsaved changes are given up: leaving the screen in our own words, closing the tab in the browser's. */
import {useEffect} from 'react';
import DialogContentText from '@mui/material/DialogContentText';
import {useResourceContext, useTranslate} from 'ra-core';
import {useFormState, useWatch} from 'react-hook-form';
import {useBlocker, type Location} from 'react-router-dom';
import {useConfig} from '../session/context.ts';
import {hasSession} from '../session/identity.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {dropStep} from '../navigation/stepBack.ts';
import {unsavedOf} from './drafts/changes.ts';

/** What is asked before changes are given up. */
export const useLeavingWords = () => {
  const translate = useTranslate();
  return {
    title: 'Sair sem salvar', question: translate('ra.message.unsaved_changes'), confirm: 'Sair sem salvar', back: 'Continuar editando',
    tone: 'danger',
  } as const;
};

/** Whether the form around it holds something that is not saved. While it is saved the screen may go on to the next one. */
export const useUnsaved = (): {unsaved: boolean; isSubmitting: boolean} => {
  const fields = useConfig().resources[useResourceContext() ?? '']?.fields ?? {};
  const {defaultValues = {}, isSubmitting, isSubmitSuccessful} = useFormState();
  // Not react-hook-form's own word for it: it compares what inputs hold, and some write nothing in another way than the API.
  const changes = unsavedOf(useWatch(), defaultValues, fields);
  return {unsaved: Object.keys(changes).length > 0 && !isSubmitting && !isSubmitSuccessful, isSubmitting};
};

interface UnsavedGuardProps {
  /** What is given up on purpose. */
  onLeave?: () => void;
  /** Whether the form is left for the other address; by going to another screen, when not given. */
  leaves?: ((from: Location, to: Location) => boolean) | undefined;
  /** What goes with the screen besides what the form holds, in a sentence: chosen files, say. They stay unsaved until they arrived. */
  also?: string | undefined;
}

const toAnotherScreen = (from: Location, to: Location): boolean => from.pathname !== to.pathname;

export const UnsavedGuard = ({onLeave, leaves = toAnotherScreen, also}: UnsavedGuardProps) => {
  const typed = useUnsaved().unsaved;
  const unsaved = typed || also !== undefined;
  const words = useLeavingWords();
  const blocker = useBlocker(({currentLocation, nextLocation}) => unsaved && leaves(currentLocation, nextLocation));
  useEffect(() => {
    if (!unsaved) return undefined;
    // A session that ended leaves at once: nothing could be saved here, and the draft waits for the next one.
    const ask = (event: BeforeUnloadEvent) => hasSession() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return (
    <ConfirmDialog
      {...words}
      open={blocker.state === 'blocked'}
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onClose={() => {
        dropStep();
        blocker.reset?.();
      }}
    >
      {also !== undefined && <DialogContentText sx={{mt: 1, overflowWrap: 'anywhere'}}>{also}</DialogContentText>}
    </ConfirmDialog>
  );
};
