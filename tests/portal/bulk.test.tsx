// Several records at once: what is ticked, what can be done to it, and what became of each (rules: Lists 20).
import {act, screen, waitFor, within} from '@testing-library/react';
import type {UserEvent} from '@testing-library/user-event';
import {describe, expect, it} from 'vitest';
import {Route, Routes} from 'react-router-dom';
import {GlobalShortcuts} from '../../src/portal/app/layout/GlobalShortcuts.tsx';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {fakeApi, offline, refusal, type Answers, type Sent} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {openTickets, ticket} from './support/tickets.tsx';
import {show} from './support/world.tsx';

const [ABERTO, APROVACAO, ATENDIMENTO, PENDENCIA] = [1, 2, 3, 6];
const row = (id: number, idStatusTicket: number = ABERTO, more: object = {}) => ticket({id, idStatusTicket, ...more});
const listed = (rows: readonly object[], more: Answers = {}): Answers => ({
  'GET tickets': {total: rows.length, registros: rows}, 'GET tickets/abas': [], 'GET empresas/listarCombo': [], ...more,
});
const AT = '/adm/ticket?filter={}';
const keyOf = ({headers}: Sent): string | null => headers.get('idempotency-key');
const box = (id: number) => screen.findByRole('checkbox', {name: `Selecionar Ticket ${id}`});

/** The list with these rows ticked. */
const ticked = async (rows: readonly {id: number}[], more: Answers = {}) => {
  const api = fakeApi(listed(rows, more));
  const shown = openTickets(AT);
  for (const {id} of rows) await shown.user.click(await box(id));
  return {api, ...shown};
};

/** Presses that button, and the verb in the dialog that asks. */
const attend = async (user: UserEvent, button: string) => {
  await clickOn(user, 'button', button);
  await clickOn(user, 'button', 'Atender', within(await screen.findByRole('alertdialog')));
};

describe('the boxes of a list', () => {
  it('are there for whoever has something to do to several, and for nobody else', async () => {
    fakeApi(listed([row(1)]));
    const {unmount} = openTickets(AT, 'fornecedor');
    await screen.findByRole('row', {name: /Em-Aberto/});
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    unmount();
    openTickets(AT, 'empresaUsuario');
    expect(await box(1)).toBeEnabled();
  });

  it('tick all between two with Shift, and by the keys of the row in focus', async () => {
    fakeApi(listed([1, 2, 3, 4, 5].map(id => row(id))));
    const {user} = show(
      <><GlobalShortcuts /><Routes><Route path="/adm/ticket/*" element={<ResourceRoutes name="tickets" />} /></Routes></>, {at: AT},
    );
    await user.click(await box(2));
    await user.keyboard('{Shift>}');
    await user.click(await box(4));
    await user.keyboard('{/Shift}');
    await expectText('3 selecionados');
    await clickOn(user, 'button', 'Limpar seleção');
    screen.getByRole('row', {name: /Ticket 1/}).focus();
    await user.keyboard('x');
    expect(await box(1)).toBeChecked();
    await user.keyboard('x');
    expect(await box(1)).not.toBeChecked();
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(screen.getByText('3 selecionados')).toBeVisible();
    expect(screen.getByRole('row', {name: /Ticket 3/})).toHaveFocus();
  });

  it('tick all that the filters find, page by page, no more than 500', async () => {
    const page = ({query}: Sent) => {
      const [size, at] = [Number(query.get('pageSize') ?? 20), Number(query.get('page'))];
      return {total: 620, registros: Array.from({length: size}, (_, index) => row((at - 1) * size + index + 1))};
    };
    const api = fakeApi({...listed([]), 'GET tickets': page});
    const {user} = openTickets(AT);
    await box(1);
    await clickOn(user, 'checkbox', 'Selecionar todos');
    await expectText('20 selecionados');
    await clickOn(user, 'button', 'Selecionar os primeiros 500 dos 620 filtrados');
    await expectText('500 selecionados');
    expect(screen.getByText('Até 500 de uma vez.')).toBeVisible();
    const read = api.to('GET tickets').slice(1).map(({query}) => [query.get('page'), query.get('pageSize')]);
    expect(read).toEqual(Array.from({length: 10}, (_, at) => [String(at + 1), '50']));
    await expectRole('button', 'Atender (500)');
  });

  it('say how many the filters find where that is not all too many', async () => {
    const api = fakeApi({...listed([]), 'GET tickets': ({query}: Sent) =>
      ({total: 23, registros: (query.get('page') === '1' ? [1, 2] : []).map(id => row(id))})});
    const {user} = openTickets(AT);
    await box(1);
    await clickOn(user, 'checkbox', 'Selecionar todos');
    await clickOn(user, 'button', 'Selecionar os 23 filtrados');
    await waitFor(() => expect(api.to('GET tickets')).toHaveLength(2));
    await expectRole('button', 'Atender (2)');
  });
});

