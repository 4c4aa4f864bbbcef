/** A record's actions over its form: what is not saved yet is saved first, because an action may close the record to changes. */
import {useState, type RefObject} from 'react';
import {ActionButtons} from '../actions/ActionButtons.tsx';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import type {Saver} from './EditForm.tsx';

interface Props {
  /** The resource's name. */
  name: string;
  record: Row;
  /** What is not saved, in a sentence; undefined: nothing. */
  unsaved: string | undefined;
  form: RefObject<Saver | null>;
}

export const EditActions = ({name, record, unsaved, form}: Props) => {
  const [asked, setAsked] = useState<{question: string; answer: (save: boolean) => void}>();
  const [open, setOpen] = useState(false);

  const before = async () => {
    if (unsaved === undefined) return record;
    const save = await new Promise<boolean>(answer => {
      setAsked({question: unsaved, answer});
      setOpen(true);
    });
    setOpen(false);
    return save ? form.current?.save() : undefined;
  };
  return (
    <>
      <ActionButtons resource={name} record={record} place="edit" before={before} />
      <ConfirmDialog
        open={open}
        title="Salvar antes de continuar"
        question={asked?.question ?? ''}
        confirm="Salvar e continuar"
        back="Continuar editando"
        onConfirm={() => asked?.answer(true)}
        onClose={() => asked?.answer(false)}
      />
    </>
  );
};
