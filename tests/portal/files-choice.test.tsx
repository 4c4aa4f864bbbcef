// Choosing files: what may be sent is said before, and judged when it is chosen (rules: Files 9, 10).
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {createEvent, fireEvent, screen, waitFor, within} from '@testing-library/react';
import type {UserEvent} from '@testing-library/user-event';
import {atOnce, expectText, press} from './support/gestures.ts';
import {product} from './support/world.tsx';
import {uploadProgressOf, formatFileSize} from '../../src/portal/fields/files/fileTexts.ts';
import {guessFileType} from '../../src/portal/parts/files/fileValidation.ts';
import {fakeApi, offline, refusal as refuse, type Answers, type Sent} from './support/api.ts';
import {editTicket, openTickets, sentForm, ticket, ticketAnswers, withLaudo} from './support/tickets.tsx';

const MIB = 1024 * 1024;
const file = (name: string, size = 3) => new File([new Uint8Array(size)], name, {lastModified: 1});
const answers = (more: Answers = {}) => ticketAnswers({
  'GET limites': {arquivoMaxMb: 2, arquivosMax: 3}, 'GET ticketsArquivo/7': ticket().ticketArquivos, ...more,
});
const limitsSaid = () => screen.findByText(/Até 2 MB por arquivo, 3 por ticket\.$/);
const upload = async (user: UserEvent, ...files: File[]) => user.upload(await screen.findByLabelText('Arquivo'), files);
const refused = () => {
  const list = screen.queryByRole('list', {name: 'Arquivos recusados'});
  return list === null ? [] : within(list).getAllByRole('listitem').map(one => one.textContent);
};
const isChosen = (name: string) => screen.queryByRole('button', {name: `Desistir de ${name}`}) !== null;

afterEach(() => vi.unstubAllGlobals());

describe('the type of a chosen file', () => {
  const TYPES = ['Nota Fiscal', 'Fiscal', 'Laudo', 'Comprovação'].map(id => ({id, name: id}));
  it.each([
    ['laudo.pdf', 'Laudo'], ['2026-11 LAUDO (2).pdf', 'Laudo'], ['nota_fiscal-88.xml', 'Nota Fiscal'], ['livro-fiscal.pdf', 'Fiscal'],
    ['comprovacao.png', 'Comprovação'], ['laudos.pdf', ''], ['nota.pdf', ''], ['IMG_0042.jpg', ''], ['.pdf', ''],
  ])('is told by its name: %s', (name, type) => {
    expect(guessFileType({name, type: ''}, TYPES, 'Fiscal')).toBe(type);
  });

  it('is of a photo what photos are, unless its name says more, or nobody says what they are', () => {
    expect([['IMG_0042.jpg', 'Fiscal'], ['laudo.jpg', 'Fiscal'], ['IMG_0042.jpg', undefined]]
      .map(([name = '', photo]) => guessFileType({name, type: 'image/jpeg'}, TYPES, photo))).toEqual(['Fiscal', 'Laudo', '']);
  });

  it('stands in its row, goes with the file, and can be another', async () => {
    const api = fakeApi(answers({'PUT tickets/7': ticket({versao: 4})}));
    const {user} = editTicket();
    await limitsSaid();
    await upload(user, file('nota fiscal.pdf'), file('laudo.pdf'));
    const [first, second] = screen.getAllByLabelText('Tipo do arquivo');
    expect([first, second].map(select => (select as HTMLSelectElement).value)).toEqual(['Nota Fiscal', 'Laudo']);
    await user.selectOptions(first!, 'Laudo');
    await press(user, 'Salvar');
    await screen.findByText('Ticket 7 Editado!');
    expect(sentForm(api.to('PUT tickets/7')[0]!).tipos).toEqual(['Laudo', 'Laudo']);
  });

  it('is where who chose by the button goes on, and nobody who is writing', async () => {
    fakeApi(answers());
    const {user} = editTicket();
    await limitsSaid();
    const input = screen.getByLabelText('Placa');
    await user.click(input);
    fireEvent.change(screen.getByLabelText('Arquivo'), {target: {files: [file('a.pdf')]}});
    await screen.findByText(/^a\.pdf/);
    expect(input).toHaveFocus();
    screen.getByRole('button', {name: 'Escolher arquivo'}).focus();
    fireEvent.change(screen.getByLabelText('Arquivo'), {target: {files: [file('laudo.pdf'), file('b.pdf')]}});
    await waitFor(() => expect(screen.getAllByLabelText('Tipo do arquivo')[0]).toHaveFocus());
  });
});

