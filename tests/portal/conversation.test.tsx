// What is said of a ticket is written where it is read: at the head of its history.
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {act, fireEvent, screen, waitFor, within} from '@testing-library/react';
import {writeDraft} from '../../src/portal/form/drafts/draftStore.ts';
import {formatEntryCells, formatEntryLine} from '../../src/portal/form/history/history.ts';
import {findShortcut} from '../../src/portal/shortcuts/registry.ts';
import * as saving from '../../src/portal/api/saveFile.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {withResource} from '../support/configs.ts';
import {fakeApi, offline, type Answers, type Sent} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {editTicket, openTickets, sentForm, steps, ticket, ticketAnswers} from './support/tickets.tsx';

const CALL = 'PUT tickets/comentar/7';
const CONFIRMED = 'Comentário Registrado!';
const answers = (more: Answers = {}): Answers =>
  ticketAnswers({'GET tickets': {total: 0, registros: []}, [CALL]: ticket({versao: 4}), ...more});
const box = () => screen.findByLabelText('Comentário');
/** As whoever hears the keys of the screen does. */
const pressKey = (key: string): void => act(() => void findShortcut(key)?.run());
const drafts = () => Object.keys(localStorage).filter(key => key.startsWith('rascunho.'));

describe('a comment', () => {
  it('is sent from the head of the history, without a version, and leaves an empty box that has the focus', async () => {
    let told: unknown[] = steps;
    const api = fakeApi(answers({
      'GET ticketsHistorico/7': () => told,
      [CALL]: ({body}: Sent) => {
        const {comentario} = JSON.parse((body as FormData).get('data') as string) as {comentario: string};
        told = [{...steps[0], acao: 'Comentar', deStatus: '', paraStatus: '', comentario}, ...steps];
        return ticket({versao: 4});
      },
    }));
    const {user} = editTicket();
    await user.type(await box(), 'A placa é outra.');
    await press(user, 'Enviar comentário');
    await expectText(CONFIRMED);
    const {data} = sentForm(api.to(CALL)[0]!);
    expect(data).toMatchObject({id: 7, comentario: 'A placa é outra.'});
    expect(data).not.toHaveProperty('versao');
    expect(await within(screen.getByRole('table', {name: 'Histórico'})).findByText('A placa é outra.')).toBeInTheDocument();
    expect(await box()).toHaveValue('');
    expect(await box()).toHaveFocus();
    expect(drafts()).toEqual([]);
  });

  it('begins with what is said, and again once it was sent', async () => {
    const config = withResource('tickets', ({actions: {comentar, ...others} = {}, ...tickets}) => {
      const comentario = {...comentar!.asks!['comentario']!, default: 'Segue a nota.'};
      return {...tickets, actions: {comentar: {...comentar!, asks: {comentario}}, ...others}};
    });
    const api = fakeApi(answers());
    const {user} = openTickets('/adm/ticket/editar/7', 'adm', config);
    expect(await box()).toHaveValue('Segue a nota.');
    expect(drafts()).toEqual([]);
    await user.type(await box(), ' Até já.');
    await press(user, 'Enviar comentário');
    await expectText(CONFIRMED);
    expect(sentForm(api.to(CALL)[0]!).data).toMatchObject({comentario: 'Segue a nota. Até já.'});
    await waitFor(async () => expect(await box()).toHaveValue('Segue a nota.'));
  });

  it('is sent by Ctrl+Enter, once', async () => {
    const api = fakeApi(answers());
    const {user} = openTickets('/adm/ticket?detalhes=7');
    const input = await box();
    await user.type(input, 'Segue a nota.');
    fireEvent.keyDown(input, {key: 'Enter', ctrlKey: true});
    fireEvent.keyDown(input, {key: 'Enter', ctrlKey: true});
    await expectText(CONFIRMED);
    expect(api.to(CALL)).toHaveLength(1);
  });

  it('has to say something', async () => {
    const api = fakeApi(answers());
    const {user} = editTicket();
    await box();
    await press(user, 'Enviar comentário');
    await expectText('Esse campo é obrigatório.');
    expect(api.to(CALL)).toEqual([]);
  });

  it('is there again after a reload, and after a lost connection', async () => {
    let down = true;
    fakeApi(answers({[CALL]: () => (down ? offline() : ticket({versao: 4}))}));
    const first = editTicket();
    await first.user.type(await box(), 'Segue');
    first.unmount();
    expect(drafts()).toHaveLength(1);
    const {user} = editTicket();
    await waitFor(async () => expect(await box()).toHaveValue('Segue'));
    await press(user, 'Enviar comentário');
    await expectText(/^Erro de comunicação/);
    expect(await box()).toHaveValue('Segue');
    down = false;
    await press(user, 'Enviar comentário');
    await expectText(CONFIRMED);
    expect(drafts()).toEqual([]);
  });

  it('saves first what is typed into the form, which it would make old', async () => {
    const api = fakeApi(answers({'PUT tickets/7': ticket({versao: 4})}));
    const {user} = editTicket();
    await user.type(await screen.findByLabelText('Placa'), 'D');
    await user.type(await box(), 'Placa certa.');
    await press(user, 'Enviar comentário');
    await clickOn(user, 'button', 'Salvar e continuar');
    await expectText(CONFIRMED);
    expect(api.calls.filter(({method}) => method === 'PUT').map(({path}) => path)).toEqual(['tickets/7', 'tickets/comentar/7']);
  });

  it.each(['/adm/ticket/editar/7', '/adm/ticket?detalhes=7'])('is where its key leads at %s, in the place of a button', async at => {
    fakeApi(answers());
    openTickets(at);
    const input = await box();
    expect(screen.queryAllByRole('button', {name: 'Comentar'}).filter(button => !button.hasAttribute('aria-pressed'))).toEqual([]);
    pressKey('c');
    await fetched();
    expect(input).toHaveFocus();
    expect(screen.queryByRole('dialog', {name: /^Comentar/})).not.toBeInTheDocument();
  });

  it('says beside files that they need words', async () => {
    fakeApi(answers());
    editTicket();
    await box();
    expect(screen.getByText('Com arquivos, escreva também o que eles mostram.')).toBeVisible();
  });

  it.each([['rpa', 3], ['adm', 7]])('is not offered to %s in status %i', async (perfil, idStatusTicket) => {
    fakeApi(answers({'GET tickets/7': ticket({idStatusTicket})}));
    openTickets('/adm/ticket?detalhes=7', perfil);
    await screen.findByText('Faltou a nota');
    expect(screen.queryByLabelText('Comentário')).not.toBeInTheDocument();
  });
});

