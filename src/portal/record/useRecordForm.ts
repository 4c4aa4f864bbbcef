/** The state of a record's form, as a context for everything drawn in it or next to it. */
import {createContext, useContext} from 'react';
import type {Location} from 'react-router-dom';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {Verdict} from '../../schema/lifeCycle/workflow.ts';
import type {AddedFiles} from '../parts/files/useAddedFiles.ts';
import type {Upload} from '../parts/files/useUpload.ts';
import type {Row} from '../api/providers/listDialects.ts';

export interface RecordFormProps {
  name: string;
  /** The stored record; undefined: a new one. */
  record: Row | undefined;
  /** For a child: the reference field, the parent's id, and the values shared with the parent. */
  parent?: {by: string; id: number; shared?: RecordValues};
  /** Called after a save; if absent, the form continues with the saved record. */
  onSaved?: (id: number | undefined) => void;
  /** Fetches the record again; resolves undefined after an error. */
  onReload?: () => Promise<Row | undefined>;
  /** In a modal: tells whether a navigation leaves it. */
  isLeavingModal?: (from: Location, to: Location) => boolean;
  /** `again`: the form replaced one that was saved or discarded. */
  onShown?: (form: HTMLElement, again: boolean) => void;
}

export interface RecordFormState extends RecordFormProps {
  id: string;
  draft: string;
  /** The record that filled the form; `record` may be newer. */
  shown: Row | undefined;
  turn: number;
  /** The server's message about a conflicting change. */
  stale: string | undefined;
  setStale: (message: string | undefined) => void;
  /** The right to save the record now, or the reason against it. */
  verdict: Verdict;
  /** Inputs are editable: saving is allowed, or unsaved changes must stay visible. */
  writable: boolean;
  files: AddedFiles;
  visibleInputNames: Set<string>;
  upload: Upload;
  /** The unsaved changes as a sentence; undefined: none. */
  unsaved: string | undefined;
  setDirty: (dirty: boolean) => void;
  /** Saves before another operation: resolves the stored record; undefined cancels the operation. */
  before: () => Promise<Row | undefined>;
  /** Asks before a save with consequences; resolves true to go on. */
  confirmConsequences: (values: RecordValues) => Promise<boolean>;
  /** Shows a newer version, while nothing is typed or being sent. */
  showNewerVersion: (record: Row) => void;
  discardDraft: () => void;
  replaceValues: (fresh: Row) => void;
  staysOpen: () => boolean;
  onSubmitFailed: () => void;
}

export const RecordFormContext = createContext<RecordFormState | undefined>(undefined);

export const useRecordForm = (): RecordFormState => {
  const state = useContext(RecordFormContext);
  if (state === undefined) throw new Error('There is no RecordForm above this');
  return state;
};

export const findFirstInput = (form: HTMLElement): HTMLElement | null =>
  form.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled, [type="hidden"])');
