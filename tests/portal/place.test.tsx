// Every way back leads to the list as it was: filters, order, page, and the focus on the row one left.
import {act, fireEvent, screen, waitFor, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {expect, it, onTestFinished, vi} from 'vitest';
import {SideMenu} from '../../src/portal/app/layout/SideMenu.tsx';
import {GlobalShortcuts} from '../../src/portal/app/layout/GlobalShortcuts.tsx';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {ResourceForm} from '../../src/portal/views/ResourceForm.tsx';
import {ResourceList} from '../../src/portal/views/ResourceList.tsx';
import {expectConsole} from '../support/console.ts';
import {fakeApi, type Answers, type Sent} from './support/api.ts';
import {fakeClock} from './support/clock.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {ticketAnswers, ticket} from './support/tickets.tsx';
import {sessionOf, show} from './support/world.tsx';

const company = (id: number, more = {}) =>
  ({
    id, versao: 1, razaoSocial: `Empresa ${id}`, cnpj: '11222333000181', email: 'a@b.com', telefone: '4333221100', contato: '',
    celularContato: '', ativo: true, ...more,
  });
const page = (first: number, count = 2) => Array.from({length: count}, (_, index) => company(first + index));
/** Some of forty, twenty a page. */
const companies: Answers = {
  'GET empresas': ({query}: Sent) => ({total: 40, registros: page(query.get('page') === '2' ? 24 : 1)}),
  'GET empresas/25': company(25),
  'PUT empresas/25': company(25, {versao: 2}),
  'GET empresas/25/historico': [],
  'GET filial': {registros: []},
};
const LIST = '/adm/empresa?filter=%7B%22razaoSocial%22%3A%22emp%22%7D&order=DESC&page=2&perPage=20&sort=cnpj';

const open = (at: string, answers: Answers = {}) => {
  const api = fakeApi({...companies, ...answers});
  return {
    api,
    ...show(
      <>
        <GlobalShortcuts />
        <SideMenu collapsed={false} />
        <main>
          <Routes>
            <Route path="/adm/empresa" element={<ResourceList name="empresas" />} />
            <Route path="/adm/empresa/salvar" element={<ResourceForm key="empresas" name="empresas" />} />
            <Route path="/adm/empresa/salvar/:id" element={<ResourceForm key="empresas" name="empresas" />} />
            <Route path="/adm/ticket/*" element={<ResourceRoutes name="tickets" />} />
            <Route path="*" element={<p>outra tela</p>} />
          </Routes>
        </main>
      </>,
      {session: sessionOf('adm'), at},
    ),
  };
};
type Opened = ReturnType<typeof open>;
const addressOf = ({router: {state: {location}}}: Opened) => location.pathname + location.search;
const rowLink = (id: number) => screen.findByRole('link', {name: `Empresa ${id}`});
const form = () => screen.findByRole('button', {name: 'Salvar'});
const menuEntry = (name: string) => within(screen.getByRole('navigation', {name: 'Menu principal'})).getByRole('link', {name});

it.each<[string, (opened: Opened) => Promise<void>]>([
  ['voltar', async ({user}) => user.click(screen.getByRole('link', {name: 'voltar'}))],
  ['Cancelar', async ({user}) => press(user, 'Cancelar')],
  ['Salvar', async ({user}) => press(user, 'Salvar')],
  ['the browser’s Back', async ({router}) => router.navigate(-1)],
  ['the menu', async ({user}) => user.click(menuEntry('Empresa'))],
])('leads back to the list as it was by %s', async (_how, leave) => {
  const opened = open(LIST);
  const {key} = opened.router.state.location;
  await opened.user.click(await rowLink(25));
  await form();
  await leave(opened);
  await waitFor(async () => expect(await rowLink(25)).toHaveFocus());
  expect(addressOf(opened)).toBe(LIST);
  // The same step of the history, not another one with the same address.
  expect(opened.router.state.location.key).toBe(key);
  expect(opened.api.to('GET empresas').at(-1)?.query.get('page')).toBe('2');
});

it.each<[string, (opened: Opened) => Promise<void>]>([
  ['the pencil', async ({user}) => clickOn(user, 'link', 'Editar Empresa 25')],
  ['Enter on its row', async ({user}) => {
    (await screen.findByRole('row', {name: /Empresa 25/})).focus();
    await user.keyboard('{Enter}');
  }],
])('leads back to the row that was left by %s', async (_how, leave) => {
  const opened = open(LIST);
  await leave(opened);
  await form();
  await opened.user.click(screen.getByRole('link', {name: 'voltar'}));
  await waitFor(async () => expect(await rowLink(25)).toHaveFocus());
});

it('leads back from the key n, with nothing behind the list', async () => {
  const opened = open(LIST);
  await rowLink(25);
  await opened.user.keyboard('n');
  await form();
  await press(opened.user, 'Cancelar');
  await rowLink(25);
  await opened.router.navigate(-1);
  expect(addressOf(opened)).toBe(LIST);
});

it('puts the focus on the row of what was created, once it is among the rows', async () => {
  let registros = page(1, 3);
  const opened = open('/adm/empresa', {
    'GET empresas': () => ({total: registros.length, registros}),
    'POST empresas': () => {
      registros = [...registros, company(77, {razaoSocial: 'Zeta Grãos'})];
      return company(77, {razaoSocial: 'Zeta Grãos'});
    },
  });
  const {user} = opened;
  await rowLink(2);
  await user.click(screen.getByRole('link', {name: 'Cadastrar'}));
  await form();
  for (const [label, text] of [
    ['Razão Social', 'Zeta Grãos'],
    ['CNPJ', '11222333000181'],
    ['E-mail', 'z@g.com'],
    ['Telefone', '4333221100'],
  ] as const) {
    await user.type(screen.getByLabelText(label), text);
  }
  await press(user, 'Salvar');
  await expectText('Empresa Cadastrada!');
  await waitFor(async () => expect(await screen.findByRole('link', {name: 'Zeta Grãos'})).toHaveFocus());
});

it('leads to the plain list from an address that was typed, and to its row', async () => {
  const opened = open('/adm/empresa/salvar/2', {'GET empresas/2': company(2), 'GET empresas/2/historico': []});
  await form();
  await opened.user.click(screen.getByRole('link', {name: 'voltar'}));
  await waitFor(async () => expect(await rowLink(2)).toHaveFocus());
  expect(addressOf(opened)).toBe('/adm/empresa');
});

it('leads from a typed address to the list as it was left before in this tab', async () => {
  const opened = open(LIST);
  await rowLink(25);
  await opened.router.navigate('/adm/home');
  await opened.router.navigate('/adm/empresa/salvar/25');
  await form();
  await press(opened.user, 'Cancelar');
  await waitFor(async () => expect(await rowLink(25)).toHaveFocus());
  expect(addressOf(opened)).toBe(LIST);
});

it('leads back from a record that is out of reach', async () => {
  expectConsole(/HttpError/);
  const opened = open(LIST);
  await opened.user.click(await rowLink(24));
  await clickOn(opened.user, 'link', 'Voltar para a lista');
  await waitFor(async () => expect(await rowLink(24)).toHaveFocus());
  expect(addressOf(opened)).toBe(LIST);
});

it('opens the list afresh by its own menu entry, and from another screen', async () => {
  const opened = open(LIST);
  await rowLink(25);
  await opened.user.click(menuEntry('Empresa'));
  await waitFor(() => expect(addressOf(opened)).toBe('/adm/empresa'));
  expect(await rowLink(1)).toBeVisible();
  await opened.router.navigate(LIST);
  await rowLink(25);
  await opened.router.navigate('/adm/home');
  await opened.user.click(menuEntry('Empresa'));
  expect(await rowLink(1)).toBeVisible();
  expect(addressOf(opened)).toBe('/adm/empresa');
});

it('leaves a link to the list to the browser where somebody wants another tab', async () => {
  const opened = open(LIST);
  await opened.user.click(await rowLink(25));
  await form();
  expect(screen.getByRole('link', {name: 'voltar'})).toHaveAttribute('href', LIST);
});

const tickets: Answers = ticketAnswers({'GET tickets': {total: 1, registros: [ticket({idStatusTicket: 1, descricaoStatus: 'Em-Aberto'})]}});

it.each<[string, (opened: Opened) => Promise<void>]>([
  ['its code', async ({user}) => clickOn(user, 'link', '7')],
  ['the eye', async ({user}) => clickOn(user, 'link', 'Detalhes do ticket 7')],
  ['Enter on its row', async ({user}) => {
    (await screen.findByRole('row', {name: /Frete/})).focus();
    await user.keyboard('{Enter}');
  }],
])('closes details opened by %s without leaving a step in the history', async (_how, openDetails) => {
  const opened = open('/adm/ticket', tickets);
  const {user, router} = opened;
  await screen.findByRole('link', {name: '7'});
  const {key} = router.state.location;
  for (const leave of [async () => press(user, 'Fechar'), async () => user.keyboard('{Escape}')]) {
    await openDetails(opened);
    await screen.findByRole('dialog', {name: /Ticket 7/});
    await leave();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.key).toBe(key);
  }
  expect(screen.getByRole('row', {name: /Frete/})).toContainElement(document.activeElement as HTMLElement);
});

