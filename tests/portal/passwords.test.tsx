// The forgotten password and the new one of a link, without a session (rules: Session 9, 10, 11).
import {render, screen, waitFor, within} from '@testing-library/react';
import {userEvent} from '@testing-library/user-event';
import {expect, it, vi} from 'vitest';
import {counter} from '../../src/portal/counter.ts';
import {front} from '../../src/portal/front.ts';
import {PublicPage} from '../../src/portal/pages/login/PublicPage.tsx';
import {storeSession} from '../../src/portal/session/session.ts';
import {isSignedIn} from '../../src/portal/session/signedIn.ts';
import {fakeApi, offline, refusal, type Answers} from './support/api.ts';
import {atOnce, clickOn, expectRole, expectText, press} from './support/gestures.ts';

const LOOKUP = 'GET usuarios/busca-usuario-reset-senha/abc';
const RESET = 'POST resetSenha/reset-senha';
const FORGOT = 'POST resetSenha/forgot-password';
const ana = {nome: 'Ana Souza', email: 'ana@vale.com.br'};
const spent = () => refusal(400, {codigo: 'TOKEN', message: 'Este link já foi usado.'});

const open = (answers: Answers, token?: string) => {
  window.history.replaceState(null, '', token === undefined ? '/login' : `/reset-senha?token=${token}`);
  const api = fakeApi(answers);
  const user = userEvent.setup();
  render(
    <PublicPage
      front={front}
      loadCounter={() => Promise.resolve(counter)}
      enter={vi.fn<(address: string) => void>()}
      reset={token !== undefined}
    />,
  );
  return {api, user};
};
const link = () => screen.getByRole('link', {name: 'Esqueceu sua senha?'});
const openForgot = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(link());
  return screen.findByRole('dialog', {name: 'Esqueci minha senha'});
};

it('asks for the e-mail of a forgotten password, and says that the mail was sent', async () => {
  const {api, user} = open({[FORGOT]: {message: 'ok'}});
  let focused: Element | null = null;
  const seen = atOnce(() => screen.queryByRole('dialog') !== null, () => ({activeElement: focused} = document));
  const dialog = await openForgot(user);
  await seen;
  expect(focused).toBe(within(dialog).getByLabelText('E-mail'));
  expect(dialog).toHaveTextContent('Para recuperar seu acesso, informe seu e-mail.');
  const email = within(dialog).getByLabelText('E-mail');
  expect(email).toHaveFocus();
  await user.type(email, ' ana@vale.com.br ');
  await press(user, 'Enviar', within(dialog));
  expect(await screen.findByRole('status'))
    .toHaveTextContent('Sucesso As instruções para redefinir a senha foram enviadas para o seu e-mail!');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(api.calls.map(({body}) => body)).toEqual([{email: 'ana@vale.com.br'}]);
});

it('wants an e-mail of at most 100 characters', async () => {
  const {api, user} = open({});
  const dialog = await openForgot(user);
  expect(dialog).not.toHaveTextContent('Insira um e-mail.');
  await user.keyboard('{Enter}');
  expect(dialog).toHaveTextContent('Insira um e-mail.');
  const email = within(dialog).getByLabelText('E-mail');
  expect(email).toHaveFocus();
  expect(email).toBeInvalid();
  await user.type(email, 'e'.repeat(101));
  expect(email).toHaveValue('e'.repeat(101));
  await user.keyboard('{Enter}');
  expect(dialog).toHaveTextContent('Limite de 100 caracteres excedido.');
  expect(api.calls).toEqual([]);
});

it('tells what is no e-mail at its field, and what the server says of one there too', async () => {
  const mensagem = 'Este domínio não recebe e-mails.';
  const {api, user} = open({[FORGOT]: () => refusal(400, {codigo: 'VALIDACAO', message: mensagem, campos: [{campo: 'email', mensagem}]})});
  const dialog = await openForgot(user);
  const email = within(dialog).getByLabelText('E-mail');
  await user.type(email, 'abc{Enter}');
  expect(email).toHaveAccessibleDescription('E-mail inválido.');
  expect(email).toHaveFocus();
  expect(api.calls).toEqual([]);
  await user.type(email, '@vale.com.br');
  expect(email).toBeValid();
  await press(user, 'Enviar', within(dialog));
  await waitFor(() => expect(email).toHaveAccessibleDescription(mensagem));
  expect(email).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.type(email, 'x');
  expect(email).toBeValid();
});

