import {kitCall} from '../../../schema/queue.ts';
import {recordTitle} from '../../../schema/fields/recordTitle.ts';
import {useConfig, useResource} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {download} from '../../api/http.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {saveFile} from '../../api/saveFile.ts';

interface Props {
  name: string;
  record: Row;
  label: string;
  onClose: () => void;
}

export const KitDialog = ({name, record, label, onClose}: Props) => {
  const toasts = useToasts();
  const call = kitCall(useConfig(), name);
  const title = recordTitle(useResource(name), record);
  const confirm = async (): Promise<boolean> => {
    try {
      if (call === undefined) return true;
      const {blob, name: fileName} = await download(call, {params: {id: record.id}});
      saveFile(blob, fileName ?? `${label} ${title}.zip`);
      onClose();
      return true;
    } catch (error) {
      toasts.failed(error);
      return false;
    }
  };
  return (
    <ConfirmDialog
      open
      title={`${label}: ${title}`}
      question="Um ZIP com o que é preciso para fazer um robô deste modelo: os campos com exemplos, as chamadas, e um cliente em
        JavaScript e em Python que também trabalha sem a fila. Quando o modelo mudar, baixe-o de novo."
      confirm="Baixar"
      onConfirm={confirm}
      onClose={onClose}
    />
  );
};