describe('the limits', () => {
  it('are told beside the control before anything is chosen, and to screen readers with it', async () => {
    fakeApi(answers());
    openTickets('/adm/ticket/salvar');
    expect(await limitsSaid()).toBeVisible();
    expect(screen.getByLabelText('Arquivo')).toHaveAccessibleDescription(/Até 2 MB por arquivo, 3 por ticket\./);
  });

  it('keep back what is too large, with the reason beside it, and take the rest of the choice', async () => {
    const api = fakeApi(answers({'PUT tickets/7': ticket({versao: 4})}));
    const {user} = editTicket();
    await limitsSaid();
    await upload(user, file('foto.png', 2 * MIB + 1), file('nota.pdf'), file('cheia.pdf', 2 * MIB));
    expect(refused()).toEqual(['foto.png · 2 MBCada arquivo pode ter até 2 MB.']);
    expect([isChosen('nota.pdf'), isChosen('cheia.pdf')]).toEqual([true, true]);
    for (const select of screen.getAllByLabelText('Tipo do arquivo')) await user.selectOptions(select, 'Laudo');
    await press(user, 'Salvar');
    await screen.findByText('Ticket 7 Editado!');
    expect(sentForm(api.to('PUT tickets/7')[0]!).files).toEqual(['nota.pdf', 'cheia.pdf']);
    await press(user, 'Dispensar foto.png');
    expect(refused()).toEqual([]);
  });

  it('count those that the record has already', async () => {
    fakeApi(answers());
    const {user} = editTicket();
    await limitsSaid();
    const tooMany = [`c.pdf · 3 B${product.resources['tickets']!.files!.messages!['tooMany']!.replace('{max}', '3')}`];
    await upload(user, file('a.pdf'), file('b.pdf'), file('c.pdf'));
    expect(refused()).toEqual(tooMany);
    expect([isChosen('a.pdf'), isChosen('b.pdf')]).toEqual([true, true]);
    await press(user, 'Dispensar c.pdf');
    // Those chosen before count as well.
    await upload(user, file('c.pdf'));
    expect(refused()).toEqual(tooMany);
    expect(isChosen('c.pdf')).toBe(false);
  });

  it('are looked at again before anything is sent, when they were not known while it was chosen', async () => {
    const known = Promise.withResolvers<unknown>();
    const api = fakeApi(answers({'GET limites': () => known.promise}));
    const {user} = editTicket();
    await upload(user, file('grande.pdf', 2 * MIB + 1));
    expect(isChosen('grande.pdf')).toBe(true);
    await user.selectOptions(screen.getByLabelText('Tipo do arquivo'), 'Laudo');
    known.resolve({arquivoMaxMb: 2, arquivosMax: 3});
    await limitsSaid();
    await press(user, 'Enviar arquivo');
    await expectText('Cada arquivo pode ter até 2 MB.');
    expect(api.to('POST ticketsArquivo/upload-arquivo')).toEqual([]);
    expect(api.to('POST ticketsArquivo/validar-extensao-arquivo')).toEqual([]);
  });

  it.each([['has no such call', undefined], ['cannot be reached', offline], ['says something else', {limite: 1}]])(
    'are not named where the server %s, and nothing is said of it', async (_case, answer) => {
      const api = fakeApi(answers({'GET limites': answer}));
      const {user} = editTicket();
      await waitFor(() => expect(api.to('GET limites')).toHaveLength(1));
      await upload(user, file('grande.pdf', 2 * MIB + 1));
      expect(isChosen('grande.pdf')).toBe(true);
      expect(screen.queryByText(/por arquivo/)).not.toBeInTheDocument();
      expect(screen.queryByText(/Url Não Encontrada|Erro de comunicação/)).not.toBeInTheDocument();
    },
  );

  it('are not asked for where nothing can be chosen', async () => {
    const api = fakeApi(answers({'GET tickets/7': ticket({idStatusTicket: 7, descricaoStatus: 'Finalizado'})}));
    editTicket();
    await screen.findByText(/^Somente leitura/);
    expect(api.to('GET limites')).toEqual([]);
  });
});

