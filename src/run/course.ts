/** How a person follows a long command and stops it: a line that is rewritten on a terminal, a line now and then elsewhere. */
import type {Config} from '../schema/shapes/config.ts';
import type {Fault} from '../server/backup/manifest.ts';
import type {Amount, Course} from '../server/backup/progress.ts';
import {tableOf} from '../server/db/sqlNames.ts';
import {SIGNALS} from '../server/signals.ts';

const number = new Intl.NumberFormat('pt-BR');
const percent = new Intl.NumberFormat('pt-BR', {style: 'percent'});

/** `1,2 MB`. */
export const bytesText = (bytes: number): string => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat('pt-BR', {style: 'unit', unit: units[step], maximumFractionDigits: step < 2 ? 0 : 1})
    .format(bytes / 1000 ** step);
};

export const countText = (n: number, one: string, many: string): string => `${number.format(n)} ${n === 1 ? one : many}`;

/**
 * `12 tickets`: the records of what has a life of its own; where nothing has, of every resource.
 *
 * @param counts rows by table
 * @param config undefined where it cannot be read: a copy is made nevertheless
 */
export const recordsText = (counts: Readonly<Record<string, number>>, config: Config | undefined): string => {
  const all = Object.entries(config?.resources ?? {});
  const alive = all.filter(([, {status}]) => status !== undefined);
  const told = (alive.length > 0 ? alive : all).map(([name, {label}]) =>
    countText(counts[tableOf(name)] ?? 0, label.one.toLowerCase(), label.many.toLowerCase()));
  return told.join(', ') || countText(Object.values(counts).reduce((sum, one) => sum + one, 0), 'linha', 'linhas');
};

export const amountText = ({files, bytes}: Amount): string => `${countText(files, 'arquivo', 'arquivos')} (${bytesText(bytes)})`;

export const secondsText = (ms: number): string => `${(ms / 1000).toLocaleString('pt-BR', {maximumFractionDigits: 1})} s`;

/** How much of a step is done, from 0 to 1: by bytes where they are known, as files differ in size. */
const share = (done: Amount, total: Amount): number => {
  if (total.bytes > 0) return Math.min(1, done.bytes / total.bytes);
  return total.files > 0 ? Math.min(1, done.files / total.files) : 1;
};

const lineOf = (step: string, done: Amount, total: Amount | undefined): string => {
  if (total === undefined) return done.bytes === 0 ? `${step}…` : `${step}: ${bytesText(done.bytes)}`;
  const files = `${number.format(done.files)} de ${countText(total.files, 'arquivo', 'arquivos')}`;
  return `${step}: ${percent.format(share(done, total))} · ${files} · ${bytesText(done.bytes)}`;
};

const SHOWN_EVERY = 100;
/** Of a step, when nobody looks at a terminal. */
const PARTS = 10;

const terminal = (out: NodeJS.WriteStream): Course['progress'] => {
  let shown = {step: '', at: 0};
  return (step, done, total) => {
    const over = total !== undefined && done.files === total.files;
    if (step === shown.step && !over && performance.now() - shown.at < SHOWN_EVERY) return;
    shown = {step, at: performance.now()};
    out.write(`\r\u001B[K${lineOf(step, done, total)}`);
  };
};

const plain = (out: NodeJS.WriteStream): Course['progress'] => {
  let shown = '';
  return (step, done, total) => {
    const part = `${step} ${total === undefined ? 0 : Math.floor(share(done, total) * PARTS)}`;
    if (part !== shown) out.write(`${lineOf(step, done, total)}\n`);
    shown = part;
  };
};

/**
 * Runs a long task that shows how far it is and that a signal stops.
 *
 * @throws Error, one Portuguese sentence, when it was stopped; the task has cleaned up by then
 */
export const onCourse = async <T>(task: (course: Course) => Promise<T>): Promise<T> => {
  const out = process.stderr;
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error('Cancelado: nada ficou pela metade.'));
  for (const signal of SIGNALS) process.on(signal, stop);
  const progress = out.isTTY ? terminal(out) : plain(out);
  try {
    return await task({progress, signal: stopping.signal});
  } catch (error) {
    // Streams and programs that are stopped throw errors of their own.
    throw stopping.signal.aborted ? stopping.signal.reason : plainly(error);
  } finally {
    if (out.isTTY) out.write('\r\u001B[K');
    for (const signal of SIGNALS) process.off(signal, stop);
  }
};

const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'Não há espaço em disco', EDQUOT: 'Não há espaço em disco', EACCES: 'Não há permissão', EPERM: 'Não há permissão',
  EROFS: 'O disco só permite leitura',
};

/** What a disk refuses, as a sentence. */
const plainly = (error: unknown): unknown => {
  const {code = '', path, dest = path} = error as NodeJS.ErrnoException & {dest?: string};
  const sentence = SENTENCES[code];
  return sentence === undefined ? error : new Error(`${sentence}${dest === undefined ? '' : `: ${dest}`}.`, {cause: error});
};

/** Files that are not as they should be, as lines for a person. */
const SHOWN = 20;

/** @param all what is told; beyond the first ones only how many */
export const some = (all: readonly string[]): string[] => {
  const lines = all.slice(0, SHOWN).map(line => `  ${line}`);
  return all.length > SHOWN ? [...lines, `  e mais ${all.length - SHOWN}`] : lines;
};

export const faultLines = (faults: readonly Fault[]): string[] =>
  some(faults.map(({de, registro, chave, motivo}) => `${de} ${registro}, ${chave}: ${motivo}`));
