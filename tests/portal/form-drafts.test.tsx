import {screen, waitFor, within} from '@testing-library/react';
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import {acquireIdentity, releaseIdentity} from '../../src/portal/session/identity.ts';
import {endSession} from '../../src/portal/session/endSession.ts';
import {signOut} from '../../src/portal/session/signOut.ts';
import {storeSession} from '../../src/portal/session/session.ts';
import {refusal} from './support/api.ts';
import {browserLocks} from './support/browserLocks.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {address, book, openLibrary} from './support/library.tsx';
import {signIn} from './support/signedIn.ts';
import {sessionOf} from './support/world.tsx';

const title = () => screen.findByLabelText('Título');
const restored = () => screen.findByText(/^Rascunho restaurado/);
const stored = () => Object.keys(localStorage).filter(key => key.startsWith('rascunho.'));
const stay = () => undefined;

beforeEach(() => storeSession({token: 'a.b.c', nome: 'Ana', idPerfil: 1, id: 10, idEmpresa: 0, codigoExterno: ''}));

it('gives back what was typed after a reload, and saves it', async () => {
  const first = openLibrary('/adm/livro/salvar');
  await first.user.type(await title(), 'Fogo Morto');
  // A digit more than it may have, which is refused and not cut.
  await first.user.type(screen.getByLabelText('ISBN'), '97885359027756');
  first.unmount();

  const {user, api} = openLibrary('/adm/livro/salvar', {'POST livros': {id: 9}});
  expect(await restored()).toBeVisible();
  expect(await title()).toHaveValue('Fogo Morto');
  expect(screen.getByLabelText('ISBN')).toHaveValue('97885359027756');
  await user.type(screen.getByLabelText('ISBN'), '{Backspace}');
  await user.click(screen.getByLabelText('Empresa'));
  await clickOn(user, 'option', 'Grãos Norte');
  await press(user, 'Salvar');
  await expectText('Livro Cadastrado!');
  expect(api.to('POST livros')[0]?.body).toMatchObject({id: 0, titulo: 'Fogo Morto', idEmpresa: 2});
  expect(stored()).toEqual([]);
});

it('lays a draft over the record it was typed on, with its version', async () => {
  const first = openLibrary('/adm/livro/salvar/4');
  await first.user.type(await title(), '!');
  first.unmount();

  const {user, api} = openLibrary('/adm/livro/salvar/4', {
    'GET livros/4': {...book, versao: 7, isbn: '999'}, 'PUT livros/4': {...book, versao: 8},
  });
  expect(await restored()).toBeVisible();
  expect(await title()).toHaveValue('Vidas Secas!');
  expect(screen.getByLabelText('ISBN')).toHaveValue('999');
  await press(user, 'Salvar');
  await screen.findByText('Livro Editado!');
  // The server sees that the draft is older than the record.
  expect(api.to('PUT livros/4')[0]?.body).toMatchObject({titulo: 'Vidas Secas!', versao: 1});
});

it('takes a draft as portals before this one wrote it', async () => {
  localStorage.setItem('rascunho.10.livros.4', '{"at":"2026-11-22T12:00:00.000Z","versao":1,"values":{"titulo":"Angústia"}}');
  openLibrary('/adm/livro/salvar/4');
  expect(await restored()).toBeVisible();
  expect(await title()).toHaveValue('Angústia');
});

it('throws a draft away when asked', async () => {
  const first = openLibrary('/adm/livro/salvar/4');
  await first.user.type(await title(), '!');
  first.unmount();
  const {user} = openLibrary('/adm/livro/salvar/4');
  await restored();
  // Enter at once keeps it.
  await press(user, 'Descartar');
  await screen.findByRole('alertdialog', {name: 'Descartar o rascunho'});
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(await title()).toHaveValue('Vidas Secas!');
  await press(user, 'Descartar');
  await press(user, 'Descartar', within(await screen.findByRole('alertdialog')));
  expect(await title()).toHaveValue('Vidas Secas');
  expect(screen.queryByText(/^Rascunho restaurado/)).not.toBeInTheDocument();
  expect(stored()).toEqual([]);
});

