/** Asks before unsaved changes are lost: leaving the screen in our own words, closing the tab in the browser's. */
import {useEffect} from 'react';
import {useTranslate} from 'ra-core';
import {useFormState} from 'react-hook-form';
import {useBlocker} from 'react-router-dom';
import {ConfirmDialog} from '../actions/ConfirmDialog.tsx';

export const UnsavedGuard = () => {
  const translate = useTranslate();
  const {dirtyFields, isSubmitting, isSubmitSuccessful} = useFormState();
  // While it is saved the screen may go on to the next one.
  const unsaved = Object.keys(dirtyFields).length > 0 && !isSubmitting && !isSubmitSuccessful;
  const blocker = useBlocker(({currentLocation, nextLocation}) => unsaved && nextLocation.pathname !== currentLocation.pathname);
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Sair sem salvar"
      question={translate('ra.message.unsaved_changes')}
      confirm="Sair sem salvar"
      tone="danger"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
};
