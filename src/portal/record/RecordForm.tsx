/**
 * The form of a record: new, edited, or a child in its parent's modal. Incoming data never overwrites what a person typed. The form draws
 * only its dialogs; its children lay out `RecordInputs`, `BelowForm` or `RecordParts`, and a bar.
 */
import {useId, useRef, useState, type ReactNode} from 'react';
import type {RaRecord} from 'ra-core';
import {flushSync} from 'react-dom';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {OPERATION_PARAM, consequencesBefore, consequencesCall, DATA_PARAM, UPDATE_OPERATION} from '../../schema/lifeCycle/consequences.ts';
import type {Consequence} from '../../schema/apiShapes.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import {useDependentsHandOver} from '../actions/bulk/useDependentsHandOver.tsx';
import {useSavingVerdict} from '../actions/nextAction.ts';
import {removeDraft, removeDraftAndKey, readDraft} from '../form/drafts/draftStore.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {SAVED_TOGETHER} from '../form/CheckedForm.tsx';
import {versionOf} from '../form/stale/ChangedMeanwhileNotice.tsx';
import {RenderedInputs} from '../fields/renderedInputs.ts';
import {removeUnsentFiles} from '../fields/files/unsentFileStore.ts';
import {unsentFilesText} from '../parts/files/useFileChoice.ts';
import {useAddedFiles} from '../parts/files/useAddedFiles.ts';
import {useUpload} from '../parts/files/useUpload.ts';
import {useResource} from '../session/context.ts';
import {request} from '../api/http.ts';
import {toSaveBody} from '../api/providers/saveBody.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {RecordFormContext, type RecordFormProps} from './useRecordForm.ts';

interface SaveQuestion {
  record: RaRecord;
  consequences: readonly Consequence[];
  answer: (save: boolean) => void;
}

interface BeforeSaving {
  /** Resolves true when nothing would be lost, or the person confirmed. */
  ask: (values: RecordValues, record: RaRecord | undefined) => Promise<boolean>;
  /** Drawn outside the form, because its inputs are not the record's. */
  dialog: ReactNode;
}

/** Asks before a save that has consequences, with the hand-over of dependents (rules: Users 6). */
const useBeforeSaving = (name: string): BeforeSaving => {
  const resource = useResource(name);
  const [saveQuestion, setSaveQuestion] = useState<SaveQuestion>();
  const call = consequencesCall(name, resource);

  /** The typed values without passwords, which must not be part of an address. */
  const dataOf = (values: RecordValues): string => {
    const entries = Object.entries(values).filter(([field]) => resource.fields[field]?.kind !== 'senha');
    return JSON.stringify(toSaveBody(resource, Object.fromEntries(entries)));
  };

  const ask = async (values: RecordValues, record: RaRecord | undefined): Promise<boolean> => {
    if (record === undefined || call === undefined || consequencesBefore(resource, UPDATE_OPERATION).length === 0) return true;
    // An unknown answer never blocks a save; another server may lack the call.
    const consequences = await request<Consequence[]>(call, {
      params: {id: record.id}, query: new URLSearchParams({[OPERATION_PARAM]: UPDATE_OPERATION, [DATA_PARAM]: dataOf(values)}),
    }).then(({body}) => body, () => []);
    if (consequences.length === 0) return true;
    return new Promise(resolve => {
      setSaveQuestion({
        record, consequences,
        answer: save => {
          setSaveQuestion(undefined);
          resolve(save);
        },
      });
    });
  };
  return {ask, dialog: saveQuestion && <SaveDialog name={name} {...saveQuestion} />};
};

const SaveDialog = ({name, record, consequences, answer}: {name: string} & SaveQuestion) => {
  const resource = useResource(name);
  const handOver = useDependentsHandOver(name, record.id, consequences);
  const confirm = async (): Promise<boolean> => {
    const isSettled = await handOver.settle();
    if (isSettled) answer(true);
    return isSettled;
  };
  return (
    <ConfirmDialog
      open
      title={`Salvar: ${recordTitle(resource, record)}`}
      question="Deseja salvar assim?"
      confirm={handOver.confirmLabel('Salvar')}
      onConfirm={confirm}
      onClose={() => answer(false)}
    >
      {handOver.content}
    </ConfirmDialog>
  );
};

/** Saves the form before an action, because the action may close the record to changes. */
interface SaveFirst {
  /** Resolves the stored record; undefined after a failed save, which the form reports, or a refusal by the person. */
  before: () => Promise<Row | undefined>;
  question: ReactNode;
}

