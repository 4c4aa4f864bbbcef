/**
 * The one form of a record: a new one, one to be changed, a child in its parent's modal, with parts or without. What a person types or
 * chooses is never overwritten by what arrives meanwhile. It draws nothing but its questions: whoever uses it lays out `RecordInputs`,
 * `BelowForm` or `RecordParts`, and a bar as its children.
 */
import {useId, useRef, useState, type ReactNode} from 'react';
import type {RaRecord} from 'ra-core';
import {flushSync} from 'react-dom';
import type {Values} from '../../schema/fields/validate.ts';
import {BEFORE, consequencesBefore, consequencesCall, DATA, UPDATING} from '../../schema/lifeCycle/consequences.ts';
import type {Consequence} from '../../schema/wire.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import {useHandOver} from '../actions/bulk/useHandOver.tsx';
import {useSavingVerdict} from '../actions/next.ts';
import {dropDraft, forgetDraft, readDraft} from '../form/drafts/store.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {SAVED_TOGETHER} from '../form/CheckedForm.tsx';
import {versionOf} from '../form/stale/ChangedLine.tsx';
import {DrawnInputs} from '../kinds/drawn.ts';
import {forgetUnsent} from '../kinds/files/kept.ts';
import {unsentFiles} from '../parts/files/useFileChoice.ts';
import {useAddedFiles} from '../parts/files/useAddedFiles.ts';
import {useUpload} from '../parts/files/useUpload.ts';
import {useResource} from '../session/context.ts';
import {request} from '../wire/http.ts';
import {toBody} from '../wire/providers/body.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {RecordFormContext, type RecordFormProps} from './useRecordForm.ts';

interface Asked {
  record: RaRecord;
  told: readonly Consequence[];
  answer: (save: boolean) => void;
}

interface BeforeSaving {
  /** Resolves whether to save: nothing would be lost, or the person was told and goes on. */
  ask: (values: Values, record: RaRecord | undefined) => Promise<boolean>;
  /** Outside of the form: what is asked in it is no input of the record's. */
  dialog: ReactNode;
}

/** What a save would take from a person is told before it, with what is offered for it (rules: Users 6). */
const useBeforeSaving = (name: string): BeforeSaving => {
  const resource = useResource(name);
  const [asked, setAsked] = useState<Asked>();
  const call = consequencesCall(name, resource);

  /** A password has nothing to do with it, and stays out of addresses. */
  const dataOf = (values: Values): string => {
    const told = Object.entries(values).filter(([field]) => resource.fields[field]?.kind !== 'senha');
    return JSON.stringify(toBody(resource, Object.fromEntries(told)));
  };

  const ask = async (values: Values, record: RaRecord | undefined): Promise<boolean> => {
    if (record === undefined || call === undefined || consequencesBefore(resource, UPDATING).length === 0) return true;
    // Nobody is kept from saving because this is not known; another server does not know the call.
    const told = await request<Consequence[]>(call, {
      params: {id: record.id}, query: new URLSearchParams({[BEFORE]: UPDATING, [DATA]: dataOf(values)}),
    }).then(({body}) => body, () => []);
    if (told.length === 0) return true;
    return new Promise(resolve => {
      setAsked({
        record, told,
        answer: save => {
          setAsked(undefined);
          resolve(save);
        },
      });
    });
  };
  return {ask, dialog: asked && <SaveDialog name={name} {...asked} />};
};

const SaveDialog = ({name, record, told, answer}: {name: string} & Asked) => {
  const resource = useResource(name);
  const handing = useHandOver(name, record.id, told);
  const confirm = async (): Promise<boolean> => {
    const isSettled = await handing.settle();
    if (isSettled) answer(true);
    return isSettled;
  };
  return (
    <ConfirmDialog
      open
      title={`Salvar: ${recordTitle(resource, record)}`}
      question="Deseja salvar assim?"
      confirm={handing.confirm('Salvar')}
      onConfirm={confirm}
      onClose={() => answer(false)}
    >
      {handing.told}
    </ConfirmDialog>
  );
};

/** What comes before an action over a form: what is not saved yet is saved first, because an action may close the record to changes. */
interface SaveFirst {
  /** Resolves the record as it is stored then; undefined where it was not saved, which the form says, or the person went back. */
  before: () => Promise<Row | undefined>;
  /** The question, to be drawn once on the screen. */
  question: ReactNode;
}

