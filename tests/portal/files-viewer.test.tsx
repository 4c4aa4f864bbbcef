// Files of a record, looked at and fetched (rules: Files 11, 12): pictures in place, all of them as one. PDFs need a browser: tests/e2e/pdf.test.ts.
import {afterEach, beforeEach, describe, expect, it, vi, type MockInstance} from 'vitest';
import {fireEvent, screen, waitFor, within} from '@testing-library/react';
import {useFileCalls, type FileRequests} from '../../src/portal/parts/files/fileRequests.ts';
import {entryFiles, StepPictures} from '../../src/portal/parts/files/StepPictures.tsx';
import {StoredFiles} from '../../src/portal/parts/files/StoredFiles.tsx';
import {imageTypeOf, isViewable, rangeReader} from '../../src/portal/fields/files/viewing/viewable.ts';
import * as saving from '../../src/portal/api/saveFile.ts';
import {fakeApi, offline, refusal, type Answers, type Sent} from './support/api.ts';
import {expectText, press} from './support/gestures.ts';
import {show} from './support/world.tsx';

const stored = (id: number, nomeArquivo: string) =>
  ({id, nomeArquivo, dataCriacao: '2026-11-20T15:04:00.000Z', tipo: 'Laudo', origem: 'Portal' as const});
const NAMES = ['frente.JPG', 'nota.xml', 'verso.png', 'desenho.svg', 'pagina.html'];
const FILES = NAMES.map((name, at) => stored(31 + at, name));
const disposition = (name: string) => `attachment; filename="x"; filename*=UTF-8''${encodeURIComponent(`do servidor ${name}`)}`;
const bytes = (text: string) => () =>
  new Response(text, {headers: {'content-type': 'text/html', 'content-disposition': disposition(text)}});
const answers = (more: Answers = {}): Answers => ({
  ...Object.fromEntries(FILES.map(({id, nomeArquivo}) => [`GET TicketsArquivo/baixar-arquivo/${id}`, bytes(nomeArquivo)])),
  'GET tickets/7/arquivos.zip': bytes('tudo.zip'), ...more,
});
const open = (files = FILES) => show(<StoredFiles name="tickets" record={{id: 7}} files={files} />);

let spies: Pick<MockInstance, 'mockRestore'>[];
let made: Map<string, Blob>;
let revoked: string[];
beforeEach(() => {
  made = new Map();
  revoked = [];
  const createObjectURL = (blob: Blob): string => {
    const url = `blob:portal/${made.size + 1}`;
    made.set(url, blob);
    return url;
  };
  // jsdom has neither.
  vi.stubGlobal('URL', Object.assign(class extends URL {}, {createObjectURL, revokeObjectURL: (url: string) => void revoked.push(url)}));
  spies = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const spy of spies) spy.mockRestore();
});