describe('a comment among others', () => {
  const NOTE = 'PUT tickets/anotar/7';
  const TEAM = ['adm', 'empresa', 'empresaUsuario'];
  const withNote = (see = TEAM): Config => withResource('tickets', ({actions: {comentar, ...others} = {}, ...tickets}) => {
    const {files: _files, ...note} = comentar!;
    const comentario = {...comentar!.asks!['comentario']!, see};
    const anotar = {
      ...note, label: 'Nota da Equipe', key: 'n', call: 'PUT tickets/anotar/:id' as const, success: 'Nota Registrada!', asks: {comentario},
    };
    return {...tickets, actions: {...others, anotar, comentar: comentar!}};
  });
  const edit = (config = withNote()) => openTickets('/adm/ticket/editar/7', 'adm', config);
  const chosen = (name: string) => screen.getByRole('button', {name, pressed: true});

  it('is one box, and what was typed goes along to another', async () => {
    const api = fakeApi(answers({[NOTE]: ticket({versao: 4})}));
    const {user} = edit();
    const ways = within(await screen.findByRole('group', {name: 'O que escrever'}));
    expect(ways.getAllByRole('button').map(one => one.textContent)).toEqual(['Nota da Equipe', 'Comentar']);
    await press(user, 'Comentar', ways);
    expect(screen.queryByText('Só a equipe lê')).not.toBeInTheDocument();
    await user.type(await box(), 'Ligar amanhã.');
    await press(user, 'Nota da Equipe');
    expect(screen.getByText('Só a equipe lê')).toBeVisible();
    await waitFor(async () => expect(await box()).toHaveValue('Ligar amanhã.'));
    expect(await box()).toHaveFocus();
    expect(drafts()).toEqual([expect.stringContaining('anotar')]);
    await press(user, 'Enviar nota da equipe');
    await expectText('Nota Registrada!');
    expect(api.to(NOTE)[0]!.body).toMatchObject({comentario: 'Ligar amanhã.'});
    expect(api.to(CALL)).toEqual([]);
    expect(await box()).toHaveValue('');
    expect(chosen('Nota da Equipe')).toBeInTheDocument();
    expect(drafts()).toEqual([]);
  });

  it('is there again after a reload as what it was written', async () => {
    fakeApi(answers());
    const first = edit();
    await clickOn(first.user, 'button', 'Comentar');
    await first.user.type(await box(), 'Segue');
    first.unmount();
    edit();
    await waitFor(async () => expect(await box()).toHaveValue('Segue'));
    expect(chosen('Comentar')).toBeInTheDocument();
  });

  it('keeps what was typed in each', async () => {
    fakeApi(answers());
    const texts = {comentar: 'Ao autor', anotar: 'Da equipe'};
    for (const [action, comentario] of Object.entries(texts)) {
      writeDraft({user: 10, form: `tickets.7.${action}`}, {at: '2026-11-20T15:04:00.000Z', versao: null, values: {comentario}});
    }
    const {user} = edit();
    for (const [name, text] of [['Comentar', texts.comentar], ['Nota da Equipe', texts.anotar], ['Comentar', texts.comentar]] as const) {
      await clickOn(user, 'button', name);
      await waitFor(async () => expect(await box()).toHaveValue(text));
    }
  });

  it('is chosen by its key', async () => {
    fakeApi(answers());
    const {user} = edit();
    await box();
    pressKey('c');
    expect(chosen('Comentar')).toBeInTheDocument();
    expect(await box()).toHaveFocus();
    await user.keyboard('A placa');
    expect(await box()).toHaveValue('A placa');
  });

  it('names who reads it where that is not the team', async () => {
    fakeApi(answers());
    const {user} = edit(withNote(['adm', 'fornecedor']));
    await clickOn(user, 'button', 'Nota da Equipe');
    expect(await screen.findByText('Só Adm e Fornecedor leem')).toBeVisible();
  });

  it('is no answer to its author where that is hidden from some', async () => {
    const asked = ticket({idStatusTicket: 6, descricaoStatus: 'Pendência', aguarda: 'autor'});
    const api = fakeApi(answers({'GET tickets/7': asked, [CALL]: asked}));
    const {user} = openTickets('/adm/ticket?detalhes=7', 'fornecedor', withNote());
    await clickOn(user, 'button', 'Responder', within(await screen.findByRole('region', {name: 'Situação'})));
    const dialog = within(await screen.findByRole('dialog', {name: 'Responder: Ticket 7'}));
    await user.type(dialog.getByLabelText('Comentário'), 'Segue.');
    await press(user, 'Responder', dialog);
    await waitFor(() => expect(api.to(CALL)).toHaveLength(1));
  });
});

