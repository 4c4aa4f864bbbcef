/** A ticket's actions over its form: what is not saved yet is saved first, because an action may close the ticket to changes. */
import {useState, type RefObject} from 'react';
import {ActionButtons} from '../actions/ActionButtons.tsx';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import type {TicketSaver} from './EditForm.tsx';
import {TICKETS, type Ticket} from './ticket.ts';

interface Props {
  ticket: Ticket;
  /** What is not saved, in a sentence; undefined: nothing. */
  unsaved: string | undefined;
  form: RefObject<TicketSaver | null>;
}

export const TicketActions = ({ticket, unsaved, form}: Props) => {
  const [asked, setAsked] = useState<{question: string; answer: (save: boolean) => void}>();
  const [open, setOpen] = useState(false);

  const before = async () => {
    if (unsaved === undefined) return ticket;
    const save = await new Promise<boolean>(answer => {
      setAsked({question: unsaved, answer});
      setOpen(true);
    });
    setOpen(false);
    return save ? form.current?.save() : undefined;
  };
  return (
    <>
      <ActionButtons resource={TICKETS} record={ticket} place="edit" before={before} />
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
