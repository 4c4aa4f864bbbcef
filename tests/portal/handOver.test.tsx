// What somebody attends is handed over, or back, before they go (rules: Users 6).
import {screen, waitFor, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {describe, expect, it} from 'vitest';
import {acceptance} from '../support/acceptance.ts';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {fakeApi, refusal, type Answers, type Sent} from './support/api.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {ticket} from './support/tickets.tsx';
import {product, show} from './support/world.tsx';

const ana = {id: 4, versao: 1, nome: 'Ana', email: 'ana@sul.test', tipo: 5, idEmpresa: 1, ativo: true, semSenha: false};
const attended = (id: number, more: object = {}) => ticket({id, idUsuarioAtendimento: 4, ...more});
const told = (ids: readonly number[], consequencia = 'atende') =>
  [{consequencia, total: ids.length, texto: `Ana atende ${ids.length} tickets em aberto.`, registros: ids}];
const people = (more: Answers = {}): Answers => ({
  'GET usuarios': [ana], 'GET empresas/listarCombo': [], 'GET usuarios/4/consequencias': told([21, 22, 23]),
  // 23 is a Pendência: counted, and not to be handed over. 24 hangs on her too, and is not what was counted.
  'GET tickets': {total: 3, registros: [attended(21), attended(22), attended(24)]},
  'PUT usuarios/inativar/4': {...ana, ativo: false},
  ...more,
});
const changing = (calls: readonly Sent[]): string[] =>
  calls.filter(({method}) => method !== 'GET').map(({method, path}) => `${method} ${path}`);

const showUsers = (at: string, config = product) =>
  show(<Routes><Route path="/adm/usuario/*" element={<ResourceRoutes name="usuarios" />} /></Routes>, {at, config});

const askToDeactivate = async (answers: Answers = {}) => {
  const api = fakeApi(people(answers));
  const shown = showUsers('/adm/usuario');
  await shown.user.click(await screen.findByRole('switch'));
  const dialog = within(await screen.findByRole('alertdialog', {name: 'Inativar Usuário: Ana'}));
  return {api, dialog, ...shown};
};

describe('before a person is deactivated', () => {
  it('is offered what can be done with what they attend, and nothing of it is done unasked', async () => {
    const {api, dialog, user} = await askToDeactivate();
    expect(await dialog.findByRole('radio', {name: 'Passar para… (2 Tickets)'})).toBeInTheDocument();
    expect(dialog.getByRole('radio', {name: 'Devolver… (2 Tickets)'})).toBeInTheDocument();
    expect(dialog.getByRole('radio', {name: 'Deixar como está'})).toBeChecked();
    // Their list's own filters: whom they are attended by, and the status that can be left.
    const {query} = api.to('GET tickets')[0]!;
    expect([query.get('idUsuarioAtendimento'), query.get('idStatusTicket')]).toEqual(['4', '3']);
    await press(user, 'Inativar Usuário', dialog);
    await expectText('Usuário Inativado!');
    expect(changing(api.calls)).toEqual(['PUT usuarios/inativar/4']);
  });

  it('gives them back first, each by its call, and deactivates then', async () => {
    const {api, dialog, user} = await askToDeactivate({'PUT tickets/devolver/21': attended(21), 'PUT tickets/devolver/22': attended(22)});
    await clickOn(user, 'radio', /^Devolver/, dialog);
    await user.type(dialog.getByLabelText('Comentário'), 'Ana saiu.');
    await press(user, 'Inativar Usuário', dialog);
    await expectText('Usuário Inativado!');
    expect(changing(api.calls)).toEqual(['PUT tickets/devolver/21', 'PUT tickets/devolver/22', 'PUT usuarios/inativar/4']);
    expect(api.to('PUT tickets/devolver/22')[0]!.body).toMatchObject({comentario: 'Ana saiu.', id: 22});
  });

  it('asks for the person who takes them, of those who reach each of them', async () => {
    const {api, dialog, user} = await askToDeactivate({
      'GET tickets/passar/21/opcoes': [{id: 12, nome: 'Bia', ativo: true}],
      'PUT tickets/passar/21': attended(21), 'PUT tickets/passar/22': attended(22),
    });
    await clickOn(user, 'radio', /^Passar para/, dialog);
    await press(user, 'Inativar Usuário', dialog);
    expect(await dialog.findByText('Esse campo é obrigatório.')).toBeVisible();
    expect(changing(api.calls)).toEqual([]);
    await user.click(dialog.getByRole('combobox', {name: /Pessoa/}));
    await clickOn(user, 'option', 'Bia');
    expect(api.to('GET tickets/passar/21/opcoes')[0]!.query.get('tambem')).toBe('22');
    await press(user, 'Inativar Usuário', dialog);
    await expectText('Usuário Inativado!');
    expect(changing(api.calls)).toEqual(['PUT tickets/passar/21', 'PUT tickets/passar/22', 'PUT usuarios/inativar/4']);
    expect(api.to('PUT tickets/passar/22')[0]!.body).toMatchObject({idUsuarioAtendimento: 12});
  });

  it('says which was refused, and goes on only when it is said again', async () => {
    const {api, dialog, user} = await askToDeactivate({
      'PUT tickets/devolver/21': attended(21),
      'PUT tickets/devolver/22': refusal(400, {codigo: 'CONFLITO', message: 'Ticket já está em Pendência.'}),
    });
    await clickOn(user, 'radio', /^Devolver/, dialog);
    await press(user, 'Inativar Usuário', dialog);
    expect(await dialog.findByText('1 feito, 1 recusado.')).toBeVisible();
    expect(within(dialog.getByRole('list', {name: 'Recusados'})).getByRole('listitem'))
      .toHaveTextContent('Ticket 22: Ticket já está em Pendência.');
    expect(api.to('PUT usuarios/inativar/4')).toEqual([]);
    await press(user, 'Inativar Usuário mesmo assim', dialog);
    await expectText('Usuário Inativado!');
    expect(api.to('PUT tickets/devolver/21')).toHaveLength(1);
  });

  it('can be stopped on the way, and what is left can be sent', async () => {
    const waiting: ((answer: unknown) => void)[] = [];
    const {api, dialog, user} = await askToDeactivate({
      'PUT tickets/devolver/21': () => new Promise(resolve => {
        waiting.push(resolve);
      }),
      'PUT tickets/devolver/22': attended(22),
    });
    await clickOn(user, 'radio', /^Devolver/, dialog);
    await press(user, 'Inativar Usuário', dialog);
    await clickOn(user, 'button', 'Parar', dialog);
    waiting[0]!(attended(21));
    expect(await dialog.findByText('1 feito, 0 recusados, 1 não enviado.')).toBeVisible();
    await press(user, 'Enviar os que faltam', dialog);
    expect(await dialog.findByText('2 feitos, 0 recusados.')).toBeVisible();
    expect(api.to('PUT usuarios/inativar/4')).toEqual([]);
    await press(user, 'Inativar Usuário', dialog);
    await expectText('Usuário Inativado!');
  });

  it('offers nothing where a server does not say which they are', async () => {
    const {api, dialog, user} = await askToDeactivate({
      'GET usuarios/4/consequencias': [{consequencia: 'atende', total: 2, texto: 'Ana atende 2.'}],
    });
    expect(await dialog.findByText('Ana atende 2.')).toBeVisible();
    await press(user, 'Inativar Usuário', dialog);
    expect(dialog.queryByRole('radio')).not.toBeInTheDocument();
    await expectText('Usuário Inativado!');
    // By now they would have been asked for, and shown.
    expect(changing(api.calls)).toEqual(['PUT usuarios/inativar/4']);
    expect(api.to('GET tickets')).toEqual([]);
  });
});

it('before a branch is deleted its tickets are given back', async () => {
  const empresa = {id: 1, versao: 1, razaoSocial: 'Sul', cnpj: '', email: '', telefone: '', contato: '', ativo: true};
  const api = fakeApi({
    'GET empresas': {total: 1, registros: [empresa]}, 'GET empresas/1': empresa,
    'GET filial': {registros: [{id: 2, versao: 1, idEmpresa: 1, descricao: 'Matriz', cnpj: '', telefone: '', contato: ''}], total: 1},
    'GET filial/2/consequencias': [{consequencia: 'tickets', total: 1, texto: 'A filial tem 1 ticket em aberto.', registros: [21]}],
    'GET tickets': {total: 1, registros: [attended(21)]},
    'PUT tickets/devolver/21': attended(21), 'DELETE filial/2': {},
  });
  const {user} = show(<Routes><Route path="/adm/empresa/*" element={<ResourceRoutes name="empresas" />} /></Routes>, {at: '/adm/empresa'});
  await clickOn(user, 'button', 'Ação: Sul');
  await clickOn(user, 'menuitem', 'Ver Filiais / Add');
  await clickOn(user, 'button', /^Excluir/);
  const dialog = within(await screen.findByRole('alertdialog', {name: 'Excluir Filial: Matriz'}));
  await clickOn(user, 'radio', 'Devolver… (1 Ticket)', dialog);
  expect(api.to('GET tickets')[0]!.query.get('idFilial')).toBe('2');
  await press(user, 'Excluir', dialog);
  await waitFor(() => expect(changing(api.calls)).toEqual(['PUT tickets/devolver/21', 'DELETE filial/2']));
});

it('of a resource that no code names is found by its own list, in each status that can be left', async () => {
  const laudo = (id: number, situacao: number) => ({
    id, versao: 1, titulo: `Laudo ${id}`, situacao, idRoteiro: 5, urgencia: 'alta', idPerito: 4,
  });
  const asked: string[] = [];
  const api = fakeApi({
    'GET roteiros': Response.json([{id: 5, versao: 1, nome: 'Descarga', emVigor: true}], {headers: {'content-range': 'roteiros 0-0/1'}}),
    'GET roteiros/5/consequencias': [{consequencia: 'urgentes', total: 2, texto: 'Descarga tem 2 laudos urgentes.', registros: [7, 8]}],
    'GET laudos': ({query}: Sent) => {
      asked.push(query.get('filter')!);
      const rows = [laudo(7, 2), laudo(8, 1)].filter(({situacao}) => JSON.parse(query.get('filter')!).situacao === situacao);
      return new Response(JSON.stringify(rows), {headers: {'content-range': `laudos 0-${rows.length}/${rows.length}`}});
    },
    'GET laudos/encaminhar/7/opcoes': [{id: 12, nome: 'Bia', ativo: true}], 'GET laudos/7': laudo(7, 2),
    'PUT laudos/7/encaminhar': laudo(7, 2), 'DELETE roteiros/5': {},
  });
  const {user} = show(<Routes><Route path="/adm/roteiro/*" element={<ResourceRoutes name="roteiros" />} /></Routes>, {
    at: '/adm/roteiro', config: acceptance,
  });
  await clickOn(user, 'button', 'Ação: Descarga');
  await clickOn(user, 'menuitem', 'Excluir');
  const dialog = within(await screen.findByRole('alertdialog', {name: 'Excluir Roteiro: Descarga'}));
  await clickOn(user, 'radio', 'Encaminhar… (1 Laudo)', dialog);
  expect(asked.map(filter => JSON.parse(filter) as object)).toEqual([{idRoteiro: 5, situacao: 2}, {idRoteiro: 5, situacao: 1}]);
  await user.click(dialog.getByRole('combobox', {name: /Novo perito/}));
  await clickOn(user, 'option', 'Bia');
  await press(user, 'Excluir', dialog);
  await waitFor(() => expect(changing(api.calls)).toEqual(['PUT laudos/7/encaminhar', 'DELETE roteiros/5']));
});

describe('before a person is saved', () => {
  const lost = [{consequencia: 'perde', total: 1, texto: 'Ana deixa de ver 1 ticket que atende.', registros: [21]}];
  const edit = async (answers: Answers, config = product) => {
    const api = fakeApi(people({
      'GET usuarios/4': ana, 'GET usuarios/4/arquivos': [], 'GET filial/buscar-filiais-empresa/1/4': [], 'POST usuarios': {...ana, tipo: 3},
      'GET usuarios/4/historico': [],
      ...answers,
    }));
    const shown = showUsers('/adm/usuario/salvar/4', config);
    await shown.user.type(await screen.findByLabelText(/^Código Externo/), 'SUL');
    return {api, ...shown};
  };

  it.each([
    ['fields alone', product], ['files as well', acceptance],
  ])('with %s: is told what they would no longer see, may go back, and hands it over first', async (_what, config) => {
    const {api, user} = await edit({'GET usuarios/4/consequencias': lost, 'PUT tickets/devolver/21': attended(21)}, config);
    await press(user, 'Salvar');
    const dialog = () => screen.findByRole('alertdialog', {name: 'Salvar: Ana'});
    expect(await within(await dialog()).findByText('Ana deixa de ver 1 ticket que atende.')).toBeVisible();
    const [asked] = api.to('GET usuarios/4/consequencias');
    expect(asked!.query.get('antes')).toBe('update');
    expect(JSON.parse(asked!.query.get('dados')!)).toMatchObject({tipo: 5, idEmpresa: 1, codigoExterno: 'SUL'});
    expect(asked!.query.get('dados')).not.toContain('senha');
    await press(user, 'Voltar', within(await dialog()));
    expect(changing(api.calls)).toEqual([]);
    expect(screen.getByLabelText(/^Código Externo/)).toHaveValue('SUL');
    await press(user, 'Salvar');
    await clickOn(user, 'radio', /^Devolver/, within(await dialog()));
    await press(user, 'Salvar', within(await dialog()));
    await waitFor(() => expect(changing(api.calls)).toEqual(['PUT tickets/devolver/21', 'POST usuarios']));
  });

  it.each([
    ['nothing is lost', []], ['it is not known', refusal(404, {message: 'Url Não Encontrada!'})],
  ])('saves at once where %s', async (_why, answer) => {
    const {api, user} = await edit({'GET usuarios/4/consequencias': answer});
    await press(user, 'Salvar');
    await waitFor(() => expect(changing(api.calls)).toEqual(['POST usuarios']));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});
