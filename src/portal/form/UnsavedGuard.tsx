/** Asks before unsaved changes are lost: a dialog for navigation, the browser's own prompt for closing the tab. */
import {useEffect} from 'react';
import DialogContentText from '@mui/material/DialogContentText';
import {useResourceContext, useTranslate} from 'ra-core';
import {useFormState, useWatch} from 'react-hook-form';
import {useBlocker, type Location} from 'react-router-dom';
import {useConfig} from '../session/context.ts';
import {hasSession} from '../session/identity.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {cancelStepBack} from '../navigation/stepBack.ts';
import {findUnsavedChanges} from './drafts/draftChanges.ts';

export const useLeaveDialogTexts = () => {
  const translate = useTranslate();
  return {
    title: 'Sair sem salvar', question: translate('ra.message.unsaved_changes'), confirm: 'Sair sem salvar', back: 'Continuar editando',
    tone: 'danger',
  } as const;
};

/** Reports unsaved changes of the surrounding form; none during a submit, because saving navigates. */
export const useUnsavedChanges = (): {unsaved: boolean; isSubmitting: boolean} => {
  const fields = useConfig().resources[useResourceContext() ?? '']?.fields ?? {};
  const {defaultValues = {}, isSubmitting, isSubmitSuccessful} = useFormState();
  // Not react-hook-form's `isDirty`, because some inputs write empty values differently from the API.
  const changes = findUnsavedChanges(useWatch(), defaultValues, fields);
  return {unsaved: Object.keys(changes).length > 0 && !isSubmitting && !isSubmitSuccessful, isSubmitting};
};

interface UnsavedGuardProps {
  onLeave?: () => void;
  /** Tells whether a navigation leaves the form; by default another path does. */
  isLeaving?: ((from: Location, to: Location) => boolean) | undefined;
  /** Sentence about other unsaved work, such as chosen files. */
  alsoUnsaved?: string | undefined;
}

const isOtherPath = (from: Location, to: Location): boolean => from.pathname !== to.pathname;

export const UnsavedGuard = ({onLeave, isLeaving = isOtherPath, alsoUnsaved}: UnsavedGuardProps) => {
  const hasTypedChanges = useUnsavedChanges().unsaved;
  const hasUnsavedWork = hasTypedChanges || alsoUnsaved !== undefined;
  const texts = useLeaveDialogTexts();
  const blocker = useBlocker(({currentLocation, nextLocation}) => hasUnsavedWork && isLeaving(currentLocation, nextLocation));
  useEffect(() => {
    if (!hasUnsavedWork) return undefined;
    // After the session ended nothing can be saved, and the draft waits for the next one.
    const confirmUnload = (event: BeforeUnloadEvent) => hasSession() && event.preventDefault();
    window.addEventListener('beforeunload', confirmUnload);
    return () => window.removeEventListener('beforeunload', confirmUnload);
  }, [hasUnsavedWork]);
  return (
    <ConfirmDialog
      {...texts}
      open={blocker.state === 'blocked'}
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onClose={() => {
        cancelStepBack();
        blocker.reset?.();
      }}
    >
      {alsoUnsaved !== undefined && <DialogContentText sx={{mt: 1, overflowWrap: 'anywhere'}}>{alsoUnsaved}</DialogContentText>}
    </ConfirmDialog>
  );
};
