// Texts kept by name are put into what an action asks: found by name, filled in, beside what is typed.
import {describe, expect, it} from 'vitest';
import {screen, waitFor, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {GlobalShortcuts} from '../../src/portal/app/layout/GlobalShortcuts.tsx';
import {AskDialog} from '../../src/portal/actions/AskDialog.tsx';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import type {SavedReply} from '../../src/schema/lists/savedFiltersAndReplies.ts';
import {fakeApi, refusal, type Answers, type Sent} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {editTicket, ticket, ticketAnswers} from './support/tickets.tsx';
import {product, sessionOf, show} from './support/world.tsx';

const LIST = 'GET respostas-prontas';
const SAVE = 'POST respostas-prontas';
const OPEN = 'Respostas prontas';
const reply = (id: number, nome: string, texto: string, more: Partial<SavedReply> = {}): SavedReply =>
  ({id, nome, texto, daEmpresa: false, minha: true, podeAlterar: true, ...more});
const replies = [
  reply(1, 'Ágil', 'Segue logo.', {daEmpresa: true, minha: false, podeAlterar: false}),
  reply(2, 'Falta a nota', '{nome}, falta a nota do ticket {id}, de {nomeFilial}.'),
  reply(3, 'Visita', 'Visita marcada.'),
];
const answers = (more: Answers = {}): Answers =>
  ticketAnswers({'GET tickets': {total: 0, registros: []}, [LIST]: replies, ...more});
const box = () => screen.findByLabelText<HTMLTextAreaElement>('Comentário');
const listed = () => screen.getByRole('list', {name: 'Respostas prontas'});
const search = () => screen.findByLabelText('Procurar por nome');
const closed = () => waitFor(() => expect(screen.queryByRole('dialog', {name: 'Respostas prontas'})).not.toBeInTheDocument());

/** The edit screen with the keys of the portal. */
const withKeys = (perfil = 'adm') => show(
  <main>
    <GlobalShortcuts />
    <Routes><Route path="/adm/ticket/*" element={<ResourceRoutes name="tickets" />} /></Routes>
  </main>,
  {session: sessionOf(perfil), at: '/adm/ticket/editar/7'},
);

describe('a reply', () => {
  it('is put in at the cursor, filled in with the record, by keys alone', async () => {
    fakeApi(answers());
    const {user} = withKeys();
    const input = await box();
    await user.type(input, 'Olá! Abraço');
    input.setSelectionRange(5, 5);
    await user.keyboard('{Control>}.{/Control}');
    expect(await search()).toHaveFocus();
    await waitFor(() => expect(within(listed()).getAllByRole('listitem')).toHaveLength(3));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(input).toHaveValue('Olá! Ana, falta a nota do ticket 7, de Matriz.Abraço');
    expect(input).toHaveFocus();
    expect(input.selectionEnd).toBe('Olá! Ana, falta a nota do ticket 7, de Matriz.'.length);
    await closed();
    await user.keyboard(' E ');
    expect(input).toHaveValue('Olá! Ana, falta a nota do ticket 7, de Matriz. E Abraço');
  });

  it('is found by its name, whatever case and accents, and the first is put in by Enter', async () => {
    fakeApi(answers());
    const {user} = editTicket();
    await box();
    await press(user, OPEN);
    await user.type(await search(), 'AGI');
    await waitFor(() => expect(within(listed()).getAllByRole('listitem')).toHaveLength(1));
    await user.keyboard('{Enter}');
    expect(await box()).toHaveValue('Segue logo.');
  });

  it('that says what the record does not is put in with that selected', async () => {
    fakeApi(answers({'GET tickets/7': ticket({nomeUsuario: ''})}));
    const {user} = editTicket();
    await box();
    await press(user, OPEN);
    await clickOn(user, 'button', /^Falta a nota/);
    const input = await box();
    expect(input).toHaveValue('{nome}, falta a nota do ticket 7, de Matriz.');
    await user.keyboard('Rui');
    expect(input).toHaveValue('Rui, falta a nota do ticket 7, de Matriz.');
  });

  it('that does not fit says how much is missing, and is not put in', async () => {
    fakeApi(answers({[LIST]: [reply(1, 'Longa', 'x'.repeat(290)), reply(2, 'Curta', 'Não.')]}));
    const {user} = editTicket('empresa');
    await clickOn(user, 'button', 'Registrar Pendência');
    const input = await screen.findByLabelText<HTMLTextAreaElement>('Motivo');
    await user.type(input, '12345678901');
    await press(user, OPEN);
    const long = await screen.findByRole('button', {name: /^Longa/});
    expect(long).toHaveTextContent('Não cabe: falta 1 caractere.');
    expect(long).toHaveAttribute('aria-disabled', 'true');
    await user.click(long);
    expect(input).toHaveValue('12345678901');
    await user.type(await search(), '{Enter}');
    expect(input).toHaveValue('12345678901Não.');
    await expectRole('dialog', /^Registrar Pendência/);
  });

  it('that speaks of one record is not for several', async () => {
    fakeApi(answers());
    const {user} = show(
      <AskDialog
        open
        title="Pendenciar 2"
        name="tickets"
        form="tickets.varios"
        action={product.resources['tickets']!.actions!['pendenciar']!}
        record={{id: 7, versao: 3}}
        also={[8]}
        onSend={() => Promise.resolve()}
        onClose={() => undefined}
        onClosed={() => undefined}
      />,
    );
    await press(user, OPEN);
    expect(await screen.findByRole('button', {name: /^Falta a nota/})).toHaveTextContent('Fala de um registro só.');
    await clickOn(user, 'button', /^Visita/);
    expect(screen.getByLabelText('Motivo')).toHaveValue('Visita marcada.');
  });
});

describe('what is typed', () => {
  it('is kept under a name, with what was typed still there where the name is taken', async () => {
    let taken = true;
    const api = fakeApi(answers({
      [SAVE]: ({body}: Sent) => (taken
        ? refusal(400, {codigo: 'CONFLITO', message: 'Já existe.', campos: [{campo: 'nome', mensagem: 'Já existe.'}]})
        : {...reply(9, '', ''), ...body as object}),
    }));
    const {user} = editTicket('empresa');
    await user.type(await box(), 'Obrigado pelo envio.');
    await press(user, OPEN);
    await clickOn(user, 'button', 'Guardar este texto como resposta');
    await user.type(await screen.findByLabelText('Nome'), 'Obrigado');
    expect(screen.getByLabelText('Texto')).toHaveValue('Obrigado pelo envio.');
    await user.click(screen.getByLabelText('Para toda a empresa'));
    await press(user, 'Guardar');
    await expectText('Já existe.');
    expect(screen.getByLabelText('Nome')).toHaveValue('Obrigado');
    expect(screen.getByLabelText('Nome')).toHaveFocus();
    taken = false;
    await user.type(screen.getByLabelText('Nome'), '!');
    await press(user, 'Guardar');
    await expectText('Resposta guardada!');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.to(SAVE).map(({body}) => body)).toEqual(
      ['Obrigado', 'Obrigado!'].map(nome => ({nome, texto: 'Obrigado pelo envio.', daEmpresa: true})));
    // What the comment itself says was sent nowhere.
    expect(api.calls.filter(({method}) => method === 'PUT')).toEqual([]);
    expect(await box()).toHaveValue('Obrigado pelo envio.');
  });

  it('is not given up unasked', async () => {
    fakeApi(answers());
    const {user} = editTicket();
    await box();
    await press(user, OPEN);
    await clickOn(user, 'button', 'Nova resposta');
    await user.type(await screen.findByLabelText('Nome'), 'Meia');
    await user.keyboard('{Escape}');
    await clickOn(user, 'button', 'Continuar editando');
    await waitFor(() => expect(screen.getByLabelText('Nome')).toHaveValue('Meia'));
    await clickOn(user, 'button', 'Voltar');
    await clickOn(user, 'button', 'Sair sem salvar');
    await search();
  });
});

