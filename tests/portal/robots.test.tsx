// What is wrong with a queue and what can be done about it, as whoever looks after it sees it (rules: Robots 11).
import {screen, waitFor, within} from '@testing-library/react';
import {expect, it, onTestFinished, vi} from 'vitest';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import {RobotsPage} from '../../src/portal/pages/robots/RobotsPage.tsx';
import {restoreFocus} from '../../src/portal/navigation/focus.ts';
import * as saving from '../../src/portal/api/saveFile.ts';
import {fakeApi, offline, refusal, type Answers, type Sent} from './support/api.ts';
import {product, sessionOf, show} from './support/world.tsx';

const agora = '2026-11-23T12:00:00.000Z';
const line = {
  workflow: 'agendar', esperando: 3, emAndamento: 1, adiados: 1, maisAntigoDesde: '2026-11-23T11:48:00.000Z', modelo: 5,
  mediaSegundos: 1200, ultimaEm: agora, vaziaAs: '2026-11-23T19:40:00.000Z', robosNecessarios: 2,
};
const panel = {
  agora, filas: [line], falhas: [], motivos: [],
  trabalhando: [{
    id: 17, titulo: 'Ticket 17', modelo: 'Descarga', workflow: 'agendar', tentativa: 2, robo: 'RPA-01', nome: 'Robô Um',
    inicio: '2026-11-23T11:20:00.000Z', progresso: 'Página 3', porcento: 30, progressoEm: null, semProgressoSegundos: 2400,
    leaseAte: '2026-11-23T12:05:00.000Z', limiteAte: '2026-11-23T13:20:00.000Z',
  }],
  esperando: [{
    id: 18, titulo: 'Ticket 18', modelo: 'Descarga', workflow: 'agendar', tentativa: 0, desde: '2026-11-23T11:48:00.000Z', adiadoAte: null,
  }],
};
const robot = {
  id: 4, nome: 'Robô Um', email: 'um@x.test', ativo: true, empresa: '', chaves: 1, comSenha: false, usoEm: null, trabalhando: 1,
};
const open = (more: Answers = {}, perfil = 'adm', config = product) => {
  const api = fakeApi({'GET rpa/painel': panel, 'GET rpa/robos': [{...robot, id: 5, nome: 'Sem Nada', chaves: 0}, robot], ...more});
  return {...show(<RobotsPage />, {session: sessionOf(perfil), at: '/adm/robos', config}), api};
};
const part = async (name: string) => within(await screen.findByRole('region', {name}));

it('says first who gets nowhere, then how long the queue is, when it will be empty and how many robots that takes', async () => {
  open();
  expect(await screen.findByText('Ticket 17: RPA-01 está sem progresso há 40 min.')).toBeVisible();
  const queue = await part('Fila: Tickets');
  expect(queue.getByText('média de 20 min · fila vazia às 16:40 · 2 robôs para uma espera de até 1 h')).toBeVisible();
  expect(queue.getByText('mais antigo há 12 min')).toBeVisible();
  const to = queue.getByRole('link', {name: '4 na fila'}).getAttribute('href') ?? '';
  expect(JSON.parse(new URLSearchParams(to.split('?')[1]).get('filter') ?? '')).toEqual({idStatusTicket: 4, idModeloFormulario: 5});
});

it('offers to interrupt who works and to take out who waits, by the same dialogs as elsewhere', async () => {
  const {user} = open();
  const runs = await part('Em andamento');
  expect(runs.queryByRole('button', {name: 'Retirar da Fila'})).toBeNull();
  expect((await part('Próximos')).getByRole('button', {name: 'Retirar da Fila'})).toBeVisible();
  await user.click(runs.getByRole('button', {name: 'Interromper Robô'}));
  expect(await screen.findByRole('dialog', {name: /Interromper Robô/})).toBeVisible();
});

it('tells of a queue that nobody works, and of a reason that comes again and again', async () => {
  const motivos = [{
    modelo: 'Descarga', item: 9, descricao: 'Placa', tipo: 'NEGOCIO', codigo: 'X', mensagem: 'Não há.', total: 3, ultimaEm: agora,
  }];
  const old = {...motivos[0]!, item: 8, descricao: 'Data', ultimaEm: '2026-11-20T15:00:00.000Z'};
  open({'GET rpa/painel': {...panel, trabalhando: [], motivos: [...motivos, old], filas: [{...line, emAndamento: 0, vaziaAs: null}]}});
  expect(await screen.findByText('Ninguém trabalha na fila de agendar: o mais antigo espera há 12 min.')).toBeVisible();
  expect(await screen.findByText('3 tickets falharam no item Placa de Descarga.')).toBeVisible();
  expect(screen.queryByText(/falharam no item Data/)).toBeNull();
});