it('leads from a ticket opened out of its details back to the list, and the browser back to the details', async () => {
  const opened = open('/adm/ticket', tickets);
  const {user, router} = opened;
  const link = await screen.findByRole('link', {name: '7'});
  const {key} = router.state.location;
  const toEdit = async () => {
    await clickOn(user, 'link', 'Editar');
    await screen.findByRole('heading', {name: /Ticket 7/, level: 1});
  };
  await user.click(link);
  await toEdit();
  await clickOn(user, 'link', 'voltar');
  await waitFor(async () => expect(await screen.findByRole('link', {name: '7'})).toHaveFocus());
  expect(router.state.location.key).toBe(key);
  await user.click(screen.getByRole('link', {name: '7'}));
  await toEdit();
  await router.navigate(-1);
  await clickOn(user, 'button', 'Fechar');
  await waitFor(async () => expect(await screen.findByRole('link', {name: '7'})).toHaveFocus());
  expect(router.state.location.key).toBe(key);
});

it('goes on at the next row where one was deleted', async () => {
  let registros = [1, 2, 3].map(id => ({
    id, versao: 1, idEmpresa: 1, descricao: `Filial ${id}`, razaoSocial: 'X', cnpj: '', telefone: '', contato: '', nomeEmpresa: 'A',
  }));
  fakeApi({
    'GET filial': () => ({total: registros.length, registros}), 'GET empresas/listarCombo': [],
    'DELETE filial/2': () => {
      registros = registros.filter(({id}) => id !== 2);
      return {id: 2};
    },
  });
  const {user} = show(<ResourceList name="filiais" />, {at: '/adm/filial'});
  await clickOn(user, 'button', 'Ação: Filial 2');
  await clickOn(user, 'menuitem', 'Excluir');
  await clickOn(user, 'button', 'Excluir');
  await waitFor(() => expect(screen.getByRole('link', {name: 'Filial 3'})).toHaveFocus());
});

it('leaves a dialog alone that was opened while a filter was being typed, and filters once it is closed', async () => {
  fakeClock();
  onTestFinished(() => void vi.useRealTimers());
  const opened = open('/adm/empresa', {
    'GET empresas': ({query}: Sent) => (query.get('nome') === 'outra' ? {total: 0, registros: []} : {total: 1, registros: [company(25)]}),
  });
  const {user, router} = opened;
  await rowLink(25);
  // At once, before the pause that sends it.
  fireEvent.change(within(screen.getByRole('search')).getByLabelText('Razão Social'), {target: {value: 'outra'}});
  await router.navigate('/adm/empresa?filhos=filiais.25');
  const dialog = await screen.findByRole('dialog', {name: 'Adicionar Filial à Empresa: Empresa 25'});
  const {key} = router.state.location;
  // So long that whatever waits for a pause in the typing has had it.
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(dialog).toBeVisible();
  // No step on top of the one that closing takes back: the browser's Back would open the dialog again.
  expect(router.state.location.key).toBe(key);
  await press(user, 'Fechar');
  await expectText('Nenhuma empresa encontrada.');
  expect(within(screen.getByRole('search')).getByLabelText('Razão Social')).toHaveValue('outra');
});
