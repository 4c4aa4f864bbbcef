// Where a ticket stands, whose turn it is, why, and what is next: first on its screens, from what the server says or the declaration.
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {screen, waitFor, within} from '@testing-library/react';
import product from '../../resources.config.ts';
import {waitingText} from '../../src/portal/views/situation/namedPersons.ts';
import type {Resource} from '../../src/schema/shapes/config.ts';
import type {FieldOf} from '../../src/schema/shapes/fields.ts';
import {formatTurnHolder} from '../../src/schema/lifeCycle/turnTexts.ts';
import {isCallersTurn} from '../../src/schema/statuses/waiting.ts';
import {sessions} from '../schema/support/sessions.ts';
import {fakeApi, type Answers} from './support/api.ts';
import {fakeClock} from './support/clock.ts';
import {clickOn, expectRole, press} from './support/gestures.ts';
import {editTicket, openTickets, ticket, ticketAnswers} from './support/tickets.tsx';

const tickets: Resource = product.resources.tickets;
const standing = (more: Record<string, unknown> = {}) => ticket({
  idUsuario: 20, nomeUsuario: 'Maria', idUsuarioAtendimento: 30, nomeUsuarioAtendimento: 'Rui', statusDesde: '2026-11-16T12:00:00.000Z',
  aguarda: 'equipe', ultimoComentario: null, ...more,
});
const answers = (more: Record<string, unknown>, others: Answers = {}): Answers =>
  ticketAnswers({'GET tickets/7': standing(more), 'GET tickets': {total: 0, registros: []}, ...others});
const PENDING = {
  idStatusTicket: 6, descricaoStatus: 'Pendência', aguarda: 'autor',
  ultimoComentario: {texto: 'Falta a nota fiscal.\nMande o PDF.', nome: 'Rui', data: '2026-11-20T15:04:00.000Z'},
};
const situation = async () => within(await screen.findByRole('region', {name: 'Situação'}));
const shown = async (more: Record<string, unknown>, perfil = 'adm') => {
  fakeApi(answers(more));
  const {user} = editTicket(perfil);
  return {user, block: await situation()};
};

beforeEach(() => {
  fakeClock();
  vi.setSystemTime('2026-11-21T15:00:00.000Z');
});
afterEach(() => vi.useRealTimers());

