/**
 * Keeps what is typed into the form around it, and gives it back: after an error, a reload, or a session that ended
 * (rules: Forms 6). A draft carries the version it was typed on, so that a record changed meanwhile is noticed on saving.
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
import {BESIDE, changesOf} from './changes.ts';
import {dropDraft, forgetDraft, readDraft, writeDraft, type Draft, type DraftPlace} from './store.ts';
import {useDraftPlace} from './useDraftPlace.ts';

interface DraftKeeperProps {
  /** The form's name among this person's drafts. */
  form: string;
  fields: Fields;
  /** What else the person has on the screen, as long as there is any, in a sentence: it is told with what is given back. */
  note?: string | undefined;
  /** That is still read: until then the draft says what it said before, or it would be left behind. */
  reading?: boolean;
  /** Gives that up as well. */
  onDiscard?: () => void;
}

const versionOf = (values: RecordValues): number | null => (typeof values['versao'] === 'number' ? values['versao'] : null);

/** A draft with what in it still differs from the record; undefined when nothing does, and nothing has to be told. */
const pending = (draft: Draft | undefined, opened: RecordValues, fields: Fields): Draft | undefined => {
  const values = draft && changesOf({...opened, ...draft.values}, opened, fields);
  return draft && values && (Object.keys(values).length > 0 || draft.note !== undefined) ? {...draft, values} : undefined;
};

export const DraftKeeper = ({form, ...props}: DraftKeeperProps) => {
  const place = useDraftPlace(form);
  return place && <KeptDraft {...props} place={place} />;
};

const KeptDraft = ({place, fields, note, reading = false, onDiscard}: Omit<DraftKeeperProps, 'form'> & {place: DraftPlace}) => {
  const {reset, subscribe, getValues} = useFormContext<Record<string, unknown>>();
  // react-admin resets a form once after it is drawn; what is laid over it earlier would be gone.
  const {isReady, defaultValues} = useFormState();
  const [draft, setDraft] = useState(() => pending(readDraft(place), getValues(), fields));

  const keep = useEffectEvent((values: RecordValues, opened: RecordValues) => {
    const changes = changesOf(values, opened, fields);
    const told = note ?? (reading ? draft?.note : undefined);
    if (Object.keys(changes).length === 0 && told === undefined) return dropDraft(place);
    return writeDraft(place, {
      at: currentInstant(), versao: versionOf(values), values: changes, note: told, beside: values[BESIDE],
    });
  });
  const restore = useEffectEvent(() => {
    // Told once: without a value there is nothing to lay over the record, and no version to hold it to.
    if (draft === undefined || Object.keys(draft.values).length === 0) return keep(getValues(), defaultValues ?? {});
    // Typed before it was known which draft is this tab's: newer than the draft.
    const typed = changesOf(getValues(), defaultValues ?? {}, fields);
    const version = draft.versao === null ? {} : {versao: draft.versao};
    const beside = draft.beside === undefined ? {} : {[BESIDE]: draft.beside};
    return reset({...getValues(), ...draft.values, ...typed, ...version, ...beside}, {keepDefaultValues: true});
  });
  const noted = useRef({note, reading});
  useEffect(() => {
    if (noted.current.note !== note || noted.current.reading !== reading) keep(getValues(), defaultValues ?? {});
    noted.current = {note, reading};
  }, [note, reading, getValues, defaultValues]);
  useEffect(() => {
    if (!isReady) return undefined;
    restore();
    return subscribe({formState: {values: true}, callback: ({values, defaultValues}) => keep(values, defaultValues ?? {})});
  }, [isReady, subscribe]);

  if (draft === undefined) return null;
  const discard = () => {
    reset();
    onDiscard?.();
    forgetDraft(place);
    setDraft(undefined);
  };
  return (
    <Alert severity="info" variant="outlined" sx={{mb: 2}} action={<DiscardDraft onDiscard={discard} />}>
      Rascunho restaurado ({formatInstant(draft.at)}).{draft.note === undefined ? '' : ` ${draft.note}`}
    </Alert>
  );
};

/** Throws it away, after a question: what was typed cannot be had back. */
export const DiscardDraft = ({onDiscard}: {onDiscard: () => void}) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button color="inherit" size="small" onClick={() => setAsking(true)}>Descartar</Button>
      <ConfirmDialog
        open={asking}
        title="Descartar o rascunho"
        question="O que foi digitado e não foi salvo será apagado. Deseja descartar?"
        confirm="Descartar"
        back="Manter o rascunho"
        tone="danger"
        onConfirm={onDiscard}
        onClose={() => setAsking(false)}
      />
    </>
  );
};
