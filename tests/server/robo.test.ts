// The client that kits carry, held against a server made of answers, on a clock that is moved.
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {simulateWork} from '../../src/run/simulatedRobots.ts';
import {Negocio, trabalhar, type Modelo, type Opcoes, type Reserva} from '../../src/kit/robo.mjs';

const modelo: Modelo = {
  workflow: 'agendar', contratos: ['c1'], versaoModelo: 3, espera: 25, lease: 60, registro: 'ticketId',
  chamadas: {reservar: 'rpa/reservar', registro: 'rpa/tickets/:id', simular: 'rpa/simular'},
  campos: [{item: 11, chave: 'placa', tipo: 'texto'}, {item: 12, chave: 'peso', tipo: 'numero'}],
};
const ticket = {
  ticketId: 7, tentativa: 2, leaseToken: 'segredo', leaseSegundos: 60, contrato: 'c1', workflow: 'agendar', campos: {}, falhas: [],
  versaoModelo: 3,
  itens: [{item: 11, valor: 'ABC1D23'}, {item: 12, valor: ''}, {item: 13, valor: 'x'}],
  arquivos: [{id: 3, nomeArquivo: 'nota.pdf', tipo: '1'}],
};

interface Asked {
  call: string;
  body: Record<string, unknown>;
  headers: Record<string, string>;
  at: number;
}
type Said = [status: number, body?: unknown, headers?: Record<string, string>] | 'cut' | 'silence';
let asked: Asked[];
/** What the server answers, by the end of the call's address; the last one again and again. */
let answers: Record<string, Said[]>;
const calls = (): string[] => asked.map(({call}) => call);
const told = (call: string): Asked[] => asked.filter(one => one.call === call);

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'performance']});
  asked = [];
  answers = {reservar: [[200, ticket], 'silence'], renovar: [[200, {leaseSegundos: 60}]]};
  for (const call of ['concluir', 'falhar', 'liberar']) answers[call] = [[200, {}]];
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const answer = async (url: string, {body, headers = {}, signal}: {body?: string; headers?: Asked['headers']; signal: AbortSignal}) => {
    const call = url.replace(/^http:\/\/balcao\.test\/api\/rpa\/(?:tickets\/7\/)?/, '');
    asked.push({call, headers, body: typeof body === 'string' ? JSON.parse(body) : {}, at: performance.now()});
    const all = answers[call] ?? [[404, {message: 'Não encontrado.'}]];
    const next = all.length > 1 ? all.shift()! : all[0]!;
    if (next === 'cut') throw new TypeError('fetch failed');
    if (next === 'silence') return working(signal);
    const [status, said, more] = next;
    return new Response(said === undefined ? null : JSON.stringify(said), {status, ...(more && {headers: more})});
  };
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A robot that is stopped when it waits for more, or with the test. */
const start = (job: (reserva: Reserva) => Promise<string | void> | string | void, more: Partial<Opcoes> = {}) => {
  const stop = new AbortController();
  let ended: unknown = 'works';
  const options = {url: 'http://balcao.test/', chave: 'blc_1', robo: 'RPA-01', lease: 60, vezes: 1, modelo, sinal: stop.signal, ...more};
  const running = trabalhar(job, options)
    .then(() => 'over', (error: unknown) => (error as Error).message).then(how => (ended = how));
  return {
    stop: () => stop.abort(), running, state: () => ended,
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  };
};
/** Until it is aborted. */
const working = (signal: AbortSignal): Promise<never> => new Promise((_resolve, reject) => {
  signal.addEventListener('abort', () => reject(new Error('stopped')));
});