describe('the situation of a ticket', () => {
  it('says where it stands and since when, who attends it, whose turn it is and on which step of the way', async () => {
    const {block} = await shown({});
    expect(block.getByText('Em-Atendimento')).toBeInTheDocument();
    const since = block.getByTitle('16/11/26 09:00');
    expect(since).toHaveTextContent('há 5 dias (16/11/26 09:00)');
    expect(block.getByText('Aguardando a equipe')).toBeInTheDocument();
    expect(block.getByText('Atendido por:').parentElement).toHaveTextContent('Atendido por: Rui');
    expect(block.getByText('Passo 3 de 4: Em-Atendimento')).toBeInTheDocument();
  });

  it('tells what the team asks its author for, in full', async () => {
    const {block} = await shown(PENDING);
    expect(block.getByText('Aguardando Maria (autor)')).toBeInTheDocument();
    expect(block.getByText(/escreveu:/)).toHaveTextContent('Rui escreveu: ontem às 12:04');
    expect(block.getByRole('blockquote')).toHaveTextContent('Falta a nota fiscal. Mande o PDF.');
    expect(block.getByText('Fora do caminho principal: Pendência')).toBeInTheDocument();
  });

  it.each([
    [
      'what a robot does with it', 5, {tentativa: 2, progresso: 'página 3 de 10', porcento: 30, semProgressoSegundos: 2400}, ['30'],
      /Tentativa 2 de 3, em RPA-01Página 3 de 10, sem progresso há 40 min30 %Responde até hoje às 12:05; a tentativa vai até hoje às 13:30/,
    ],
    [
      'how long it waits after a failure', 4,
      {tentativa: 1, leaseAte: null, limiteAte: null, adiadoAte: '2026-11-21T15:01:00.000Z'}, [],
      /Tentativa 1 de 3 falhou; a próxima vem hoje às 12:01/,
    ],
  ])('says %s', async (_what, idStatusTicket, more, bars, told) => {
    const {block} = await shown({idStatusTicket, aguarda: 'robo', fila: {
      desde: '2026-11-21T14:00:00.000Z', adiadoAte: null, robo: 'RPA-01', leaseAte: '2026-11-21T15:05:00.000Z',
      limiteAte: '2026-11-21T16:30:00.000Z', progresso: '', porcento: null, ...more,
    }});
    expect(screen.getByRole('region', {name: 'Situação'})).toHaveTextContent(told);
    expect(block.queryAllByRole('progressbar', {name: 'Progresso do robô'}).map(one => one.getAttribute('aria-valuenow')))
      .toEqual(bars);
  });

  it('waits for the team again once the author answered', async () => {
    const {block} = await shown({
      ...PENDING, aguarda: 'equipe', ultimoComentario: {texto: 'Segue a nota.', nome: 'Maria', data: '2026-11-21T12:00:00.000Z'},
    });
    expect(block.getByText('Aguardando a equipe')).toBeInTheDocument();
    expect(block.getByText(/escreveu:/)).toHaveTextContent('Maria escreveu: hoje às 09:00');
  });

  it.each([
    ['whoever opened it', {...PENDING, idUsuario: 10}, 'Aguardando você'],
    ['the robot', {idStatusTicket: 4, aguarda: 'robo'}, 'Com o robô'],
    ['whom the declaration names, where the answer does not say', {idStatusTicket: 6, aguarda: undefined}, 'Aguardando Maria (autor)'],
  ])('waits for %s', async (_whom, more, words) => {
    const {block} = await shown(more);
    expect(block.getByText(words)).toBeInTheDocument();
  });

  it('waits for nobody at an end, names no missing attendant there, and offers nothing', async () => {
    const {block} = await shown({idStatusTicket: 8, aguarda: '', idUsuarioAtendimento: 0, nomeUsuarioAtendimento: ''});
    expect(block.getByText('Encerrado: Cancelado')).toBeInTheDocument();
    expect(block.queryByText(/Aguardando|Atendido por/)).toBeNull();
    expect(block.queryByRole('button')).toBeNull();
  });

  it('says that nobody attends what is open', async () => {
    const {block} = await shown({idStatusTicket: 1, idUsuarioAtendimento: 0, nomeUsuarioAtendimento: ''});
    expect(block.getByText('Atendido por:').parentElement).toHaveTextContent('ninguém');
  });

  it('draws nothing of what another server does not tell', async () => {
    const {block} = await shown({statusDesde: undefined, ultimoComentario: undefined, idUsuarioAtendimento: undefined});
    expect(block.queryByText(/há |Atendido por|escreveu|pede/)).toBeNull();
  });
});

describe('whose turn it is, of a person of the record or a profile', () => {
  const {fields} = tickets;
  const status = fields['idStatusTicket'] as FieldOf<'escolha'>;
  const of = (waits: string): Resource => {
    const choices = status.choices.map(one => (one.id === 2 ? {...one, waits} : one));
    return {...tickets, fields: {...fields, idStatusTicket: {...status, choices}}};
  };
  const row = {id: 7, idStatusTicket: 2, idUsuarioAtendimento: 30, nomeUsuarioAtendimento: 'Rui'};

  it.each([
    ['atendente', row, 'Aguardando Rui', 'Rui', false],
    ['atendente', {...row, idUsuarioAtendimento: sessions.empresa.id}, 'Aguardando você', 'Você', true],
    // Nobody, or one whose name the answer does not carry.
    ['atendente', {...row, nomeUsuarioAtendimento: ''}, 'Aguardando Atendido por', 'Atendido por', false],
    ['fornecedor', row, 'Aguardando Fornecedor', 'Fornecedor', false],
    ['empresa', row, 'Aguardando Empresa', 'Empresa', true],
  ])('%s %j', (waits, record, turn, cell, mine) => {
    const resource = of(waits);
    expect(waitingText(product, resource, record, sessions.empresa)).toBe(turn);
    expect(formatTurnHolder(product, resource, record, sessions.empresa)).toBe(cell);
    expect(isCallersTurn(product, resource, record, sessions.empresa)).toBe(mine);
  });
});

