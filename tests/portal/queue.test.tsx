// One record after the other, by keys (rules: Lists 16, 17): the details and the edit screen know the list they were opened from.
import {screen, waitFor, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {describe, expect, it} from 'vitest';
import {screenKeys} from '../../src/schema/words/keys.ts';
import {GlobalShortcuts} from '../../src/portal/app/layout/GlobalShortcuts.tsx';
import {preloadLazyComponents} from '../../src/portal/ui/lazyComponent.tsx';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {fetched} from './support/later.ts';
import {fakeApi, refusal, type Answers, type Sent} from './support/api.ts';
import {clickOn, expectRole, press} from './support/gestures.ts';
import {steps, ticket, ticketAnswers} from './support/tickets.tsx';
import {sessionOf, show} from './support/world.tsx';

const LIST = '/adm/ticket?filter={"idFilial":2}&perPage=3';
const row = (id: number, more = {}) => ticket({id, ticketFormularios: undefined, ticketArquivos: undefined, ...more});
const whole = (id: number, more = {}) => ticket({id, ...more});
const eachOf = (ids: readonly number[], answer: (id: number) => Answers): Answers => Object.assign({}, ...ids.map(answer)) as Answers;

/** On the first page of three, and on the second. */
const [FIRST, SECOND] = [[7, 8, 9], [30, 31]];
const open = (answers: Answers = {}, {at = LIST, perfil = 'adm'} = {}) => {
  const api = fakeApi({
    ...ticketAnswers(),
    'GET tickets': ({query}: Sent) => ({total: 5, registros: (query.get('page') === '2' ? SECOND : FIRST).map(id => row(id))}),
    ...eachOf([...FIRST, ...SECOND], id => ({[`GET tickets/${id}`]: whole(id), [`GET ticketsHistorico/${id}`]: steps})),
    ...answers,
  });
  const shown = show(
    <>
      <GlobalShortcuts />
      <main tabIndex={-1}>
        <Routes>
          <Route path="/adm/ticket/*" element={<ResourceRoutes name="tickets" />} />
          <Route path="*" element={<p>outra tela</p>} />
        </Routes>
      </main>
    </>,
    {session: sessionOf(perfil), at},
  );
  return {...shown, api};
};
type Opened = ReturnType<typeof open>;
const details = (id: number) => screen.findByRole('dialog', {name: new RegExp(`^Ticket ${id}\\b`)});
const openDetails = async ({user}: Opened, id: number) => {
  await clickOn(user, 'link', `Detalhes do ticket ${id}`);
  return details(id);
};
const queue = () => screen.findByRole('navigation', {name: 'Fila'});
const addressOf = ({router: {state: {location}}}: Opened) => location.pathname;

it('says in the details which of how many it is, and goes through them by keys', async () => {
  const opened = open();
  await openDetails(opened, 8);
  expect(await queue()).toHaveTextContent('2 de 5');
  await opened.user.keyboard('j');
  await details(9);
  expect(await queue()).toHaveTextContent('3 de 5');
  await opened.user.keyboard('k');
  await details(8);
  await opened.user.keyboard('k');
  await details(7);
  expect(within(await queue()).getByRole('button', {name: 'Anterior na lista'})).toHaveAttribute('aria-disabled', 'true');
  // No step of its own: one Back is the list.
  await opened.router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(opened.router.state.location.search).not.toContain('detalhes');
});

it('goes on with the next page, asked for as the list would, and comes to an end', async () => {
  const opened = open();
  await openDetails(opened, 9);
  expect(await queue()).toHaveTextContent('3 de 5');
  await press(opened.user, 'Próximo na lista', within(await queue()));
  await details(30);
  expect(await queue()).toHaveTextContent('4 de 5');
  const asked = opened.api.to('GET tickets').find(({query}) => query.get('page') === '2');
  expect(Object.fromEntries(asked!.query)).toMatchObject({idFilial: '2', page: '2'});
  await opened.user.keyboard('j');
  await details(31);
  expect(await queue()).toHaveTextContent('5 de 5');
  expect(within(await queue()).getByRole('button', {name: 'Próximo na lista'})).toHaveAttribute('aria-disabled', 'true');
  await opened.user.keyboard('j');
  await details(31);
  await opened.user.keyboard('k');
  await details(30);
});

it('passes over nobody where records left the list meanwhile', async () => {
  let left = false;
  const opened = open({'GET tickets': ({query}: Sent) => {
    const all = [...FIRST, ...SECOND].filter(id => !left || id > 8);
    const from = (Number(query.get('page') ?? 1) - 1) * 3;
    return {total: all.length, registros: all.slice(from, from + 3).map(id => row(id))};
  }});
  await openDetails(opened, 9);
  await queue();
  // 30 and 31 stand on the first page now.
  left = true;
  await opened.user.keyboard('j');
  expect(await details(30)).toBeVisible();
  await opened.user.keyboard('j');
  expect(await details(31)).toBeVisible();
});

it('knows its list on the edit screen, leads on in its place, and leads back to the list', async () => {
  const opened = open({
    'GET tickets': {total: 3, registros: [7, 8, 9].map(id => row(id, {idStatusTicket: 6}))},
    'GET tickets/7': ticket({ticketFormularios: ticket().ticketFormularios.map(item => ({...item, aviso: `Confira: ${item.descricao}`}))}),
  });
  await clickOn(opened.user, 'link', 'Editar Ticket 7');
  await waitFor(async () => expect(await queue()).toHaveTextContent('1 de 3'));
  // What a robot marked is gone to, and keys lead on from there.
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Confira: Placa/));
  await opened.user.keyboard('j');
  await waitFor(() => expect(addressOf(opened)).toBe('/adm/ticket/editar/8'));
  await waitFor(async () => expect(await queue()).toHaveTextContent('2 de 3'));
  expect(within(await queue()).getByRole('button', {name: 'Próximo na lista'})).toHaveFocus();
  await clickOn(opened.user, 'link', 'voltar');
  // On the row of the record one was at last.
  await waitFor(() => expect(document.activeElement?.closest('tr')).toHaveTextContent(/^.*8/));
  expect(addressOf(opened)).toBe('/adm/ticket');
  expect(screen.getByRole('link', {name: 'Editar Ticket 8'}).closest('tr')).toContainElement(document.activeElement as HTMLElement);
});

