import {beforeEach, expect, it} from 'vitest';
import {words} from '../../src/portal/words.ts';
import {openingAt} from '../../src/portal/pages/addresses.ts';
import {takeResetToken} from '../../src/portal/pages/password/ResetForm.tsx';
import {homeOf, storeSession} from '../../src/portal/session/session.ts';

const opening = (path: string, signedIn = false) => openingAt(path, '/adm', signedIn);

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
  expect(homeOf(words)).toBe(home);
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
