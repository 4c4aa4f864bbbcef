/** What comes before an action over a form: what is not saved yet is saved first, because an action may close the record to changes. */
import {useState, type ReactNode} from 'react';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import type {Row} from '../wire/providers/dialects.ts';

interface SaveFirst {
  /** Resolves the record as it is stored then; undefined where it was not saved, which the form says, or the person went back. */
  before: () => Promise<Row | undefined>;
  /** The question, to be drawn once on the screen. */
  question: ReactNode;
}

/** @param unsaved what is not saved, in a sentence; undefined: nothing */
export const useSaveFirst = (
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
