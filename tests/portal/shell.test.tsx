import {act, render, screen, waitFor, within} from '@testing-library/react';
import {userEvent} from '@testing-library/user-event';
import {createMemoryRouter, RouterProvider} from 'react-router-dom';
import {beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {PortalAdmin} from '../../src/portal/app/AdminApp.tsx';
import {accessToken, acquireIdentity, releaseIdentity} from '../../src/portal/session/identity.ts';
import {storeSession} from '../../src/portal/session/session.ts';
import {download, fetchResponse, request} from '../../src/portal/api/http.ts';
import {expectConsole} from '../support/console.ts';
import {fakeApi, offline, refusal, type Answers, type Sent} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {eventSource} from './support/events.ts';
import {signIn, tokenOf} from './support/signedIn.ts';
import {product} from './support/world.tsx';

const goTo = vi.fn<(address: string) => void>();
const open = (at: string, perfil = 'adm', answers: Answers = {}) => {
  const api = fakeApi(answers);
  signIn(perfil);
  const router = createMemoryRouter([{path: '/adm/*', element: <PortalAdmin config={product} goTo={goTo} />}], {initialEntries: [at]});
  render(<RouterProvider router={router} />);
  return {router, api, user: userEvent.setup()};
};

beforeEach(() => goTo.mockClear());

it('shows the company, the first name with the role, and the menu', async () => {
  open('/adm/home');
  await expectText('Vale Verde');
  expect(screen.getByRole('button', {name: 'Ana (Adm)'})).toBeVisible();
  expect(within(screen.getByRole('navigation', {name: 'Menu principal'})).getAllByRole('link')).toHaveLength(7);
  expect(await screen.findByRole('heading', {level: 1})).toHaveTextContent('Visão Geral de Tickets');
  expect(document.title).toBe('Adm');
});

it('opens home for /adm itself', async () => {
  const {router} = open('/adm');
  await waitFor(() => expect(router.state.location.pathname).toBe('/adm/home'));
});

it.each([
  '/adm/nada', '/adm/empresa/nada', '/adm/empresas', '/adm/constructor', '/adm/entregas',
])('says in Portuguese that %s does not exist', async at => {
  open(at);
  await expectRole('heading', 'Página não encontrada');
  expect(goTo).not.toHaveBeenCalled();
});

it('refuses a screen of another profile in the page', async () => {
  open('/adm/usuario/salvar', 'fornecedor');
  await expectRole('heading', 'Acesso negado');
  expect(screen.getByText(/Você entrou como Fornecedor/)).toBeVisible();
});

it('opens the form at the address of the specification', async () => {
  open('/adm/empresa/salvar');
  await expectRole('heading', 'Cadastro de Empresas');
  expect(document.title).toBe('Empresa');
});

it('reads by itself what the lost line broke, once it is back', async () => {
  expectConsole(/HttpError/);
  let answer: () => unknown = offline;
  open('/adm/empresa', 'adm', {'GET empresas': () => answer()});
  await expectText('O servidor não pôde ser alcançado. Confira a conexão.');
  const company = {id: 5, razaoSocial: 'Vale Verde', nomeFantasia: 'Vale', cnpj: '11222333000181', ativo: true, versao: 1};
  answer = () => ({total: 1, registros: [company]});
  act(() => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
  });
  await expectText('11.222.333/0001-81');
  expect(screen.queryByText(/não pôde ser alcançado/)).not.toBeInTheDocument();
});

it('ends the session on a 401, once, and remembers the address', async () => {
  expectConsole(/HttpError/);
  open('/adm/empresa', 'adm', {'GET empresas': refusal(401, {message: 'Usuário ou Senha Inválidos!'})});
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/login'));
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(sessionStorage.getItem('sessaoEncerrada')).toBe('ended');
});

it('asks before signing out, and clears everything', async () => {
  const {user} = open('/adm/home');
  localStorage.setItem('rascunho', '1');
  await clickOn(user, 'button', 'Ana (Adm)');
  await clickOn(user, 'menuitem', 'Sair');
  const modal = await screen.findByRole('dialog', {name: 'Deseja Sair?'});
  expect(modal).toHaveTextContent('Selecione "Logout" abaixo para encerrar a sessão.');
  await press(user, 'Logout', within(modal));
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/login?redirect=true'));
  expect(localStorage.getItem('logado')).toBeNull();
  expect(localStorage.getItem('rascunho')).toBeNull();
});