describe('the client', () => {
  it('waits for work, does it with the values by name, shows how far it is, and concludes', async () => {
    answers['reservar'] = [[204], [200, ticket]];
    const seen: Reserva[] = [];
    const {pass, state} = start(async reserva => {
      seen.push(reserva);
      reserva.progresso('Abrindo', 10);
      await new Promise(resolve => {
        setTimeout(resolve, 50_000);
      });
      return 'Protocolo 9';
    });
    await pass(51);
    expect(state()).toBe('over');
    expect(seen[0]).toMatchObject({chave: '7-2', valores: {placa: 'ABC1D23', peso: null, 13: 'x'}});
    expect(told('reservar')).toMatchObject([{body: {workflows: ['agendar'], robo: 'RPA-01', leaseSegundos: 60, espera: 25}}, {}]);
    const keys = told('reservar').map(({headers}) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
    const renewed = {leaseToken: 'segredo', leaseSegundos: 60};
    expect(told('renovar').map(({body}) => body)).toEqual([{...renewed, progresso: {texto: 'Abrindo', porcento: 10}}, renewed, renewed]);
    expect(asked.at(-1)).toMatchObject({
      call: 'concluir', body: {leaseToken: 'segredo', comentario: 'Protocolo 9'}, headers: {authorization: 'Bearer blc_1'},
    });
  });

  it('refuses a form that it was not made for before it works, and gives the ticket back', async () => {
    const job = vi.fn<() => void>();
    for (const [versaoModelo, said] of [
      [4, /^O formulário mudou: .*c1.*c2\. Nada foi feito\..*Baixe o kit/],
      [2, /^O registro 7 é de um formulário mais antigo que o deste robô, de contrato c2\. Nada foi feito\. .*acrescente o contrato a "contratos".*retirar/],
    ] as const) {
      answers['reservar'] = [[200, {...ticket, contrato: 'c2', versaoModelo}]];
      const {running} = start(job);
      expect(await running).toMatch(said);
    }
    expect(job).not.toHaveBeenCalled();
    expect(calls()).toEqual(['reservar', 'liberar', 'reservar', 'liberar']);
  });

  it.each<[string, Error, object]>([
    ['the matter, with the fields', new Negocio('PLACA', 'A placa não existe.', {placa: 'Não existe.'}), {
      tipo: 'NEGOCIO', codigo: 'PLACA', mensagem: 'A placa não existe.', campos: [{item: 11, mensagem: 'Não existe.'}],
    }],
    ['the robot\'s own', new RangeError('fora'), {tipo: 'SISTEMA', codigo: 'RangeError', mensagem: 'fora'}],
    ['a field that there is not', new Negocio('X', 'y', {nada: 'z'}), {
      tipo: 'SISTEMA', codigo: 'TypeError', mensagem: 'O modelo não tem o campo "nada".',
    }],
  ])('tells a failure of %s', async (_what, error, expected) => {
    const {running} = start(() => {
      throw error;
    });
    expect(await running).toBe('over');
    expect(told('falhar').map(({body}) => body)).toEqual([{leaseToken: 'segredo', ...expected}]);
  });

  it('asks again for an answer that was lost, with the same key and the same words', async () => {
    answers['reservar'] = ['cut', [503, {message: 'Fora do ar.'}], [200, ticket]];
    answers['concluir'] = ['cut', [200, {}]];
    const {pass, state} = start(() => 'Feito');
    await pass(10);
    expect(state()).toBe('over');
    for (const call of ['reservar', 'concluir']) {
      const [first, ...others] = told(call);
      expect(others.length).toBeGreaterThan(0);
      for (const one of others) expect(one).toMatchObject({body: first!.body, headers: first!.headers});
    }
  });

  it('waits as long as it is told to, and gives up on what no second try would mend', async () => {
    answers['reservar'] = [[429, {message: 'Demais.'}, {'retry-after': '7'}], [401, {message: 'Chave revogada.'}]];
    const {pass, running} = start(() => {});
    await pass(6.9);
    expect(calls()).toEqual(['reservar']);
    await pass(0.2);
    expect(await running).toBe('Chave revogada.');
  });

  it('ends itself before its lease does where nobody answers, and concludes nothing', async () => {
    answers['renovar'] = [[200, {leaseSegundos: 30}], 'silence'];
    let lost: number | undefined;
    const {pass, state} = start(({sinal}) => {
      sinal.addEventListener('abort', () => (lost = performance.now()));
      return working(sinal);
    });
    await pass(60);
    const [renewed] = told('renovar');
    // A little earlier: the server counts from when it answered.
    expect((lost! - renewed!.at) / 1000).toBeCloseTo(24, 0);
    expect(state()).toBe('over');
    expect(told('concluir')).toEqual([]);
    expect(told('falhar')).toEqual([]);
  });

  it('concludes nothing where the process was held for longer than its lease', async () => {
    const {running} = start(() => {
      // Frozen: the clock goes on, no timer comes.
      const frozen = performance.now() + 3600_000;
      vi.spyOn(performance, 'now').mockReturnValue(frozen);
      return 'Feito';
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(await running).toBe('over');
    expect(calls()).toEqual(['reservar']);
  });

  it.each([
    [410, 'Uma pessoa interrompeu o robô.'], [409, 'O lease terminou.'],
  ])('stops at a renewal refused with %s', async (status, message) => {
    answers['renovar'] = [[status, {message}]];
    const {pass, state} = start(({sinal}) => working(sinal));
    await pass(25);
    expect(state()).toBe('over');
    expect(calls()).toEqual(['reservar', 'renovar']);
    expect(vi.mocked(process.stdout.write).mock.lastCall?.[0]).toContain(`${message} O trabalho foi descartado.`);
  });

  it('gives back what it has when it is stopped, and what it waits for it does not take', async () => {
    const one = start(({sinal}) => working(sinal));
    await one.pass(3);
    one.stop();
    await one.pass(1);
    expect([one.state(), asked.at(-1)?.call]).toEqual(['over', 'liberar']);
    const other = start(() => {});
    await other.pass(3);
    other.stop();
    await other.pass(1);
    expect([other.state(), asked.at(-1)?.call]).toEqual(['over', 'reservar']);
  });

  it('goes on with the next where the server is away as long as its lease lasts, and with what is right where a word was not', async () => {
    answers['reservar'] = [[200, ticket], [200, {...ticket, tentativa: 3}]];
    answers['concluir'] = ['cut'];
    answers['falhar'] = [[422, {message: 'Valor inválido em "codigo".'}], [200, {}]];
    const {pass, state} = start(({tentativa}) => {
      if (tentativa === 3) throw new Negocio('x'.repeat(61), 'Não existe.');
      return 'Feito';
    }, {vezes: 2});
    await pass(70);
    expect(state()).toBe('over');
    expect(told('concluir').length).toBeGreaterThan(3);
    expect(told('falhar').map(({body}) => [body['tipo'], body['mensagem']])).toEqual([
      ['NEGOCIO', 'Não existe.'], ['SISTEMA', 'Valor inválido em "codigo".'],
    ]);
  });

  it('downloads and uploads under its lease', async () => {
    answers['arquivos/3'] = [[200, {pdf: true}]];
    answers['arquivos'] = ['cut', [201, {id: 4}]];
    const {pass, state} = start(async ({arquivos: [file], baixar, enviar}) => enviar('saida.pdf', await baixar(file!), '2'));
    await pass(5);
    expect(state()).toBe('over');
    expect(calls()).toEqual(['reservar', 'arquivos/3', 'arquivos', 'arquivos', 'concluir']);
    expect(told('arquivos/3')[0]?.headers).toMatchObject({'x-lease-token': 'segredo'});
    expect(told('arquivos')[1]?.headers).toEqual(told('arquivos')[0]?.headers);
  });

  it('against the simulator has the seeds in turn, and neither key nor queue', async () => {
    answers['simular'] = [[200, ticket]];
    answers['simular/concluir'] = [[200, {}]];
    const {running} = start(() => 'Feito', {simular: true, semente: 5, vezes: 2});
    expect(await running).toBe('over');
    expect(calls()).toEqual(['simular', 'simular/concluir', 'simular', 'simular/concluir']);
    expect(told('simular').map(({body}) => body)).toEqual([{workflow: 'agendar', semente: 5}, {workflow: 'agendar', semente: 6}]);
  });
});

it.each([
  ['5-1', 'CADASTRO: Placa não confere com o cadastro.'], ['8-1', 'SEM_RESPOSTA: O sistema de destino não respondeu em 60 s.'],
  ['8-2', 'Feito. Protocolo 48008.'], ['9-1', 'Feito. Protocolo 48009.'],
])('work that is made up ends believably: %s, %s', async (chave, expected) => {
  const told: (number | undefined)[] = [];
  const said = ({codigo, message}: Error & {codigo?: string}): string => `${codigo}: ${message}`;
  const reserva = {
    chave, tentativa: Number(chave.slice(2)), sinal: new AbortController().signal,
    itens: [{item: 11, descricao: 'Placa', valor: 'ABC1D23'}],
    progresso: (_text: string, percent?: number) => void told.push(percent),
  } as unknown as Reserva;
  expect(await simulateWork(0)(reserva).catch(said)).toBe(expected);
  expect(told).toEqual([0, 25, 50, 75]);
});