it.each(['Voltar', 'Fechar'])('closes by %s alone, gives the focus back, and opens as new', async button => {
  const {user} = open({});
  const dialog = await openForgot(user);
  await user.type(within(dialog).getByLabelText('E-mail'), 'x');
  await user.clear(within(dialog).getByLabelText('E-mail'));
  await user.keyboard('{Enter}{Escape}{Escape}');
  await user.click(dialog.parentElement!);
  expect(dialog).toHaveTextContent('Insira um e-mail.');
  await user.type(within(dialog).getByLabelText('E-mail'), 'ana');
  await press(user, button, within(dialog));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(link()).toHaveFocus());
  const again = await openForgot(user);
  expect(within(again).getByLabelText('E-mail')).toHaveValue('');
  expect(again).not.toHaveTextContent('Insira um e-mail.');
});

it('keeps what is behind the dialog out of reach', async () => {
  const {user} = open({});
  const dialog = await openForgot(user);
  expect(screen.getByRole('main').closest('[inert]')).not.toBeNull();
  expect(dialog.closest('[inert]')).toBeNull();
});

it.each([
  ['a closed line', offline, 'Erro Erro de comunicação com servidor, entre em contato com a Administradora!'],
  ['a refusal', () => refusal(400, {message: 'Insira um e-mail.'}), 'Atenção Insira um e-mail.'],
])('keeps the e-mail after %s', async (_name, answer, toast) => {
  const {user} = open({[FORGOT]: answer});
  const dialog = await openForgot(user);
  await user.type(within(dialog).getByLabelText('E-mail'), 'ana@vale.com.br{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(toast);
  expect(within(dialog).getByLabelText('E-mail')).toHaveValue('ana@vale.com.br');
  expect(within(dialog).getByText(`Ainda não foi enviado. ${toast.replace(/^\S+ /, '')}`)).toBeVisible();
  expect(within(dialog).getByRole('button', {name: 'Enviar'})).toHaveAttribute('aria-disabled', 'false');
});

it('gives the person of the link a new password, and leads to the login', async () => {
  storeSession({token: 'a.b.c', nome: 'Outra', idPerfil: 1, id: 9, idEmpresa: 0, codigoExterno: ''});
  const {api, user} = open({[LOOKUP]: ana, [RESET]: {}}, 'abc');
  expect(await screen.findByLabelText('Nome')).toHaveValue('Ana Souza');
  expect(screen.getByRole('heading', {level: 1})).toHaveTextContent('Reset de Senha');
  expect(window.location.search).toBe('');
  expect(screen.getByLabelText('E-mail')).toHaveValue('ana@vale.com.br');
  for (const label of ['Nome', 'E-mail']) expect(screen.getByLabelText(label)).toBeDisabled();
  const button = screen.getByRole('button', {name: 'Alterar'});
  expect(button).toBeDisabled();
  await user.type(screen.getByLabelText('Nova Senha'), 'abc123!@');
  expect(button).toBeEnabled();
  await user.keyboard('{Enter}');
  await expectText('Senha redefinida com sucesso');
  expect(api.to(RESET)[0]?.body).toEqual({token: 'abc', novaSenha: 'abc123!@'});
  expect(screen.getByRole('button', {name: 'Login'})).toBeVisible();
  expect(window.location.pathname).toBe('/login');
  // Whoever had been signed in here is asked who they are.
  expect(isSignedIn()).toBe(false);
});

it('lets who is invited create a password, as their mail says', async () => {
  open({[LOOKUP]: {...ana, convite: true}}, 'abc');
  await expectRole('button', 'Criar');
  expect(screen.getByRole('heading', {level: 1})).toHaveTextContent('Crie sua senha');
  expect(document.title).toBe('Crie sua senha · Balcão');
});

it('tells the strength as it is typed, and what is missing', async () => {
  const {user} = open({[LOOKUP]: ana}, 'abc');
  const input = await screen.findByLabelText('Nova Senha');
  const strength = () => screen.getByText(/^Força da senha:/).textContent;
  expect(strength()).toBe('Força da senha: Fraca');
  for (const [typed, said] of [['a1', 'Muito Fraca'], ['b2c3', 'Média'], ['!x', 'Forte'], [' ', 'Fraca']] as const) {
    await user.type(input, typed);
    expect(strength()).toBe(`Força da senha: ${said}`);
  }
  await user.clear(input);
  await user.tab();
  expect(screen.getByText('Esse campo é obrigatório.')).toBeVisible();
  await user.type(input, 'abc');
  expect(screen.getByText('Informe pelo menos 6 caracteres.')).toBeVisible();
  expect(screen.getByRole('button', {name: 'Alterar'})).toBeDisabled();
  // A password that is cut is another than the one that its owner keeps.
  await user.type(input, 'x'.repeat(60));
  expect(input).toHaveValue(`abc${'x'.repeat(60)}`);
  expect(screen.getByText('Limite de 45 caracteres excedido.')).toBeVisible();
});

it.each([
  ['a spent link', 'abc', spent],
  ['a link without its token', '', undefined],
])('offers a new link for %s', async (_name, token, answer) => {
  const {user} = open({[LOOKUP]: answer}, token);
  await expectText(/^Este link não vale mais/);
  expect(screen.queryByLabelText('Nova Senha')).not.toBeInTheDocument();
  await press(user, 'Pedir um novo link');
  await expectRole('dialog', 'Esqueci minha senha');
});

it('says so when the link is used up before the password was sent', async () => {
  const {user} = open({[LOOKUP]: ana, [RESET]: spent}, 'abc');
  await user.type(await screen.findByLabelText('Nova Senha'), 'abc123{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Atenção Este link já foi usado.');
  expect(screen.getByText(/^Este link não vale mais/)).toBeVisible();
});

it('keeps the new password when it cannot be sent, and says so; what the server says of one stands at its field', async () => {
  const mensagem = 'Escolha outra senha.';
  let answer: () => unknown = offline;
  const {user} = open({[LOOKUP]: ana, [RESET]: () => answer()}, 'abc');
  const input = await screen.findByLabelText('Nova Senha');
  await user.type(input, 'abc123{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Erro Erro de comunicação');
  await expectText(/^Ainda não foi enviado\. Erro de comunicação/);
  expect(input).toHaveValue('abc123');
  answer = () => refusal(400, {codigo: 'VALIDACAO', message: mensagem, campos: [{campo: 'novaSenha', mensagem}]});
  await press(user, 'Alterar');
  await waitFor(() => expect(input).toHaveAccessibleDescription(mensagem));
  expect(input).toHaveFocus();
  expect(screen.queryByText(/^Ainda não foi enviado/)).not.toBeInTheDocument();
  await user.type(input, '!');
  expect(input).toBeValid();
  answer = () => ({});
  await press(user, 'Alterar');
  // At once: the refusal of a try before is over.
  expect(await screen.findByText('Senha redefinida com sucesso', {}, {timeout: 3000})).toBeVisible();
});

it('looks the link up again when the line is back', async () => {
  let answer: unknown = offline;
  const {user} = open({[LOOKUP]: () => (typeof answer === 'function' ? (answer as () => never)() : answer)}, 'abc');
  await user.click(await screen.findByRole('button', {name: 'Tentar de novo'}).then(button => {
    answer = ana;
    return button;
  }));
  expect(await screen.findByLabelText('Nome')).toHaveValue('Ana Souza');
});

it('leads back to the login', async () => {
  const {user} = open({[LOOKUP]: ana}, 'abc');
  await clickOn(user, 'link', 'Voltar ao login');
  expect(screen.getByRole('button', {name: 'Login'})).toBeVisible();
});
