import {describe, expect, it} from 'vitest';
import {screen, waitFor, within} from '@testing-library/react';
import {fakeApi, refusal, type Sent} from './support/api.ts';
import {expectRole, expectText, press} from './support/gestures.ts';
import {editTicket, sentForm, steps, ticket, ticketAnswers, withPlaca} from './support/tickets.tsx';

const SENTENCE = 'Este registro foi alterado por outra pessoa. Recarregue a página.';
const step = {
  comentario: 'Campos alterados: Placa: de ABC para OUTRA; CNPJ: de 11.222.333/0001-81 para (vazio).',
  dataCriacao: '2026-11-21T13:05:00.000Z',
  nomeUsuario: 'Marta', acao: 'Salvar', deStatus: '', paraStatus: '',
};
/** As Marta left it meanwhile. */
const theirs = () => {
  const {ticketFormularios, ...rest} = withPlaca('OUTRA', {versao: 4});
  return {...rest, ticketFormularios: ticketFormularios.map(item => (item.id === 92 ? {...item, valor: ''} : item))};
};

/** Opens the ticket, lets somebody else change it, and saves: with 'D' typed after the Placa, and a file chosen. */
const saveStale = async ({typed = 'D', file = true} = {}) => {
  let current: ReturnType<typeof ticket> = ticket();
  const api = fakeApi(ticketAnswers({
    'GET tickets/7': () => current,
    'GET ticketsHistorico/7': () => (current.versao === 3 ? steps : [step, ...steps]),
    'PUT tickets/7': (sent: Sent) => {
      const {data} = sentForm(sent);
      if (data['versao'] !== current.versao) return refusal(400, {message: SENTENCE, codigo: 'VERSAO'});
      current = {...current, versao: current.versao + 1, ticketFormularios: data['ticketFormularios'] as typeof current.ticketFormularios};
      return current;
    },
  }));
  const shown = editTicket();
  const {user} = shown;
  const placa = await screen.findByLabelText('Placa');
  if (typed !== '') await user.type(placa, typed);
  if (file) {
    await user.upload(screen.getByLabelText('Arquivo'), new File(['%PDF-1.7'], 'laudo.pdf'));
    await user.selectOptions(screen.getByLabelText('Tipo do arquivo'), 'Laudo');
  }
  current = theirs();
  await press(user, 'Salvar');
  const dialog = await screen.findByRole('dialog', {name: 'Suas alterações ainda não foram salvas'});
  return {...shown, api, dialog};
};
const fileIsChosen = () => screen.queryByRole('button', {name: 'Remover laudo.pdf'}) !== null;

describe('a ticket that somebody else changed meanwhile', () => {
  it('is told in a dialog that has the focus: the server\'s sentence, who, when and what', async () => {
    const {dialog} = await saveStale();
    expect(within(dialog).getByText(SENTENCE)).toBeVisible();
    expect(await within(dialog).findByText(/^Marta, 21\/11\/26 10:05: Campos alterados: Placa: de ABC para OUTRA; .*\(vazio\)\.$/))
      .toBeVisible();
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    expect(screen.queryByText('Ticket 7 Editado!')).not.toBeInTheDocument();
  });

  it('can be compared item by item, and what was chosen is saved with the file', async () => {
    const {user, api, dialog} = await saveStale();
    await press(user, 'Comparar', within(dialog));
    const placa = await within(dialog).findByRole('group', {name: 'Placa'});
    expect(within(placa).getByRole('radio', {name: 'Seu: ABCD'})).toBeChecked();
    expect(within(placa).getByRole('radio', {name: 'Seu: ABCD'})).toHaveFocus();
    expect(within(placa).getByRole('radio', {name: 'Gravado: OUTRA'})).not.toBeChecked();
    const cnpj = within(dialog).getByRole('group', {name: 'CNPJ'});
    expect(within(cnpj).getByRole('radio', {name: /^Gravado/})).toBeChecked();
    await user.click(within(cnpj).getByRole('radio', {name: 'Seu: 11.222.333/0001-81'}));
    await press(user, 'Salvar escolhas', within(dialog));
    await expectText('Ticket 7 Editado!');
    expect(sentForm(api.to('PUT tickets/7').at(-1)!)).toMatchObject({
      files: ['laudo.pdf'], data: {versao: 4, ticketFormularios: [{id: 91, valor: 'ABCD'}, {id: 92, valor: '11222333000181'}]},
    });
    await waitFor(() => expect(fileIsChosen()).toBe(false));
  });

  it('is taken as it is stored when asked: the typing goes, a chosen file does not', async () => {
    const {user, dialog} = await saveStale();
    await waitFor(() => expect(within(dialog).getByRole('button', {name: 'Recarregar'})).toBeEnabled());
    await press(user, 'Recarregar', within(dialog));
    await waitFor(() => expect(screen.getByLabelText('Placa')).toHaveValue('OUTRA'));
    expect(screen.getByLabelText('CNPJ')).toHaveValue('');
    expect(fileIsChosen()).toBe(true);
    expect(screen.queryByText(/^Rascunho/)).not.toBeInTheDocument();
    await press(user, 'Salvar');
    await expectText('Ticket 7 Editado!');
  });

  it.each([['the button', 'Continuar editando'], ['Escape', '']])('is left as it was typed by %s, with the focus where it was', async (
    _how, name,
  ) => {
    const {user, api, dialog} = await saveStale();
    if (name === '') await user.keyboard('{Escape}');
    else await press(user, name, within(dialog));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByLabelText('Placa')).toHaveValue('ABCD');
    expect(fileIsChosen()).toBe(true);
    expect(screen.getByRole('button', {name: 'Salvar'})).toHaveFocus();
    expect(api.to('PUT tickets/7')).toHaveLength(1);
    // And asks again, as long as it is not decided.
    await press(user, 'Salvar');
    await expectRole('dialog', 'Suas alterações ainda não foram salvas');
  });

  it('takes a file all the same where nothing was typed', async () => {
    const {user, api, dialog} = await saveStale({typed: ''});
    await press(user, 'Comparar', within(dialog));
    // What only the other person changed is theirs.
    expect(await within(dialog).findByRole('radio', {name: 'Gravado: OUTRA'})).toBeChecked();
    await press(user, 'Salvar escolhas', within(dialog));
    await expectText('Ticket 7 Editado!');
    expect(sentForm(api.to('PUT tickets/7').at(-1)!)).toMatchObject({
      files: ['laudo.pdf'], data: {ticketFormularios: [{valor: 'OUTRA'}, {valor: ''}]},
    });
  });

  it('shows what is stored behind the dialog no earlier than it is chosen', async () => {
    const {dialog, queryClient} = await saveStale({file: false});
    await queryClient.invalidateQueries();
    expect(dialog).toBeVisible();
    expect(screen.getByLabelText('Placa')).toHaveValue('ABCD');
  });
});
