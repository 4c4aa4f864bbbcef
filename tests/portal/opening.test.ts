import {beforeEach, expect, it} from 'vitest';
import {words} from '../../src/portal/words.ts';
import {resolveInitialScreen} from '../../src/portal/pages/pagePaths.ts';
import {takeResetToken} from '../../src/portal/pages/password/ResetForm.tsx';
import {followUpAddress} from '../../src/portal/form/followUpAddress.ts';
import {listFollowUps} from '../../src/portal/form/followUps.ts';
import {homeAddress, storeSession} from '../../src/portal/session/session.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {withResources} from '../support/configs.ts';

const opening = (path: string, signedIn = false) => resolveInitialScreen(path, '/adm', signedIn);

beforeEach(() => window.history.replaceState(null, '', '/'));

it.each(['/adm', '/adm/ticket/editar/7', '/adm/nada'])('somebody signed in stays at %s', path => {
  expect(opening(path, true)).toEqual({screen: 'shell', at: path});
});

it('leads the empty address to the dashboard', () => {
  expect(opening('/', true)).toEqual({screen: 'shell', at: '/adm/home'});
});

it.each(['/login', '/nada', '/admx', '/login/outra'])('leads somebody signed in from %s to their profile’s home', path => {
  expect(opening(path, true)).toEqual({screen: 'shell', at: undefined});
});

it.each([
  ['/', false], ['/login', false], ['/nada', false], ['/admx', false], ['/adm', true], ['/adm/ticket', true],
])('shows the login to anybody else at %s', (path, wanted) => {
  expect(opening(path)).toEqual({screen: 'login', wanted});
});

it.each([true, false])('opens a reset link for anybody (signed in: %s)', signedIn => {
  expect(opening('/reset-senha', signedIn)).toEqual({screen: 'reset'});
});

it.each([[1, '/adm/home'], [3, '/adm/ticket'], [99, '/adm/home']])('knows the home of profile %i', (idPerfil, home) => {
  storeSession({token: 'a.b.c', nome: 'Ana', idPerfil, id: 1, idEmpresa: 0, codigoExterno: ''});
  expect(homeAddress(words)).toBe(home);
});

it('takes the token out of the address, and finds it again when the page is reloaded', () => {
  window.history.replaceState(null, '', '/reset-senha?token=abc-123');
  expect(takeResetToken()).toBe('abc-123');
  expect(window.location.href).not.toContain('abc-123');
  expect(takeResetToken()).toBe('abc-123');
});

it('knows a link without a token', () => {
  window.history.replaceState(null, '', '/reset-senha');
  expect(takeResetToken()).toBe('');
});

it('what is made after a record begins with its values of the same kind: a name is no number', () => {
  const label = {one: 'X', many: 'X'};
  const made = withResources({
    chamados: {
      label, icon: 'item', title: 'nome', list: {columns: ['nome']}, access: {list: ['adm']}, scope: {adm: ['tudo']},
      fields: {
        nome: {kind: 'texto', label: 'Nome', maxLength: 20}, valor: {kind: 'texto', label: 'Valor', maxLength: 9},
        dia: {kind: 'data', label: 'Dia'},
      },
      makes: {ordens: {label: 'Criar ordem', with: {idChamado: 'record.id', idAutor: 'session.id', prazo: 'hoje', urgente: true}}},
    },
    ordens: {
      label, icon: 'item', title: 'numero', list: {columns: ['numero']}, access: {list: ['adm'], create: ['adm']}, scope: {adm: ['tudo']},
      fields: {
        numero: {kind: 'numero', label: 'N'}, valor: {kind: 'moeda', label: 'Valor'}, dia: {kind: 'data', label: 'Dia'},
        idChamado: {kind: 'referencia', label: 'Chamado', to: 'chamados'}, idAutor: {kind: 'referencia', label: 'Autor', to: 'usuarios'},
        prazo: {kind: 'data', label: 'Prazo'}, urgente: {kind: 'booleano', label: 'Urgente'},
      },
      form: ['numero', 'valor', 'dia'],
    },
  });
  const {chamados} = made.resources;
  const [making] = listFollowUps(made, chamados!, 'adm');
  const caller = {id: 3, perfil: 'adm', idEmpresa: null, codigoExterno: ''};
  const address = followUpAddress(made, chamados!, {id: 8, nome: 'Bomba', valor: 'dez', dia: '2026-01-02'}, caller, making!);
  expect(JSON.parse(new URLSearchParams(address.split('?')[1]).get('source') ?? '')).toEqual(
    {dia: '2026-01-02', idChamado: 8, idAutor: 3, prazo: dayFromToday(0), urgente: true});
});
