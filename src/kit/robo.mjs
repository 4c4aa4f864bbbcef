// O cliente do Balcão para robôs: Node 18 ou mais novo, nada mais. É igual em todo kit; o que é do modelo está em campos.json.
import {randomUUID} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {hostname} from 'node:os';
import {dirname, join} from 'node:path';
import {parseArgs} from 'node:util';
import {ANSWERS_WITHIN, jsonOf, lineTo, pause, Refused, say, SECOND} from './linha.mjs';

/** How long a job may take to end itself. */
const ENDS_WITHIN = 10 * SECOND;
/** Of a process that had to be ended: what it did was no longer its own. */
const TEMPORARY_FAILURE = 75;

export class Negocio extends Error {
  constructor(codigo, mensagem, campos = {}) {
    super(mensagem);
    Object.assign(this, {name: 'Negocio', codigo, campos});
  }
}

const STOPS = new Refused('O robô está parando.');

/** Keeps a lease alive, by a clock that nobody sets: `over` is aborted when it is lost, or a little before the server would end it. */
const keepLease = (seconds, length, renew) => {
  const over = new AbortController();
  let [from, end, deadline, progress, wake] = [0, 0, undefined, undefined, () => {}];
  const safe = () => end - Math.min(ENDS_WITHIN, (end - from) / 5);
  const lose = error => {
    clearTimeout(deadline);
    over.abort(error);
    wake();
  };
  const late = () => lose(new Refused('O lease não pôde ser renovado a tempo.'));
  const count = (left, since) => {
    [from, end] = [since, since + left * SECOND];
    clearTimeout(deadline);
    deadline = setTimeout(late, Math.max(0, safe() - performance.now()));
  };
  count(seconds, performance.now());
  const renewing = (async () => {
    while (!over.signal.aborted) {
      const rest = new AbortController();
      wake = () => rest.abort();
      await pause(Math.max(SECOND, Math.min(length * SECOND, end - performance.now()) / 3), rest.signal);
      if (over.signal.aborted) return;
      const [asked, told] = [performance.now(), progress];
      try {
        const {leaseSegundos} = await renew(told, {until: safe(), signal: over.signal});
        if (progress === told) progress = undefined;
        if (!over.signal.aborted) count(leaseSegundos, asked);
      } catch (error) {
        // Without an answer it is tried again until its own end.
        if (error instanceof Refused && error.status < 500) lose(error);
      }
      // Whoever tells much is shown once a second.
      await pause(SECOND, over.signal);
    }
  })();
  return {
    over: over.signal, safe, end: lose, ended: renewing,
    /** Also where this process was held and its timers come late. */
    lives: () => {
      if (performance.now() >= safe() && !over.signal.aborted) late();
      return !over.signal.aborted;
    },
    left: () => end - performance.now(),
    tell: told => {
      progress = told;
      wake();
    },
  };
};

/** Where work comes from and its outcome goes: the queue, the simulator, or a file. */
const sources = {
  fila: (line, {modelo, robo, lease, workflow}) => ({
    take: async signal => jsonOf(await line('POST', modelo.chamadas.reservar, {
      json: {...(workflow && {workflows: [workflow]}), robo, leaseSegundos: lease, espera: modelo.espera},
      headers: {'idempotency-key': randomUUID()}, within: modelo.espera * SECOND + ANSWERS_WITHIN, signal,
    })),
    path: (one, call) => `${modelo.chamadas.registro.replace(':id', one[modelo.registro])}/${call}`,
    send: (path, how) => line('POST', path, how), isReal: true,
  }),
  simulador: (line, {modelo, semente, workflow}) => ({
    take: async signal => jsonOf(await line('POST', modelo.chamadas.simular, {
      json: {workflow, ...(semente !== undefined && {semente: semente++})}, signal,
    })),
    path: (_one, call) => `${modelo.chamadas.simular}/${call}`,
    send: (path, how) => line('POST', path, how),
  }),
  arquivo: (_line, {arquivo, lease}) => ({
    take: async () => JSON.parse(await readFile(arquivo, 'utf8')),
    path: (_one, call) => call,
    send: async () => JSON.stringify({leaseSegundos: lease}),
    folder: dirname(arquivo),
  }),
};

