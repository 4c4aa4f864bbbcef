// Every word of every screen, as each profile but the Adm: words.test.ts says what is heard.
import {describe, expect, test} from 'vitest';
import {signIn} from './support/person.ts';
import {openDemo} from './support/portal.ts';
import {openPage, walk} from './support/walk.ts';

const portal = openDemo();

const profiles = [
  {profile: 'Empresa', email: 'empresa@balcao.example'},
  {profile: 'Fornecedor', email: 'fornecedor@balcao.example'},
  {profile: 'RPA', email: 'robo@balcao.example'},
  {profile: 'Empresa-Usuário', email: 'usuario@balcao.example'},
];

describe.each(profiles)('as the $profile', ({email}) => {
  test('nothing is said in English', async () => {
    const {page, heard} = await openPage(portal.browser);
    await signIn(page, portal.product.url, {email, senha: await portal.product.passwordOf(email)});
    await walk(page, false);
    await page.context().close();
    expect(heard.english()).toEqual([]);
    expect(heard.has('Página não encontrada') && heard.has('Visão Geral de Tickets') && heard.has('Deseja Sair?')).toBe(true);
  });
});
