import {act, render, screen, waitFor} from '@testing-library/react';
import {NotificationContextProvider, UndoableMutationsContextProvider, useAddUndoableMutation, useNotify} from 'ra-core';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {ConfigProvider} from '../../src/portal/session/ConfigContext.tsx';
import {clearTop} from '../../src/portal/toasts/clear.ts';
import {Notifications} from '../../src/portal/toasts/Notifications.tsx';
import {useToasts} from '../../src/portal/toasts/useToasts.ts';
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
  await user.click(screen.getByRole('button', {name: button}));
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
  await user.click(screen.getByRole('button', {name: 'falha'}));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

it.each([401, 418])('leaves %i to others', async status => {
  const {user} = show(<Buttons error={new HttpError('', status, {})} />);
  await user.click(screen.getByRole('button', {name: 'falha'}));
  await user.click(screen.getByRole('button', {name: 'sucesso'}));
  expect(await screen.findByText('Feito!')).toBeVisible();
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
  expect(await screen.findByText('Alterado')).toBeVisible();
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
  for (const one of ['um', 'dois', 'três', 'quatro', 'cinco']) await user.click(screen.getByRole('button', {name: one}));
  expect((await screen.findAllByRole('status')).map(({textContent}) => textContent))
    .toEqual(['SucessoItem três!', 'SucessoItem dois!', 'SucessoItem um!']);
  await user.click(screen.getAllByRole('button', {name: 'Fechar aviso'})[0]!);
  expect(await screen.findByText('Item quatro!')).toBeVisible();
  expect(screen.queryByText('Item três!')).toBeNull();
});

describe('over a dialog', () => {
  const toasts = {top: 16, bottom: 80, left: 900, right: 1260};
  const across = {left: 200, right: 1090};
  const button = (top: number, bottom: number) => ({...across, top, bottom, weight: 1000});
  const input = (top: number, bottom: number) => ({...across, top, bottom, weight: 1});
  it.each([
    ['stay where they are while nothing is under them', [button(300, 340), {...button(20, 60), left: 200, right: 800}], 16],
    ['go beneath the button in their way', [button(20, 60)], 64],
    ['stand between two', [button(20, 60), button(140, 180)], 64],
    ['go beneath both where there is no room between', [button(20, 60), button(120, 160)], 160],
    ['rather cover an input than a button', [button(20, 60), input(80, 740), button(750, 790)], 64],
    ['cover the fewest inputs', [button(20, 60), input(70, 100), input(110, 140), input(200, 800)], 104],
  ])('toasts %s', (_what, controls, top) => {
    expect(clearTop(toasts, controls, 800)).toBe(top);
  });
});

it('moves clear of the button of a dialog, and back when that is gone', async () => {
  const boxes = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
    const box = (left: number, top: number, width: number, height: number) =>
      Object.create({top, bottom: top + height, left, right: left + width}) as DOMRect;
    if (this.matches('.Toastify__toast-container')) return box(900, Number.parseFloat((this as HTMLElement).style.top || '16'), 360, 64);
    return this.textContent === 'Fechar' ? box(1030, 40, 40, 40) : box(0, 0, 0, 0);
  });
  onTestFinished(() => boxes.mockRestore());
  const {user} = show(<Buttons />);
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.innerHTML = '<button type="button">Fechar</button>';
  document.body.append(dialog);
  onTestFinished(() => dialog.remove());
  await user.click(screen.getByRole('button', {name: 'sucesso'}));
  const stack = (await screen.findByText('Feito!')).closest<HTMLElement>('.Toastify__toast-container')!;
  await waitFor(() => expect(stack.style.top).toBe('80px'));
  dialog.remove();
  await waitFor(() => expect(stack.style.top).toBe(''));
});