/** @param unsaved what is not saved, in a sentence; undefined: nothing */
const useSaveFirst = (
  record: Row | undefined, unsaved: string | undefined, save: () => Promise<Row | undefined>,
): SaveFirst => {
  const [asked, setAsked] = useState<{question: string; answer: (save: boolean) => void}>();
  const [open, setOpen] = useState(false);

  const before = async () => {
    if (unsaved === undefined) return record;
    const isWanted = await new Promise<boolean>(answer => {
      setAsked({question: unsaved, answer});
      setOpen(true);
    });
    setOpen(false);
    return isWanted ? save() : undefined;
  };
  const question = (
    <ConfirmDialog
      open={open}
      title="Salvar antes de continuar"
      question={asked?.question ?? ''}
      confirm="Salvar e continuar"
      back="Continuar editando"
      onConfirm={() => asked?.answer(true)}
      onClose={() => asked?.answer(false)}
    />
  );
  return {before, question};
};

export const RecordForm = ({children, ...props}: RecordFormProps & {children: ReactNode}) => {
  const {name, record, parent, onSaved} = props;
  const verdict = useSavingVerdict(name, record);
  // The record the form was filled from: once something is typed, its version decides on saving.
  const [{shown, turn}, setForm] = useState({shown: record, turn: 0});
  const [stale, setStale] = useState<string>();
  const [dirty, setDirty] = useState(false);
  // What somebody is in the middle of stays as it is where others close the record to changes: it can be read, and had back.
  const [writable, setWritable] = useState(verdict.allowed);
  const draft = [name, ...(parent === undefined ? [] : [parent.id]), record?.id ?? 'novo'].join('.');
  const place = useDraftPlace(draft);
  const files = useAddedFiles(name, record, writable ? draft : undefined);
  const upload = useUpload();
  const consequences = useBeforeSaving(name);
  const id = useId();
  const [drawn] = useState(() => new Set<string>());
  const waiting = useRef<(saved: Row | undefined) => void>(undefined);

  const pending = [dirty ? 'O que você digitou ainda não foi salvo.' : '', unsentFiles(files.choice) ?? ''].join(' ').trim();
  const stays = verdict.allowed || (writable && pending !== '');
  if (stays !== writable) setWritable(stays);
  // Where nothing can be saved nothing can be saved first: it stays on the page.
  const unsaved = verdict.allowed && pending !== '' ? pending : undefined;

  const settle = (saved: Row | undefined) => {
    waiting.current?.(saved);
    waiting.current = undefined;
  };
  /** As Salvar does; resolves the record as it is stored then, undefined where it was not saved, which the form says. */
  const save = () => new Promise<Row | undefined>(resolve => {
    settle(undefined);
    waiting.current = resolve;
    (document.getElementById(id) as HTMLFormElement | null)?.requestSubmit();
  });
  const first = useSaveFirst(record, unsaved, save);
  const forget = () => {
    upload.cancel();
    // At once: the draft would be kept again with the files, and the guard must know that they are gone before the screen is left.
    flushSync(() => files.choice.clear());
    if (place !== undefined) forgetUnsent(place.user, readDraft(place)?.values);
    forgetDraft(place);
  };
  const take = (fresh: Row) => {
    dropDraft(place);
    setStale(undefined);
    setDirty(false);
    setForm({shown: fresh, turn: turn + 1});
    settle(fresh);
  };
  return (
    <RecordFormContext
      value={{
        ...props, id, draft, shown, turn, stale, setStale, verdict, writable, files, drawn, upload, unsaved, setDirty, forget, take,
        before: first.before,
        mayLose: values => consequences.ask(values, shown),
        follow: latest => {
          if (shown !== undefined && latest !== shown && versionOf(latest) >= versionOf(shown)) setForm({shown: latest, turn});
        },
        stays: () => onSaved === undefined || waiting.current !== undefined,
        refused: () => settle(undefined),
      }}
    >
      <DrawnInputs value={drawn}><div {...SAVED_TOGETHER} style={{display: 'contents'}}>{children}</div></DrawnInputs>
      {first.question}
      {consequences.dialog}
    </RecordFormContext>
  );
};
