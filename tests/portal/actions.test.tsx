import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {cleanup, fireEvent, screen, waitFor, within} from '@testing-library/react';
import {ActionButtons} from '../../src/portal/actions/ActionButtons.tsx';
import {useListLinks} from '../../src/portal/list/address/listLinks.ts';
import {RowOverlays} from '../../src/portal/views/RowOverlays.tsx';
import {RowMenu} from '../../src/portal/views/RowActions.tsx';
import type {Row} from '../../src/portal/api/providers/listDialects.ts';
import type {ActionRecord} from '../../src/portal/api/actionVerdicts.ts';
import type {ActionPlace} from '../../src/schema/shapes/config.ts';
import {expectConsole} from '../support/console.ts';
import {until} from '../support/until.ts';
import {fakeApi, offline, refusal} from './support/api.ts';
import {fakeClock} from './support/clock.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {sessionOf, show} from './support/world.tsx';

const ticket = (more: Record<string, unknown> = {}): ActionRecord => ({
  id: 7, versao: 3, idFilial: 2, idModeloFormulario: 5, descricao: 'Frete', idStatusTicket: 1, idUsuario: 10, workFlowNameRpa: '', ...more,
});
const Menu = ({record}: {record: Row}) => <RowMenu resource="tickets" record={record} links={useListLinks('tickets')} />;
const buttons = (record: ActionRecord, place: Exclude<ActionPlace, 'row'> = 'details', perfil = 'adm') =>
  show(
    place === 'menu'
      ? <RowOverlays name="tickets"><Menu record={{...record, id: Number(record.id)}} /></RowOverlays>
      : <ActionButtons resource="tickets" record={record} place={place} />,
    {session: sessionOf(perfil)},
  );
const names = () => screen.queryAllByRole('button').map(button => button.textContent);
const pending = ticket({idStatusTicket: 6});

describe('which buttons are drawn', () => {
  it('follows the declared table when the server sent no verdicts', () => {
    fakeApi({});
    buttons(ticket());
    expect(names()).toEqual(['Comentar', 'Nota da Equipe', 'Enviar para Aprovação', 'Cancelar', 'Atender']);
    expect(screen.getByRole('button', {name: 'Atender'})).toHaveAttribute('aria-keyshortcuts', 'a');
  });

  it('offers a supplier neither Atender nor the cancelling of another person\'s ticket', () => {
    fakeApi({});
    buttons(ticket({idUsuario: 99}), 'details', 'fornecedor');
    expect(names()).toEqual(['Comentar', 'Enviar para Aprovação']);
  });

  it('believes the server over the table', () => {
    fakeApi({});
    buttons(ticket({acoes: [{acao: 'cancelar', permitida: false, motivo: 'Aguarde o faturamento.'}]}));
    expect(screen.getByRole('button', {name: 'Cancelar'})).toHaveAccessibleDescription('Aguarde o faturamento.');
    expect(screen.getByRole('button', {name: 'Cancelar'})).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows what only lacks a condition disabled with the reason, and does nothing when pressed', async () => {
    const api = fakeApi({});
    const {user} = buttons(pending);
    const button = screen.getByRole('button', {name: 'Reprocessar'});
    expect(button).toHaveAccessibleDescription('O modelo deste ticket não tem workflow RPA.');
    await user.click(button);
    await fetched();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(api.calls).toEqual([]);
  });

  it('says the reason where it is pressed, for who has no pointer to hold over it', async () => {
    fakeApi({});
    buttons(pending);
    const button = screen.getByRole('button', {name: 'Reprocessar'});
    fireEvent.click(button);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('O modelo deste ticket não tem workflow RPA.');
    fireEvent.keyDown(document, {key: 'Escape'});
    await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  });

  it('keeps what is refused out of the row\'s menu', async () => {
    fakeApi({});
    const {user} = buttons(ticket({idUsuario: 99}), 'menu', 'empresaUsuario');
    await press(user, 'Mais ações: Ticket 7');
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(item => item.textContent)).toEqual(['Comentar', 'Nota da Equipe', 'Enviar para Aprovação', 'Imprimir']);
    // Without an icon its words stand beneath those of the others: as far in as an icon has room.
    const inset = getComputedStyle(within(entries[3]!).getByText('Imprimir').parentElement!).paddingLeft;
    expect(inset).toBe(getComputedStyle(entries[0]!.querySelector('.MuiListItemIcon-root')!).minWidth);
  });
});