it('changes the own password and goes on with the fresh token', async () => {
  const {user} = open('/adm/alterar-senha', 'fornecedor', {'PUT usuarios/10': {id: 10, token: 'x.y.z'}});
  expect(await screen.findByLabelText('Nome')).toHaveDisplayValue('Ana Maria Souza');
  expect(screen.getByLabelText('E-mail')).toHaveDisplayValue('ana@vale.com.br');
  const button = screen.getByRole('button', {name: 'Alterar'});
  expect(screen.getByText('Força da senha: Fraca')).toBeVisible();
  await user.type(await screen.findByLabelText('Nova Senha'), 'abc12');
  expect(screen.getByText('Força da senha: Muito Fraca')).toBeVisible();
  expect(button).toBeDisabled();
  await user.type(screen.getByLabelText('Nova Senha'), '3!x');
  expect(screen.getByText('Força da senha: Forte')).toBeVisible();
  await user.click(button);
  await expectText('Senha Atualizada!');
  expect(localStorage.getItem('access_token')).toBe('x.y.z');
});

it('says of a password that was not sent that it is not, and what the server says of one at its field', async () => {
  const mensagem = 'Escolha outra senha.';
  let answer: () => unknown = offline;
  const {user} = open('/adm/alterar-senha', 'fornecedor', {'PUT usuarios/10': () => answer()});
  const input = await screen.findByLabelText('Nova Senha');
  await user.type(input, 'abc123');
  await press(user, 'Alterar');
  await expectText(/^Ainda não foi enviado\./);
  answer = () => refusal(400, {codigo: 'VALIDACAO', message: mensagem, campos: [{campo: 'senha', mensagem}]});
  await press(user, 'Tentar de novo');
  await waitFor(() => expect(input).toHaveAccessibleDescription(mensagem));
  expect(input).toHaveFocus();
  answer = () => ({id: 10, token: 'x.y.z'});
  await user.type(input, '!');
  await press(user, 'Alterar');
  await expectText('Senha Atualizada!');
  expect(screen.getByLabelText('Nova Senha')).toHaveValue('');
});

describe('a person whom somebody changed', () => {
  /** As the server has them now. */
  const now = (perfil: string, more = {}) => {
    const {id: idPerfil} = product.profiles[perfil]!;
    return {token: tokenOf(perfil, {identity_tag: 'novo', ...more}), nome: 'Ana Lima', idPerfil, id: 10, idEmpresa: 1, codigoExterno: ''};
  };
  const stale = (body: unknown) => Response.json(body, {headers: {'X-Session-Stale': 'true'}});

  it('is another at the next answer: menu, screen and what they may, and the page says why; what is typed is kept', async () => {
    const events = eventSource();
    const {user, api} = open('/adm/empresa/salvar', 'adm', {
      ...events.answers, 'GET sessao': now('fornecedor', {unique_name: 'Ana Lima'}),
    });
    await user.type(await screen.findByLabelText('Razão Social'), 'Sementes');
    await events.opened();
    events.tell('registro', {recurso: 'usuarios', id: 10, versao: 2});
    await expectText('Seu perfil mudou de Adm para Fornecedor. O que você digitou e não salvou está guardado.');
    await expectRole('heading', 'Acesso negado');
    expect(screen.getByRole('button', {name: 'Ana (Fornecedor)'})).toBeVisible();
    expect(screen.queryByRole('link', {name: 'Empresa'})).not.toBeInTheDocument();
    expect(localStorage.getItem('idPerfil')).toBe('3');
    expect(api.to('GET sessao')).toHaveLength(1);
    // The same person again: the draft is theirs.
    expect(Object.keys(localStorage).some(key => key.startsWith('rascunho.10.empresas.novo'))).toBe(true);
    expect(goTo).not.toHaveBeenCalled();
  });

  it('is asked about once for all answers that say so, and what is read then is read as who they are now', async () => {
    const tokens: (string | null)[] = [];
    const {api, user} = open('/adm/empresa', 'adm', {
      'GET empresas': ({headers}: Sent) => {
        tokens.push(headers.get('authorization'));
        return tokens.length === 1 ? stale({total: 0, registros: []}) : {total: 0, registros: []};
      },
      'GET sessao': () => stale(now('adm', {groupsid: 'Grãos Norte'})),
    });
    await expectText('Sua empresa mudou de Vale Verde para Grãos Norte.');
    await user.keyboard('r');
    await waitFor(() => expect(tokens.length).toBeGreaterThan(1));
    expect(new Set(tokens.slice(1))).toEqual(new Set([`Bearer ${accessToken()}`]));
    expect(tokens[1]).not.toBe(tokens[0]);
    expect(api.to('GET sessao')).toHaveLength(1);
  });
});

