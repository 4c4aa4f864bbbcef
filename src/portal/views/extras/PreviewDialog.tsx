import {useState} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import {useGetList} from 'ra-core';
import {CheckedForm} from '../../form/CheckedForm.tsx';
import type {RecordFormItem} from '../../parts/template/templateForm.ts';
import {ItemInputs} from '../../parts/template/ItemInputs.tsx';
import {useConfig, useResource} from '../../session/context.ts';
import {FormSkeleton} from '../../ui/FormSkeleton.tsx';
import {LoadError} from '../../ui/LoadError.tsx';
import {Message} from '../../ui/Message.tsx';
import {Modal} from '../../ui/Modal.tsx';
import {nounOf} from '../../../schema/words/nouns.ts';
import {recordTitle} from '../../../schema/fields/recordTitle.ts';
import {allRowsParams, type Row} from '../../api/providers/listDialects.ts';

interface Props {
  name: string;
  child: string;
  record: Row;
  onClose: () => void;
}

export const PreviewDialog = ({name, child, record, onClose}: Props) => {
  const resource = useResource(name);
  const [isValid, setValid] = useState(false);
  const declared = resource.children?.[child];
  const {resources} = useConfig();
  const filledResource = Object.values(resources).find(({template}) => template?.items === child);
  const recordNoun = filledResource === undefined ? 'um registro' : nounOf(filledResource).some;
  return (
    <Modal title={`${declared?.preview ?? ''}: ${recordTitle(resource, record)}`} onClose={onClose}>
      <CheckedForm record={{}} onSubmit={() => setValid(true)}>
        <DialogContent>
          <Alert severity="info" variant="outlined" sx={{mb: 2}}>
            É assim que quem abre {recordNoun} vê este formulário. Nada do que for digitado aqui é salvo.
          </Alert>
          <Items child={child} by={declared?.by ?? ''} parent={record} />
          <Box aria-live="polite">
            {isValid && <Alert severity="success" variant="outlined" sx={{mt: 2}}>O preenchimento está correto. Nada foi salvo.</Alert>}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Fechar</Button>
          <Button type="submit" variant="outlined" onClick={() => setValid(false)}>Conferir preenchimento</Button>
        </DialogActions>
      </CheckedForm>
    </Modal>
  );
};

const Items = ({child, by, parent}: {child: string; by: string; parent: Row}) => {
  const resource = useResource(child);
  const {data, error, refetch} = useGetList<Row>(child, allRowsParams(resource, {[by]: parent.id}));
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <FormSkeleton inputs={4} />;
  if (data.length === 0) return <Message icon={resource.icon} title={resource.messages.empty} />;
  return <ItemInputs items={data as unknown as RecordFormItem[]} />;
};
