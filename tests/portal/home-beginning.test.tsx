import {screen, waitFor, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {expect, it} from 'vitest';
import {HomePage} from '../../src/portal/pages/home/HomePage.tsx';
import {expectConsole} from '../support/console.ts';
import {fakeApi, refusal, type Answers} from './support/api.ts';
import {expectText} from './support/gestures.ts';
import {sessionOf, show} from './support/world.tsx';

const none = {total: 0, registros: []};
const some = (...ids: number[]) => ({total: ids.length, registros: ids.map(id => ({id}))});
const bare = (...ids: number[]) => ids.map(id => ({id}));
/** A product that somebody has just started: there is who signed in, and nothing else. */
const empty: Answers = {
  'GET Dashboard/buscar-qtd-ticetks-status': {qtdEmAberto: 0}, 'GET Dashboard/listar-evolucao': [], 'GET empresas/listarCombo': [],
  'GET dashboard/resumo': {maisAntigos: [], finalizados: {estaSemana: 0, semanaAnterior: 0}, porFilial: []},
  'GET filial/listarCombo/1/10': [],
  'GET empresas': none, 'GET filial': none, 'GET modelosformulario': none, 'GET modelosFormularioItem': [], 'GET usuarios': bare(10),
  'GET tickets': none,
};

const open = (answers: Answers = {}, perfil = 'adm') => {
  const all = {...empty, ...answers};
  const api = fakeApi(all);
  const shown = show(
    <Routes>
      <Route path="/adm/home" element={<HomePage name="home" />} />
      <Route path="*" element={<p>outra tela</p>} />
    </Routes>,
    {session: sessionOf(perfil), at: '/adm/home'},
  );
  return {...shown, api, answer: (more: Answers) => Object.assign(all, more)};
};
const steps = async () => within(await screen.findByRole('region', {name: 'Primeiros passos'}));
const said = async () => (await steps()).getAllByRole('listitem').map(item => item.textContent);

it('shows the way to the first ticket, the next step marked, none done by who signed in', async () => {
  open();
  const list = await steps();
  expect(await list.findByText('0 de 6 feitos')).toBeVisible();
  await waitFor(() => expect(list.getByRole('listitem', {current: 'step'})).toHaveTextContent('Cadastre a empresa'));
  expect(list.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Cadastre a empresa', '/adm/empresa/salvar'], ['Adicione as filiais', '/adm/empresa'],
    ['Crie um modelo de formulário', '/adm/modelo-formulario/salvar'],
    ['Adicione os itens do modelo', '/adm/modelo-formulario'], ['Convide os usuários', '/adm/usuario/salvar'],
    ['Abra o primeiro ticket', '/adm/ticket/salvar'],
  ]);
});

it('ticks itself off, and is gone with the first ticket', async () => {
  const {router, answer} = open();
  await steps();
  answer({'GET empresas': some(4), 'GET usuarios': bare(10, 11)});
  await router.navigate('/adm/empresa');
  await screen.findByText('outra tela');
  await router.navigate('/adm/home');
  await waitFor(async () => expect(await said()).toContain('Cadastre a empresa: feito'));
  const list = await steps();
  expect(list.getByText('2 de 6 feitos')).toBeVisible();
  expect(list.getByText('Convide os usuários')).toBeVisible();
  expect(list.getByRole('listitem', {current: 'step'})).toHaveTextContent('Adicione as filiais');
  expect(list.getByRole('link', {name: 'Adicione as filiais'})).toHaveAttribute('href', '/adm/empresa?filhos=filiais.4');

  answer({'GET tickets': some(1), 'GET Dashboard/buscar-qtd-ticetks-status': {qtdEmAberto: 1}});
  await router.navigate('/adm/ticket');
  await screen.findByText('outra tela');
  await router.navigate('/adm/home');
  await screen.findByRole('link', {name: /^Em-Aberto 1/});
  await waitFor(() => expect(screen.queryByRole('region', {name: 'Primeiros passos'})).not.toBeInTheDocument());
});