it('a ticked row that leaves the list is ticked no more, and one of another page is', async () => {
  let left = false;
  const page = ({query}: Sent) => ({
    total: 22, registros: query.get('page') === '2' ? [row(30), row(31)] : [1, 2, 3].filter(id => !left || id !== 2).map(id => row(id)),
  });
  fakeApi({...listed([]), 'GET tickets': page});
  const {user} = openTickets(AT);
  for (const id of [1, 2]) await user.click(await box(id));
  await clickOn(user, 'button', 'Página 2');
  await user.click(await box(30));
  await expectText('3 selecionados');
  await clickOn(user, 'button', 'Página 1');
  await box(2);
  left = true;
  await clickOn(user, 'button', 'Atualizar');
  await expectText('2 selecionados');
  expect(await box(1)).toBeChecked();
});

describe('what can be done to the ticked', () => {
  it('says for how many, and why not for the others', async () => {
    const {user} = await ticked([row(1), row(2), row(9, PENDENCIA, {idUsuario: 99})]);
    await clickOn(user, 'button', 'Atender (2)');
    const dialog = within(await screen.findByRole('alertdialog', {name: 'Atender'}));
    expect(dialog.getByText('Deseja Iniciar Atendimento ?')).toBeVisible();
    expect(dialog.getByText('1 fica de fora:')).toBeVisible();
    expect(dialog.getByText('Ticket 9: Ticket já está em Pendência.')).toBeVisible();
  });

  it('is off where it can be done to none, and says why when it is pressed', async () => {
    const {user} = await ticked([row(1)]);
    const button = await screen.findByRole('button', {name: 'Devolver'});
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Ticket já está em Em-Aberto.');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is done in order, a call each with a key of its own, told row by row, and leads nowhere else', async () => {
    const {user, api, router} = await ticked([row(1), row(2), row(3)], {
      'PUT tickets/iniciar-atendimento/1/10': row(1, ATENDIMENTO),
      'PUT tickets/iniciar-atendimento/2/10':
        refusal(400, {codigo: 'CONFLITO', message: 'Ticket já está em Em-Atendimento, com Bia.'}),
      'PUT tickets/iniciar-atendimento/3/10': row(3, ATENDIMENTO),
    });
    const lists = api.to('GET tickets').length;
    await attend(user, 'Atender (3)');
    const dialog = within(await screen.findByRole('alertdialog', {name: 'Atender'}));
    expect(await dialog.findByText('2 feitos, 1 recusado.')).toBeVisible();
    expect(within(dialog.getByRole('list', {name: 'Recusados'})).getByRole('listitem'))
      .toHaveTextContent('Ticket 2: Ticket já está em Em-Atendimento, com Bia.');
    const done = within(dialog.getByRole('list', {name: 'Feitos'})).getAllByRole('link');
    expect(done.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ticket 1', '/adm/ticket?detalhes=1'], ['Ticket 3', '/adm/ticket?detalhes=3'],
    ]);
    // What stays refused is offered no second try.
    expect(dialog.queryByRole('button', {name: 'Tentar de novo os recusados'})).not.toBeInTheDocument();
    const sent = api.calls.filter(({method}) => method === 'PUT');
    expect(sent.map(({path}) => path.split('/')[2])).toEqual(['1', '2', '3']);
    expect(new Set(sent.map(keyOf)).size).toBe(3);
    expect(sent.every(one => keyOf(one))).toBe(true);
    await waitFor(() => expect(api.to('GET tickets')).toHaveLength(lists + 1));
    await press(user, 'Fechar', dialog);
    await expectText('1 selecionado');
    expect(router.state.location.pathname).toBe('/adm/ticket');
  });

  it('approves several that wait for approval', async () => {
    const {user, api} = await ticked([row(1, APROVACAO), row(2, APROVACAO)], {
      'PUT tickets/aprovar/1/10': row(1, ATENDIMENTO), 'PUT tickets/aprovar/2/10': row(2, ATENDIMENTO),
    });
    await clickOn(user, 'button', 'Aprovar (2)');
    const dialog = within(await screen.findByRole('alertdialog', {name: 'Aprovar'}));
    expect(dialog.getByText('Deseja Realmente Aprovar o Ticket ?')).toBeVisible();
    await clickOn(user, 'button', 'Aprovar', dialog);
    expect(await dialog.findByText(/^2 feitos/)).toBeVisible();
    expect(
      api.calls.filter(({method}) => method === 'PUT').map(({path}) => path),
    ).toEqual(['tickets/aprovar/1/10', 'tickets/aprovar/2/10']);
  });

  it('asks once for all, among what suits each of them, and keeps the answers for another try', async () => {
    let second = 0;
    const fresh = row(2, ATENDIMENTO, {versao: 8});
    const {user, api} = await ticked([row(1, ATENDIMENTO), row(2, ATENDIMENTO), row(3, ATENDIMENTO)], {
      'GET tickets/passar/1/opcoes': [{id: 12, nome: 'Bia', ativo: true}],
      'GET tickets/2': fresh,
      'PUT tickets/passar/1': row(1, ATENDIMENTO),
      'PUT tickets/passar/2': () => {
        second += 1;
        return second === 1 ? refusal(400, {codigo: 'VERSAO', message: 'Este registro foi alterado por outra pessoa.'}) : fresh;
      },
      'PUT tickets/passar/3': row(3, ATENDIMENTO),
    });
    await clickOn(user, 'button', 'Passar para (3)');
    const dialog = within(await screen.findByRole('dialog', {name: 'Passar para: 3 Tickets'}));
    await user.click(dialog.getByRole('combobox', {name: /Pessoa/}));
    await clickOn(user, 'option', 'Bia');
    expect(api.to('GET tickets/passar/1/opcoes').map(({query}) => query.get('tambem'))).toEqual(['2,3']);
    await user.type(dialog.getByLabelText('Comentário'), 'Férias da Ana');
    await press(user, 'Passar para', dialog);
    const report = within(await screen.findByRole('alertdialog', {name: 'Passar para'}));
    expect(await report.findByText('2 feitos, 1 recusado.')).toBeVisible();
    await press(user, 'Tentar de novo os recusados', report);
    expect(await report.findByText('3 feitos, 0 recusados.')).toBeVisible();
    const [first, again] = api.to('PUT tickets/passar/2');
    expect(first!.body).toMatchObject({idUsuarioAtendimento: 12, comentario: 'Férias da Ana', versao: 3});
    expect(again!.body).toMatchObject({idUsuarioAtendimento: 12, comentario: 'Férias da Ana', versao: 8});
    expect(keyOf(again!)).not.toBe(keyOf(first!));
    expect(api.to('PUT tickets/passar/1')).toHaveLength(1);
    await press(user, 'Fechar', report);
    // What it was opened from is gone with what was ticked.
    await waitFor(() => expect(document.activeElement?.closest('[data-registro]')).toHaveAttribute('data-registro', '1'));
  });
});