it('says the day where the queue is not empty today', async () => {
  open({'GET rpa/painel': {...panel, filas: [{...line, vaziaAs: '2026-11-24T19:40:00.000Z'}]}});
  expect((await part('Fila: Tickets')).getByText(/ · fila vazia amanhã · /)).toBeVisible();
});

it('gives the record of a failure as a file to try a robot on', async () => {
  const campos = [{item: 9, descricao: 'Placa', mensagem: 'Não existe.'}];
  const falhas = [{
    id: 19, titulo: 'Ticket 19', modelo: 'Descarga', workflow: 'agendar', tentativa: 1, robo: 'RPA-01', nome: 'Robô Um', tipo: 'NEGOCIO',
    codigo: 'PLACA', mensagem: 'Placa errada.', dataCriacao: agora, campos,
  }];
  const saved = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined);
  onTestFinished(() => saved.mockRestore());
  const {user, api} = open({'GET rpa/painel': {...panel, falhas}, 'GET rpa/tickets/19/exemplo': {ticketId: 19}});
  const failures = await part('Últimas falhas');
  expect(failures.getByText('Placa: Não existe.')).toBeVisible();
  await user.click(failures.getByRole('button', {name: 'Repetir no simulador'}));
  expect(await screen.findByText('Arquivo baixado. Com o kit do robô: --arquivo tickets-19.json')).toBeVisible();
  expect(api.to('GET rpa/tickets/19/exemplo')).toHaveLength(1);
  expect(saved).toHaveBeenCalledWith(expect.any(Blob), 'tickets-19.json');
});