describe('a picture', () => {
  it('is opened in place, as what it is called and never as what the server says', async () => {
    fakeApi(answers());
    const {user} = open();
    await press(user, 'frente.JPG');
    const dialog = await screen.findByRole('dialog', {name: 'frente.JPG'});
    const picture = await within(dialog).findByAltText('frente.JPG');
    const blob = made.get(picture.getAttribute('src')!)!;
    expect([blob.type, await blob.text()]).toEqual(['image/jpeg', 'frente.JPG']);
    await press(user, 'Fechar', within(dialog));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(revoked).toEqual([...made.keys()]);
  });

  it('leads to the next and back, by buttons and keys; what cannot be shown is passed over', async () => {
    fakeApi(answers());
    const {user} = open();
    await press(user, 'frente.JPG');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Arquivo 1 de 2')).toBeVisible();
    await press(user, 'Próximo arquivo', within(dialog));
    expect(await within(dialog).findByAltText('verso.png')).toBeInTheDocument();
    expect(within(dialog).getByText('Arquivo 2 de 2')).toBeVisible();
    expect(within(dialog).getByRole('heading', {name: 'verso.png'})).toBeVisible();
    await user.keyboard('{ArrowLeft}');
    expect(await within(dialog).findByAltText('frente.JPG')).toBeInTheDocument();
    // Before the first is the last.
    await user.keyboard('{ArrowLeft}');
    expect(await within(dialog).findByAltText('verso.png')).toBeInTheDocument();
  });

  it('can be made larger, and as it was', async () => {
    fakeApi(answers());
    const {user} = open();
    await press(user, 'frente.JPG');
    const picture = await screen.findByAltText<HTMLImageElement>('frente.JPG');
    Object.defineProperties(picture, {naturalWidth: {value: 400}, naturalHeight: {value: 100}});
    Object.defineProperties(picture.parentElement!, {clientWidth: {value: 200}, clientHeight: {value: 200}});
    fireEvent.load(picture);
    expect(picture.style.width).toBe('200px');
    await press(user, 'Ampliar');
    expect(picture.style.width).toBe('300px');
    await user.keyboard('+');
    expect(picture.style.width).toBe('450px');
    await user.keyboard('--');
    expect(picture.style.width).toBe('200px');
    // It keeps the focus that it has.
    expect(screen.getByRole('button', {name: 'Diminuir'})).toHaveAttribute('aria-disabled', 'true');
  });

  it('says so when it cannot be shown, or does not come', async () => {
    fakeApi(answers({'GET TicketsArquivo/baixar-arquivo/33': offline}));
    const {user} = open();
    await press(user, 'frente.JPG');
    fireEvent.error(await screen.findByAltText('frente.JPG'));
    expect(screen.getByText(/^Esta imagem não pôde ser mostrada\./)).toBeVisible();
    await press(user, 'Próximo arquivo');
    await expectText(/^Erro de comunicação com servidor/);
    expect(screen.getByText(/^Esta imagem não pôde ser mostrada\./)).toBeVisible();
  });

  it('is what a browser draws and does not run', () => {
    open();
    for (const name of ['nota.xml', 'desenho.svg', 'pagina.html']) expect(screen.queryByRole('button', {name})).not.toBeInTheDocument();
    expect(['a.jpeg', 'a.WEBP', 'a.gif', 'a.svg', 'a.svgz', 'a.png.html', 'png', 'a.xhtml'].map(imageTypeOf))
      .toEqual(['image/jpeg', 'image/webp', 'image/gif', undefined, undefined, undefined, undefined, undefined]);
    expect(['nota.PDF', 'a.webp', 'a.pdf.html', 'a.svg', 'pdf'].map(isViewable)).toEqual([true, true, false, false, false]);
  });
});