describe('an answer', () => {
  const REOPEN = 'PUT tickets/reabrir/7/10';
  const asked = (more: Record<string, unknown> = {}) =>
    ticket({idStatusTicket: 6, descricaoStatus: 'Pendência', aguarda: 'autor', ...more});
  const pending = (more: Answers = {}) =>
    answers({'GET tickets/7': asked(), [CALL]: asked(), [REOPEN]: ticket({idStatusTicket: 1}), ...more});
  const open = async (config?: Config) => {
    const {user} = openTickets('/adm/ticket?detalhes=7', 'fornecedor', config);
    await clickOn(user, 'button', 'Responder', within(await screen.findByRole('region', {name: 'Situação'})));
    return {user, dialog: within(await screen.findByRole('dialog', {name: 'Responder: Ticket 7'}))};
  };
  const photo = () => new File(['x'], 'IMG_1.jpg', {type: 'image/jpeg'});

  it.each([
    ['Responder', CALL, 'Segue a foto.'], ['Responder e reabrir', REOPEN, 'Segue a foto.'], ['Responder e reabrir', REOPEN, ''],
  ] as const)('goes with a photo by %s, at %s, with the words "%s"', async (name, call, comentario) => {
    const api = fakeApi(pending({'GET ticketsArquivo/lista-tipos-arquivo/': [{nome: 'Laudo'}, {nome: 'Comprovante'}]}));
    const {user, dialog} = await open();
    expect(dialog.getByRole('button', {name: 'Responder e reabrir'})).toHaveAccessibleDescription(
      'Responder e reabrir: o ticket passa a Em-Aberto. Responder: continua em Pendência.');
    if (comentario !== '') await user.type(dialog.getByLabelText('Comentário'), comentario);
    await user.upload(dialog.getByLabelText('Arquivo'), photo());
    expect(dialog.getByLabelText('Tipo do arquivo')).toHaveValue('Comprovante');
    await press(user, name, dialog);
    await waitFor(() => expect(api.to(call)).toHaveLength(1));
    expect(sentForm(api.to(call)[0]!)).toMatchObject({data: {comentario}, files: ['IMG_1.jpg'], tipos: ['Comprovante']});
    await waitFor(() => expect(screen.queryByRole('dialog', {name: /^Responder/})).not.toBeInTheDocument());
    expect(drafts()).toEqual([]);
  });

  /** @param more what reopening asks besides; absent: there is no such action */
  const withReabrir = (more?: Field): Config => withResource('tickets', ({actions: {reabrir, ...others} = {}, ...tickets}) =>
    ({...tickets, actions: {...others, ...more && {reabrir: {...reabrir!, asks: {...reabrir!.asks, local: more}}}}}));
  const LOCAL: Field = {kind: 'texto', label: 'Local', maxLength: 20};

  it('moves on what may be told more, without that', async () => {
    const api = fakeApi(pending());
    const {user, dialog} = await open(withReabrir(LOCAL));
    expect(dialog.getAllByRole('textbox')).toHaveLength(1);
    await user.type(dialog.getByLabelText('Comentário'), 'Segue.');
    await press(user, 'Responder e reabrir', dialog);
    await expectText('Ticket Reaberto!');
    const {data} = sentForm(api.to(REOPEN)[0]!);
    expect(data).toMatchObject({comentario: 'Segue.'});
    expect(data).not.toHaveProperty('local');
  });

  it.each([
    ['may do nothing else', undefined], ['has to say more to move it on', {...LOCAL, required: true as const}],
  ])('is a comment alone of an author who %s', async (_who, more) => {
    const api = fakeApi(pending());
    const {user, dialog} = await open(withReabrir(more));
    expect(dialog.queryByRole('button', {name: /reabrir/})).toBeNull();
    await user.type(dialog.getByLabelText('Comentário'), 'Segue a foto.');
    await user.upload(dialog.getByLabelText('Arquivo'), photo());
    await user.selectOptions(dialog.getByLabelText('Tipo do arquivo'), 'Laudo');
    await press(user, 'Responder', dialog);
    await waitFor(() => expect(api.to(CALL)).toHaveLength(1));
    expect(sentForm(api.to(CALL)[0]!)).toMatchObject({data: {comentario: 'Segue a foto.'}, files: ['IMG_1.jpg']});
  });

  it('says nothing where nothing is said, which only the one way takes', async () => {
    const api = fakeApi(pending());
    const {user, dialog} = await open();
    await press(user, 'Responder', dialog);
    expect(await dialog.findByText('Esse campo é obrigatório.')).toBeVisible();
    expect(api.to(CALL)).toEqual([]);
    await press(user, 'Responder e reabrir', dialog);
    await expectText('Ticket Reaberto!');
    expect(api.to(REOPEN)[0]!.body).toBeUndefined();
  });

  it('may be longer where the record stays than where it moves', async () => {
    const api = fakeApi(pending());
    const {user, dialog} = await open();
    await user.click(dialog.getByLabelText('Comentário'));
    await user.paste('x'.repeat(400));
    await press(user, 'Responder e reabrir', dialog);
    expect(await dialog.findByText('Limite de 300 caracteres excedido.')).toBeVisible();
    expect(api.to(REOPEN)).toEqual([]);
    await press(user, 'Responder', dialog);
    await waitFor(() => expect(sentForm(api.to(CALL)[0]!).data['comentario']).toHaveLength(400));
  });

  it('leads to the type that a file lacks, and is asked for before it is given up', async () => {
    fakeApi(pending());
    const {user, dialog} = await open();
    await user.type(dialog.getByLabelText('Comentário'), 'Segue.');
    await user.upload(dialog.getByLabelText('Arquivo'), new File(['x'], 'a.pdf'));
    await press(user, 'Responder', dialog);
    await waitFor(() => expect(dialog.getByLabelText('Tipo do arquivo')).toHaveFocus());
    await press(user, 'Voltar', dialog);
    await expectRole('alertdialog', 'Sair sem salvar');
  });

  it('is what was written in the box, with files as well, and leaves nothing in it', async () => {
    const api = fakeApi(pending());
    const {user} = editTicket();
    await user.type(await box(), 'Segue a nota.');
    await press(user, 'Com arquivos');
    const dialog = within(await screen.findByRole('dialog', {name: 'Responder: Ticket 7'}));
    await waitFor(() => expect(dialog.getByLabelText('Comentário')).toHaveValue('Segue a nota.'));
    await press(user, 'Responder', dialog);
    await expectText(CONFIRMED);
    expect(sentForm(api.to(CALL)[0]!).data).toMatchObject({comentario: 'Segue a nota.'});
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await box()).toHaveValue('');
  });
});

