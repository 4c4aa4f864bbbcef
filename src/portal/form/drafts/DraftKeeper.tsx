/**
 * Stores unsaved values of the surrounding form as a draft, and restores them after an error, a reload or an ended session
 * (rules: Forms 6). A draft carries the version it was typed on, so that saving detects a record changed meanwhile.
 */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {useFormContext, useFormState} from 'react-hook-form';
import {currentInstant} from '../../../schema/fields/clock.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';
import type {Fields} from '../../../schema/shapes/fields.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {DRAFT_ONLY_FIELD, findDraftChanges} from './draftChanges.ts';
import {removeDraft, removeDraftAndKey, readDraft, writeDraft, type Draft, type DraftPlace} from './draftStore.ts';
import {useDraftPlace} from './useDraftPlace.ts';

interface DraftKeeperProps {
  form: string;
  fields: Fields;
  /** Sentence about other unsaved work on the screen, shown with the restored draft. */
  note?: string | undefined;
  /** True while the note loads; until then the draft keeps its stored note. */
  isNoteLoading?: boolean;
  /** Discards the other work too. */
  onDiscard?: () => void;
}

const versionOf = (values: RecordValues): number | null => (typeof values['versao'] === 'number' ? values['versao'] : null);

/** Reduces a draft to values that still differ from the record; undefined without such values and without a note. */
const draftToRestore = (draft: Draft | undefined, opened: RecordValues, fields: Fields): Draft | undefined => {
  const values = draft && findDraftChanges({...opened, ...draft.values}, opened, fields);
  return draft && values && (Object.keys(values).length > 0 || draft.note !== undefined) ? {...draft, values} : undefined;
};

export const DraftKeeper = ({form, ...props}: DraftKeeperProps) => {
  const place = useDraftPlace(form);
  return place && <StoredDraft {...props} place={place} />;
};

const StoredDraft = ({place, fields, note, isNoteLoading = false, onDiscard}: Omit<DraftKeeperProps, 'form'> & {place: DraftPlace}) => {
  const {reset, subscribe, getValues} = useFormContext<Record<string, unknown>>();
  // react-admin resets a form once after its first render, which would undo an earlier restore.
  const {isReady, defaultValues} = useFormState();
  const [draft, setDraft] = useState(() => draftToRestore(readDraft(place), getValues(), fields));

  const storeDraft = useEffectEvent((values: RecordValues, opened: RecordValues) => {
    const changes = findDraftChanges(values, opened, fields);
    const storedNote = note ?? (isNoteLoading ? draft?.note : undefined);
    if (Object.keys(changes).length === 0 && storedNote === undefined) return removeDraft(place);
    return writeDraft(place, {
      at: currentInstant(), versao: versionOf(values), values: changes, note: storedNote, beside: values[DRAFT_ONLY_FIELD],
    });
  });
  const restore = useEffectEvent(() => {
    if (draft === undefined || Object.keys(draft.values).length === 0) return storeDraft(getValues(), defaultValues ?? {});
    // Typed while the tab's draft was being determined, so newer than the draft.
    const typed = findDraftChanges(getValues(), defaultValues ?? {}, fields);
    const version = draft.versao === null ? {} : {versao: draft.versao};
    const extraValue = draft.beside === undefined ? {} : {[DRAFT_ONLY_FIELD]: draft.beside};
    return reset({...getValues(), ...draft.values, ...typed, ...version, ...extraValue}, {keepDefaultValues: true});
  });
  const previousNote = useRef({note, reading: isNoteLoading});
  useEffect(() => {
    if (previousNote.current.note !== note || previousNote.current.reading !== isNoteLoading) storeDraft(getValues(), defaultValues ?? {});
    previousNote.current = {note, reading: isNoteLoading};
  }, [note, isNoteLoading, getValues, defaultValues]);
  useEffect(() => {
    if (!isReady) return undefined;
    restore();
    return subscribe({formState: {values: true}, callback: ({values, defaultValues}) => storeDraft(values, defaultValues ?? {})});
  }, [isReady, subscribe]);

  if (draft === undefined) return null;
  const discard = () => {
    reset();
    onDiscard?.();
    removeDraftAndKey(place);
    setDraft(undefined);
  };
  return (
    <Alert severity="info" variant="outlined" sx={{mb: 2}} action={<DiscardDraftButton onDiscard={discard} />}>
      Rascunho restaurado ({formatInstant(draft.at)}).{draft.note === undefined ? '' : ` ${draft.note}`}
    </Alert>
  );
};

/** Button that discards the draft after a confirmation. */
export const DiscardDraftButton = ({onDiscard}: {onDiscard: () => void}) => {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button color="inherit" size="small" onClick={() => setConfirming(true)}>Descartar</Button>
      <ConfirmDialog
        open={isConfirming}
        title="Descartar o rascunho"
        question="O que foi digitado e não foi salvo será apagado. Deseja descartar?"
        confirm="Descartar"
        back="Manter o rascunho"
        tone="danger"
        onConfirm={onDiscard}
        onClose={() => setConfirming(false)}
      />
    </>
  );
};