it.each([
  ['Registrar Pendência', 'pendenciar', ATENDIMENTO, PENDENCIA], ['Finalizar', 'finalizar', PENDENCIA, 7],
] as const)('%s has one reason for all, no files, and tells who refused', async (label, action, from, to) => {
  const {user, api} = await ticked([row(1, from), row(2, from)], {
    [`PUT tickets/${action}/1`]: row(1, to),
    [`PUT tickets/${action}/2`]: refusal(400, {codigo: 'CONFLITO', message: 'Ticket já está em Finalizado.'}),
  });
  await clickOn(user, 'button', `${label} (2)`);
  const dialog = within(await screen.findByRole('dialog', {name: `${label}: 2 Tickets`}));
  expect(dialog.queryByText(/Arquivos/)).not.toBeInTheDocument();
  await user.type(dialog.getByLabelText('Motivo'), 'Nota recebida');
  await press(user, label, dialog);
  const report = within(await screen.findByRole('alertdialog', {name: label}));
  expect(await report.findByText('1 feito, 1 recusado.')).toBeVisible();
  expect(report.getByRole('list', {name: 'Recusados'})).toHaveTextContent('Ticket 2: Ticket já está em Finalizado.');
  const sent = [1, 2].map(id => api.to(`PUT tickets/${action}/${id}`)[0]!.body);
  expect(sent).toMatchObject([1, 2].map(id => ({id, comentario: 'Nota recebida'})));
});