const typed = {texto: value => value, numero: value => (value === '' ? null : Number(value)), booleano: value => value === 'true'};

/** Does one job, and ends it as it went. */
const workOn = async (one, job, source, line, {modelo, lease: length, sinal}, stopping) => {
  const {leaseToken, itens} = one;
  const chave = `${one[modelo.registro]}-${one.tentativa}`;
  const at = call => source.path(one, call);
  const fields = itens.map(({item, valor}) =>
    ({item, valor, chave: String(item), tipo: 'texto', ...modelo.campos?.find(field => field.item === item)}));
  const itemOf = key => {
    const field = fields.find(each => each.chave === key);
    if (field === undefined) throw new TypeError(`O modelo não tem o campo "${key}".`);
    return field.item;
  };
  const valores = Object.fromEntries(fields.map(({chave: key, tipo, valor}) => [key, typed[tipo](valor)]));
  const lease = keepLease(one.leaseSegundos, length, async (progresso, how) =>
    jsonOf(await source.send(at('renovar'), {json: {leaseToken, leaseSegundos: length, ...(progresso && {progresso})}, ...how})));
  const giveBack = () => lease.end(STOPS);
  stopping.addEventListener('abort', giveBack);
  if (stopping.aborted) giveBack();

  const underLease = (method, path, {headers, ...more} = {}) => {
    if (!lease.lives()) throw lease.over.reason;
    return line(method, path, {...more, headers: {'x-lease-token': leaseToken, ...headers}, until: lease.safe(), signal: lease.over});
  };
  const reserva = {
    ...one, valores, chave, sinal: lease.over,
    progresso: (texto, porcento) => lease.tell({texto: String(texto).slice(0, 100), ...(porcento !== undefined && {porcento})}),
    baixar: async ({id, nomeArquivo}) =>
      (source.isReal ? underLease('GET', `${at('arquivos')}/${id}`) : readFile(join(source.folder ?? '.', nomeArquivo))),
    enviar: async (nome, bytes, tipo) => {
      if (!source.isReal) return say(`${chave}: enviaria ${nome} (${tipo}).`);
      const form = new FormData();
      form.append('tipo', tipo);
      form.append('file', new Blob([bytes]), nome);
      await underLease('POST', at('arquivos'), {form, headers: {'idempotency-key': randomUUID()}});
    },
  };
  const failed = error => {
    const {codigo = error?.name === 'Error' ? '' : error?.name ?? '', message: mensagem = String(error), campos} = error ?? {};
    return ['falhar', {
      tipo: error instanceof Negocio ? 'NEGOCIO' : 'SISTEMA', codigo: String(codigo).slice(0, 60), mensagem: mensagem.slice(0, 300),
      ...(error instanceof Negocio && {campos: Object.entries(campos).map(([key, why]) => ({item: itemOf(key), mensagem: why}))}),
    }];
  };
  const working = (async () => ['concluir', {comentario: String(await job(reserva) ?? '').slice(0, 1000)}])().catch(failed).catch(failed);

  const first = await Promise.race([working, lease.ended]);
  stopping.removeEventListener('abort', giveBack);
  const isLost = !lease.lives() && lease.over.reason !== STOPS;
  const isStopped = lease.over.aborted;
  const until = performance.now() + lease.left();
  lease.end(STOPS);
  await lease.ended;
  // What does not end itself is ended, before somebody else begins the same.
  const outcome = first ?? await Promise.race([working, pause(Math.min(ENDS_WITHIN, until - performance.now()))]);
  const end = async (call, body, within = Infinity) => {
    try {
      await source.send(at(call), {json: {leaseToken, ...body}, until: Math.min(until, performance.now() + within)});
    } catch (error) {
      say(`${chave}: ${error.message}`);
      if (error.status === 422 && body.tipo !== 'SISTEMA') return end(...failed(error));
      // A lease that is lost, or a server that is away, ends this work alone.
      if (error instanceof Refused && error.status < 500 && ![409, 410].includes(error.status)) throw error;
    }
  };
  if (isLost || (isStopped && outcome?.[0] !== 'concluir')) {
    if (!isLost && source.isReal) await end('liberar', {}, ENDS_WITHIN);
    say(`${chave}: ${lease.over.reason.message} ${isLost ? 'O trabalho foi descartado.' : 'Devolvido.'}`);
    if (outcome === false && sinal === undefined) process.exit(TEMPORARY_FAILURE);
    return;
  }
  const [call, body] = outcome;
  say([`${chave}:`, call, body.tipo, body.codigo, body.mensagem ?? body.comentario].filter(Boolean).join(' '));
  await end(call, body);
};

