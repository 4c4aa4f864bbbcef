// Versions of a form: a record says which one it was opened with, and shows it beside today's; a template shows them all.
import {screen, waitFor, within} from '@testing-library/react';
import type {UserEvent} from '@testing-library/user-event';
import {Route, Routes} from 'react-router-dom';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import * as saving from '../../src/portal/api/saveFile.ts';
import {acceptance} from '../support/acceptance.ts';
import {fakeApi, refusal, type Answers} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {openTickets, ticket, ticketAnswers} from './support/tickets.tsx';
import {sessionOf, show} from './support/world.tsx';

const item = (id: number, descricao: string, more: object = {}) =>
  ({id, descricao, tipoCampo: 'texto', obrigatorio: false, mostrarConsultaTicket: false, ...more});
const versions = [
  {
    versao: 2, dataCriacao: '2026-11-21T13:05:00.000Z', nomeUsuario: 'Marta', atual: true,
    itens: [item(1, 'Placa do cavalo', {obrigatorio: true}), item(3, 'Motorista'), item(4, 'Peso', {tipoCampo: 'numero'})],
  },
  {
    versao: 1, dataCriacao: '2026-11-01T11:00:00.000Z', nomeUsuario: '', atual: false,
    itens: [item(1, 'Placa'), item(4, 'Peso', {tipoCampo: 'numero'}), item(2, 'Doca')],
  },
];
const opened = ticket({versaoModelo: 1});
const answers = (more: Answers = {}): Answers => ticketAnswers({
  'GET tickets/7': opened, 'GET tickets': {total: 1, registros: [opened]},
  [`GET modelosformulario/${opened.idModeloFormulario}/versoes`]: versions, ...more,
});
const look = async (user: UserEvent) => {
  await clickOn(user, 'button', 'Ver versões');
  return screen.findByRole('dialog', {name: /^Versões: /});
};
const changes = (dialog: HTMLElement) =>
  within(within(dialog).getByRole('region', {name: 'O que mudou até a versão atual'})).getAllByRole('listitem').map(one => one.textContent);