it('has no queue for who came from elsewhere', async () => {
  open({}, {at: '/adm/ticket/editar/7'});
  await screen.findByRole('button', {name: 'Salvar'});
  expect(screen.queryByRole('navigation', {name: 'Fila'})).not.toBeInTheDocument();
});

describe('the last action of a record', () => {
  const finished = {
    'GET tickets/8': whole(8, {idStatusTicket: 6}), 'PUT tickets/finalizar/8': whole(8, {idStatusTicket: 7, versao: 4}),
    'GET ticketsHistorico/8': steps,
  };
  const finish = async (opened: Opened, button: string) => {
    await openDetails(opened, 8);
    await queue();
    await opened.user.keyboard('f');
    const dialog = await screen.findByRole('dialog', {name: 'Finalizar: Ticket 8'});
    await opened.user.type(await within(dialog).findByLabelText('Motivo'), 'Descarga feita.');
    await press(opened.user, button, within(dialog));
    return dialog;
  };

  it('is done and leads on in one press, where there is another', async () => {
    const opened = open(finished);
    await finish(opened, 'Finalizar e próximo');
    expect(await details(9)).toBeVisible();
    expect(opened.api.to('PUT tickets/finalizar/8')).toHaveLength(1);
    expect(await queue()).toHaveTextContent('3 de 5');
  });

  it('stays on the record by its own button, and by the keys that send', async () => {
    let tries = 0;
    const opened = open({
      ...finished,
      'PUT tickets/finalizar/8': () => (tries++ === 0 ? refusal(400, {message: 'Ainda não.'}) : finished['PUT tickets/finalizar/8']),
    });
    // What was pressed first counts no more.
    const dialog = await finish(opened, 'Finalizar e próximo');
    await within(dialog).findByText('Ainda não.');
    await opened.user.click(within(dialog).getByLabelText('Motivo'));
    await opened.user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog', {name: 'Finalizar: Ticket 8'})).not.toBeInTheDocument());
    expect(await screen.findByRole('button', {name: 'Próximo'})).toHaveFocus();
    expect(await details(8)).toBeVisible();
  });

  it('leads nowhere from the last of the list', async () => {
    const opened = open({...finished, 'GET tickets': {total: 1, registros: [row(8)]}});
    await openDetails(opened, 8);
    await queue();
    await opened.user.keyboard('f');
    const dialog = await screen.findByRole('dialog', {name: 'Finalizar: Ticket 8'});
    expect(within(dialog).queryByRole('button', {name: /próximo$/})).not.toBeInTheDocument();
  });

  it.each([
    [3, 'Registrar Pendência'], [1, 'Cancelar'],
  ] as const)('is none that leaves something to do, or destroys: from %s', async (idStatusTicket, label) => {
    const opened = open({'GET tickets/8': whole(8, {idStatusTicket})});
    await openDetails(opened, 8);
    await queue();
    await clickOn(opened.user, 'button', label);
    const dialog = await screen.findByRole('dialog', {name: `${label}: Ticket 8`});
    await within(dialog).findByLabelText('Motivo');
    expect(within(dialog).queryByRole('button', {name: /próximo$/})).not.toBeInTheDocument();
  });
});