describe('an empty file', () => {
  it('is named with its reason, and the others of the choice are taken', async () => {
    fakeApi(answers());
    const {user} = openTickets('/adm/ticket/salvar');
    await upload(user, file('vazio.pdf', 0), file('nota.pdf'));
    expect(refused()).toEqual(['vazio.pdf · 0 BO arquivo está vazio.']);
    expect(isChosen('nota.pdf')).toBe(true);
  });
});

describe('a refusal', () => {
  it('is scrolled into sight when it is said, and has the focus after a try to send', async () => {
    const seen: (string | null)[] = [];
    Element.prototype.scrollIntoView = function scrolled() {
      seen.push(this.textContent);
    };
    const refusal = 'O conteúdo do arquivo não é o que o nome diz.';
    fakeApi(answers({'POST ticketsArquivo/validar-extensao-arquivo': () => refuse(400, {message: refusal})}));
    const {user} = editTicket();
    await limitsSaid();
    await upload(user, file('vazio.pdf', 0));
    expect(seen).toEqual(['vazio.pdf · 0 BO arquivo está vazio.']);
    await upload(user, file('laudo.pdf'));
    for (const name of ['Enviar arquivo', 'Salvar']) {
      await press(user, name);
      await waitFor(() => expect(screen.getByText(refusal)).toHaveFocus());
    }
    await user.selectOptions(screen.getByLabelText('Tipo do arquivo'), '');
    for (const name of ['Enviar arquivo', 'Salvar']) {
      await press(user, name);
      await waitFor(() => expect(screen.getByLabelText('Tipo do arquivo')).toHaveFocus());
    }
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });
});

describe('files of the page', () => {
  const held = (files: readonly File[]) => ({dataTransfer: {files, types: ['Files'], dropEffect: 'none'}});
  const section = async () => (await screen.findByLabelText('Arquivo')).closest('section')!;
  const paste = (target: Element, files: readonly File[], types = ['Files']) => {
    const event = createEvent.paste(target, {clipboardData: {files, types}});
    fireEvent(target, event);
    return event.defaultPrevented;
  };
  beforeEach(() => {
    fakeApi(answers());
  });

  it('are taken when they are dropped anywhere on the section', async () => {
    editTicket();
    const place = await section();
    fireEvent.drop(within(place).getByRole('heading', {name: 'Arquivos'}), held([file('a.pdf')]));
    await waitFor(() => expect(isChosen('a.pdf')).toBe(true));
  });

  it('are neither taken nor opened by the browser when they are dropped beside it', async () => {
    editTicket();
    await section();
    const event = createEvent.drop(document.body, held([file('a.pdf')]));
    fireEvent(document.body, event);
    expect(event.defaultPrevented).toBe(true);
    expect(isChosen('a.pdf')).toBe(false);
  });

  it('are taken when they are pasted, wherever the focus is; a text that comes with a picture is a text', async () => {
    editTicket();
    const input = await screen.findByLabelText('Placa');
    expect(paste(document.body, [file('colada.png')])).toBe(true);
    await waitFor(() => expect(isChosen('colada.png')).toBe(true));
    expect(paste(input, [file('celula.png')], ['text/plain', 'Files'])).toBe(false);
    expect(paste(input, [file('tela.png')])).toBe(true);
    await waitFor(() => expect(isChosen('tela.png')).toBe(true));
    expect(isChosen('celula.png')).toBe(false);
  });

  it('go to the field that somebody holds them over or is in; one at a time', async () => {
    const sent: string[] = [];
    fakeApi(answers({'POST tickets/campos/laudo': ({body}: Sent) => {
      const {name, size} = (body as FormData).get('file') as File;
      sent.push(name);
      return {id: 8, nomeArquivo: name, tamanho: size};
    }}));
    openTickets('/adm/ticket/editar/7', 'adm', withLaudo);
    const field = await screen.findByRole('group', {name: 'Laudo Técnico'});
    const button = await within(field).findByRole('button', {name: 'Escolher arquivo: Laudo Técnico'});
    await section();
    // Beside it they are not its.
    fireEvent.drop(within(field.closest('section')!).getByRole('heading', {name: 'Mais'}), held([file('fora.pdf')]));
    fireEvent.drop(within(field).getByText('Laudo Técnico'), held([file('a.pdf'), file('b.pdf')]));
    await within(field).findByText(product.files.messages.oneOnly);
    // Another one as soon as the first is there.
    const pasted = atOnce(() => within(field).queryByRole('button', {name: 'Remover solto.pdf'}) !== null, () => {
      button.focus();
      paste(document.body, [file('colado.pdf')]);
    });
    fireEvent.drop(within(field).getByText('Laudo Técnico'), held([file('solto.pdf')]));
    await pasted;
    await within(field).findByRole('button', {name: 'Remover colado.pdf'});
    expect([isChosen('solto.pdf'), isChosen('colado.pdf')]).toEqual([false, false]);
    button.blur();
    paste(document.body, [file('resto.pdf')]);
    await waitFor(() => expect(isChosen('resto.pdf')).toBe(true));
    expect(sent).toEqual(['solto.pdf', 'colado.pdf']);
  });

  it('go to the dialog over the page, and not to what is behind it', async () => {
    fakeApi(answers({'GET tickets/7': ticket({idStatusTicket: 6, descricaoStatus: 'Pendência'})}));
    const {user} = editTicket();
    await section();
    await press(user, 'Finalizar');
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByLabelText('Arquivo');
    paste(document.body, [file('recibo.png')]);
    await waitFor(() => expect(within(dialog).queryByRole('button', {name: 'Desistir de recibo.png'})).not.toBeNull());
    expect(screen.getAllByText(/recibo\.png/)).toHaveLength(1);
  });

  it('are not taken where nothing may be added', async () => {
    fakeApi(answers({'GET tickets/7': ticket({idStatusTicket: 7, descricaoStatus: 'Finalizado'})}));
    editTicket();
    const place = await section();
    fireEvent.drop(place, held([file('a.pdf')]));
    paste(document.body, [file('b.pdf')]);
    expect([isChosen('a.pdf'), isChosen('b.pdf')]).toEqual([false, false]);
  });
});

