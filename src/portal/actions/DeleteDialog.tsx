import {useDelete} from 'ra-core';
import {DELETE_OPERATION} from '../../schema/lifeCycle/consequences.ts';
import {fillRecordText} from '../../schema/lists/details.ts';
import {useResourceAndSession} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {useInvalidateOptions} from '../api/cacheUpdates.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {useDependentsHandOver} from './bulk/useDependentsHandOver.tsx';
import {Consequences, useConsequences} from './Consequences.tsx';

interface DeleteDialogProps {
  name: string;
  record: Row;
  /** For a child, the field that references its parent, whose consequences are shown as well. */
  by?: string;
  onDeleted?: () => void;
  onClose: () => void;
}

export const DeleteDialog = ({name, record, by = '', onDeleted, onClose}: DeleteDialogProps) => {
  const {config, resource} = useResourceAndSession(name);
  const {label, messages, fields: {[by]: parent}} = resource;
  const toasts = useToasts();
  const optionsChanged = useInvalidateOptions();
  const handOver = useDependentsHandOver(name, record.id, useConsequences({name, id: record.id, before: DELETE_OPERATION}));
  const [remove] = useDelete<Row>(name, {id: record.id, previousData: record}, {mutationMode: 'pessimistic', returnPromise: true});
  const confirm = async (): Promise<boolean> => {
    if (!(await handOver.settle())) return false;
    await remove();
    optionsChanged(name);
    toasts.success(fillRecordText(config, resource, messages.deleted ?? 'Registro Excluído!', record), {name, record, isDeleted: true});
    onDeleted?.();
    onClose();
    return true;
  };
  return (
    <ConfirmDialog
      open
      title={`Excluir ${label.one}: ${recordTitle(resource, record)}`}
      question={fillRecordText(config, resource, messages.confirmDelete ?? `Deseja realmente excluir ${label.one}?`, record)}
      confirm={handOver.confirmLabel('Excluir')}
      tone="danger"
      about={{name, record}}
      refused={handOver.isBlocked}
      onConfirm={confirm}
      onClose={onClose}
    >
      {parent?.kind === 'referencia' && <Consequences name={parent.to} id={Number(record[by])} before={name} />}
      {handOver.content}
    </ConfirmDialog>
  );
};