describe('a confirmation', () => {
  it('asks the specified question, and going back sends nothing', async () => {
    const api = fakeApi({});
    const {user} = buttons(ticket());
    await press(user, 'Atender');
    const dialog = await screen.findByRole('alertdialog', {name: 'Atender: Ticket 7'});
    expect(dialog).toHaveAccessibleDescription('Deseja Iniciar Atendimento ?');
    await press(user, 'Voltar', within(dialog));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.calls).toEqual([]);
  });

  it('sends the declared call without a body once, however often it is clicked, says so and opens the edit screen', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const api = fakeApi({'PUT tickets/iniciar-atendimento/7/10': () => new Promise(resolve => {
      answer = resolve;
    })});
    const {user, router} = buttons(ticket());
    await press(user, 'Atender');
    const dialog = await screen.findByRole('alertdialog');
    await user.dblClick(within(dialog).getByRole('button', {name: 'Atender'}));
    answer({id: 7, idStatusTicket: 3});
    await expectText('Atendimento Iniciado!');
    expect(api.calls).toHaveLength(1);
    expect(api.calls[0]?.body).toBeUndefined();
    expect(router.state.location.pathname).toBe('/adm/ticket/editar/7');
  });

  it('can be tried again after a lost connection, under the same key', async () => {
    let down = true;
    const api = fakeApi({'PUT tickets/aprovar/7/10': () => (down ? offline() : {id: 7})});
    const {user} = buttons(ticket({idStatusTicket: 2}));
    await press(user, 'Aprovar');
    const dialog = await screen.findByRole('alertdialog');
    await press(user, 'Aprovar', within(dialog));
    await expectText(/Erro de comunicação com servidor/);
    down = false;
    await press(user, 'Aprovar', within(dialog));
    await expectText('Ticket Aprovado!');
    const keys = api.calls.map(({headers}) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('closes when the server refuses for good, and shows why', async () => {
    fakeApi({'PUT tickets/aprovar/7/10': refusal(400, {message: 'Ticket já está em Fila RPA.', codigo: 'CONFLITO'})});
    const {user} = buttons(ticket({idStatusTicket: 2}));
    await press(user, 'Aprovar');
    await press(user, 'Aprovar', within(await screen.findByRole('alertdialog')));
    await expectText('Ticket já está em Fila RPA.');
    expect(screen.getByRole('alert')).toHaveTextContent('Ticket 7');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  });
});

const openDialog = async (record: ActionRecord, action: string) => {
  const shown = buttons(record);
  await press(shown.user, action);
  const dialog = await screen.findByRole('dialog');
  return {
    ...shown, dialog,
    reason: within(dialog).getByLabelText('Motivo'),
    send: within(dialog).getByRole('button', {name: action}),
  };
};

describe('a reason', () => {
  it('has the focus once the dialog stands, unless somebody was quicker and is elsewhere in it', async () => {
    fakeClock();
    onTestFinished(() => void vi.useRealTimers());
    fakeApi({});
    const {reason, send} = await openDialog(ticket(), 'Cancelar');
    await until(() => expect(reason).toHaveFocus());
    cleanup();
    const again = await openDialog(ticket(), 'Cancelar');
    expect(again.send).not.toBe(send);
    again.send.focus();
    await vi.advanceTimersByTimeAsync(1000);
    expect(again.send).toHaveFocus();
  });

  it.each([
    ['', 'Esse campo é obrigatório.'],
    ['   ', 'Esse campo é obrigatório.'],
    ['muito cur', 'O motivo deve ter pelo menos 10 caracteres.'],
  ])('refuses to cancel for %j', async (typed, sentence) => {
    const api = fakeApi({});
    const {user, reason, send, dialog} = await openDialog(ticket(), 'Cancelar');
    if (typed !== '') await user.type(reason, typed);
    await user.click(send);
    expect(await within(dialog).findByText(sentence)).toBeInTheDocument();
    expect(reason).toHaveAttribute('aria-invalid', 'true');
    expect(api.calls).toEqual([]);
  });

  it('takes ten characters and no more than 300', async () => {
    const api = fakeApi({'PUT tickets/cancelar/7': {id: 7}});
    const {user, reason, send} = await openDialog(ticket(), 'Cancelar');
    await user.type(reason, 'duplicado!');
    await user.click(send);
    await expectText('Ticket Cancelado!');
    expect(api.calls.at(-1)?.body).toEqual({
      id: 7, idFilial: 2, idModeloFormulario: 5, descricao: 'Frete', versao: 3, idUsuario: 10, comentario: 'duplicado!',
    });
  });

  it('is one character for the other actions, and counted near its limit', async () => {
    const api = fakeApi({'PUT tickets/reprovar/7': {id: 7}});
    const {user, reason, send, dialog} = await openDialog(ticket({idStatusTicket: 2}), 'Reprovar');
    await user.click(reason);
    await user.paste('x'.repeat(290));
    expect(within(dialog).getByText('290/300')).toBeInTheDocument();
    await user.clear(reason);
    await user.type(reason, 'x');
    await user.click(send);
    await expectText('Ticket Reprovado! Ticket irá voltar para Status Em-Aberto');
    expect(api.calls.at(-1)?.body).toMatchObject({comentario: 'x'});
  });

  it('is kept when sending fails, with the server\'s words beside it', async () => {
    fakeApi({'PUT tickets/cancelar/7': refusal(400, {message: 'Banco de dados indisponível.', codigo: 'INDISPONIVEL'})});
    const {user, reason, send, dialog} = await openDialog(ticket(), 'Cancelar');
    await user.type(reason, 'aberto em duplicidade');
    await user.click(send);
    expect(await within(dialog).findByText('Banco de dados indisponível.')).toBeInTheDocument();
    expect(reason).toHaveValue('aberto em duplicidade');
  });

  it('is sent again with the fresh version after somebody else changed the record', async () => {
    let versao = 4;
    const api = fakeApi({
      'GET tickets/7': () => ticket({versao}),
      'GET ticketsHistorico/7': [
        {
          comentario: 'Arquivo adicionado: a.pdf (Laudo).', dataCriacao: '2026-11-20T15:05:00.000Z', nomeUsuario: 'Rui',
          acao: 'Adicionar Arquivo', deStatus: '', paraStatus: '',
        },
        {
          comentario: 'Campos alterados: Placa: de A para B.', dataCriacao: '2026-11-20T15:04:00.000Z', nomeUsuario: 'Ana', acao: 'Salvar',
          deStatus: '', paraStatus: '',
        },
        {
          comentario: 'Ticket Criado Com Sucesso', dataCriacao: '2026-11-20T15:00:00.000Z', nomeUsuario: 'Rui', acao: 'Abrir Ticket',
          deStatus: '', paraStatus: 'Em-Aberto',
        },
      ],
      'PUT tickets/cancelar/7': ({body}: {body: unknown}) => ((body as {versao: number}).versao === versao
        ? {id: 7} : refusal(400, {message: 'Este registro foi alterado por outra pessoa. Recarregue a página.', codigo: 'VERSAO'})),
    });
    const {user, reason, send, dialog} = await openDialog(ticket({versao: 3}), 'Cancelar');
    versao = 4;
    await user.type(reason, 'aberto em duplicidade');
    await user.click(send);
    // In sight and told: who changed it and what, so that the person can judge whether the action still holds.
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent(/^Este registro foi alterado por outra pessoa\./);
    await waitFor(() => expect(alert).toHaveFocus());
    expect(await within(alert).findByText('Ana, 20/11/26 12:04: Campos alterados: Placa: de A para B.')).toBeVisible();
    expect(within(alert).getByText('Rui, 20/11/26 12:05: Arquivo adicionado: a.pdf (Laudo).')).toBeVisible();
    expect(alert).not.toHaveTextContent('Criado');
    expect(reason).toHaveValue('aberto em duplicidade');
    await user.click(send);
    await expectText('Ticket Cancelado!');
    expect(api.to('PUT tickets/cancelar/7')).toHaveLength(2);
  });

  it('is still told in the server\'s words when the record cannot be read again', async () => {
    expectConsole(/HttpError/);
    fakeApi({
      'GET tickets/7': offline,
      'PUT tickets/cancelar/7': refusal(400, {
        message: 'Este registro foi alterado por outra pessoa. Recarregue a página.', codigo: 'VERSAO',
      }),
    });
    const {user, reason, send, dialog} = await openDialog(ticket(), 'Cancelar');
    await user.type(reason, 'aberto em duplicidade');
    await user.click(send);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Este registro foi alterado por outra pessoa.');
    expect(reason).toHaveValue('aberto em duplicidade');
  });

  it('says which field is refused that it does not ask', async () => {
    fakeApi({'PUT tickets/cancelar/7': refusal(400, {
      message: 'Campo inválido.', codigo: 'VALIDACAO', campos: [{campo: 'idFilial', mensagem: 'Campo inválido.'}],
    })});
    const {user, reason, send, dialog} = await openDialog(ticket(), 'Cancelar');
    await user.type(reason, 'aberto em duplicidade');
    await user.click(send);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Filial: Campo inválido.');
  });

  it('is sent once for a double click', async () => {
    const api = fakeApi({'PUT tickets/cancelar/7': {id: 7}});
    const {user, reason, send} = await openDialog(ticket(), 'Cancelar');
    await user.type(reason, 'aberto em duplicidade');
    await user.dblClick(send);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.to('PUT tickets/cancelar/7')).toHaveLength(1);
  });
});

