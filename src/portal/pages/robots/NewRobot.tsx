/** A robot is made by the users' own form: a user of the robots' profile, of one company or of all. */
import {useState} from 'react';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import {useQueryClient} from '@tanstack/react-query';
import {ResourceContextProvider} from 'ra-core';
import type {Location} from 'react-router-dom';
import type {Config} from '../../../schema/config/config.ts';
import type {Field} from '../../../schema/fields/fields.ts';
import {USERS} from '../../../schema/needed.ts';
import {robotIds} from '../../../schema/watchers.ts';
import {ChildButtons} from '../../children/ChildForm.tsx';
import {RecordForm} from '../../record/RecordForm.tsx';
import {RecordInputs} from '../../record/RecordInputs.tsx';
import {firstInputOf} from '../../record/useRecordForm.ts';
import {ConfigProvider, useConfig} from '../../session/context.ts';
import {Modal} from '../../ui/Modal.tsx';
import {PANELS} from './panel.ts';

/** Users as they are spoken of where they are robots: what a password is for, and what is said of one that was made. */
const asRobots = (config: Config): Config => {
  const {resources, messages: {robotCreated: created, robotPassword: help}} = config;
  const {[USERS]: users, ...others} = resources;
  if (users === undefined) return config;
  const fields = Object.entries(users.fields)
    .map(([name, field]): [string, Field] => [name, field.kind === 'senha' ? {...field, help} : field]);
  return {...config, resources: {
    ...others, [USERS]: {...users, fields: Object.fromEntries(fields), messages: {...users.messages, created}},
  }};
};

/** It stands in the page's address. */
const leaves = (from: Location, to: Location): boolean => from.pathname !== to.pathname || from.search !== to.search;

export const NewRobot = ({onClose}: {onClose: () => void}) => {
  const config = useConfig();
  const [id = 0] = robotIds(config);
  const [words] = useState(() => asRobots(config));
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
        <ConfigProvider value={words}>
          <ResourceContextProvider value={USERS}>
            <RecordForm
              key={turn} name={USERS} record={undefined} parent={{by: 'tipo', id}} leaves={leaves} onSaved={made}
              onShown={form => firstInputOf(form)?.focus()}
            >
              <RecordInputs bar={<ChildButtons onDone={() => setTurn(turn + 1)} />} />
            </RecordForm>
          </ResourceContextProvider>
        </ConfigProvider>
      </DialogContent>
    </Modal>
  );
};
