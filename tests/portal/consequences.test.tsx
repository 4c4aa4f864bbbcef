// What follows is said in the dialog that asks, before it is done.
import {screen, waitFor, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {describe, expect, it} from 'vitest';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {withResource} from '../support/configs.ts';
import {fakeApi, type Answers} from './support/api.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {product, sessionOf, show} from './support/world.tsx';

const open = (name: string, at: string, config = product) =>
  show(<Routes><Route path={`${at}/*`} element={<ResourceRoutes name={name} />} /></Routes>, {session: sessionOf('adm'), at, config});
const ana = {id: 4, versao: 1, nome: 'Ana', email: 'ana@sul.test', tipo: 2, ativo: true, semSenha: false};
const people = (more: Answers = {}): Answers => ({'GET usuarios': [ana], 'GET empresas/listarCombo': [], ...more});
const ATENDE = {consequencia: 'atende', total: 4, texto: 'Ana atende 4 tickets em aberto.'};

describe('before somebody is deactivated', () => {
  it('says how many open tickets they attend', async () => {
    const api = fakeApi(people({'GET usuarios/4/consequencias': [ATENDE]}));
    const {user} = open('usuarios', '/adm/usuario');
    await user.click(await screen.findByRole('switch'));
    const dialog = await screen.findByRole('alertdialog', {name: 'Inativar Usuário: Ana'});
    expect(await within(dialog).findByText('Ana atende 4 tickets em aberto.')).toBeVisible();
    expect(within(dialog).getByRole('status')).toHaveTextContent('Ana atende 4 tickets em aberto.');
    expect(api.to('GET usuarios/4/consequencias')[0]?.query.get('antes')).toBe('inativar');
  });

  it('leads to the list of those that are counted, in another tab', async () => {
    const texto = '2 tickets aguardam Ana e passam a aguardar a equipe.';
    fakeApi(people({'GET usuarios/4/consequencias': [ATENDE, {consequencia: 'aguardamTicketsIdUsuario', total: 2, texto}]}));
    const {user} = open('usuarios', '/adm/usuario');
    await user.click(await screen.findByRole('switch'));
    const dialog = await screen.findByRole('alertdialog', {name: 'Inativar Usuário: Ana'});
    const links = await within(dialog).findAllByRole('link', {name: 'Ver na lista'});
    expect(links.map(link => new URL(link.getAttribute('href')!, 'https://sul.test'))
      .map(({pathname, searchParams}) => [pathname, JSON.parse(searchParams.get('filter')!)])).toEqual([
      ['/adm/ticket', {idUsuarioAtendimento: 4, aba: 'abertos'}], ['/adm/ticket', {idUsuario: 4, aba: 'aguardandoAutor'}],
    ]);
    for (const link of links) expect(link).toHaveAttribute('target', '_blank');
  });

  it('says nothing where nothing is known, and keeps nobody from it', async () => {
    const api = fakeApi(people({'PUT usuarios/inativar/4': {...ana, ativo: false}}));
    const {user} = open('usuarios', '/adm/usuario');
    await user.click(await screen.findByRole('switch'));
    const dialog = await screen.findByRole('alertdialog', {name: 'Inativar Usuário: Ana'});
    await press(user, 'Inativar Usuário', within(dialog));
    await expectText('Usuário Inativado!');
    expect(api.to('PUT usuarios/inativar/4')).toHaveLength(1);
    expect(screen.queryByText('Url Não Encontrada!')).not.toBeInTheDocument();
  });

  it('is not asked for where nothing is declared', async () => {
    const api = fakeApi(people({'GET usuarios': [{...ana, ativo: false}]}));
    const {user} = open('usuarios', '/adm/usuario');
    await user.click(await screen.findByRole('switch'));
    await screen.findByRole('alertdialog', {name: 'Ativar Usuário: Ana'});
    expect(api.to('GET usuarios/4/consequencias')).toEqual([]);
  });
});

describe('before a branch is deleted, or an item of a template changes', () => {
  const modelo = {id: 5, versao: 1, descricao: 'Descarga', chavePai: 'A', chave: 'B', workFlowNameRpa: '', arquivado: false};

  it('says so over the children', async () => {
    fakeApi({
      'GET modelosformulario': {total: 1, registros: [modelo]}, 'GET modelosformulario/5': modelo,
      'GET modelosFormularioItem': [{id: 11, idModeloFormulario: 5, descricao: 'Placa', tipoCampo: 'texto', ordem: 1}],
      'GET modelosformulario/5/consequencias': [
        {consequencia: 'usado', total: 120, texto: 'Usado por 120 tickets; mudanças valem só para os novos.'},
      ],
    });
    const {user} = open('modelosFormulario', '/adm/modelo-formulario');
    await clickOn(user, 'button', 'Ação: Descarga');
    await clickOn(user, 'menuitem', 'Add Itens Modelo');
    const dialog = await screen.findByRole('dialog', {name: 'Adicionar Item Modelo: Descarga'});
    expect(await within(dialog).findByText('Usado por 120 tickets; mudanças valem só para os novos.')).toBeVisible();
    await clickOn(user, 'button', 'Excluir Placa', within(dialog));
    expect(await within(await screen.findByRole('alertdialog')).findByText(/^Usado por 120 tickets/)).toBeVisible();
  });

  it.each([false, true])('says so in the question, and cannot be confirmed where it is not done for it: %s', async refuses => {
    const empresa = {id: 1, versao: 1, razaoSocial: 'Sul', cnpj: '', email: '', telefone: '', contato: '', ativo: true};
    fakeApi({
      'GET empresas': {total: 1, registros: [empresa]}, 'GET empresas/1': empresa,
      'GET filial': {registros: [{id: 2, versao: 1, idEmpresa: 1, descricao: 'Matriz', cnpj: '', telefone: '', contato: ''}], total: 1},
      'GET filial/2/consequencias': [{consequencia: 'tickets', total: 3, texto: 'A filial tem 3 tickets em aberto.'}],
    });
    const config = withResource('filiais', filiais => ({
      ...filiais, consequences: {tickets: {...filiais.consequences!['tickets']!, ...(refuses && {refuses, offers: undefined})}},
    }));
    const {user} = open('empresas', '/adm/empresa', config);
    await clickOn(user, 'button', 'Ação: Sul');
    await clickOn(user, 'menuitem', 'Ver Filiais / Add');
    await clickOn(user, 'button', /^Excluir/);
    const dialog = await screen.findByRole('alertdialog', {name: 'Excluir Filial: Matriz'});
    expect(await within(dialog).findByText('A filial tem 3 tickets em aberto.')).toBeVisible();
    await waitFor(() => expect(within(dialog).getByRole('button', {name: 'Excluir'}).matches(':disabled')).toBe(refuses));
  });
});
