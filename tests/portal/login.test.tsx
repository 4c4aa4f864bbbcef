import {cleanup, render, screen, waitFor} from '@testing-library/react';
import {userEvent} from '@testing-library/user-event';
import {beforeEach, expect, it, onTestFinished, vi} from 'vitest';
import {PublicPage} from '../../src/portal/pages/login/PublicPage.tsx';
import {counter} from '../../src/portal/counter.ts';
import {front} from '../../src/portal/front.ts';
import {storeReturnAddress, takeReturnAddress, takeSessionEnding} from '../../src/portal/session/returnAfterSignIn.ts';
import {endSession} from '../../src/portal/session/endSession.ts';
import {followSignOut, signOut} from '../../src/portal/session/signOut.ts';
import {accessToken} from '../../src/portal/session/identity.ts';
import {isSignedIn} from '../../src/portal/session/signedIn.ts';
import {fakeApi, offline, refusal} from './support/api.ts';
import {expectText, press} from './support/gestures.ts';

const answer = {token: 'a.b.c', nome: 'Ana Souza', idPerfil: 2, id: 4, idEmpresa: 1, codigoExterno: ''};
const goTo = vi.fn<(address: string) => void>();

const open = () => {
  const user = userEvent.setup();
  render(<PublicPage front={front} loadCounter={() => Promise.resolve(counter)} enter={goTo} ending={takeSessionEnding()} />);
  return user;
};
const fillIn = async (user: ReturnType<typeof userEvent.setup>, email = 'ana@vale.com.br', senha = 'segredo') => {
  if (email) await user.type(screen.getByLabelText('E-mail'), email);
  if (senha) await user.type(screen.getByLabelText('Senha'), senha);
};
const enter = (user: ReturnType<typeof userEvent.setup>) => press(user, 'Login');

beforeEach(() => goTo.mockClear());

it('shows the product and the subtitle, with the focus where one begins', () => {
  open();
  expect(screen.getByRole('heading', {level: 1})).toHaveTextContent('Balcão');
  expect(screen.getByText('Informe seu email e senha')).toBeVisible();
  expect(screen.getByLabelText('E-mail')).toHaveFocus();
});

it.each([
  ['', '', 'Preencha os campo Usuário e Senha', ['Digite o campo é Usuário.', 'Digite o campo é Senha.']],
  ['', 'segredo', 'Preencha o campo Usuário', ['Digite o campo é Usuário.']],
  ['ana@vale.com.br', '', 'Preencha o campo Senha', ['Digite o campo é Senha.']],
])('says what is missing (%j, %j)', async (email, senha, toast, inline) => {
  const api = fakeApi({});
  const user = open();
  await fillIn(user, email, senha);
  await enter(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(`Atenção ${toast}`);
  expect(screen.getAllByText(/^Digite o campo/).map(element => element.textContent)).toEqual(inline);
  expect(api.calls).toEqual([]);
});

it('stops at 45 characters in both fields', async () => {
  const user = open();
  await fillIn(user, 'e'.repeat(50), 's'.repeat(50));
  expect(screen.getByLabelText('E-mail')).toHaveValue('e'.repeat(45));
  expect(screen.getByLabelText('Senha')).toHaveValue('s'.repeat(45));
});

it('signs in with Enter and goes to the profile’s home', async () => {
  const api = fakeApi({'POST usuarios/login': answer});
  const user = open();
  await fillIn(user);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/adm/home'));
  expect(api.calls[0]?.body).toEqual({email: 'ana@vale.com.br', senha: 'segredo'});
  expect(localStorage.getItem('logado')).toBe('1');
  expect(localStorage.getItem('idPerfil')).toBe('2');
  expect(accessToken()).toBe('a.b.c');
});

it.each([['/adm/empresa?page=2', '/adm/empresa?page=2'], ['//elsewhere.example/adm/', '/adm/home']])(
  'whoever came from %s goes to %s', async (from, to) => {
    storeReturnAddress(from);
    fakeApi({'POST usuarios/login': answer});
    const user = open();
    await fillIn(user);
    await enter(user);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(to));
  },
);