it('offers the next of the list once something was done, with the focus on it', async () => {
  const opened = open({
    'PUT tickets/pendenciar/8': whole(8, {idStatusTicket: 6}), 'GET tickets/8': whole(8), 'GET ticketsHistorico/8': steps,
  });
  await openDetails(opened, 8);
  await queue();
  await opened.user.keyboard('p');
  const dialog = await screen.findByRole('dialog', {name: 'Registrar Pendência: Ticket 8'});
  await opened.user.type(await within(dialog).findByLabelText('Motivo'), 'Chegou a nota.');
  await opened.user.keyboard('{Control>}{Enter}{/Control}');
  const next = await screen.findByRole('button', {name: 'Próximo'});
  await waitFor(() => expect(next).toHaveFocus());
  expect(opened.api.to('PUT tickets/pendenciar/8')).toHaveLength(1);
  await opened.user.keyboard('{Enter}');
  await details(9);
  expect(screen.queryByRole('button', {name: 'Próximo'})).not.toBeInTheDocument();
});

it.each([
  ['past those at an end', [row(7, {idStatusTicket: 7}), row(9, {idStatusTicket: 8}), row(30)], ['Próximo']],
  ['past those of a robot', [row(7, {idStatusTicket: 4}), row(9, {idStatusTicket: 5}), row(30, {idStatusTicket: 6})], ['Próximo']],
  ['nowhere where there are only such', [row(7, {idStatusTicket: 7}), row(9, {idStatusTicket: 8})], []],
])('goes on to what can be worked, %s, while j and k go to all', async (_where, others, ways) => {
  const opened = open({
    'GET tickets': {total: others.length + 1, registros: [row(8, {idStatusTicket: 6}), ...others]},
    'GET tickets/8': whole(8, {idStatusTicket: 6}), 'PUT tickets/reabrir/8/10': whole(8, {idStatusTicket: 1}),
  });
  await openDetails(opened, 8);
  await queue();
  await clickOn(opened.user, 'button', 'Reabrir');
  const dialog = await screen.findByRole('dialog', {name: 'Reabrir: Ticket 8'});
  await press(opened.user, 'Reabrir', within(dialog));
  await waitFor(() => expect(screen.queryByRole('dialog', {name: 'Reabrir: Ticket 8'})).not.toBeInTheDocument());
  expect(screen.queryAllByRole('button', {name: 'Próximo'}).map(({textContent}) => textContent)).toEqual(ways);
  for (const way of ways) await clickOn(opened.user, 'button', way);
  await details(ways.length > 0 ? 30 : 8);
  await opened.user.keyboard(ways.length > 0 ? 'k' : 'j');
  await details(ways.length > 0 ? 9 : 7);
});

