import {describe, expect, it, vi} from 'vitest';
import {screen, waitFor, within} from '@testing-library/react';
import {statusesOf} from '../../src/schema/statuses/statuses.ts';
import {fakeApi, type Answers, type Sent} from './support/api.ts';
import {expectConsole} from '../support/console.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {editTicket as edit, openTickets as open, ticket, ticketAnswers as answers} from './support/tickets.tsx';
import {product} from './support/world.tsx';

describe('editing a ticket', () => {
  it('shows number, status, form, files and history', async () => {
    fakeApi(answers());
    edit();
    expect(await screen.findByLabelText('Placa')).toHaveValue('ABC');
    expect(screen.getByRole('heading', {level: 1})).toHaveTextContent(/^Ticket 7$/);
    expect(within(screen.getByRole('region', {name: 'Situação'})).getByText('Em-Atendimento')).toBeInTheDocument();
    expect(screen.getByLabelText('CNPJ')).toHaveValue('11.222.333/0001-81');
    for (const [label, value] of [['Empresa', 'Sementes Sul'], ['Formulário', 'Frete']] as const) {
      // What cannot be changed is text.
      expect(screen.queryByLabelText(label)).toBeNull();
      expect(screen.getAllByText(label).find(one => one.tagName === 'DT')?.nextElementSibling).toHaveTextContent(value);
    }
    expect(screen.getByText('nota.pdf')).toBeInTheDocument();
    const row = within(await screen.findByRole('table', {name: 'Histórico'})).getByRole('row', {name: /Faltou a nota/});
    expect(within(row).getAllByRole('cell').map(cell => cell.textContent))
      .toEqual([expect.stringMatching(/\(20\/11\/26 12:04\)$/), 'Ana', 'Em-Atendimento para Em-Aberto', 'Faltou a nota']);
  });

  it('saves as multipart with the version, stays, and shows what the server made of it', async () => {
    let saved = ticket();
    const api = fakeApi(answers({
      'GET tickets/7': () => saved,
      'PUT tickets/7': () => {
        saved = ticket({versao: 4, ticketFormularios: [{...ticket().ticketFormularios[0], valor: 'XYZ'}]});
        return saved;
      },
    }));
    const {user, router} = edit();
    const placa = await screen.findByLabelText('Placa');
    await user.clear(placa);
    await user.type(placa, ' XYZ ');
    await press(user, 'Salvar');
    await expectText('Ticket 7 Editado!');
    await waitFor(() => expect(screen.getByLabelText('Placa')).toHaveValue('XYZ'));
    expect(router.state.location.pathname).toBe('/adm/ticket/editar/7');
    const data = JSON.parse((api.to('PUT tickets/7')[0]!.body as FormData).get('data') as string) as object;
    expect(data).toMatchObject({id: 7, versao: 3, ticketFormularios: [{id: 91, valor: 'XYZ'}, {id: 92, valor: '11222333000181'}]});
  });

  it.each([
    [4, 'Para editar, use “Retirar da Fila”.'],
    [5, 'Para editar, use “Interromper Robô”.'],
    [7, 'Ticket já está em Finalizado.'],
    [8, 'Ticket já está em Cancelado.'],
  ])('is closed in status %i, says so, and still downloads', async (idStatusTicket, words) => {
    fakeApi(answers({'GET tickets/7': ticket({idStatusTicket})}));
    edit();
    await expectText(`Somente leitura. ${words}`);
    expect(screen.getByRole('button', {name: 'Salvar'})).toBeDisabled();
    expect(screen.queryByLabelText('Placa')).toBeNull();
    expect(screen.getByText('Placa').nextElementSibling).toHaveTextContent('ABC');
    expect(screen.getByRole('button', {name: 'Excluir nota.pdf'})).toBeDisabled();
    expect(screen.getByRole('button', {name: 'Enviar arquivo'})).toBeDisabled();
    expect(screen.getByRole('button', {name: 'Baixar nota.pdf'})).toBeEnabled();
  });

  it('is closed where the server refuses it, in its words', async () => {
    fakeApi(answers({
      'GET tickets/7': ticket({acoes: [{acao: 'salvar', permitida: false, motivo: 'Somente quem atende o ticket pode fazer isto.'}]}),
    }));
    edit();
    await expectText(/Somente quem atende/);
    expect(screen.getByRole('button', {name: 'Salvar'})).toBeDisabled();
  });

  it.each([[1, false], [2, true], [3, false], [6, false]])('offers Aprovar and Reprovar only on EmAprovacao (status %i)', async (
    idStatusTicket, offered,
  ) => {
    fakeApi(answers({'GET tickets/7': ticket({idStatusTicket})}));
    edit();
    await screen.findByLabelText('Placa');
    for (const name of ['Aprovar', 'Reprovar']) expect(screen.queryAllByRole('button', {name})).toHaveLength(offered ? 1 : 0);
  });

  it('says that a ticket out of reach is not there', async () => {
    fakeApi({});
    expectConsole(/status: 404/);
    edit();
    await expectText('Página não encontrada');
  });
});