describe('what breaks off', () => {
  /** Answers that a test gives one by one. */
  const held = () => {
    const waiting: ((answer: unknown) => void)[] = [];
    return {waiting, call: () => new Promise(resolve => {
      waiting.push(resolve);
    })};
  };

  it('can be stopped, asks before the tab is closed, and goes on with what is left', async () => {
    const {waiting, call} = held();
    const {user, api} = await ticked([row(1), row(2), row(3)], {
      'PUT tickets/iniciar-atendimento/1/10': call, 'PUT tickets/iniciar-atendimento/2/10': row(2, ATENDIMENTO),
      'PUT tickets/iniciar-atendimento/3/10': row(3, ATENDIMENTO),
    });
    localStorage.setItem('logado', '1');
    localStorage.setItem('access_token', 'x');
    await attend(user, 'Atender (3)');
    await expectText('0 de 3');
    const closing = new Event('beforeunload', {cancelable: true});
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    await clickOn(user, 'button', 'Parar');
    waiting[0]!(row(1, ATENDIMENTO));
    await expectText('1 feito, 0 recusados, 2 não enviados.');
    expect(screen.getByRole('list', {name: 'Não enviados'})).toHaveTextContent('Ticket 2');
    expect(api.to('PUT tickets/iniciar-atendimento/2/10')).toEqual([]);
    const later = new Event('beforeunload', {cancelable: true});
    window.dispatchEvent(later);
    expect(later.defaultPrevented).toBe(false);
    await clickOn(user, 'button', 'Enviar os que faltam');
    await expectText('3 feitos, 0 recusados.');
    expect(api.to('PUT tickets/iniciar-atendimento/1/10')).toHaveLength(1);
  });

  it('stops where the line is lost, and sends the same submission again', async () => {
    let up = false;
    const {user, api} = await ticked([row(1), row(2)], {
      'PUT tickets/iniciar-atendimento/1/10': () => (up ? row(1, ATENDIMENTO) : offline()),
      'PUT tickets/iniciar-atendimento/2/10': row(2, ATENDIMENTO),
    });
    await attend(user, 'Atender (2)');
    await expectText('0 feitos, 1 recusado, 1 não enviado.');
    expect(api.to('PUT tickets/iniciar-atendimento/2/10')).toEqual([]);
    up = true;
    await clickOn(user, 'button', 'Tentar de novo os recusados');
    await expectText('1 feito, 0 recusados, 1 não enviado.');
    const [first, again] = api.to('PUT tickets/iniciar-atendimento/1/10');
    expect(keyOf(again!)).toBe(keyOf(first!));
  });

  it('says what was done before the session ended to whoever signs in again, once, and goes on', async () => {
    let over = true;
    const {user, unmount} = await ticked([row(1), row(2), row(3)], {
      'PUT tickets/iniciar-atendimento/1/10': row(1, ATENDIMENTO),
      'PUT tickets/iniciar-atendimento/2/10': () => (over ? refusal(401, {message: 'Sessão encerrada.'}) : row(2, ATENDIMENTO)),
      'PUT tickets/iniciar-atendimento/3/10': row(3, ATENDIMENTO),
    });
    await attend(user, 'Atender (3)');
    await screen.findByText('1 feito, 0 recusados, 2 não enviados.');
    unmount();
    over = false;
    const later = openTickets(AT);
    const dialog = within(await screen.findByRole('alertdialog', {name: 'Atender'}));
    expect(dialog.getByText(/O envio parou no meio/)).toBeVisible();
    expect(dialog.getByText('1 feito, 0 recusados, 2 não enviados.')).toBeVisible();
    await clickOn(later.user, 'button', 'Enviar os que faltam');
    expect(await dialog.findByText('3 feitos, 0 recusados.')).toBeVisible();
    await clickOn(later.user, 'button', 'Fechar');
    later.unmount();
    openTickets(AT);
    await box(1);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('is kept where somebody leaves the screen in the middle', async () => {
    const {waiting, call} = held();
    const {user, unmount, api} = await ticked([row(1), row(2)], {'PUT tickets/iniciar-atendimento/1/10': call});
    await attend(user, 'Atender (2)');
    await screen.findByText('0 de 2');
    unmount();
    await act(async () => waiting[0]!(row(1, ATENDIMENTO)));
    await waitFor(() => expect(sessionStorage.getItem('lote.10')).not.toBeNull());
    expect(api.to('PUT tickets/iniciar-atendimento/2/10')).toEqual([]);
    openTickets(AT);
    await expectText('1 feito, 0 recusados, 1 não enviado.');
  });
});