describe('the list', () => {
  it('offers to change and to delete what is theirs to, with the id', async () => {
    let kept = replies;
    const api = fakeApi(answers({
      [LIST]: () => kept, [SAVE]: ({body}: Sent) => ({...replies[1], ...body as object}),
      'DELETE respostas-prontas/3': () => {
        kept = kept.slice(0, 2);
        return {id: 3};
      },
    }));
    const {user} = editTicket('empresaUsuario');
    await box();
    await press(user, OPEN);
    await clickOn(user, 'button', 'Alterar resposta Falta a nota');
    expect(screen.queryByRole('button', {name: 'Alterar resposta Ágil'})).not.toBeInTheDocument();
    const text = await screen.findByLabelText('Texto');
    // Of the company's they keep none.
    expect(screen.queryByLabelText('Para toda a empresa')).not.toBeInTheDocument();
    await user.clear(text);
    await user.type(text, 'Falta.');
    await press(user, 'Guardar');
    await clickOn(user, 'button', 'Excluir resposta Visita');
    await clickOn(user, 'button', 'Excluir');
    await waitFor(() => expect(within(listed()).getAllByRole('listitem')).toHaveLength(2));
    expect(api.to(SAVE)[0]!.body).toEqual({id: 2, nome: 'Falta a nota', texto: 'Falta.', daEmpresa: false});
  });

  it('says that there is none yet, and none of such a name', async () => {
    let kept: SavedReply[] = [];
    fakeApi(answers({[LIST]: () => kept}));
    const {user} = editTicket();
    await box();
    await press(user, OPEN);
    await expectText(/^Ainda não há respostas prontas\./);
    await press(user, 'Fechar');
    await closed();
    kept = replies;
    await press(user, OPEN);
    await screen.findByRole('button', {name: /^Visita/});
    await user.type(await search(), 'zzz');
    await expectText('Nenhuma resposta com “zzz” no nome.');
  });

  it('is for those alone whom the config names', async () => {
    fakeApi(answers());
    editTicket('fornecedor');
    await box();
    expect(screen.queryByRole('button', {name: OPEN})).not.toBeInTheDocument();
  });
});

it('its key is told once among the shortcuts', async () => {
  fakeApi(answers());
  const {user} = withKeys();
  await box();
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', {name: 'Atalhos do teclado'});
  expect(within(dialog).getAllByText('Respostas prontas')).toHaveLength(1);
  expect(within(dialog).getByText(/^(?:Ctrl\+|⌘)\.$/)).toBeVisible();
});