it.each([
  [3, {}, '“Finalizar” vem depois de “Registrar Pendência”.'],
  [1, {}, '“Finalizar” vem depois de “Atender” e “Registrar Pendência”.'],
  [2, {}, '“Finalizar” vem depois de “Aprovar” e “Registrar Pendência”.'],
  [6, {}, undefined], [7, {}, undefined], [3, {perfil: 'fornecedor'}, undefined],
] as const)('in status %i says what comes before what ends it: %o', async (idStatusTicket, {perfil}: {perfil?: string}, said) => {
  const {block} = await shown({idStatusTicket}, perfil);
  expect(block.queryByText(/vem depois de/)?.textContent).toBe(said);
});

describe('the one next button', () => {
  const contained = () => screen.getAllByRole('button')
    .filter(one => one.classList.contains('MuiButton-contained')).map(one => one.textContent);

  it.each([
    [1, 'adm', 'Atender'], [2, 'adm', 'Aprovar'], [3, 'adm', 'Assumir'], [3, 'adm', 'Enviar para Aprovação', {idUsuarioAtendimento: 10}],
    [6, 'adm', 'Finalizar'], [6, 'fornecedor', 'Reabrir'], [6, 'fornecedor', 'Responder', {...PENDING, idUsuario: 10}],
    [6, 'adm', 'Responder', {...PENDING, idUsuario: 10}],
  ])('in status %i is for %s %s, and no other stands out', async (idStatusTicket, perfil, name, more: Record<string, unknown> = {}) => {
    const {block} = await shown({idStatusTicket, ...more}, perfil);
    expect(block.getAllByRole('button').map(button => button.textContent)).toEqual([name]);
    expect(contained()).toEqual([name]);
    // The box of the conversation offers it among what can be written.
    expect(screen.getAllByRole('button', {name}).filter(button => !button.hasAttribute('aria-pressed'))).toHaveLength(1);
  });

  it('gives way to Salvar as soon as something is typed, and saves that first', async () => {
    const {user, block} = await shown({idStatusTicket: 1});
    await user.type(screen.getByLabelText('Placa'), 'D');
    await waitFor(() => expect(contained()).toEqual(['Salvar']));
    await press(user, 'Atender', block);
    await expectRole('alertdialog', 'Salvar antes de continuar');
  });

  it('is in the details what it is on the edit screen', async () => {
    const api = fakeApi(answers({idStatusTicket: 1}, {'PUT tickets/iniciar-atendimento/7/10': standing()}));
    const {user} = openTickets('/adm/ticket?detalhes=7');
    const block = await situation();
    await clickOn(user, 'button', 'Atender', block);
    await press(user, 'Atender', within(await screen.findByRole('alertdialog')));
    await waitFor(() => expect(api.to('PUT tickets/iniciar-atendimento/7/10')).toHaveLength(1));
  });
});

