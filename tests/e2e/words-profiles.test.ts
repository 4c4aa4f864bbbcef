// Every word of every screen, as each profile but the Adm: words.test.ts says what is heard.
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {launchBrowser} from '../support/browser.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import {signIn} from './support/person.ts';
import {openPage, walk} from './support/walk.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({env: {DEMO: '1'}}), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const profiles = [
  {profile: 'Empresa', email: 'empresa@balcao.example'},
  {profile: 'Fornecedor', email: 'fornecedor@balcao.example'},
  {profile: 'RPA', email: 'robo@balcao.example'},
  {profile: 'Empresa-Usuário', email: 'usuario@balcao.example'},
];

describe.each(profiles)('as the $profile', ({email}) => {
  test('nothing is said in English', {timeout: 300_000}, async () => {
    const {page, heard} = await openPage(browser);
    await signIn(page, product.url, {email, senha: ADM.senha});
    await walk(page, false);
    await page.context().close();
    expect(heard.english()).toEqual([]);
    expect(heard.has('Visão Geral de Tickets') && heard.has('Deseja Sair?') && heard.has('Página não encontrada')).toBe(true);
  });
});
