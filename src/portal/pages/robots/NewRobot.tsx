/** A robot is made by the users' own form: a user of the robots' profile, of one company or of all. */
import {useState} from 'react';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import {useQueryClient} from '@tanstack/react-query';
import {ResourceContextProvider} from 'ra-core';
import type {Location} from 'react-router-dom';
import {USERS} from '../../../schema/needed.ts';
import {robotIds} from '../../../schema/watchers.ts';
import {ChildButtons} from '../../children/ChildForm.tsx';
import {RecordForm} from '../../record/RecordForm.tsx';
import {RecordInputs} from '../../record/RecordInputs.tsx';
import {useConfig} from '../../session/context.ts';
import {Modal} from '../../ui/Modal.tsx';
import {PANELS} from './panel.ts';

/** It stands in the page's address. */
const leaves = (from: Location, to: Location): boolean => from.pathname !== to.pathname || from.search !== to.search;

export const NewRobot = ({onClose}: {onClose: () => void}) => {
  const [id = 0] = robotIds(useConfig());
  const queryClient = useQueryClient();
  const [turn, setTurn] = useState(0);
  const made = () => {
    void queryClient.invalidateQueries({queryKey: PANELS});
    onClose();
  };
  return (
    <Modal title="Criar robô" onClose={onClose}>
      <DialogContent>
        <DialogContentText sx={{mb: 2}}>
          Sem empresa, o robô trabalha para todas. Sem senha, entra só por chave: dê-lhe uma depois de criado.
        </DialogContentText>
        <ResourceContextProvider value={USERS}>
          <RecordForm key={turn} name={USERS} record={undefined} parent={{by: 'tipo', id}} leaves={leaves} onSaved={made}>
            <RecordInputs bar={<ChildButtons onDone={() => setTurn(turn + 1)} />} />
          </RecordForm>
        </ResourceContextProvider>
      </DialogContent>
    </Modal>
  );
};
