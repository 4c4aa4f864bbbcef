import {act, render, screen, waitFor} from '@testing-library/react';
import {NotificationContextProvider, UndoableMutationsContextProvider, useAddUndoableMutation, useNotify} from 'ra-core';
import {expect, it, vi} from 'vitest';
import {ConfigProvider} from '../../src/portal/session/ConfigContext.tsx';
import {Notifications} from '../../src/portal/toasts/Notifications.tsx';
import {useToasts} from '../../src/portal/toasts/useToasts.ts';
import {expectText, press} from './support/gestures.ts';
import {product, show} from './support/world.tsx';
import {HttpError} from '../../src/portal/wire/httpError.ts';

const Buttons = ({error}: {error?: unknown}) => {
  const toasts = useToasts();
  return (
    <>
      <button type="button" onClick={() => toasts.success('Feito!')}>sucesso</button>
      <button type="button" onClick={() => toasts.warning('Cuidado!')}>atenção</button>
      <button type="button" onClick={() => toasts.error('Falhou!')}>erro</button>
      <button type="button" onClick={() => toasts.failed(error)}>falha</button>
    </>
  );
};

it.each([
  ['sucesso', 'status', 'SucessoFeito!'],
  ['atenção', 'alert', 'AtençãoCuidado!'],
  ['erro', 'alert', 'ErroFalhou!'],
])('titles a toast of %s, and says it as %s', async (button, role, text) => {
  const {user} = show(<Buttons />);
  await press(user, button);
  expect(await screen.findByRole(role)).toHaveTextContent(text);
  // Seen, not said: the library's words for it are English.
  expect(screen.getByRole('progressbar', {hidden: true})).toBeInTheDocument();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

it.each([
  [0, undefined, 'ErroErro de comunicação com servidor, entre em contato com a Administradora!'],
  [404, 'Registro não encontrado.', 'ErroUrl Não Encontrada!'],
  [400, 'CNPJ já cadastrado.', 'AtençãoCNPJ já cadastrado.'],
  [500, undefined, 'ErroOcorreu um erro ao salvar informações, tente novamente ou entre em contato com o Administrador!'],
  [403, 'Seu perfil não pode.', 'AtençãoSeu perfil não pode.'],
])('says a failed call with %i (rules: Errors 1)', async (status, message, text) => {
  const {user} = show(<Buttons error={new HttpError('', status, {message})} />);
  await press(user, 'falha');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

it.each([401, 418])('leaves %i to others', async status => {
  const {user} = show(<Buttons error={new HttpError('', status, {})} />);
  await press(user, 'falha');
  await press(user, 'sucesso');
  await expectText('Feito!');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

const Undoable = ({mutate}: {mutate: (params: {isUndo: boolean}) => void}) => {
  const notify = useNotify();
  const add = useAddUndoableMutation();
  return (
    <button
      type="button"
      onClick={() => {
        add(mutate);
        notify('Alterado', {type: 'success', undoable: true});
      }}
    >
      alterar
    </button>
  );
};

const queue = (mutate: (params: {isUndo: boolean}) => void) =>
  render(
    <ConfigProvider value={product}>
      <NotificationContextProvider>
        <UndoableMutationsContextProvider>
          <Undoable mutate={mutate} />
          <Notifications />
        </UndoableMutationsContextProvider>
      </NotificationContextProvider>
    </ConfigProvider>,
  );

it('sends an undoable change when its toast goes', async () => {
  const mutate = vi.fn<(params: {isUndo: boolean}) => void>();
  queue(mutate);
  act(() => screen.getByRole('button', {name: 'alterar'}).click());
  await expectText('Alterado');
  expect(mutate).not.toHaveBeenCalled();
  act(() => screen.getByRole('button', {name: 'Fechar aviso'}).click());
  await waitFor(() => expect(mutate).toHaveBeenCalledWith({isUndo: false}));
});

it('takes an undoable change back', async () => {
  const mutate = vi.fn<(params: {isUndo: boolean}) => void>();
  queue(mutate);
  act(() => screen.getByRole('button', {name: 'alterar'}).click());
  const undo = await screen.findByRole('button', {name: 'ra.action.undo'});
  act(() => undo.click());
  await waitFor(() => expect(mutate).toHaveBeenCalledWith({isUndo: true}));
});

it('shows three at once, and the next as one goes', async () => {
  const Many = () => {
    const toasts = useToasts();
    return ['um', 'dois', 'três', 'quatro', 'cinco'].map(one => (
      <button key={one} type="button" onClick={() => toasts.success(`Item ${one}!`)}>{one}</button>
    ));
  };
  const {user} = show(<Many />);
  for (const one of ['um', 'dois', 'três', 'quatro', 'cinco']) await press(user, one);
  expect((await screen.findAllByRole('status')).map(({textContent}) => textContent))
    .toEqual(['SucessoItem três!', 'SucessoItem dois!', 'SucessoItem um!']);
  await user.click(screen.getAllByRole('button', {name: 'Fechar aviso'})[0]!);
  await expectText('Item quatro!');
  expect(screen.queryByText('Item três!')).toBeNull();
});