it('never keeps a password', async () => {
  const {user} = openLibrary('/adm/livro/salvar');
  await user.type(await title(), 'Fogo');
  await user.type(screen.getByLabelText('Chave'), 'segredo');
  expect(stored()).toHaveLength(1);
  expect(localStorage.getItem(stored()[0] ?? '')).toContain('Fogo');
  expect(localStorage.getItem(stored()[0] ?? '')).not.toContain('segredo');
});

it('keeps nothing of what was typed and taken back', async () => {
  const {user} = openLibrary('/adm/livro/salvar');
  await user.type(await title(), 'F');
  expect(stored()).toHaveLength(1);
  await user.clear(await title());
  expect(stored()).toEqual([]);
});

it('keeps a draft when the session ends, for the same person only; Sair clears it, and no other person\'s', async () => {
  localStorage.setItem('rascunho.11.livros.4', 'de outra pessoa');
  const first = openLibrary('/adm/livro/salvar');
  await first.user.type(await title(), 'Fogo');
  endSession(stay);
  first.unmount();
  const other = openLibrary('/adm/livro/salvar', {}, sessionOf('adm', {id: 11}));
  expect(await title()).toHaveValue('');
  other.unmount();
  const same = openLibrary('/adm/livro/salvar');
  expect(await restored()).toBeVisible();
  signIn('adm');
  signOut(stay);
  expect(stored()).toEqual(['rascunho.11.livros.4']);
  same.unmount();
  openLibrary('/adm/livro/salvar');
  expect(await title()).toHaveValue('');
});

it('keeps what a save refused, and lets it go with the screen', async () => {
  const {user} = openLibrary('/adm/livro/salvar/4', {'PUT livros/4': () => refusal(500, {})});
  await user.type(await title(), '!');
  await press(user, 'Salvar');
  await screen.findByText(/^Ocorreu um erro ao salvar/);
  expect(stored()).toHaveLength(1);
  await press(user, 'Cancelar');
  await clickOn(user, 'button', 'Sair sem salvar');
  await waitFor(() => expect(address()).toBe('/adm/livro'));
  expect(stored()).toEqual([]);
});

