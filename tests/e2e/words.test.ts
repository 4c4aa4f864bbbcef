// Every word of every screen, as the Adm and as nobody: Brazilian Portuguese, but for what the specification itself says in English.
// Heard are texts, names and descriptions for screen readers, titles and live regions, however short they are there. As the other
// profiles: words-profiles.test.ts. Walked is, in the suite, what is not heard where it is opened anyway: in screens.test.ts, the
// dashboard's tests, and the frame's (shell.test.ts).
import {expect, test} from 'vitest';
import config from '../../resources.config.ts';
import {ADM} from '../support/product.ts';
import {englishIn} from './support/english.ts';
import {enter, press, signIn} from './support/person.ts';
import {openDemo} from './support/portal.ts';
import {openPage, walk} from './support/walk.ts';

const portal = openDemo();

test('nothing is said in English to the Adm', async () => {
  const {page, heard} = await openPage(portal.browser);
  await signIn(page, portal.product.url, ADM);
  await walk(page, true);
  await page.context().close();
  expect(heard.english()).toEqual([]);
  expect(heard.has('Visão Geral de Tickets') && heard.has('Deseja Sair?') && heard.has('Página não encontrada')).toBe(true);
});

test('nothing is said in English to who is not signed in', async () => {
  const {page, heard} = await openPage(portal.browser);
  await page.goto(`${portal.product.url}/login`);
  await press(page, 'Login');
  await page.getByText('Preencha os campo Usuário e Senha').waitFor();
  await page.getByLabel('E-mail').fill('ninguem@balcao.example');
  await page.getByLabel('Senha').fill('errada-1');
  await press(page, 'Login');
  await page.getByText('Usuário ou senha inválidos').waitFor();
  await page.getByRole('link', {name: 'Esqueceu sua senha?'}).click();
  const forgot = page.getByRole('dialog', {name: 'Esqueci minha senha'});
  await press(forgot, 'Enviar');
  await forgot.getByText('Insira um e-mail.').waitFor();
  await forgot.getByLabel('E-mail').fill('ninguem@balcao.example');
  await page.context().setOffline(true);
  await press(forgot, 'Enviar');
  await page.getByText(config.messages.offline, {exact: true}).waitFor();
  await page.context().setOffline(false);
  await press(forgot, 'Enviar');
  await page.getByText(config.messages.resetSent).waitFor();
  for (const path of ['/reset-senha?token=nenhum', '/reset-senha']) {
    await page.goto(`${portal.product.url}${path}`);
    await page.getByText(/^Este link não vale mais/).waitFor();
  }
  // A session that ended, and the way back in.
  await page.evaluate(() =>
    Object.entries({logado: '1', access_token: 'gasto', idPerfil: '1'}).forEach(([name, value]) => localStorage.setItem(name, value)));
  await page.goto(`${portal.product.url}/adm/ticket`);
  await page.getByText('Sua sessão terminou.', {exact: true}).waitFor();
  await enter(page, ADM);
  await page.context().close();
  expect(heard.english()).toEqual([]);
  expect(heard.has('Esqueci minha senha')).toBe(true);
});

test('an English word would be found, wherever it is', async () => {
  expect(englishIn('Ticket Criado Com Sucesso! Status: ana@save.example')).toEqual([]);
  expect(englishIn('Reset')).toEqual(['reset']);
  expect(englishIn('ra.action.save')).toContain('ra.action.save');
  const {page, heard} = await openPage(portal.browser);
  await page.goto(`${portal.product.url}/login`);
  await page.getByRole('button', {name: 'Login'}).waitFor();
  expect(heard.english()).toEqual([]);
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.setAttribute('aria-label', 'Fechar');
    document.body.append(button);
    button.setAttribute('aria-label', 'Close dialog');
    button.append(document.createTextNode('Carregando'));
    button.firstChild!.nodeValue = 'Loading…';
    document.title = 'Not found';
    document.documentElement.lang = 'en';
    button.remove();
  });
  const words = () => new Set(heard.english().map(one => one.split(':')[0]));
  await expect.poll(words).toEqual(new Set(['not found', 'language', 'close dialog', 'loading']));
  await page.context().close();
});