describe('what a robot marked', () => {
  const [placa, cnpj] = ticket().ticketFormularios.map((item, at) => ({...item, item: 51 + at}));
  const failed = (more: Record<string, unknown> = {}) => ticket({
    idStatusTicket: 6, descricaoStatus: 'Pendência', workFlowNameRpa: 'agendar',
    ticketFormularios: [{...placa, aviso: 'Não há veículo com esta placa.'}, {...cnpj, aviso: 'CNPJ baixado na Receita.'}],
    acoes: Object.keys(product.resources['tickets']!.actions!).map(acao =>
      ({acao, permitida: acao !== 'reprocessar', motivo: acao === 'reprocessar' ? 'Preencha corretamente os campos.' : ''})),
    ...more,
  });

  it('is gone to, is said with its input, and goes with its value or once somebody says that it is right; it blocks nothing', async () => {
    let stored = failed();
    const api = fakeApi(answers({
      'GET tickets/7': () => stored,
      'PUT tickets/7/avisos-robo': () => {
        stored = {...stored, ticketFormularios: [stored.ticketFormularios[0]!, {...cnpj!, aviso: ''}]};
        return stored;
      },
    }));
    const {user} = edit();
    const input = await screen.findByLabelText('Placa');
    const isThere = () => waitFor(() => expect(document.activeElement).toHaveTextContent(/^Não há veículo com esta placa/));
    await isThere();
    expect(input).toHaveAccessibleDescription(/Não há veículo com esta placa/);
    // The button of what waits for it leads there too.
    screen.getByLabelText('CNPJ').focus();
    await press(user, 'Reprocessar');
    await isThere();
    await user.type(input, 'X');
    expect(screen.queryByText('Não há veículo com esta placa.')).toBeNull();
    await press(user, 'Está certo assim: CNPJ');
    await waitFor(() => expect(screen.queryByText('CNPJ baixado na Receita.')).toBeNull());
    expect(api.to('PUT tickets/7/avisos-robo')[0]!.body).toEqual({item: 52});
    expect(screen.getByLabelText('CNPJ')).toHaveFocus();
    // What is typed stays, and can be saved.
    expect(input).toHaveValue('ABCX');
    expect(screen.getByRole('button', {name: 'Salvar'})).toBeEnabled();
    await user.type(input, '{Backspace}');
    await expectText('Não há veículo com esta placa.');
  });

  it('is only read by who may not save the ticket', async () => {
    fakeApi(answers({'GET tickets/7': failed({acoes: [{acao: 'salvar', permitida: false, motivo: 'Não agora.'}]})}));
    edit();
    await expectText('Não há veículo com esta placa.');
    expect(screen.queryByRole('button', {name: /Está certo assim/})).toBeNull();
  });
});