it('puts the steps before the zeros, and draws neither before it is known which comes first', async () => {
  const answer = Promise.withResolvers<typeof none>();
  const {api} = open({'GET tickets': () => answer.promise});
  await waitFor(() => expect(api.to('GET tickets')).toHaveLength(1));
  expect(screen.queryByRole('link', {name: /^Em-Aberto/})).not.toBeInTheDocument();
  expect(screen.queryByRole('region', {name: 'Evolução Tickets Finalizados'})).not.toBeInTheDocument();
  answer.resolve(none);
  await steps();
  const [first, ...others] = screen.getAllByRole('region');
  expect(first).toHaveTextContent('Primeiros passos');
  expect(others[0]).toHaveAccessibleName('Tickets por status');
});

it('leaves out what the profile may not do', async () => {
  open({'GET usuarios': bare(10)}, 'empresa');
  const list = await steps();
  expect(await list.findByText('0 de 5 feitos')).toBeVisible();
  expect(list.queryByText('Cadastre a empresa')).not.toBeInTheDocument();
});

it('marks no next step while it is not known what is done', async () => {
  expectConsole(/HttpError/);
  open({'GET filial': refusal(400, {message: 'Agora não.'})});
  const list = await steps();
  await waitFor(() => expect(list.getByText('0 de 6 feitos')).toBeVisible());
  expect(list.getByRole('link', {name: 'Adicione as filiais'})).toBeVisible();
  expect(list.queryByRole('listitem', {current: 'step'})).not.toBeInTheDocument();
});

it.each([
  ['something was counted', {'GET Dashboard/buscar-qtd-ticetks-status': {qtdCancelado: 1}}, []],
  ['there are older ones', {'GET tickets': some(1)}, ['tickets']],
])('asks for no list of a step where %s', async (_what, answers, lists) => {
  const {api} = open(answers);
  await screen.findByRole('link', {name: /^Em-Aberto/});
  await waitFor(() => expect(api.to('GET dashboard/resumo')).toHaveLength(1));
  await waitFor(() => expect(api.calls.map(({path}) => path).filter(path => !/^dashboard|listarCombo/i.test(path))).toEqual(lists));
  expect(screen.queryByRole('region', {name: 'Primeiros passos'})).not.toBeInTheDocument();
});

it.each(['fornecedor', 'empresaUsuario'])('lets the %s open a ticket, and shows the newest five in reach', async perfil => {
  const rows = [31, 30].map(id => ({id, idStatusTicket: 1, descricao: 'Frete', dataCriacao: '2026-11-20T15:04:00.000Z'}));
  const {api} = open({'GET tickets': {total: 2, registros: rows}}, perfil);
  const latest = within(await screen.findByRole('region', {name: 'Meus últimos tickets'}));
  expect(await latest.findByRole('link', {name: 'Ticket 31'})).toHaveAttribute('href', '/adm/ticket?detalhes=31');
  expect(latest.getAllByRole('listitem').map(item => item.textContent))
    .toEqual(['Ticket 31Em-AbertoFrete20/11/26 12:04', 'Ticket 30Em-AbertoFrete20/11/26 12:04']);
  expect(latest.getByRole('link', {name: 'Abrir Ticket'})).toHaveAttribute('href', '/adm/ticket/salvar');
  const [asked] = api.to('GET tickets');
  expect(Object.fromEntries(asked!.query)).toMatchObject({page: '1', pageSize: '5', dataInicial: '', dataFinal: '', idStatusTicket: '0'});
  expect(screen.queryByRole('region', {name: 'Primeiros passos'})).not.toBeInTheDocument();
});

it('says that there is no ticket yet, and that the list could not be loaded', async () => {
  expectConsole(/HttpError/);
  const {unmount} = open({}, 'fornecedor');
  await expectText('Nenhum ticket encontrado.');
  expect(screen.getByRole('link', {name: 'Abrir Ticket'})).toBeVisible();
  unmount();
  open({'GET tickets': refusal(500, {message: 'O banco não responde.'})}, 'fornecedor');
  await expectText('Não foi possível carregar a lista.');
  await expectText('O banco não responde.');
});

it('gives a robot the numbers alone', async () => {
  const {api} = open({}, 'rpa');
  await screen.findByRole('link', {name: /^Em-Aberto/});
  expect(screen.queryByRole('link', {name: 'Abrir Ticket'})).not.toBeInTheDocument();
  expect(api.to('GET tickets')).toEqual([]);
});