describe('the history', () => {
  it('quotes what somebody typed, and not what the server tells of itself', async () => {
    fakeApi(answers({'GET ticketsHistorico/7': [
      {...steps[0], acao: 'Devolver', comentario: 'Faltou a nota'},
      {...steps[0], acao: 'Devolver', comentario: 'Ticket Devolvido'},
      {...steps[0], acao: 'Adicionar Arquivo', deStatus: '', paraStatus: '', comentario: 'Arquivo adicionado: a.pdf (Laudo).'},
    ]}));
    editTicket();
    const table = within(await screen.findByRole('table', {name: 'Histórico'}));
    expect(table.getAllByRole('columnheader').map(one => one.textContent)).toEqual(['Quando', 'Quem', 'Movimento', 'Comentário']);
    expect(table.getAllByRole('blockquote').map(one => one.textContent)).toEqual(['Faltou a nota']);
    for (const told of ['Ticket Devolvido', 'Arquivo adicionado: a.pdf (Laudo).']) expect(table.getByText(told)).toBeInTheDocument();
  });

  const robot = (passo: string, at: string, more: object = {}) => ({
    ...steps[0], nomeUsuario: 'Robô Fiscal', acao: passo, dataCriacao: `2026-11-20T${at}:00.000Z`, comentario: '',
    deStatus: passo === 'reservar' ? 'Fila RPA' : 'Em Andamento', paraStatus: passo === 'reservar' ? 'Em Andamento' : 'Pendência',
    tentativa: {passo, numero: 2, robo: 'RPA-01', codigo: '', campos: [], ...more},
  });
  const person = {...steps[0]!, nomeUsuario: 'Ana', acao: 'Comentar', deStatus: '', paraStatus: '', comentario: 'Já ligo.'};

  it('reads an attempt of a robot as one entry, where it ended, or began where it goes on or a person ended it', async () => {
    fakeApi(answers({'GET ticketsHistorico/7': [
      {...robot('reservar', '18:00', {numero: 1}), comentario: 'Tentativa 1 de 3, em RPA-01.'},
      {...person, acao: 'Interromper Robô', dataCriacao: '2026-11-20T17:30:00.000Z', deStatus: 'Em Andamento', paraStatus: 'Pendência'},
      robot('reservar', '17:00', {numero: 3}),
      {
        ...robot('falhar', '15:10', {codigo: 'PLACA', campos: [{item: 31, descricao: 'Placa', mensagem: 'Não há veículo com ela.'}]}),
        comentario: 'A placa não existe.',
      },
      {...person, comentario: 'Falei com eles.', dataCriacao: '2026-11-20T15:06:00.000Z'},
      robot('reservar', '15:02'),
      {...robot('expirar', '14:30', {numero: 1}), paraStatus: 'Fila RPA', comentario: 'O lease terminou.'},
      robot('reservar', '14:20', {numero: 1}),
    ]}));
    editTicket();
    const rows = () => within(screen.getByRole('table', {name: 'Histórico'})).getAllByRole('row').slice(1).map(row =>
      within(row).getAllByRole('cell').slice(1).map(cell => cell.textContent));
    await waitFor(() => expect(rows()).toEqual([
      ['Robô Fiscal', 'Fila RPA para Em Andamento', 'Tentativa 1 de 3, em RPA-01: o robô começou.Desde 20/11/26 15:00'],
      ['Ana', 'Em Andamento para Pendência', 'Já ligo.'],
      ['Robô Fiscal', 'Fila RPA para Em Andamento', 'Tentativa 3 de 3, em RPA-01: o robô foi interrompido.20/11/26 14:00 a 14:30 (30 min)'],
      [
        'Robô Fiscal', 'Fila RPA para Pendência', 'Tentativa 2 de 3, em RPA-01: o robô falhou (PLACA).20/11/26 12:02 a 12:10 (8 min)'
        + 'A placa não existe.PlacaNão há veículo com ela.Repetir no simulador',
      ],
      ['Ana', 'Comentar', 'Falei com eles.'],
      [
        'Robô Fiscal', 'Em Andamento para Fila RPA',
        'Tentativa 1 de 3, em RPA-01: o robô não respondeu.20/11/26 11:20 a 11:30 (10 min)O lease terminou.',
      ],
    ]));
    expect(within(screen.getByRole('table', {name: 'Histórico'})).queryByTestId('AttachFileIcon')).not.toBeInTheDocument();
  });

  it('marks what some alone read, in words', async () => {
    const note = {...person, acao: 'Nota da Equipe', comentario: 'Atrasa sempre.', visibilidade: 'Só a equipe'};
    const answered = {campo: 'nota', rotulo: 'Nota', antes: '', depois: 'Sigilosa', visibilidade: 'Só Adm'};
    fakeApi(answers({'GET ticketsHistorico/7': [note, {...person, campos: [answered]}]}));
    editTicket();
    const table = within(await screen.findByRole('table', {name: 'Histórico'}));
    const rows = table.getAllByRole('row').slice(1).map(row => row.textContent);
    expect(rows).toEqual([expect.stringContaining('Só a equipeAtrasa sempre.'), expect.stringContaining('NotaSó AdmSigilosa')]);
    expect(rows[1]).not.toContain('Só a equipe');
    expect(formatEntryCells(note).at(-1)).toBe('(Só a equipe) Atrasa sempre.');
    expect(formatEntryCells({...person, campos: [answered]}).at(-1)).toBe('Já ligo.\n(Só Adm) Nota: Sigilosa');
    expect(formatEntryLine(note)).toMatch(/: \(Só a equipe\) Atrasa sempre\.$/);
  });

  it('draws of a long one the newest, and on with the first of those that somebody asked for', async () => {
    const count = 20;
    fakeApi(answers({'GET ticketsHistorico/7': Array.from({length: count}, (_, at) => ({...person, comentario: `Passo ${count - at}`}))}));
    const {user} = editTicket();
    await expectText('Passo 20');
    expect(screen.queryByText('Passo 10')).not.toBeInTheDocument();
    await press(user, 'Mostrar mais (restam 10)');
    await waitFor(() => expect(document.activeElement).toHaveTextContent(/Passo 10$/));
    expect(screen.getByText('Passo 1')).toBeInTheDocument();
    expect(screen.queryByRole('button', {name: /^Mostrar mais/})).not.toBeInTheDocument();
  });

  const failed = {...robot('falhar', '15:10'), comentario: 'A placa não existe.'};
  it('gives the newest attempt of a robot that failed as a file, to repeat it in the simulator', async () => {
    const api = fakeApi(answers({
      'GET ticketsHistorico/7': [steps[0], failed, {...robot('expirar', '15:00'), comentario: 'O lease terminou.'}],
      'GET rpa/tickets/7/exemplo': new Response('{}', {headers: {'content-disposition': "attachment; filename*=UTF-8''t-7.json"}}),
    }));
    const saved = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined);
    onTestFinished(() => saved.mockRestore());
    const {user} = editTicket();
    const row = within((await screen.findByText('A placa não existe.')).closest<HTMLElement>('[role=row]')!);
    await press(user, 'Repetir no simulador', row);
    await expectText('Arquivo baixado. Com o kit do robô: --arquivo t-7.json');
    expect(saved).toHaveBeenCalledWith(expect.any(Blob), 't-7.json');
    expect(api.to('GET rpa/tickets/7/exemplo')).toHaveLength(1);
    expect(screen.getAllByRole('button', {name: 'Repetir no simulador'})).toHaveLength(1);
  });

  it('does not give it to who may not look at the queue', async () => {
    fakeApi(answers({'GET ticketsHistorico/7': [failed]}));
    editTicket('fornecedor');
    await expectText('A placa não existe.');
    expect(screen.queryByRole('button', {name: 'Repetir no simulador'})).toBeNull();
  });
});
