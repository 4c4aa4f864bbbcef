import {expect, it} from 'vitest';
import {buildMenu} from '../../src/portal/pages/menu.ts';
import {withVeiculos} from '../support/configs.ts';
import {product} from './support/world.tsx';

const all = ['Dashboard', 'Empresa', 'Fornecedor', 'Usuários', 'Modelos Formulário', 'Ticket', 'Robôs'];

it.each([
  ['adm', all],
  ['empresa', all],
  ['fornecedor', ['Dashboard', 'Ticket']],
  ['rpa', ['Dashboard', 'Ticket']],
  ['empresaUsuario', ['Dashboard', 'Ticket']],
])('shows %s what is theirs (rules: Screens 4)', (perfil, labels) => {
  expect(buildMenu(product, perfil, {}).flatMap(group => group.entries).map(entry => entry.label)).toEqual(labels);
});

it('leads to the addresses of the screens (rules: Screens 1)', () => {
  expect(buildMenu(product, 'adm', {}).flatMap(group => group.entries).map(entry => entry.to)).toEqual([
    '/adm/home', '/adm/empresa', '/adm/fornecedor', '/adm/usuario', '/adm/modelo-formulario', '/adm/ticket', '/adm/robos',
  ]);
});

it('has a dashboard for whoever it is of, at its name', () => {
  const {home} = product.dashboards;
  const config = {...product, menu: {'': {oficina: 'Oficina'}}, dashboards: {oficina: {...home!, profiles: ['empresa']}}};
  const entries = (perfil: string) =>
    buildMenu(config, perfil, {}).flatMap(group => group.entries.map(({label, icon, to}) => [label, icon, to]));
  expect([entries('empresa'), entries('adm')]).toEqual([[['Oficina', 'dashboard', '/adm/oficina']], []]);
});

it('gives a resource the entry it asks for, at the end of its group, for who may list it', () => {
  const group = (perfil: string) =>
    buildMenu(withVeiculos, perfil, {}).find(({label}) => label === 'Administração')?.entries.map(({label, to}) => [label, to]);
  expect(group('adm')?.at(-1)).toEqual(['Veículos', '/adm/veiculo']);
  expect(group('fornecedor')).toBeUndefined();
});

it('has a child within its parent’s entry, unless it has one of its own', () => {
  const within = (menu: typeof product.menu) => buildMenu({...product, menu}, 'adm', {}).flatMap(({entries}) => entries)[0]?.childScreens;
  expect(within({'': {empresas: 'Empresas'}})).toEqual(['/adm/filial']);
  expect(within({'': {empresas: 'Empresas'}, Mais: {filiais: 'Filiais'}})).toEqual([]);
});