describe('a record that was opened with a version', () => {
  it.each(['/adm/ticket/editar/7', '/adm/ticket?detalhes=7'])('says which, shows it, and what is otherwise today (%s)', async at => {
    fakeApi(answers());
    const {user} = openTickets(at);
    await expectText('Aberto com a versão 1 do formulário');
    const dialog = await look(user);
    expect(await within(dialog).findByText('Desde 01/11/26 08:00.')).toBeVisible();
    expect(changes(dialog)).toEqual([
      'AlteradoPlaca do cavalo · Descrição: de Placa para Placa do cavalo; Obrigatório: de Não para Sim', 'AdicionadoMotorista',
      'RemovidoDoca',
    ]);
    const asked = within(dialog).getByRole('region', {name: 'Versão 1'});
    expect(within(asked).getAllByRole('textbox').map(input => (input as HTMLInputElement).labels?.[0]?.textContent))
      .toEqual(['Placa', 'Peso', 'Doca']);

    await user.selectOptions(within(dialog).getByRole('combobox', {name: 'Versão'}), 'Versão 2 (atual)');
    expect(await within(dialog).findByText('Desde 21/11/26 10:05, por Marta.')).toBeVisible();
    expect(within(dialog).queryByRole('region', {name: 'O que mudou até a versão atual'})).not.toBeInTheDocument();
    expect(within(dialog).getByRole('textbox', {name: /Placa do cavalo/})).toBeVisible();
  });

  it.each([[null], [undefined]])('says nothing where it is not known (%s)', async versaoModelo => {
    fakeApi(answers({'GET tickets/7': ticket({versaoModelo})}));
    openTickets('/adm/ticket?detalhes=7');
    await expectText('Placa');
    expect(screen.queryByText(/Aberto com a versão/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', {name: 'Ver versões'})).not.toBeInTheDocument();
  });

  it('can be asked again where the versions could not be read', async () => {
    let asked = 0;
    const call = `GET modelosformulario/${opened.idModeloFormulario}/versoes`;
    fakeApi(answers({[call]: () => {
      asked += 1;
      return asked === 1 ? refusal(500, {message: 'Banco fora do ar.'}) : versions;
    }}));
    const {user} = openTickets('/adm/ticket?detalhes=7');
    const dialog = await look(user);
    expect(await within(dialog).findByText('Não foi possível carregar as versões.')).toBeVisible();
    await press(user, 'Tentar de novo', within(dialog));
    expect(await within(dialog).findByText('Desde 01/11/26 08:00.')).toBeVisible();
  });

  it('tells that only the order is another', async () => {
    const [now, then] = [versions[0]!, versions[1]!];
    const call = `GET modelosformulario/${opened.idModeloFormulario}/versoes`;
    fakeApi(answers({[call]: [{...now, itens: then.itens.toReversed()}, then]}));
    const {user} = openTickets('/adm/ticket?detalhes=7');
    const dialog = await look(user);
    await within(dialog).findByText('Desde 01/11/26 08:00.');
    expect(changes(dialog)).toEqual(['Os itens estão em outra sequência.']);
  });
});

describe('a template', () => {
  const list = (rows: readonly object[]) =>
    new Response(JSON.stringify(rows), {
      headers: {'content-type': 'application/json', 'content-range': `roteiros 0-${rows.length}/${rows.length}`},
    });
  const row = {id: 5, versao: 1, idEmpresa: 1, idFilial: 2, nome: 'Vistoria', norma: '', emVigor: true};

  it('shows its versions, today\'s first, of a resource that no code names', async () => {
    fakeApi({'GET roteiros': list([row]), 'GET roteiros/5/versoes': versions});
    const {user} = show(<Routes><Route path="/adm/roteiro/*" element={<ResourceRoutes name="roteiros" />} /></Routes>, {
      session: sessionOf('adm'), at: '/adm/roteiro', config: acceptance,
    });
    await clickOn(user, 'button', 'Ação: Vistoria');
    await clickOn(user, 'menuitem', 'Ver Versões');
    const dialog = await screen.findByRole('dialog', {name: 'Versões: Vistoria'});
    expect(await within(dialog).findByText('Desde 21/11/26 10:05, por Marta.')).toBeVisible();
    expect(within(dialog).getByRole('textbox', {name: /Motorista/})).toBeVisible();
  });

  /** A template's page, as a company sees it. */
  const page = (workFlowNameRpa: string) => {
    const modelo = {id: 5, versao: 1, descricao: 'Descarga', chavePai: 'A', chave: 'B', workFlowNameRpa, arquivado: false};
    const api = fakeApi({
      'GET modelosformulario/5': modelo, 'GET empresas/listarCombo': [], 'GET filial/listarCombo/1/10': [], 'GET modelosFormularioItem': [],
      'GET modelosformulario/5/kit': new Response('zip', {headers: {'content-disposition': "attachment; filename*=UTF-8''Kit.zip"}}),
    });
    return {api, ...show(
      <Routes><Route path="/adm/modelo-formulario/*" element={<ResourceRoutes name="modelosFormulario" />} /></Routes>,
      {session: sessionOf('empresa'), at: '/adm/modelo-formulario/salvar/5'},
    )};
  };
  it('that names a workflow gives what a robot is made of', async () => {
    const saved = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined);
    onTestFinished(() => saved.mockRestore());
    const {api, user} = page('agendar');
    await clickOn(user, 'button', 'Kit do robô');
    const dialog = await screen.findByRole('alertdialog', {name: 'Kit do robô: Descarga'});
    await press(user, 'Baixar', within(dialog));
    await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.any(Blob), 'Kit.zip'));
    expect(api.to('GET modelosformulario/5/kit')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('that names none does not', async () => {
    page('');
    await screen.findByRole('button', {name: 'Ver Versões'});
    expect(screen.queryByRole('button', {name: 'Kit do robô'})).toBeNull();
  });

  it('that is retired says so by its switch and is not offered for something new', async () => {
    fakeApi({'GET roteiros': list([{...row, emVigor: false}])});
    show(<Routes><Route path="/adm/roteiro/*" element={<ResourceRoutes name="roteiros" />} /></Routes>, {
      session: sessionOf('adm'), at: '/adm/roteiro', config: acceptance,
    });
    expect(await screen.findByRole('switch', {name: 'Inativo: Vistoria'})).not.toBeChecked();
  });

  it('whose field says that it is retired shows the field: on is retired', async () => {
    const modelo = {id: 5, versao: 1, descricao: 'Descarga', chavePai: 'A', chave: 'B', workFlowNameRpa: '', arquivado: true};
    fakeApi({'GET modelosformulario': {total: 2, registros: [modelo, {...modelo, id: 6, descricao: 'Coleta', arquivado: false}]}});
    const {user} = show(
      <Routes><Route path="/adm/modelo-formulario/*" element={<ResourceRoutes name="modelosFormulario" />} /></Routes>,
      {session: sessionOf('adm'), at: '/adm/modelo-formulario'},
    );
    expect(await screen.findByRole('switch', {name: 'Arquivado: Descarga'})).toBeChecked();
    expect(screen.getByRole('switch', {name: 'Arquivado: Coleta'})).not.toBeChecked();
    await press(user, 'Ação: Descarga');
    await expectRole('menuitem', 'Desarquivar');
  });
});

describe('a retired template', () => {
  it('is not among those to choose from', async () => {
    fakeApi({
      ...ticketAnswers(),
      'GET modelosFormulario/listarCombo/2': [
        {id: 5, descricao: 'Descarga', arquivado: true}, {id: 6, descricao: 'Coleta', arquivado: false}, {id: 7, descricao: 'Pesagem'},
      ],
    });
    const {user} = openTickets('/adm/ticket/salvar');
    // The one company and the one branch are chosen already.
    await waitFor(() => expect(screen.getByLabelText('Formulário')).toBeEnabled());
    await user.click(screen.getByLabelText('Formulário'));
    await expectRole('option', 'Coleta');
    expect(screen.getByRole('option', {name: 'Pesagem'})).toBeVisible();
    expect(screen.queryByRole('option', {name: /Descarga/})).not.toBeInTheDocument();
  });
});
