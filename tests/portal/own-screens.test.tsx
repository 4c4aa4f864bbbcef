import {render, screen, within} from '@testing-library/react';
import {createMemoryRouter, RouterProvider} from 'react-router-dom';
import {expect, it} from 'vitest';
import {PortalAdmin} from '../../src/portal/app/AdminApp.tsx';
import {defineOwnScreens} from '../../src/portal/own.ts';
import type {LoadOwnScreens} from '../../src/portal/session/ownScreens.ts';
import product from '../../resources.config.ts';
import {expectConsole} from '../support/console.ts';
import {fakeApi} from './support/api.ts';
import {expectRole, expectText} from './support/gestures.ts';
import {signIn} from './support/signedIn.ts';
import {ticket, ticketAnswers} from './support/tickets.tsx';

const Map = () => <p>Os veículos de hoje</p>;
const Freight = ({record}: {record: {id: number; nomeFilial: string | null}}) => <p>Frete do ticket {record.id}, {record.nomeFilial}</p>;
const Broken = (): never => {
  throw new Error('broken panel');
};

const screens = defineOwnScreens(product, {
  pages: {
    mapa: {title: 'Mapa', icon: 'caminhao', profiles: ['adm'], menu: 'Administração', load: async () => ({default: Map})},
    oculta: {title: 'Sem entrada', icon: 'check', profiles: ['adm'], load: async () => ({default: Map})},
  },
  panels: {
    tickets: [
      {title: 'Frete', place: 'details', load: async () => ({default: Freight})},
      {title: 'Frete da edição', place: 'form', load: async () => ({default: Freight})},
      {title: 'Defeito', place: 'details', profiles: ['empresa'], load: async () => ({default: Broken})},
    ],
  },
});

const open = (at: string, perfil = 'adm', loadOwnScreens: LoadOwnScreens = async () => screens) => {
  fakeApi(ticketAnswers({'GET tickets': {total: 1, registros: [ticket()]}}));
  signIn(perfil);
  const element = <PortalAdmin config={product} goTo={() => undefined} loadOwnScreens={loadOwnScreens} />;
  render(<RouterProvider router={createMemoryRouter([{path: '/adm/*', element}], {initialEntries: [at]})} />);
};
const menu = () => within(screen.getByRole('navigation', {name: 'Menu principal'}));

it('an own page stands in its group of the menu, and opens with its heading', async () => {
  open('/adm/mapa');
  await expectRole('heading', 'Mapa');
  await expectText('Os veículos de hoje');
  const group = within(menu().getByRole('group', {name: 'Administração'}));
  expect(group.getAllByRole('link').at(-1)).toHaveTextContent('Mapa');
  expect(menu().getByRole('link', {name: 'Mapa'})).toHaveAttribute('aria-current', 'page');
  expect(menu().queryByRole('link', {name: 'Sem entrada'})).toBeNull();
  expect(document.title).toBe('Mapa');
});

it('an own page without an entry opens at its address', async () => {
  open('/adm/oculta');
  await expectRole('heading', 'Sem entrada');
});

it('an own page of another profile is refused, and not in the menu', async () => {
  open('/adm/mapa', 'empresa');
  await expectRole('heading', 'Acesso negado');
  expect(menu().queryByRole('link', {name: 'Mapa'})).toBeNull();
});

it('an address that is no own page is not found', async () => {
  open('/adm/nada');
  await expectRole('heading', 'Página não encontrada');
});

it('own screens that cannot be loaded break their own address, not the others', async () => {
  expectConsole(/missing chunk/);
  open('/adm/mapa', 'adm', () => Promise.reject(new TypeError('missing chunk')));
  await expectRole('heading', 'Algo deu errado');
  expect(menu().getByRole('link', {name: 'Ticket'})).toBeVisible();
});

it('a panel stands in the details of its record', async () => {
  open('/adm/ticket?detalhes=7');
  await expectText('Frete do ticket 7, Matriz');
  expect(screen.getByRole('region', {name: 'Frete'})).toBeVisible();
  expect(screen.queryByRole('region', {name: 'Frete da edição'})).toBeNull();
  expect(screen.queryByRole('region', {name: 'Defeito'})).toBeNull();
});

it('a panel stands in the form of its record', async () => {
  open('/adm/ticket/editar/7');
  await expectText('Frete do ticket 7, Matriz');
  expect(screen.getByRole('region', {name: 'Frete da edição'})).toBeVisible();
});

it('a panel that fails is told in its place, and the record stays', async () => {
  expectConsole(/broken panel/);
  open('/adm/ticket?detalhes=7', 'empresa');
  await expectText('O painel “Defeito” parou de funcionar. O registro não foi afetado.');
  expect(screen.getByText('Frete do ticket 7, Matriz')).toBeVisible();
});

it('a wrong name is an error of the compiler, on that word', () => {
  const load = async () => ({default: Map});
  defineOwnScreens(product, {
    pages: {
      // @ts-expect-error: no profile
      perfil: {title: '', icon: 'check', profiles: ['admin'], load},
      // @ts-expect-error: no icon
      icone: {title: '', icon: 'mapa', profiles: [], load},
      // @ts-expect-error: no group of the menu
      grupo: {title: '', icon: 'check', profiles: [], menu: 'Frota', load},
    },
    panels: {
      tickets: [
        // @ts-expect-error: no place of a record
        {title: '', place: 'lista', load},
        // @ts-expect-error: a record of tickets has no such field
        {title: '', place: 'form', load: async () => ({default: ({record}: {record: {placa: string}}) => <p>{record.placa}</p>})},
      ],
    },
  });
  // @ts-expect-error: no resource
  defineOwnScreens(product, {panels: {ticket: []}});
  expect(Object.keys(screens.pages)).toEqual(['mapa', 'oculta']);
});
