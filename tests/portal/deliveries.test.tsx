// What other systems have not been told, as the first user's profile sees it and decides about it (rules: Deliveries 5).
import {screen, waitFor, within} from '@testing-library/react';
import {expect, it} from 'vitest';
import type {DeliveryPanel, DeliveryRow} from '../../src/schema/deliveryPanel.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {DeliveriesPage} from '../../src/portal/pages/deliveries/DeliveriesPage.tsx';
import {buildMenu} from '../../src/portal/pages/menu.ts';
import {fakeApi, refusal, type Answers} from './support/api.ts';
import {product, sessionOf, show} from './support/world.tsx';

const config: Config = {
  ...product, menu: {...product.menu, Entregas: {entregas: 'Entregas'}},
  webhooks: {erp: {on: {tickets: ['finalizado']}, to: 'ERP_URL', secret: 'ERP_SECRET'}},
};
const delivery: DeliveryRow = {
  id: 3, destino: 'erp', existe: true, recurso: 'tickets', idRegistro: 17, titulo: 'Ticket 17', evento: 'finalizado', estado: 'pendente',
  tentativas: 2, erro: 'resposta 503', proxima: '2026-11-23T15:00:00.000Z', retida: false, decididaPor: null, decididaEm: null,
  dataCriacao: '2026-11-23T12:00:00.000Z',
};
const dead: DeliveryRow = {...delivery, id: 1, estado: 'morta', tentativas: 19, proxima: null};
const panel: DeliveryPanel = {
  webhooks: ['erp'], pendentes: 3, mortas: 1,
  temporizadores: [
    {nome: 'fechar', agenda: 'todo dia às 02:00', proxima: '2026-11-24T05:00:00.000Z', ultima: '2026-11-23T05:00:00.000Z', rodando: false,
      erro: 'resposta 500'},
    {nome: 'somar', agenda: 'a cada 15 min', proxima: '2026-11-23T12:00:00.000Z', ultima: null, rodando: true, erro: null},
  ],
  entregas: [
    dead, {...delivery, id: 2, retida: true, proxima: null, tentativas: 0, erro: null, evento: 'update'}, delivery,
    {...delivery, id: 4, destino: 'antigo', existe: false, titulo: null, evento: 'create', proxima: null},
    {...delivery, id: 5, estado: 'pulada', proxima: null, decididaPor: 'Ana', decididaEm: '2020-01-02T12:00:00.000Z'},
  ],
};
const open = (more: Answers = {}, perfil = 'adm') => {
  const api = fakeApi({'GET entregas': panel, ...more});
  return {...show(<DeliveriesPage />, {session: sessionOf(perfil), at: '/adm/entregas', config}), api};
};
const items = async () => within(await screen.findByRole('region', {name: 'Entregas'})).getAllByRole('listitem');

it('says of each delivery where it goes, what it tells of which record, and where it stands', async () => {
  open();
  const [stopped, held, waiting, orphan, skipped] = await items();
  expect(stopped).toHaveTextContent(
    'erp · Parada · Ticket 17 · FinalizadoParada depois de 19 tentativas: resposta 503. Segura as seguintes do registro.',
  );
  expect(within(stopped!).getByRole('link', {name: 'Ticket 17'})).toHaveAttribute('href', expect.stringContaining('17'));
  expect(held).toHaveTextContent('Alteração');
  expect(held).toHaveTextContent('Espera por uma anterior do mesmo registro.');
  expect(waiting).toHaveTextContent('2 tentativas: resposta 503. Próxima tentativa: 23/11/26 12:00.');
  expect(orphan).toHaveTextContent('antigo · Destino removido · Ticket 17 · Cadastro');
  expect(within(orphan!).queryByRole('link')).toBeNull();
  expect(within(orphan!).queryByRole('button', {name: /Enviar de novo/})).toBeNull();
  expect(within(orphan!).getByRole('button', {name: 'Pular: antigo: Ticket 17'})).toBeVisible();
  expect(skipped).toHaveTextContent(/Pulada por Ana, há .+: resposta 503/);
  expect(within(skipped!).queryByRole('button')).toBeNull();
  expect(screen.getByText('3 esperam · 1 parada')).toBeVisible();
  expect(screen.getByText('1 entrega parada segura as seguintes do mesmo registro: envie de novo ou pule.')).toBeVisible();
});

