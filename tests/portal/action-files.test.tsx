// The dialog of an action that demands files says so before anything is sent.
import {screen, waitFor, within} from '@testing-library/react';
import {expect, it} from 'vitest';
import {useActionRunner} from '../../src/portal/actions/ActionDialogHost.tsx';
import {withResource} from '../support/configs.ts';
import {fakeApi} from './support/api.ts';
import {press} from './support/gestures.ts';
import {sentForm, ticketAnswers} from './support/tickets.tsx';
import {show} from './support/world.tsx';

const CALL = 'PUT tickets/comprovar/7';
const config = withResource('tickets', resource => ({
  ...resource,
  actions: {
    comprovar: {label: 'Comprovar', call: 'PUT tickets/comprovar/:id', profiles: ['adm'], success: 'Comprovado!', files: 'required'},
  },
}));
const Runner = () => {
  const run = useActionRunner('tickets');
  return <button type="button" onClick={() => void run('comprovar', {id: 7, versao: 1, idUsuario: 10})}>Abrir</button>;
};

it('an action that demands files is sent with one, and not without', async () => {
  const api = fakeApi(ticketAnswers({'GET limites': {arquivoMaxMb: 2, arquivosMax: 3}, [CALL]: {id: 7}}));
  const {user} = show(<Runner />, {config});
  await press(user, 'Abrir');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('heading', {name: 'Arquivos'})).toBeVisible();
  await press(user, 'Comprovar', within(dialog));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Esta ação precisa de pelo menos um arquivo.');
  expect(api.to(CALL)).toEqual([]);
  await within(dialog).findByText(/Até 2 MB por arquivo/);
  await user.upload(await within(dialog).findByLabelText('Arquivo'), new File(['%PDF'], 'laudo.pdf'));
  await press(user, 'Comprovar', within(dialog));
  await waitFor(() => expect(api.to(CALL)).toHaveLength(1));
  expect(sentForm(api.to(CALL)[0]!).tipos).toEqual(['Laudo']);
});