describe('what is typed into a ticket and not saved', () => {
  const restored = () => screen.findByText(/^Rascunho restaurado/);
  const stored = () => Object.keys(localStorage).filter(key => key.startsWith('rascunho.'));
  /** Types, and goes away without a word: a reload, a session that ended. */
  const typeAndGo = async () => {
    const {user, unmount} = edit();
    await user.type(await screen.findByLabelText('Placa'), 'D');
    unmount();
  };
  const sentVersion = (api: ReturnType<typeof fakeApi>) =>
    (JSON.parse((api.to('PUT tickets/7')[0]!.body as FormData).get('data') as string) as {versao: unknown}).versao;

  it('is there again after a reload, can be saved, and is forgotten then', async () => {
    let saved = ticket();
    const api = fakeApi(answers({
      'GET tickets/7': () => saved,
      'PUT tickets/7': () => {
        saved = ticket({versao: 4, ticketFormularios: [{...ticket().ticketFormularios[0], valor: 'ABCD'}]});
        return saved;
      },
    }));
    await typeAndGo();
    const {user} = edit();
    expect(await restored()).toBeVisible();
    expect(screen.getByLabelText('Placa')).toHaveValue('ABCD');
    await press(user, 'Salvar');
    await waitFor(() => expect(screen.queryByText(/^Rascunho restaurado/)).not.toBeInTheDocument());
    expect(screen.getByLabelText('Placa')).toHaveValue('ABCD');
    expect(sentVersion(api)).toBe(3);
    expect(stored()).toEqual([]);
  });

  it('waits while the ticket is closed to changes', async () => {
    let current = ticket();
    fakeApi(answers({'GET tickets/7': () => current}));
    await typeAndGo();
    current = ticket({idStatusTicket: 7, descricaoStatus: 'Finalizado'});
    edit();
    expect((await screen.findByText('Placa')).nextElementSibling).toHaveTextContent('ABC');
    expect(screen.queryByText(/^Rascunho restaurado/)).not.toBeInTheDocument();
    expect(stored()).toHaveLength(1);
  });
});

describe('the files of a ticket', () => {
  it('are sent one by one with type, ticket, branch and user', async () => {
    const api = fakeApi(answers({'POST ticketsArquivo/upload-arquivo': {id: 32}}));
    const {user} = edit();
    await clickOn(user, 'button', 'Enviar arquivo');
    await expectText('Selecione um arquivo.');
    await user.upload(screen.getByLabelText('Arquivo'), new File(['abc'], 'laudo.pdf'));
    await user.selectOptions(screen.getByLabelText('Tipo do arquivo'), 'Laudo');
    const branch = screen.getAllByLabelText('Filial').find(one => one.tagName === 'SELECT')!;
    await user.selectOptions(branch, '');
    await press(user, 'Enviar arquivo');
    await expectText('Selecione a Filial.');
    await user.selectOptions(branch, 'Matriz');
    await press(user, 'Enviar arquivo');
    expect((await screen.findByText('Arquivo Adicionado!')).closest('[role=status]')).toHaveTextContent('Arquivo Adicionado!Ticket 7');
    const form = api.to('POST ticketsArquivo/upload-arquivo')[0]!.body as FormData;
    expect(JSON.parse(form.get('data') as string)).toEqual({tipo: 'Laudo', idTicket: 7, idFilial: 2, idUsuario: 10});
    expect((form.get('file') as File).name).toBe('laudo.pdf');
  });

  it('are deleted after the specified question only', async () => {
    let stored = ticket().ticketArquivos;
    const api = fakeApi(answers({
      'GET ticketsArquivo/7': () => stored,
      'DELETE ticketsArquivo/31/10': () => {
        stored = [];
        return {id: 31};
      },
    }));
    const {user} = edit();
    await clickOn(user, 'button', 'Excluir nota.pdf');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveAccessibleDescription('Deseja realmente excluir o arquivo ?');
    await press(user, 'Voltar', within(dialog));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.to('DELETE ticketsArquivo/31/10')).toEqual([]);
    await press(user, 'Excluir nota.pdf');
    await press(user, 'Excluir', within(await screen.findByRole('alertdialog')));
    expect((await screen.findByText('Arquivo Excluído!')).closest('[role=status]')).toHaveTextContent('Arquivo Excluído!Ticket 7');
    expect(api.to('DELETE ticketsArquivo/31/10')).toHaveLength(1);
    // The button it was asked by is gone with the file.
    await waitFor(() => expect(screen.queryByRole('button', {name: 'Excluir nota.pdf'})).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByLabelText('Filial')).toHaveFocus());
  });

  it('are downloaded byte for byte under the server\'s name', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13]);
    fakeApi(answers({'GET TicketsArquivo/baixar-arquivo/31': new Response(bytes, {
      headers: {'content-disposition': 'attachment; filename*=UTF-8\'\'nota%20fiscal.pdf'},
    })}));
    let kept: Blob | undefined;
    vi.stubGlobal('URL', Object.assign(URL, {createObjectURL: (blob: Blob) => ((kept = blob), 'blob:1'), revokeObjectURL: () =>
      undefined}));
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const {user} = edit();
    await clickOn(user, 'button', 'Baixar nota.pdf');
    await waitFor(() => expect(clicked).toHaveBeenCalled());
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('nota fiscal.pdf');
    expect(kept?.size).toBe(bytes.length);
    clicked.mockRestore();
  });
});

