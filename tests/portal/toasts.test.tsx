import {act, screen, waitFor} from '@testing-library/react';
import {Form, useAddUndoableMutation, useNotify} from 'ra-core';
import {useState} from 'react';
import {Link, useLocation, useNavigate} from 'react-router-dom';
import {expect, it, vi} from 'vitest';
import {UnsavedGuard} from '../../src/portal/form/UnsavedGuard.tsx';
import {useToasts} from '../../src/portal/toasts/useToasts.ts';
import {useWayBack} from '../../src/portal/navigation/useWayBack.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {show} from './support/world.tsx';
import {HttpError} from '../../src/portal/api/httpError.ts';

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
  ['sucesso', 'status', 'Sucesso Feito!'],
  ['atenção', 'alert', 'Atenção Cuidado!'],
  ['erro', 'alert', 'Erro Falhou!'],
])('titles a toast of %s, and says it as %s', async (button, role, text) => {
  const {user} = show(<Buttons />);
  await press(user, button);
  expect(await screen.findByRole(role)).toHaveTextContent(text);
  // Seen, not said: the library's words for it are English.
  expect(screen.getByRole('progressbar', {hidden: true})).toBeInTheDocument();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

it.each([
  [0, undefined, 'Erro Erro de comunicação com servidor, entre em contato com a Administradora!'],
  [404, 'Registro não encontrado.', 'Erro Url Não Encontrada!'],
  [400, 'CNPJ já cadastrado.', 'Atenção CNPJ já cadastrado.'],
  [500, undefined, 'Erro Ocorreu um erro ao salvar informações, tente novamente ou entre em contato com o Administrador!'],
  [403, 'Seu perfil não pode.', 'Atenção Seu perfil não pode.'],
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

it('sends what react-admin would let be taken back', async () => {
  const mutate = vi.fn<(params: {isUndo: boolean}) => void>();
  const {user} = show(<Undoable mutate={mutate} />);
  await press(user, 'alterar');
  await expectText('Alterado');
  expect(mutate).toHaveBeenCalledExactlyOnceWith({isUndo: false});
});

/** What is said, by its role. */
const told = () => [...document.querySelectorAll('.Toastify__toast')].map(one => `${one.role}: ${one.textContent}`);
it('shows one at a time: the next takes its place, and what worked waits until a refusal has had its time', async () => {
  const {user} = show(<Several />);
  await press(user, 'S um');
  await expectText('um');
  for (const [pressed, said] of [
    ['S dois', 'status: Sucesso dois'], ['W três', 'alert: Atenção três'], ['E quatro', 'alert: Erro quatro'],
    ['S cinco', 'alert: Erro quatro'], ['S seis', 'alert: Erro quatro'], ['W sete', 'alert: Atenção sete'],
  ] as const) {
    await press(user, pressed);
    await waitFor(() => expect(told()).toEqual([said]));
  }
  await press(user, 'Fechar aviso');
  // Of what waited the last.
  await waitFor(() => expect(told()).toEqual(['status: Sucesso seis']));
  await press(user, 'Fechar aviso');
  await waitFor(() => expect(told()).toEqual([]));
  // Where it was before the toast.
  expect(document.activeElement?.textContent).toBe('W sete');
});

it('closed, it gives the focus to the screen where what had it is gone', async () => {
  const Going = () => {
    const toasts = useToasts();
    const [gone, setGone] = useState(false);
    const button = <button type="button" onClick={() => toasts.success('Foi!')} onBlur={() => setGone(true)}>vai</button>;
    return <main tabIndex={-1}>{!gone && button}</main>;
  };
  const {user} = show(<Going />);
  await press(user, 'vai');
  await press(user, 'Fechar aviso');
  await waitFor(() => expect(told()).toEqual([]));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

const Several = () => {
  const toasts = useToasts();
  const says = {S: toasts.success, W: toasts.warning, E: toasts.error};
  return ['S um', 'S dois', 'W três', 'E quatro', 'S cinco', 'S seis', 'W sete'].map(one => (
    <button key={one} type="button" onClick={() => says[one.charAt(0) as keyof typeof says](one.slice(2))}>{one}</button>
  ));
};

/** An action that tells of a ticket, and leads to its list. */
const Acting = () => {
  const toasts = useToasts();
  const navigate = useNavigate();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          toasts.success('Ticket Finalizado!', {name: 'tickets', record: {id: 460}});
          void navigate('/adm/ticket?page=2');
        }}
      >
        finalizar
      </button>
      <Link to="/adm/home">outra tela</Link>
    </>
  );
};

/** Row actions: some are refused. */
const Rows = () => {
  const toasts = useToasts();
  const about = (id: number) => ({name: 'tickets', record: {id}});
  const refused = new HttpError('', 400, {message: 'Ticket já está em Fila RPA.'});
  return (
    <>
      {[454, 506].map(id => <button key={id} type="button" onClick={() => toasts.failed(refused, about(id))}>{`recusar ${id}`}</button>)}
      {[454, 506].map(id => (
        <button key={id} type="button" onClick={() => toasts.success('Atendimento Iniciado!', about(id))}>{`atender ${id}`}</button>
      ))}
    </>
  );
};

it('names the record of a refusal, which goes once another record is acted on, and not for the same one’s success', async () => {
  const {user} = show(<Rows />, {at: '/adm/ticket'});
  const refused = (id: number) => `alert: Atenção Ticket já está em Fila RPA.Ticket ${id} · abrir`;
  await press(user, 'recusar 454');
  await waitFor(() => expect(told()).toEqual([refused(454)]));
  await press(user, 'atender 454');
  expect(told()).toEqual([refused(454)]);
  await press(user, 'atender 506');
  await waitFor(() => expect(told()).toEqual(['status: Sucesso Atendimento Iniciado!Ticket 506 · abrir']));
  await press(user, 'recusar 506');
  await waitFor(() => expect(told()).toEqual([refused(506)]));
});

it('names its record, with the way to it over the list one is on; it goes with the screen that its action led to', async () => {
  const {user, router} = show(<Acting />, {at: '/adm/ticket/editar/461'});
  await press(user, 'finalizar');
  await waitFor(() => expect(told()).toEqual(['status: Sucesso Ticket Finalizado!Ticket 460 · abrir']));
  expect(router.state.location.search).toBe('?page=2');
  await clickOn(user, 'link', 'abrir');
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/adm/ticket?page=2&detalhes=460');
  await waitFor(() => expect(told()).toEqual([]));
  await press(user, 'finalizar');
  await waitFor(() => expect(told()).toHaveLength(1));
  await clickOn(user, 'link', 'outra tela');
  await waitFor(() => expect(told()).toEqual([]));
});

it('goes with its screen by the browser’s own way back, and not by the step that its action took', async () => {
  const Saving = () => {
    const toasts = useToasts();
    const {toList} = useWayBack('tickets');
    return (
      <>
        <Link to="/adm/ticket/editar/461" state={{origin: {steps: 1, from: '/adm/ticket', last: '/adm/ticket'}}}>editar</Link>
        <button
          type="button"
          onClick={() => {
            toasts.success('Ticket Editado!');
            toList();
          }}
        >
          salvar
        </button>
      </>
    );
  };
  const {user, router} = show(<Saving />, {at: '/adm/ticket'});
  await clickOn(user, 'link', 'editar');
  await press(user, 'salvar');
  await waitFor(() => expect(router.state.location.pathname).toBe('/adm/ticket'));
  await waitFor(() => expect(told()).toEqual(['status: Sucesso Ticket Editado!']));
  await act(() => router.navigate(1));
  await waitFor(() => expect(told()).toEqual([]));
});

it('goes with its screen by the browser’s own way back also after a step of ours that a question stopped', async () => {
  const Editing = () => {
    const toasts = useToasts();
    const {back} = useWayBack('tickets');
    const at = useLocation().pathname;
    const [saved, setSaved] = useState(false);
    return (
      <>
        <Link to="/adm/ticket/editar/461" state={{origin: {steps: 1, from: '/adm/ticket', last: '/adm/ticket'}}}>editar</Link>
        <button type="button" onClick={back}>voltar</button>
        <button
          type="button"
          onClick={() => {
            setSaved(true);
            toasts.success('Ticket Editado!');
          }}
        >
          salvar
        </button>
        {at !== '/adm/ticket' && <Form><UnsavedGuard alsoUnsaved={saved ? undefined : 'Há um arquivo escolhido.'} /></Form>}
      </>
    );
  };
  const {user, router} = show(<Editing />, {at: '/adm/ticket'});
  await clickOn(user, 'link', 'editar');
  await press(user, 'voltar');
  await press(user, 'Continuar editando');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await press(user, 'salvar');
  await waitFor(() => expect(told()).toEqual(['status: Sucesso Ticket Editado!']));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(router.state.location.pathname).toBe('/adm/ticket'));
  await waitFor(() => expect(told()).toEqual([]));
});

it('needs no way to a record that one is at', async () => {
  const {user, router} = show(<Acting />, {at: '/adm/ticket?detalhes=460'});
  await press(user, 'finalizar');
  await waitFor(() => expect(told()).toEqual(['status: Sucesso Ticket Finalizado!Ticket 460 · abrir']));
  await act(() => router.navigate('/adm/ticket/editar/460'));
  expect(told()).toEqual(['status: Sucesso Ticket Finalizado!Ticket 460']);
});