describe('Finalizar', () => {
  it('takes files besides the reason and sends them as multipart, also the one not yet added', async () => {
    const api = fakeApi({'PUT tickets/finalizar/7': {id: 7}, 'POST ticketsArquivo/validar-extensao-arquivo': {valido: true}});
    const {user, reason, send, dialog} = await openDialog(pending, 'Finalizar');
    await user.type(reason, 'ok');
    await user.upload(within(dialog).getByLabelText('Arquivo'), new File(['abc'], 'recibo.pdf'));
    await user.selectOptions(within(dialog).getByLabelText('Tipo do arquivo'), 'Comprovante');
    await user.click(send);
    await expectText('Ticket Finalizado!');
    const [sent] = api.to('PUT tickets/finalizar/7');
    const form = sent?.body as FormData;
    expect(JSON.parse(form.get('data') as string)).toMatchObject({id: 7, comentario: 'ok', versao: 3});
    expect(JSON.parse(form.get('tipos') as string)).toEqual(['Comprovante']);
    expect(await (form.get('files') as File).text()).toBe('abc');
    expect((form.get('files') as File).name).toBe('recibo.pdf');
  });

  it('needs no file, and is multipart all the same', async () => {
    const api = fakeApi({'PUT tickets/finalizar/7': {id: 7}});
    const {user, reason, send} = await openDialog(pending, 'Finalizar');
    await user.type(reason, 'ok');
    await user.click(send);
    await screen.findByText('Ticket Finalizado!');
    expect((api.to('PUT tickets/finalizar/7')[0]!.body as FormData).has('files')).toBe(false);
  });

  it('does not forget a chosen file without a type', async () => {
    const api = fakeApi({});
    const {user, reason, send, dialog} = await openDialog(pending, 'Finalizar');
    await user.type(reason, 'ok');
    await user.upload(within(dialog).getByLabelText('Arquivo'), new File(['abc'], 'recibo.pdf'));
    await user.click(send);
    expect(await within(dialog).findByText('Selecione o tipo do arquivo.')).toBeInTheDocument();
    expect(api.to('PUT tickets/finalizar/7')).toEqual([]);
  });
});