it('sends a dead delivery again, and reads the list anew', async () => {
  const {user, api} = open({'POST entregas/1/repetir': {id: 1}});
  await user.click(within((await items())[0]!).getByRole('button', {name: 'Enviar de novo: erp: Ticket 17'}));
  expect(await screen.findByText('A entrega sai de novo!')).toBeVisible();
  await waitFor(() => expect(api.to('GET entregas')).toHaveLength(2));
});

it('asks before it skips one', async () => {
  const {user, api} = open({'POST entregas/1/pular': {id: 1}});
  await user.click(within((await items())[0]!).getByRole('button', {name: 'Pular: erp: Ticket 17'}));
  const dialog = within(await screen.findByRole('alertdialog', {name: 'Pular: erp'}));
  expect(dialog.getByText(/^O destino nunca saberá deste evento/)).toBeVisible();
  expect(api.to('POST entregas/1/pular')).toHaveLength(0);
  await user.click(dialog.getByRole('button', {name: 'Pular'}));
  expect(await screen.findByText('Entrega Pulada!')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('shows what was decided meanwhile', async () => {
  const {user, api} = open({'POST entregas/1/repetir': refusal(400, {message: 'Esta entrega já chegou.', codigo: 'CONFLITO'})});
  await user.click(within((await items())[0]!).getByRole('button', {name: 'Enviar de novo: erp: Ticket 17'}));
  expect(await screen.findByText('Esta entrega já chegou.')).toBeVisible();
  await waitFor(() => expect(api.to('GET entregas')).toHaveLength(2));
});

it.each([
  [{entregue: true, erro: null}, 'erp recebeu o teste.'],
  [{entregue: false, erro: 'resposta 401'}, 'erp não recebeu o teste: resposta 401.'],
])('tests a webhook: %o', async (answer, sentence) => {
  const {user} = open({'POST webhooks/erp/teste': answer});
  await user.click(await screen.findByRole('button', {name: 'Enviar teste: erp'}));
  expect(await screen.findByText(sentence)).toBeVisible();
});

it('tells of the timers: when they run, and how the last run went', async () => {
  open();
  const [daily, running] = within(await screen.findByRole('region', {name: 'Temporizadores'})).getAllByRole('listitem');
  expect(daily).toHaveTextContent(
    'fechar · todo dia às 02:00Próxima vez: 24/11/26 02:00. Última vez: 23/11/26 02:00, falhou: resposta 500.',
  );
  expect(running).toHaveTextContent('somar · a cada 15 minRodando agora.');
});

it('says that all arrived where nothing waits', async () => {
  open({'GET entregas': {...panel, entregas: [], pendentes: 0, mortas: 0}});
  expect(await screen.findByText('Tudo chegou.')).toBeVisible();
  expect(screen.queryByText(/paradas? seguram?/)).toBeNull();
});

it('names the destinations and the actions of own code', async () => {
  const own = {...delivery, destino: 'Código próprio: tickets', evento: 'actions.aprovar'};
  open({'GET entregas': {...panel, entregas: [own]}});
  expect((await items())[0]).toHaveTextContent('Código próprio: tickets · Ticket 17 · Aprovar');
});

it('is in the menu of the first user\'s profile, where the product names it there', async () => {
  const names = (of: Config, perfil: string) => buildMenu(of, perfil, {}).flatMap(({entries}) => entries.map(({label}) => label));
  expect(names(config, 'adm')).toContain('Entregas');
  expect(names(config, 'empresa')).not.toContain('Entregas');
  const {webhooks: _webhooks, ...ownCode} = config;
  expect(names(ownCode, 'adm')).toContain('Entregas');
  expect(names({...config, menu: product.menu}, 'adm')).not.toContain('Entregas');
  open({}, 'empresa');
  expect(await screen.findByRole('alert')).toHaveTextContent('Seu perfil não acompanha as entregas.');
});
