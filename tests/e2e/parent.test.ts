// From a company made to its first branch by the step that is offered, and from the company's page to the branch again; on a desk and
// on a phone, by mouse and by keys alone.
import type {Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import {newPage, type WatchedPage} from '../support/browser.ts';
import {ADM} from '../support/product.ts';
import {newCnpj} from '../support/seed.ts';
import {DESK, look, PHONE} from './support/look.ts';
import {expectFocus, expectToast, expectValue, fillForm, goWithin, press, signIn} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const portal = openPortal();

describe.each([['on a desk', DESK, 'Vale'], ['on a phone', PHONE, 'Serra']] as const)('%s', (_where, size, name) => {
  let watched: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    watched = await newPage(portal.browser);
    ({page} = watched);
    await signIn(page, portal.product.url, ADM);
    await page.setViewportSize(size);
  });
  afterAll(() => page.context().close());
  const expectNoProblems = () => expect(watched.problems.splice(0), 'console errors').toEqual([]);
  afterEach(expectNoProblems);
  const modal = () => page.getByRole('dialog', {name: `Adicionar Filial à Empresa: ${name}`});

  test('a company that was made offers its branches', async () => {
    await goWithin(page, '/adm/empresa');
    await page.getByRole('link', {name: 'Cadastrar'}).first().click();
    await expectFocus(page.getByLabel('Razão Social', {exact: true}));
    await page.getByText('Disponível depois de salvar.').waitFor();
    await fillForm(page, {'Razão Social': name, CNPJ: newCnpj(), 'E-mail': 'contato@empresa.test', Telefone: '4333221100'});
    await press(page, 'Salvar');
    await page.getByRole('link', {name: 'Adicionar filiais'}).click();
    await modal().waitFor();
    await fillForm(modal(), {Descrição: `Matriz ${name}`, 'Razão Social': name, CNPJ: newCnpj(), Telefone: '4333221100', Contato: 'Ana'});
    await press(modal(), 'Salvar');
    await expectToast(page, 'Filial Cadastrada!');
    await modal().getByText(`Matriz ${name}`).first().waitFor();
    await press(modal(), 'Fechar');
    await modal().waitFor({state: 'detached'});
  });

  test('the company’s page shows its branch, which keys alone open and close', async () => {
    await page.getByRole('link', {name, exact: true}).click();
    const branches = page.getByRole('region', {name: 'Filiais'});
    const branch = branches.getByRole('link', {name: `Matriz ${name}`});
    await branch.focus();
    await page.keyboard.press('Enter');
    await expectValue(modal(), 'Descrição', `Matriz ${name}`);
    await page.keyboard.press('Escape');
    await modal().waitFor({state: 'detached'});
    await expectFocus(branch);
    expect(await look(page, `parent-${size.width}`)).toEqual([]);
    await page.setViewportSize(size);
    // And from there back to the row of the list.
    await page.getByRole('link', {name: 'voltar'}).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  });

  test('a ticket has its only company and branch chosen, and says why there is no template', async () => {
    await goWithin(page, '/adm/ticket/salvar');
    if (size === DESK) await expectValue(page, 'Filial', `Matriz ${name}`);
    else {
      // A second company leaves the choice open.
      await fillForm(page, {Empresa: name});
      await expectValue(page, 'Filial', `Matriz ${name}`);
    }
    await page.getByText('Esta filial não tem modelos de formulário em uso.').first().waitFor();
  });
});