it.each([
  ['a refusal', () => refusal(401, {message: 'Usuário ou Senha Inválidos!'}), 'Erro Usuário ou senha inválidos'],
  ['a closed line', offline, 'Erro Erro de comunicação com servidor, entre em contato com a Administradora!'],
  ['too many tries', () => refusal(400, {codigo: 'LIMITE', message: 'Muitas tentativas.'}), 'Atenção Muitas tentativas.'],
])('shows %s, and lets one try again', async (_name, refused, toast) => {
  fakeApi({'POST usuarios/login': refused});
  const user = open();
  await fillIn(user);
  await enter(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(toast);
  expect(screen.getByRole('button', {name: 'Login'})).toHaveAttribute('aria-disabled', 'false');
  // What is typed next takes its place.
  expect(screen.getByLabelText('Senha')).toHaveFocus();
  await user.keyboard('outra');
  expect(screen.getByLabelText('Senha')).toHaveValue('outra');
});

it('says nothing of any other error', async () => {
  const api = fakeApi({'POST usuarios/login': () => refusal(500, {message: 'Banco fora do ar.'})});
  const user = open();
  await fillIn(user);
  await enter(user);
  await waitFor(() => expect(screen.getByRole('button', {name: 'Login'})).toHaveAttribute('aria-disabled', 'false'));
  expect(api.calls).toHaveLength(1);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('says that the browser has no room for the session, and keeps none of it', async () => {
  fakeApi({'POST usuarios/login': answer});
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    if (key === 'idEmpresa') throw new DOMException('', 'QuotaExceededError');
    Reflect.set(localStorage, key, value);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const user = open();
  await fillIn(user);
  await enter(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Erro O navegador está sem espaço para guardar a sua sessão\./);
  expect(goTo).not.toHaveBeenCalled();
  expect(localStorage.length).toBe(0);
  expect(screen.getByRole('button', {name: 'Login'})).toBeEnabled();
});

it('has at most one toast, about the last try', async () => {
  fakeApi({'POST usuarios/login': () => refusal(401, {})});
  const user = open();
  await enter(user);
  await expectText('Preencha os campo Usuário e Senha');
  await fillIn(user);
  await enter(user);
  await expectText('Usuário ou senha inválidos');
  await enter(user);
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
});

it('promises what was typed where it is kept alone, and nothing after Sair in another tab', async () => {
  const draft = 'rascunho.4.livros.novo';
  localStorage.setItem('idUsuario', '4');
  localStorage.setItem('rascunho.5.livros.novo', 'de outra pessoa');
  endSession(goTo);
  open();
  expect(await screen.findByText('Sua sessão terminou.')).toBeVisible();
  cleanup();
  localStorage.setItem('idUsuario', '4');
  localStorage.setItem(draft, '{}');
  followSignOut(goTo);
  window.dispatchEvent(new Event('pagehide'));
  open();
  expect(await screen.findByText('Você saiu em outra janela.')).toBeVisible();
  expect(screen.queryByText(/guardado/)).not.toBeInTheDocument();
  expect(takeReturnAddress('/adm')).toBeUndefined();
});

it('says once that the session ended', async () => {
  localStorage.setItem('idUsuario', '4');
  localStorage.setItem('rascunho.4.livros.novo', '{}');
  localStorage.setItem('logado', '1');
  localStorage.setItem('access_token', 'x');
  localStorage.setItem('rascunho', 'fica');
  history.replaceState(null, '', '/adm/ticket?page=2&aba=abertos#fim');
  endSession(goTo);
  expect(isSignedIn()).toBe(false);
  // Whoever comes back finds the list as it was.
  expect(takeReturnAddress('/adm')).toBe('/adm/ticket?page=2&aba=abertos#fim');
  expect(localStorage.getItem('rascunho')).toBe('fica');
  expect(goTo).toHaveBeenCalledWith('/login');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Atenção Usuário ou Senha Inválidos!');
  expect(screen.getByText('Sua sessão terminou. O que você digitou está guardado.')).toBeVisible();
  // Told once: whoever reloads the page starts anew.
  cleanup();
  open();
  expect(screen.queryByText(/Sua sessão terminou/)).not.toBeInTheDocument();
});

it('says nothing of a session to somebody who was not signed in', () => {
  open();
  expect(screen.queryByText(/Sua sessão terminou/)).not.toBeInTheDocument();
});

it('clears everything stored when somebody signs out', () => {
  localStorage.setItem('logado', '1');
  localStorage.setItem('rascunho', 'sai');
  document.cookie = 'session=1; path=/';
  // As screens do that keep their place when the page is left.
  window.addEventListener('pagehide', () => sessionStorage.setItem('lugar', '7'), {once: true});
  signOut(goTo);
  window.dispatchEvent(new Event('pagehide'));
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  expect(document.cookie).not.toContain('session');
  expect(goTo).toHaveBeenCalledWith('/login?redirect=true');
});