it('asks the browser to hold a page with unsaved changes, but not once the session is over', async () => {
  const {user} = openLibrary('/adm/livro/salvar');
  const leave = () => {
    const event = new Event('beforeunload', {cancelable: true});
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  await user.type(await title(), 'F');
  expect(leave()).toBe(true);
  endSession(stay);
  expect(leave()).toBe(false);
});

it('gives back what was typed into a modal, and asks before it is closed', async () => {
  const openModal = async ({user}: ReturnType<typeof openLibrary>) => {
    await clickOn(user, 'button', 'Ação: Vidas Secas');
    await clickOn(user, 'menuitem', 'Ver Capítulos');
    return screen.findByRole('dialog', {name: 'Capítulos de Vidas Secas'});
  };
  const first = openLibrary('/adm/livro', {'GET capitulos': []});
  await first.user.type(within(await openModal(first)).getByLabelText('Descrição'), 'Mudança');
  first.unmount();

  const second = openLibrary('/adm/livro', {'GET capitulos': []});
  const modal = await openModal(second);
  expect(await restored()).toBeVisible();
  expect(within(modal).getByLabelText('Descrição')).toHaveValue('Mudança');
  await press(second.user, 'Fechar', within(modal));
  await clickOn(second.user, 'button', 'Sair sem salvar');
  await waitFor(() => expect(modal).not.toBeInTheDocument());
  expect(stored()).toEqual([]);
});

it('opens with the company of who may not choose one', async () => {
  const {user, api} = openLibrary('/adm/livro/salvar', {'POST livros': {id: 9}}, sessionOf('empresa', {idEmpresa: 2}));
  await waitFor(() => expect(screen.getByLabelText('Empresa')).toHaveValue('Grãos Norte'));
  expect(screen.getByLabelText('Empresa')).toBeDisabled();
  await user.type(await title(), 'Fogo');
  await press(user, 'Salvar');
  await screen.findByText('Livro Cadastrado!');
  expect(api.to('POST livros')[0]?.body).toMatchObject({idEmpresa: 2});
});

it('does not bring back what another tab removed with Sair, which named it', async () => {
  acquireIdentity();
  onTestFinished(releaseIdentity);
  const first = openLibrary('/adm/livro/salvar');
  await first.user.type(await title(), 'Fogo');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', {key: null}));
  first.unmount();
  expect(stored()).toEqual([]);
});

describe('in several tabs', () => {
  const FORM = 'rascunho.10.livros.novo';
  /** A draft of another tab, and its lock while that has the form open. */
  const leave = (slot: string, minute: number, titulo: string) => {
    const at = `2026-11-22T12:0${minute}:00.000Z`;
    localStorage.setItem(`${FORM}~${slot}`, JSON.stringify({at, versao: null, values: {titulo}}));
  };
  const titles = () => stored().map(key => (JSON.parse(localStorage.getItem(key) ?? '') as {values: {titulo: string}}).values.titulo);

  it('a draft that another tab has open is neither offered nor overwritten nor dropped, and is offered once that tab is gone', async () => {
    const locks = browserLocks();
    leave('a', 1, 'Fogo Morto');
    const close = locks.take(`${FORM}~a`);
    const second = openLibrary('/adm/livro/salvar', {'POST livros': {id: 9}});
    await second.user.type(await title(), 'Angústia');
    expect(screen.queryByText(/^Rascunho restaurado/)).not.toBeInTheDocument();
    await waitFor(() => expect(titles().toSorted()).toEqual(['Angústia', 'Fogo Morto']));
    await second.user.click(screen.getByLabelText('Empresa'));
    await clickOn(second.user, 'option', 'Grãos Norte');
    await press(second.user, 'Salvar');
    await expectText('Livro Cadastrado!');
    expect(titles()).toEqual(['Fogo Morto']);
    second.unmount();
    await locks.closed();

    close();
    openLibrary('/adm/livro/salvar');
    expect(await restored()).toBeVisible();
    expect(await title()).toHaveValue('Fogo Morto');
  });

  it('of several drafts left over the newest is offered, and the others are kept for the next tab; the oldest of many go', async () => {
    browserLocks();
    for (let minute = 1; minute <= 8; minute++) leave(`aba${minute}`, minute, `Livro ${minute}`);
    openLibrary('/adm/livro/salvar');
    expect(await restored()).toBeVisible();
    expect(await title()).toHaveValue('Livro 8');
    await waitFor(() => expect(titles().toSorted()).toEqual([3, 4, 5, 6, 7, 8].map(minute => `Livro ${minute}`)));
  });

  it('a reload has its own draft again, whatever is newer; a duplicated tab has none of it', async () => {
    const locks = browserLocks();
    const first = openLibrary('/adm/livro/salvar');
    await first.user.type(await title(), 'Fogo Morto');
    await waitFor(() => expect(titles()).toEqual(['Fogo Morto']));
    first.unmount();
    await locks.closed();
    leave('outra', 9, 'Angústia');
    const second = openLibrary('/adm/livro/salvar');
    expect(await restored()).toBeVisible();
    expect(await title()).toHaveValue('Fogo Morto');
    second.unmount();
    await locks.closed();

    // The duplicate has the store of the tab that has the form open.
    localStorage.removeItem(`${FORM}~outra`);
    locks.take(`${FORM}~${sessionStorage.getItem(FORM)}`);
    const {user} = openLibrary('/adm/livro/salvar');
    await user.type(await title(), 'Insônia');
    await waitFor(() => expect(titles().toSorted()).toEqual(['Fogo Morto', 'Insônia']));
  });

  it('a tab that is asked whether it has a draft open says so', async () => {
    browserLocks();
    const {user} = openLibrary('/adm/livro/salvar');
    await user.type(await title(), 'Fogo Morto');
    await waitFor(() => expect(titles()).toEqual(['Fogo Morto']));
    const channel = new BroadcastChannel(`${FORM}~${sessionStorage.getItem(FORM)}`);
    onTestFinished(() => channel.close());
    const answers: unknown[] = [];
    channel.onmessage = ({data}) => answers.push(data);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    channel.postMessage('isOpen?');
    await waitFor(() => expect(answers).toEqual(['isOpen']));
  });
});
