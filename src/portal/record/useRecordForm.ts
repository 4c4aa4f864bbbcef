/** What the form of a record knows, for whatever is drawn in it or beside it. */
import {createContext, useContext} from 'react';
import type {Location} from 'react-router-dom';
import type {Values} from '../../schema/fields/validate.ts';
import type {Verdict} from '../../schema/lifeCycle/workflow.ts';
import type {AddedFiles} from '../parts/files/useAddedFiles.ts';
import type {Upload} from '../parts/files/useUpload.ts';
import type {Row} from '../wire/providers/dialects.ts';

export interface RecordFormProps {
  /** The resource's name. */
  name: string;
  /** As it is stored; undefined: a new one. */
  record: Row | undefined;
  /** Its reference to the record it belongs to, where the place answers it, and what else it has of that one. */
  parent?: {by: string; id: number; shared?: Values};
  /** What follows a save, with the id that is known of the record; where it is not given, the form goes on with what was saved. */
  onSaved?: (id: number | undefined) => void;
  /** Fetches the record again; undefined where that failed. */
  onReload?: () => Promise<Row | undefined>;
  /** In a modal: whether it is left for another address. */
  leaves?: (from: Location, to: Location) => boolean;
  /** The form is drawn; `again`: in the place of one that was saved or given up. */
  onShown?: (form: HTMLElement, again: boolean) => void;
}

export interface RecordFormState extends RecordFormProps {
  /** The form element's id. */
  id: string;
  /** The name of its draft. */
  draft: string;
  /** What the form was filled from; the record may be ahead of it. */
  shown: Row | undefined;
  /** Counts the forms that took the place of one another. */
  turn: number;
  /** The server's sentence on somebody else's change, which the person decides about. */
  stale: string | undefined;
  setStale: (message: string | undefined) => void;
  /** Whether it may be saved now, and why not. */
  verdict: Verdict;
  /** Whether its inputs are inputs: also while something is typed in them that cannot be saved any more. */
  writable: boolean;
  files: AddedFiles;
  /** The names of the inputs in sight. */
  drawn: Set<string>;
  upload: Upload;
  /** What would be saved first, in a sentence; undefined: nothing. */
  unsaved: string | undefined;
  setDirty: (dirty: boolean) => void;
  /** What comes before anything else is done to the record: resolves it as it is stored then, undefined where nothing is done. */
  before: () => Promise<Row | undefined>;
  /** Whether a save would take something from a person that they want to keep; told and asked. */
  mayLose: (values: Values) => Promise<boolean>;
  /** Nothing is typed and nothing on its way: the form may show another version of the record. */
  follow: (record: Row) => void;
  /** The draft and the chosen files are of no more use. */
  forget: () => void;
  /** Shows this record in the place of what was typed. */
  take: (fresh: Row) => void;
  /** Whether the form goes on after a save. */
  stays: () => boolean;
  /** A submit that did not save has ended. */
  refused: () => void;
}

export const RecordFormContext = createContext<RecordFormState | undefined>(undefined);

/** Throws outside of a `RecordForm`. */
export const useRecordForm = (): RecordFormState => {
  const state = useContext(RecordFormContext);
  if (state === undefined) throw new Error('There is no RecordForm above this');
  return state;
};

/** The first input of a form that takes the focus. */
export const firstInputOf = (form: HTMLElement): HTMLElement | null =>
  form.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled, [type="hidden"])');
