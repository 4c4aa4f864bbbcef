/** A robot is made: a user of the robots' profile, of one company or of all. */
import {useId, useState, type SubmitEvent} from 'react';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import {useQueryClient} from '@tanstack/react-query';
import {USERS} from '../../../schema/needed.ts';
import {apiOf} from '../../../schema/paths.ts';
import {robotsOf} from '../../../schema/watchers.ts';
import {FieldFrame} from '../../kinds/FieldFrame.tsx';
import {ReferenceSelect, useTypedReference} from '../../kinds/ReferenceSelect.tsx';
import {useConfig, useResource} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {Modal} from '../../ui/Modal.tsx';
import {Refusal} from '../../ui/Refusal.tsx';
import {bodyOfError} from '../../wire/errors.ts';
import {request} from '../../wire/http.ts';
import {newKey} from '../../wire/submissionKey.ts';
import {PANELS} from './panel.ts';
import {Typed} from './Typed.tsx';

const COMPANY = 'idEmpresa';

export const NewRobot = ({onClose}: {onClose: () => void}) => {
  const config = useConfig();
  const users = useResource(USERS);
  const toasts = useToasts();
  const company = useId();
  const queryClient = useQueryClient();
  const [key] = useState(newKey);
  const [nome, setNome] = useState('');
  const [email, setEmail] = useState('');
  const [idEmpresa, setCompany] = useState(0);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const field = users.fields[COMPANY];
  const {label = '', to} = field?.kind === 'referencia' ? field : {to: ''};
  const reference = useTypedReference(to, undefined, {chosen: idEmpresa, name: COMPANY});
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const {create} = apiOf(USERS, users);
    const [robot = ''] = robotsOf(config);
    if (create === undefined || busy) return;
    setBusy(true);
    try {
      const body = {id: 0, tipo: config.profiles[robot]?.id, nome, email, senha: '', codigoExterno: '', idEmpresa: idEmpresa || null};
      await request(create, {body, headers: {'idempotency-key': key}});
      toasts.success('Robô Cadastrado!');
      void queryClient.invalidateQueries({queryKey: PANELS});
      onClose();
    } catch (error) {
      toasts.failed(error);
      const {message = '', campos = []} = bodyOfError(error);
      setRefused(campos.map(({mensagem}) => mensagem).join(' ') || message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal title="Criar robô" onClose={onClose}>
      <form onSubmit={event => void send(event)}>
        <DialogContent sx={{display: 'grid', gap: 2}}>
          <Typed field={users.fields['nome']} name="nome" value={nome} onChange={setNome} />
          <Typed field={users.fields['email']} name="email" type="email" value={email} onChange={setEmail} />
          <FieldFrame id={company} label={label} disabled={false}>
            <ReferenceSelect
              field={{label, to}} id={company} name={COMPANY} reference={reference} value={idEmpresa === 0 ? null : idEmpresa}
              all="Todas as empresas" onChange={id => setCompany(typeof id === 'number' ? id : 0)} onBlur={() => undefined} inputRef={null}
              required={false} disabled={false} invalid={false} describedBy={undefined} clearable
            />
          </FieldFrame>
          {refused !== '' && <Refusal>{refused}</Refusal>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>Voltar</Button>
          <Button type="submit" variant="contained" loading={busy} disabled={nome.trim() === '' || email.trim() === ''}>Criar</Button>
        </DialogActions>
      </form>
    </Modal>
  );
};