const listed = (rows: unknown[]): Answers => answers({
  'GET tickets': {total: rows.length, registros: rows},
  'GET statusTickets/listarCombo': statusesOf(product.resources['tickets']!).map(({id, name}) => ({id, descricao: name})),
});

describe('the ticket list', () => {
  const statuses = statusesOf(product.resources['tickets']!);
  const rows = statuses.map(({id}) => ticket({id: Number(id) * 100, idStatusTicket: id}));
  const {editLink} = product.resources['tickets']!.list;

  it.each(Object.keys(product.profiles))('shows %s the edit link in the declared statuses only', async perfil => {
    fakeApi(listed(rows));
    open('/adm/ticket', perfil);
    await screen.findByRole('link', {name: 'Detalhes do ticket 100'});
    const linked = statuses.filter(({id}) => screen.queryByRole('link', {name: `Editar Ticket ${Number(id) * 100}`}) !== null)
      .map(({key}) => key);
    expect(linked).toEqual(statuses.map(({key}) => key).filter(key => editLink?.[key]?.includes(perfil)));
  });

  it('asks for the last 30 days, and for the status of its address', async () => {
    const api = fakeApi(listed(rows));
    open('/adm/ticket/status/6');
    await screen.findByRole('link', {name: 'Detalhes do ticket 100'});
    const {query} = api.to('GET tickets').at(-1)!;
    expect(query.get('idStatusTicket')).toBe('6');
    const days = (Date.parse(query.get('dataFinal')!) - Date.parse(query.get('dataInicial')!)) / 86_400_000;
    expect(days).toBe(30);
  });

  it('sends with an action from a row what one from the ticket sends: its form too, on the version that was seen', async () => {
    const {ticketFormularios, ticketArquivos: _files, ...row} = ticket({idStatusTicket: 1, versao: 2});
    const api = fakeApi({
      ...listed([row]), 'GET tickets/7': ticket({idStatusTicket: 1, versao: 3}), 'PUT tickets/cancelar/7': ({body}: Sent) => body,
    });
    const {user} = open('/adm/ticket');
    await clickOn(user, 'button', 'Mais ações: Ticket 7');
    await clickOn(user, 'menuitem', 'Cancelar');
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Motivo'), 'aberto em duplicidade');
    await press(user, 'Cancelar', within(dialog));
    await waitFor(() => expect(api.to('PUT tickets/cancelar/7')).toHaveLength(1));
    expect(api.to('PUT tickets/cancelar/7')[0]!.body).toEqual({
      id: 7, idFilial: 2, idModeloFormulario: 5, descricao: 'Frete', ticketFormularios, versao: 2, idUsuario: 10,
      comentario: 'aberto em duplicidade',
    });
  });
});