/** @param unsaved the unsaved changes as a sentence; undefined: none */
const useSaveFirst = (
  record: Row | undefined, unsaved: string | undefined, save: () => Promise<Row | undefined>,
): SaveFirst => {
  const [pendingQuestion, setPendingQuestion] = useState<{question: string; answer: (save: boolean) => void}>();
  const [open, setOpen] = useState(false);

  const before = async () => {
    if (unsaved === undefined) return record;
    const isWanted = await new Promise<boolean>(answer => {
      setPendingQuestion({question: unsaved, answer});
      setOpen(true);
    });
    setOpen(false);
    return isWanted ? save() : undefined;
  };
  const question = (
    <ConfirmDialog
      open={open}
      title="Salvar antes de continuar"
      question={pendingQuestion?.question ?? ''}
      confirm="Salvar e continuar"
      back="Continuar editando"
      onConfirm={() => pendingQuestion?.answer(true)}
      onClose={() => pendingQuestion?.answer(false)}
    />
  );
  return {before, question};
};

export const RecordForm = ({children, ...props}: RecordFormProps & {children: ReactNode}) => {
  const {name, record, parent, onSaved} = props;
  const verdict = useSavingVerdict(name, record);
  // The record that filled the form; its version is sent with a save.
  const [{shown, turn}, setForm] = useState({shown: record, turn: 0});
  const [stale, setStale] = useState<string>();
  const [dirty, setDirty] = useState(false);
  // Inputs with unsaved changes stay when others close the record, so that the changes can be read and copied.
  const [writable, setWritable] = useState(verdict.allowed);
  const draft = [name, ...(parent === undefined ? [] : [parent.id]), record?.id ?? 'novo'].join('.');
  const draftPlace = useDraftPlace(draft);
  const files = useAddedFiles(name, record, writable ? draft : undefined);
  const upload = useUpload();
  const consequences = useBeforeSaving(name);
  const id = useId();
  const [drawn] = useState(() => new Set<string>());
  const pendingSave = useRef<(saved: Row | undefined) => void>(undefined);

  const pending = [dirty ? 'O que você digitou ainda não foi salvo.' : '', unsentFilesText(files.choice) ?? ''].join(' ').trim();
  const staysWritable = verdict.allowed || (writable && pending !== '');
  if (staysWritable !== writable) setWritable(staysWritable);
  const unsaved = verdict.allowed && pending !== '' ? pending : undefined;

  const settle = (saved: Row | undefined) => {
    pendingSave.current?.(saved);
    pendingSave.current = undefined;
  };
  /** Submits the form; resolves the stored record, or undefined after a failed save, which the form reports. */
  const save = () => new Promise<Row | undefined>(resolve => {
    settle(undefined);
    pendingSave.current = resolve;
    (document.getElementById(id) as HTMLFormElement | null)?.requestSubmit();
  });
  const saveFirst = useSaveFirst(record, unsaved, save);
  const forget = () => {
    upload.cancel();
    // flushSync, because the draft must not be stored again with the files, and the leave guard must see them gone.
    flushSync(() => files.choice.clear());
    if (draftPlace !== undefined) removeUnsentFiles(draftPlace.user, readDraft(draftPlace)?.values);
    removeDraftAndKey(draftPlace);
  };
  const take = (fresh: Row) => {
    removeDraft(draftPlace);
    setStale(undefined);
    setDirty(false);
    setForm({shown: fresh, turn: turn + 1});
    settle(fresh);
  };
  return (
    <RecordFormContext
      value={{
        ...props, id, draft, shown, turn, stale, setStale, verdict, writable, files,
        visibleInputNames: drawn, upload, unsaved, setDirty, discardDraft: forget, replaceValues: take,
        before: saveFirst.before,
        confirmConsequences: values => consequences.ask(values, shown),
        showNewerVersion: latest => {
          if (shown !== undefined && latest !== shown && versionOf(latest) >= versionOf(shown)) setForm({shown: latest, turn});
        },
        staysOpen: () => onSaved === undefined || pendingSave.current !== undefined,
        onSubmitFailed: () => settle(undefined),
      }}
    >
      <RenderedInputs value={drawn}><div {...SAVED_TOGETHER} style={{display: 'contents'}}>{children}</div></RenderedInputs>
      {saveFirst.question}
      {consequences.dialog}
    </RecordFormContext>
  );
};