it('goes on to the next robot\'s from one that was taken from a robot', async () => {
  const opened = open({
    'GET tickets': {total: 3, registros: [7, 8, 9].map(id => row(id, {idStatusTicket: 4}))},
    'GET tickets/8': whole(8, {idStatusTicket: 4}), 'PUT tickets/retirar-fila/8': whole(8, {idStatusTicket: 1}),
  });
  await openDetails(opened, 8);
  await queue();
  await clickOn(opened.user, 'button', 'Retirar da Fila');
  const dialog = await screen.findByRole('dialog', {name: 'Retirar da Fila: Ticket 8'});
  await opened.user.type(await within(dialog).findByLabelText('Motivo'), 'Faço à mão.');
  await press(opened.user, 'Retirar da Fila', within(dialog));
  await clickOn(opened.user, 'button', 'Próximo');
  expect(await details(9)).toBeVisible();
});

it('does an action by its key, edits by e, and says why it cannot', async () => {
  const opened = open({'GET tickets/8': whole(8, {idStatusTicket: 6})});
  await openDetails(opened, 8);
  await screen.findByRole('button', {name: 'Finalizar'});
  await opened.user.keyboard('f');
  await screen.findByRole('dialog', {name: 'Finalizar: Ticket 8'});
  await opened.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', {name: 'Finalizar: Ticket 8'})).not.toBeInTheDocument());
  await opened.user.keyboard('e');
  await waitFor(() => expect(addressOf(opened)).toBe('/adm/ticket/editar/8'));
});

it('lists the keys of the details, not those of the list below them', async () => {
  const opened = open();
  await openDetails(opened, 8);
  await queue();
  await opened.user.keyboard('?');
  const help = await screen.findByRole('dialog', {name: 'Atalhos do teclado'});
  expect(within(help).getByText('Próximo na lista')).toBeVisible();
  expect(within(help).getByText('Registrar Pendência')).toBeVisible();
  expect(within(help).queryByText('Atualizar a lista')).not.toBeInTheDocument();
  // Its own keys: nothing goes on below it.
  await opened.user.keyboard('j');
  await press(opened.user, 'Fechar', within(help));
  expect(await details(8)).toBeVisible();
});

it('says to who listens which key does the same as what can be pressed', async () => {
  const opened = open({}, {perfil: 'empresaUsuario'});
  const keyOf = (one: HTMLElement) => [one.getAttribute('aria-label') ?? one.textContent, one.getAttribute('aria-keyshortcuts')];
  expect([await screen.findByRole('link', {name: 'Abrir Ticket'}), screen.getByRole('button', {name: 'Atualizar'})].map(keyOf))
    .toEqual([['Abrir Ticket', screenKeys.create], ['Atualizar', screenKeys.refresh]]);
  const dialog = within(await openDetails(opened, 8));
  expect([...within(await queue()).getAllByRole('button'), await dialog.findByRole('link', {name: 'Editar'})].map(keyOf))
    .toEqual([['Anterior na lista', screenKeys.previous], ['Próximo na lista', screenKeys.next], ['Editar', screenKeys.edit]]);
});