describe('a history', () => {
  const step = (acao: string, deStatus: string, paraStatus: string, minute: number, comentario = '') =>
    ({acao, deStatus, paraStatus, comentario, nomeUsuario: 'Maria', dataCriacao: `2026-11-20T15:${minute}:00.000Z`});
  const PASSED = [
    step('Registrar Pendência', 'Em-Atendimento', 'Pendência', 14, 'Falta a nota fiscal.\nMande o PDF.'),
    step('Atender', 'Em-Aberto', 'Em-Atendimento', 12), step('Abrir Ticket', '', 'Em-Aberto', 10),
  ];
  const told = async (more: Record<string, unknown>, steps: readonly unknown[]) => {
    fakeApi(answers(more, {'GET ticketsHistorico/7': steps}));
    editTicket();
    return situation();
  };
  const drawn = () => [...document.querySelectorAll('[data-name]')]
    .map(one => [one.getAttribute('data-name'), getComputedStyle(one, '::before').opacity === '0.5' ? 'ahead' : 'passed']);

  it('that came back to its beginning heads the ticket, and what was asked before is settled', async () => {
    const block = await told({idStatusTicket: 1, ultimoComentario: {...PENDING.ultimoComentario, data: '2026-11-20T15:14:00.000Z'}}, [
      step('Reabrir', 'Pendência', 'Em-Aberto', 20, 'Ticket Reaberto'), ...PASSED,
    ]);
    expect(await block.findByText(/Reabrir \(de Pendência para Em-Aberto\)/)).toHaveTextContent(
      'Maria · Reabrir (de Pendência para Em-Aberto) ontem às 12:20');
    expect(block.queryByRole('blockquote')).toBeNull();
  });

  it.each([
    ['with it', 'Segue a nota.', 20, true], ['since', 'E a placa?', 30, false],
  ])('that came back says what was said %s', async (_when, texto, minute, heads) => {
    const block = await told({idStatusTicket: 1, ultimoComentario: {texto, nome: 'Maria', data: `2026-11-20T15:${minute}:00.000Z`}}, [
      step('Reabrir', 'Pendência', 'Em-Aberto', 20, 'Segue a nota.'), ...PASSED,
    ]);
    expect(await block.findByRole('blockquote')).toHaveTextContent(texto);
    expect(block.queryByText(/escreveu:/) === null).toBe(heads);
    await waitFor(() => expect(block.queryByText(/Reabrir \(de/) !== null).toBe(heads));
  });

  it('says who opened it, and which steps were passed: also beside the way, and none that was not', async () => {
    const block = await told(PENDING, PASSED);
    expect(block.getByText('Aberto por:').parentElement).toHaveTextContent('Aberto por: Maria');
    expect(block.queryByText(/Abrir Ticket|Registrar Pendência:/)).toBeNull();
    await waitFor(() => expect(drawn()).toEqual([
      ['Em-Aberto', 'passed'], ['Em-Aprovação', 'ahead'], ['Em-Atendimento', 'passed'], ['Finalizado', 'ahead'],
    ]));
  });
});

describe('what nobody may save says what is to be pressed first', () => {
  it.each([
    [1, 'empresaUsuario', 'Para editar, use “Atender”.'], [3, 'empresaUsuario', 'Para editar, use “Assumir”.'],
    [4, 'adm', 'Para editar, use “Retirar da Fila”.'], [5, 'adm', 'Para editar, use “Interromper Robô”.'],
    [5, 'empresaUsuario', 'Ticket já está em Andamento.'],
    [3, 'fornecedor', 'Seu perfil não tem permissão para esta ação.'],
  ])('in status %i to %s: %s', async (idStatusTicket, perfil, words) => {
    await shown({idStatusTicket}, perfil);
    expect(screen.getByText(/^Somente leitura/)).toHaveTextContent(`Somente leitura. ${words}`);
  });
});

it('stands before conversation, form and files, for the eye and for who listens', async () => {
  await shown({});
  const screens = screen.getAllByRole('region').filter(one => one.tagName === 'SECTION' && one.getAttribute('aria-label') !== 'Avisos');
  const titles = screens.map(one => one.getAttribute('aria-label') ?? within(one).getAllByRole('heading')[0]?.textContent);
  expect(titles).toEqual(['Situação', 'Histórico', 'Identificação', 'Campos do formulário', 'Arquivos']);
});