describe('a device that is used with fingers', () => {
  it('has the camera at hand, and is told of no dragging', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      media, matches: media === '(pointer: coarse)', addEventListener: () => undefined, removeEventListener: () => undefined,
    }));
    fakeApi(answers());
    const {user} = openTickets('/adm/ticket/salvar');
    const camera = await screen.findByLabelText<HTMLInputElement>('Foto');
    expect([camera.accept, camera.getAttribute('capture')]).toEqual(['image/*', 'environment']);
    expect(screen.getByRole('button', {name: 'Tirar foto'})).toBeVisible();
    expect(screen.queryByText(/arraste/)).not.toBeInTheDocument();
    await user.upload(camera, file('foto.jpg'));
    expect(isChosen('foto.jpg')).toBe(true);
  });

  it('is not what has a mouse', async () => {
    fakeApi(answers());
    openTickets('/adm/ticket/salvar');
    await expectText(/^ou arraste ou cole aqui\./);
    expect(screen.queryByLabelText('Foto')).not.toBeInTheDocument();
  });
});

describe('while files go up', () => {
  it('each says how much of it has gone', async () => {
    const hold = Promise.withResolvers<unknown>();
    fakeApi(answers({'PUT tickets/7': () => hold.promise}));
    const {user} = editTicket();
    await upload(user, file('a.pdf', 30), file('b.pdf', 10));
    for (const select of await screen.findAllByLabelText('Tipo do arquivo')) await user.selectOptions(select, 'Laudo');
    await press(user, 'Salvar');
    // Half of all bytes: two thirds of the first file.
    expect(await screen.findByRole('progressbar', {name: 'Envio de a.pdf'})).toHaveAttribute('aria-valuenow', '67');
    expect(screen.getByRole('progressbar', {name: 'Envio de b.pdf'})).toHaveAttribute('aria-valuenow', '0');
    hold.resolve(ticket({versao: 4}));
    await screen.findByText('Ticket 7 Editado!');
  });

  it('their shares follow each other', () => {
    const files = [{file: {size: 30}}, {file: {size: 10}}];
    expect(uploadProgressOf(files, undefined)).toBeUndefined();
    expect(uploadProgressOf(files, 0)).toEqual([0, 0]);
    expect(uploadProgressOf(files, 0.75)).toEqual([1, 0]);
    expect(uploadProgressOf(files, 0.875)).toEqual([1, 0.5]);
    expect(uploadProgressOf(files, 1)).toEqual([1, 1]);
    expect([0, 999, 1024, 1.4 * MIB].map(formatFileSize)).toEqual(['0 B', '999 B', '1 KB', '1,4 MB']);
  });
});