/** A form that the robot was not made for: what somebody does about it. */
const otherForm = ({contrato, versaoModelo, ...one}, modelo) => new Refused(versaoModelo < modelo.versaoModelo
  ? `O registro ${one[modelo.registro]} é de um formulário mais antigo que o deste robô, de contrato ${contrato}. Nada foi feito. Se o `
    + 'robô também o conhece, acrescente o contrato a "contratos" em campos.json; senão, alguém tem de retirar o registro da fila.'
  : `O formulário mudou: este robô foi feito para o contrato ${modelo.contratos.join(', ')}, e o registro tem ${contrato}. Nada foi feito. `
    + 'Baixe o kit de novo e confira os campos antes de ligar o robô.');

const NUMBERS = ['vezes', 'semente', 'lease'];
export const opcoesDaLinha = (args = process.argv.slice(2)) => {
  const words = ['arquivo', 'url', 'chave', 'robo', 'workflow', ...NUMBERS].map(name => [name, {type: 'string'}]);
  const {values} = parseArgs({args, options: {...Object.fromEntries(words), simular: {type: 'boolean'}}});
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]));
};

const run = async (job, opcoes, ending) => {
  const {arquivo, simular = false, sinal} = opcoes;
  const modelo = opcoes.modelo ?? JSON.parse(await readFile(new URL('campos.json', import.meta.url), 'utf8'));
  const {url = process.env.BALCAO_URL ?? modelo.url, chave = process.env.BALCAO_CHAVE} = opcoes;
  if (arquivo === undefined && chave === undefined) throw new Refused('Falta a chave do robô: BALCAO_CHAVE, ou --chave.');
  const line = lineTo({url: String(url).replace(/\/+$/, ''), chave});
  const all = {robo: hostname().slice(0, 60), lease: modelo.lease, ...opcoes, modelo, workflow: opcoes.workflow ?? modelo.workflow, sinal};
  const kind = arquivo !== undefined ? 'arquivo' : simular ? 'simulador' : 'fila';
  const source = sources[kind](line, all);
  let left = opcoes.vezes ?? (kind === 'fila' ? Infinity : 1);
  while (left > 0 && !ending.aborted) {
    const one = await source.take(ending).catch(error => {
      if (!ending.aborted) throw error;
    });
    if (one === undefined) continue;
    left -= 1;
    if (modelo.contratos?.includes(one.contrato) === false) {
      if (source.isReal) await source.send(source.path(one, 'liberar'), {json: {leaseToken: one.leaseToken}});
      throw otherForm(one, modelo);
    }
    await workOn(one, job, source, line, all, ending);
  }
};

export const trabalhar = async (job, opcoes = opcoesDaLinha()) => {
  if (opcoes.sinal !== undefined) return run(job, opcoes, opcoes.sinal);
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const name of ['SIGTERM', 'SIGINT']) process.once(name, end);
  try {
    await run(job, opcoes, ending.signal);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    for (const name of ['SIGTERM', 'SIGINT']) process.off(name, end);
  }
};