describe('in the list', () => {
  it('does an action to the row in focus, and edits it', async () => {
    const opened = open({'GET tickets': {total: 2, registros: [row(7, {idStatusTicket: 1}), row(8, {idStatusTicket: 6})]}});
    await screen.findByRole('link', {name: 'Detalhes do ticket 7'});
    await opened.user.keyboard('a');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await opened.user.keyboard('{ArrowDown}a');
    await expectRole('alertdialog', 'Atender: Ticket 7');
    await opened.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await opened.user.keyboard('{ArrowDown}e');
    await waitFor(() => expect(addressOf(opened)).toBe('/adm/ticket/editar/8'));
  });

  it('says why a key does nothing to the row', async () => {
    const opened = open({'GET tickets': {total: 1, registros: [row(7, {idStatusTicket: 7})]}});
    await screen.findByRole('link', {name: 'Detalhes do ticket 7'});
    await opened.user.keyboard('{ArrowDown}a');
    expect(await screen.findByText(/Finalizado/, {selector: '[role="alert"] *'})).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('leaves a filter for the rows by Escape, and keeps what was typed', async () => {
    const opened = open();
    await screen.findByRole('link', {name: 'Detalhes do ticket 7'});
    await opened.user.keyboard('/');
    const input = screen.getByLabelText('Itens do Formulário');
    await opened.user.type(input, 'ABC');
    await opened.user.keyboard('{Escape}');
    expect(document.activeElement?.tagName).toBe('TR');
    expect(input).toHaveValue('ABC');
    await waitFor(() => expect(opened.api.to('GET tickets').at(-1)!.query.get('descricaoItensFormulario')).toBe('ABC'));
  });

  it('has the focus on the row again after what was done to it', async () => {
    const opened = open({
      'GET tickets': {total: 2, registros: [row(7), row(8)]}, 'PUT tickets/comentar/7': {id: 7}, 'GET tickets/7': whole(7),
    });
    await screen.findByRole('link', {name: 'Detalhes do ticket 7'});
    await opened.user.keyboard('{ArrowDown}c');
    const dialog = await screen.findByRole('dialog', {name: 'Comentar: Ticket 7'});
    await opened.user.type(await within(dialog).findByLabelText('Comentário'), 'Ok');
    await opened.user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(document.activeElement?.closest('[data-registro]')?.getAttribute('data-registro')).toBe('7'));
  });

  it('has the focus on the first row once a page was turned by a button that is off now', async () => {
    preloadLazyComponents();
    const opened = open();
    const last = await screen.findByRole('button', {name: 'Ir para a última página'});
    await fetched();
    await opened.user.click(last);
    // A browser takes the focus from a button that is switched off; jsdom does not.
    (document.activeElement as HTMLElement).blur();
    await waitFor(() => expect(document.activeElement?.closest('[data-registro]')?.getAttribute('data-registro')).toBe('30'));
  });

  it('goes on at the row after one that an action took off the list', async () => {
    let taken = false;
    const opened = open({
      'GET tickets': () => ({total: 3, registros: [7, 8, 9].filter(id => !taken || id !== 8).map(id => row(id))}),
      'PUT tickets/devolver/8': () => {
        taken = true;
        return {id: 8};
      },
    });
    await clickOn(opened.user, 'button', 'Mais ações: Ticket 8');
    await clickOn(opened.user, 'menuitem', 'Devolver');
    const dialog = await screen.findByRole('dialog', {name: 'Devolver: Ticket 8'});
    await clickOn(opened.user, 'button', 'Devolver', within(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(document.activeElement?.closest('[data-registro]')?.getAttribute('data-registro')).toBe('9'));
  });
});

it('asks before Escape drops what was written in a dialog', async () => {
  const opened = open();
  await openDetails(opened, 8);
  await queue();
  await opened.user.keyboard('p');
  const dialog = await screen.findByRole('dialog', {name: 'Registrar Pendência: Ticket 8'});
  await opened.user.type(await within(dialog).findByLabelText('Motivo'), 'Uma frase longa');
  await opened.user.keyboard('{Escape}');
  const question = await screen.findByRole('alertdialog', {name: 'Sair sem salvar'});
  await press(opened.user, 'Continuar editando', within(question));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(screen.getByLabelText('Motivo')).toHaveValue('Uma frase longa');
  await opened.user.keyboard('{Escape}');
  await clickOn(opened.user, 'button', 'Sair sem salvar');
  await waitFor(() => expect(screen.queryByRole('dialog', {name: 'Registrar Pendência: Ticket 8'})).not.toBeInTheDocument());
});
