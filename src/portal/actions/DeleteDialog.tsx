/** Deletes a record, after the question of its resource. */
import {useState} from 'react';
import {useDelete} from 'ra-core';
import {DELETING} from '../../schema/consequences.ts';
import {useResource} from '../session/ConfigContext.tsx';
import {useToasts} from '../toasts/useToasts.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {useOptionsChanged} from '../wire/known.ts';
import {recordTitle} from '../../schema/recordTitle.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {useHandOver} from './bulk/useHandOver.tsx';
import {useConsequences} from './Consequences.tsx';

export interface DeleteDialogProps {
  name: string;
  record: Row;
  onDeleted?: () => void;
  onClose: () => void;
}

export const DeleteDialog = ({name, record, onDeleted, onClose}: DeleteDialogProps) => {
  const resource = useResource(name);
  const {label, messages} = resource;
  const toasts = useToasts();
  const optionsChanged = useOptionsChanged();
  const handing = useHandOver(name, record.id, useConsequences({name, id: record.id, before: DELETING}));
  const [settling, setSettling] = useState(false);
  const [remove, {isPending}] = useDelete<Row>(name, {id: record.id, previousData: record}, {
    mutationMode: 'pessimistic',
    onSuccess: () => {
      optionsChanged(name);
      toasts.success(messages.deleted ?? 'Registro Excluído!');
      onDeleted?.();
      onClose();
    },
    onError: error => {
      toasts.failed(error);
      onClose();
    },
  });
  const confirm = async () => {
    setSettling(true);
    const isSettled = await handing.settle();
    setSettling(false);
    if (isSettled) await remove();
  };
  return (
    <ConfirmDialog
      open
      title={`Excluir ${label.one}: ${recordTitle(resource, record)}`}
      question={messages.confirmDelete ?? `Deseja realmente excluir ${label.one}?`}
      confirm={handing.confirm('Excluir')}
      tone="danger"
      busy={isPending || settling}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {handing.told}
    </ConfirmDialog>
  );
};