describe('a question that may be left open', () => {
  const attended = ticket({idStatusTicket: 3, idUsuarioAtendimento: 10, ticketFormularios: []});

  it('is sent without a body where it is, and with what was typed where it is not', async () => {
    const api = fakeApi({'PUT tickets/devolver/7': attended});
    const {user} = buttons(attended);
    const send = async (comentario: string) => {
      await press(user, 'Devolver');
      const dialog = await screen.findByRole('dialog', {name: 'Devolver: Ticket 7'});
      expect(dialog).toHaveTextContent('Deseja Devolver o Ticket ?');
      if (comentario !== '') await user.type(within(dialog).getByLabelText('Comentário'), comentario);
      await press(user, 'Devolver', within(dialog));
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
    };
    await send('');
    await send('Falta o peso.');
    expect(api.to('PUT tickets/devolver/7').map(({body}) => body)).toEqual([
      undefined, expect.objectContaining({id: 7, comentario: 'Falta o peso.'}),
    ]);
  });

  it('of a row is one call where it is: what the record says of itself is not asked for', async () => {
    const row = ticket({idStatusTicket: 3, idUsuarioAtendimento: 10});
    const api = fakeApi({'PUT tickets/devolver/7': row, 'GET tickets/7': row});
    const {user} = buttons(row, 'menu');
    await press(user, 'Mais ações: Ticket 7');
    await user.click(screen.getByRole('menuitem', {name: 'Devolver'}));
    const dialog = await screen.findByRole('dialog', {name: 'Devolver: Ticket 7'});
    await press(user, 'Devolver', within(dialog));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.calls.map(({method}) => method)).toEqual(['PUT']);
  });

  it('is another person than the one there is', async () => {
    const api = fakeApi({'GET tickets/passar/7/opcoes': [{id: 12, nome: 'Bia'}], 'PUT tickets/passar/7': attended});
    const {user} = buttons(attended);
    await press(user, 'Passar para');
    const dialog = await screen.findByRole('dialog', {name: 'Passar para: Ticket 7'});
    await press(user, 'Passar para', within(dialog));
    expect(await within(dialog).findByText('Esse campo é obrigatório.')).toBeInTheDocument();
    expect(api.to('PUT tickets/passar/7')).toEqual([]);
    await user.click(within(dialog).getByLabelText(/^Pessoa/));
    await clickOn(user, 'option', 'Bia');
    await press(user, 'Passar para', within(dialog));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.to('PUT tickets/passar/7')[0]!.body).toMatchObject({idUsuarioAtendimento: 12, comentario: ''});
  });
});