it('shows a second resource with a queue by config alone, what is wrong with any of them first', async () => {
  const {tickets} = product.resources;
  const {calls: _calls, ...queue} = tickets?.queue ?? {};
  const vistorias = {...tickets, label: {one: 'Vistoria', many: 'Vistorias'}, route: 'vistoria', queue} as Resource;
  const config: Config = {...product, resources: {...product.resources, vistorias}};
  open({'GET rpa/vistorias/painel': panel, 'GET rpa/painel': {...panel, trabalhando: []}}, 'adm', config);
  const other = await part('Em andamento: Vistorias');
  expect(other.getByRole('button', {name: 'Interromper Robô'})).toBeVisible();
  const trouble = await screen.findByText('Ticket 17: RPA-01 está sem progresso há 40 min.');
  const first = await screen.findByRole('region', {name: 'Fila: Tickets'});
  expect(trouble.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(await screen.findByRole('region', {name: 'Fila: Vistorias'})).toBeVisible();
});

it('names the robots, those that cannot get in first', async () => {
  open();
  const items = (await part('Robôs')).getAllByRole('listitem');
  expect(items.map(item => item.querySelector('strong')?.textContent)).toEqual(['Sem Nada', 'Robô Um']);
  expect(items[0]).toHaveTextContent('Sem chave: não consegue entrar');
});

it('deactivates a robot, and activates one that is not active', async () => {
  const {user, api} = open({'GET rpa/robos': [robot, {...robot, id: 5, nome: 'Parado', ativo: false}], 'PUT usuarios/inativar/4': {id: 4}});
  const [idle, active] = (await part('Robôs')).getAllByRole('listitem');
  expect(within(idle!).getByRole('button', {name: 'Ativar Robô'})).toBeVisible();
  await user.click(within(active!).getByRole('button', {name: 'Inativar Robô'}));
  const dialog = within(await screen.findByRole('alertdialog', {name: 'Inativar Robô: Robô Um'}));
  await user.click(dialog.getByRole('button', {name: 'Inativar Robô'}));
  await waitFor(() => expect(api.to('PUT usuarios/inativar/4')).toHaveLength(1));
  await waitFor(() => expect(screen.getByText('Robô Inativado!')).toBeVisible());
  await waitFor(() => expect(api.to('GET rpa/robos').length).toBeGreaterThan(1));
});

it('tells a robot from the ticket of its number where the focus goes back to it', async () => {
  open({'GET rpa/painel': {...panel, esperando: [{...panel.esperando[0], id: 4, titulo: 'Ticket 4'}]}});
  const [, robot] = (await part('Robôs')).getAllByRole('listitem');
  expect((await part('Próximos')).getByRole('link', {name: 'Ticket 4'})).toBeVisible();
  restoreFocus('4', 'usuarios');
  expect(robot).toHaveFocus();
});

it('shows a few of many, and goes on with the next of them', async () => {
  const esperando = Array.from({length: 20}, (_one, n) => ({...panel.esperando[0], id: n + 30, titulo: `Ticket ${n + 30}`}));
  const {user} = open({'GET rpa/painel': {...panel, esperando}});
  const next = await part('Próximos');
  expect(next.getAllByRole('listitem')).toHaveLength(5);
  await user.click(next.getByRole('button', {name: 'Mostrar mais (restam 15)'}));
  expect(next.getAllByRole('listitem')).toHaveLength(20);
  await waitFor(() => expect(next.getByRole('link', {name: 'Ticket 35'})).toHaveFocus());
  expect(next.queryByRole('button', {name: /Mostrar mais/})).toBeNull();
});

it('is for who may take records out of a queue', async () => {
  const {api} = open({}, 'fornecedor');
  expect(await screen.findByRole('alert')).toHaveTextContent('Seu perfil não acompanha os robôs.');
  expect(api.calls.filter(({path}) => path.startsWith('rpa/'))).toEqual([]);
});

it('makes a robot, and a key that is shown once; revokes one that is not wanted', async () => {
  let isCut = true;
  const keys = [{id: 7, nome: 'VM 3', dataCriacao: agora, ultimoUso: null}];
  const {user, api} = open({
    'POST usuarios': ({body}: Sent) => ((body as {email: string}).email.endsWith('.br') ? {id: 6} : refusal(400, {
      codigo: 'CONFLITO', message: 'E-mail já cadastrado.', campos: [{campo: 'email', mensagem: 'E-mail já cadastrado.'}],
    })),
    'GET empresas/listarCombo': [], 'GET usuarios/4/chaves': keys,
    'POST usuarios/4/chaves': () => (isCut ? offline() : {id: 8, nome: 'VM 4', chave: 'blc_x'}), 'DELETE usuarios/4/chaves/7': {id: 7},
  });
  await user.click(await screen.findByRole('button', {name: 'Criar robô'}));
  const made = within(await screen.findByRole('dialog', {name: 'Criar robô'}));
  await waitFor(() => expect(made.getByLabelText('Nome')).toHaveFocus());
  expect(made.queryByLabelText('Perfil')).toBeNull();
  // Of a robot nothing is said that is of people.
  expect(made.queryByText(/convite/)).toBeNull();
  expect(await made.findByLabelText('Senha')).toHaveAccessibleDescription(product.messages.robotPassword);
  await user.type(made.getByLabelText('Nome'), 'Novo');
  await user.type(made.getByLabelText('E-mail'), 'novo@x.test');
  await user.click(made.getByRole('button', {name: 'Salvar'}));
  await waitFor(() => expect(made.getByLabelText('E-mail')).toHaveAccessibleDescription(/E-mail já cadastrado\./));
  await user.type(made.getByLabelText('E-mail'), '.br');
  await user.click(made.getByRole('button', {name: 'Salvar'}));
  await waitFor(() => expect(api.to('POST usuarios')).toMatchObject([
    {body: {tipo: 4, email: 'novo@x.test'}}, {body: {tipo: 4, nome: 'Novo', email: 'novo@x.test.br', idEmpresa: 0}},
  ]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Robô Criado!')).toBeInTheDocument();
  await user.click(screen.getByRole('button', {name: 'Chaves de Robô Um'}));
  const dialog = within(await screen.findByRole('dialog', {name: 'Chaves de Robô Um'}));
  await user.type(dialog.getByLabelText('Nome da chave'), 'VM 4');
  await user.click(dialog.getByRole('button', {name: 'Criar chave'}));
  await waitFor(() => expect(dialog.getByLabelText('Nome da chave')).toHaveAccessibleDescription(/^Ainda não foi enviado\./));
  isCut = false;
  await user.click(dialog.getByRole('button', {name: 'Criar chave'}));
  expect(await dialog.findByLabelText('Chave')).toHaveValue('blc_x');
  await user.click(await dialog.findByRole('button', {name: 'Revogar VM 3'}));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', {name: 'Revogar'}));
  await waitFor(() => expect(api.to('DELETE usuarios/4/chaves/7')).toHaveLength(1));
});