describe('a small picture', () => {
  const sized = (id: number, nomeArquivo: string, tamanho: number) => ({...stored(id, nomeArquivo), tamanho});
  const squares = () => [...document.querySelectorAll('img')];

  it('is fetched of up to 2 MB, and stands beside the name that opens it', async () => {
    const api = fakeApi(answers());
    const {user} = open([sized(31, 'frente.JPG', 5), sized(33, 'verso.png', 2 * 1024 * 1024 + 1), sized(32, 'nota.xml', 5)]);
    await waitFor(() => expect(squares()).toHaveLength(1));
    expect(api.calls.map(({path}) => path)).toEqual(['TicketsArquivo/baixar-arquivo/31']);
    expect(made.get(squares()[0]!.src)!.type).toBe('image/jpeg');
    await press(user, 'frente.JPG');
    await screen.findByRole('dialog', {name: 'frente.JPG'});
  });

  it('that cannot be had is none, and nothing is said of it', async () => {
    const api = fakeApi(answers({'GET TicketsArquivo/baixar-arquivo/31': offline}));
    open([sized(31, 'frente.JPG', 5)]);
    await waitFor(() => expect(api.calls).toHaveLength(1));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(squares()).toEqual([]);
  });

  it('stands at the step that added it, of several at once where it is named, else at the first', () => {
    const [at, before] = ['2026-11-20T15:04:00.000Z', '2026-11-19T15:04:00.000Z'];
    const entry = (comentario: string, dataCriacao = at) => ({comentario, dataCriacao, nomeUsuario: 'Ana'});
    const [comment, first, second, opened] = [
      entry('Seguem.'), entry('Arquivo adicionado: a.jpg (Laudo).'), entry('Arquivo adicionado: b.jpg (Laudo).'), entry('', before),
    ] as const;
    const files = [stored(1, 'a.jpg'), stored(2, 'b.jpg'), {...stored(3, 'c.jpg'), dataCriacao: before}];
    const all = [second, first, comment, opened];
    expect(all.map(one => entryFiles(one, all, files).map(({id}) => id))).toEqual([[2], [1], [], [3]]);
  });

  it('is opened from its step', async () => {
    fakeApi(answers());
    const {user} = show(<StepPictures name="tickets" id={7} files={[sized(31, 'frente.JPG', 5), sized(32, 'nota.xml', 5)]} />);
    await press(user, 'Ver frente.JPG');
    const dialog = await screen.findByRole('dialog', {name: 'frente.JPG'});
    expect(within(dialog).queryByText(/^Arquivo 1/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', {name: 'Ver nota.xml'})).not.toBeInTheDocument();
  });
});

describe('all files of a record', () => {
  let saved: {name: string; blob: Blob}[];
  beforeEach(() => {
    saved = [];
    spies.push(vi.spyOn(saving, 'saveFile').mockImplementation((blob, name) => void saved.push({blob, name})));
  });

  it('are fetched as one under the server\'s name, from two on', async () => {
    const api = fakeApi(answers());
    const {user, unmount} = open();
    await press(user, 'Baixar todos');
    await waitFor(() => expect(saved.map(({name}) => name)).toEqual(['do servidor tudo.zip']));
    expect(api.calls.map(({path}) => path)).toEqual(['tickets/7/arquivos.zip']);
    unmount();
    open(FILES.slice(0, 1));
    expect(screen.queryByRole('button', {name: 'Baixar todos'})).not.toBeInTheDocument();
  });

  it('come one by one where the server has no such call', async () => {
    fakeApi(answers({'GET tickets/7/arquivos.zip': refusal(404, {})}));
    const {user} = open(FILES.slice(0, 2));
    await press(user, 'Baixar todos');
    await waitFor(() => expect(saved.map(({name}) => name)).toEqual(['do servidor frente.JPG', 'do servidor nota.xml']));
  });

  it('are not taken for whole when the line breaks', async () => {
    const broken = () => new Response(new ReadableStream({
      start: stream => {
        stream.enqueue(new Uint8Array([80, 75]));
        stream.error(new TypeError('network'));
      },
    }));
    fakeApi(answers({'GET tickets/7/arquivos.zip': broken}));
    const {user} = open();
    await press(user, 'Baixar todos');
    await expectText(/^Erro de comunicação com servidor/);
    expect(saved).toEqual([]);
  });
});

describe('a file that is read in parts', () => {
  const Probe = ({onCalls}: {onCalls: (calls: FileRequests) => void}) => {
    onCalls(useFileCalls('tickets'));
    return null;
  };
  const read = async (answer: (sent: Sent) => Response) => {
    const api = fakeApi({'GET TicketsArquivo/baixar-arquivo/32': answer});
    let calls: FileRequests | undefined;
    show(<Probe onCalls={given => void (calls = given)} />);
    const {bytes, size} = await rangeReader(calls!.source(7, stored(32, 'a.pdf')), new AbortController().signal)(2, 5);
    return {text: new TextDecoder().decode(bytes), size, asked: api.calls.map(({headers}) => headers.get('range'))};
  };

  it('is asked for them, and told how large the whole is', async () => {
    expect(await read(() => new Response('234', {status: 206, headers: {'content-range': 'bytes 2-4/9'}})))
      .toEqual({text: '234', size: 9, asked: ['bytes=2-4']});
  });

  it('is cut here where the server sends the whole', async () => {
    expect(await read(() => new Response('012345678'))).toEqual({text: '234', size: 9, asked: ['bytes=2-4']});
  });

  it('is asked for as a whole where a part does not say of how much it is one', async () => {
    expect(await read(({headers}) => (headers.get('range') === null ? new Response('012345678') : new Response('234', {status: 206}))))
      .toEqual({text: '234', size: 9, asked: ['bytes=2-4', null]});
  });
});