describe('another tab', () => {
  const anna = {token: 'novo', nome: 'Ana Maria Souza', idPerfil: 1, id: 10, idEmpresa: 1, codigoExterno: ''};
  const beto = {...anna, token: 'do-beto', nome: 'Beto Lima', id: 11};
  /** What it does to the browser's store is told to this one. */
  const tell = (key: string | null) => act(() => void window.dispatchEvent(new StorageEvent('storage', {key})));
  const noRows = {'GET empresas': {total: 0, registros: []}};
  const list = async (answers: Answers = noRows) => {
    const opened = open('/adm/empresa', 'adm', answers);
    await expectRole('heading', 'Empresas');
    await waitFor(() => expect(opened.api.to('GET empresas')).not.toEqual([]));
    const tokens = () => opened.api.to('GET empresas').map(({headers}) => headers.get('authorization'));
    return {...opened, tokens};
  };
  const question = () => screen.findByRole('alertdialog');

  it('signs in as somebody else: nothing is sent in their name, and a reload makes the page theirs', async () => {
    expectConsole(/HttpError/);
    const {user, api} = await list();
    storeSession(beto);
    const sent = api.calls.length;
    await user.keyboard('r');
    expect(await question()).toHaveTextContent('Nesta janela você era Ana Maria Souza; agora é Beto Lima.');
    expect(api.calls).toHaveLength(sent);
    await press(user, 'Recarregar');
    expect(goTo.mock.calls).toEqual([['/']]);
    expect(localStorage.getItem('access_token')).toBe('do-beto');
  });

  it('signs in as somebody else, told key by key: the name that is told is theirs', async () => {
    await list();
    localStorage.setItem('idUsuario', String(beto.id));
    tell('idUsuario');
    await question();
    storeSession(beto);
    tell('USER');
    expect(await question()).toHaveTextContent('Nesta janela você era Ana Maria Souza; agora é Beto Lima.');
  });

  it('signs in as somebody else, and then as the same person again: the page is covered at once, and goes on with the new token', async () => {
    const {user, tokens} = await list();
    storeSession(beto);
    tell('access_token');
    await question();
    storeSession(anna);
    tell('access_token');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await user.keyboard('r');
    await waitFor(() => expect(tokens().length).toBeGreaterThan(1));
    expect(new Set(tokens().slice(1))).toEqual(new Set(['Bearer novo']));
    expect(goTo).not.toHaveBeenCalled();
  });

  it('signs out: so does this one, which promises nothing', async () => {
    await list();
    localStorage.clear();
    tell(null);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/login'));
    expect(sessionStorage.getItem('sessaoEncerrada')).toBe('signedOut');
  });

  it('loses the session: it ends here as any does, with what is typed', async () => {
    await list();
    localStorage.setItem('rascunho.10.empresas.novo', '{}');
    localStorage.removeItem('access_token');
    tell('access_token');
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/login'));
    expect(sessionStorage.getItem('sessaoEncerrada')).toBe('kept');
  });

  it('renews the token of the same person while a call is under way: the call is made once more', async () => {
    const {user, tokens} = await list({'GET empresas': ({headers}: {headers: Headers}) => {
      if (headers.get('authorization') === 'Bearer novo') return {total: 0, registros: []};
      storeSession(anna);
      return refusal(401, {codigo: 'SESSAO'});
    }});
    await waitFor(() => expect(tokens()).toHaveLength(2));
    await user.keyboard('r');
    await waitFor(() => expect(tokens().slice(1)).toEqual(['Bearer novo', 'Bearer novo']));
    expect(goTo).not.toHaveBeenCalled();
  });

  it('signs in as somebody else while a call is under way: a 401 does not end their session', async () => {
    expectConsole(/HttpError/);
    open('/adm/empresa', 'adm', {'GET empresas': () => {
      storeSession(beto);
      return refusal(401, {codigo: 'SESSAO'});
    }});
    await question();
    expect(localStorage.getItem('access_token')).toBe('do-beto');
    expect(goTo).not.toHaveBeenCalled();
  });

  it.each([
    ['a call', () => request('GET empresas')],
    ['an upload', () => request('POST empresas', {body: new FormData(), onProgress: () => undefined})],
    ['a download', () => download('GET empresas')],
    ['the stream of events', () => fetchResponse('GET eventos')],
  ])('signs in as somebody else: %s is refused before it is sent', async (_what, call) => {
    const api = fakeApi({});
    signIn('adm');
    const token = accessToken();
    acquireIdentity();
    onTestFinished(releaseIdentity);
    storeSession(beto);
    await expect(call()).rejects.toMatchObject({status: 401, body: {codigo: 'SESSAO'}});
    expect(api.calls).toEqual([]);
    expect(accessToken()).toBe(token);
  });
});
