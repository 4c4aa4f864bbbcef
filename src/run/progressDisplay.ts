/** Progress display and cancellation of long commands: one updated line on a terminal, occasional lines elsewhere. */
import type {Config} from '../schema/shapes/config.ts';
import type {FileFault} from '../server/backup/manifest.ts';
import type {FileAmount, TaskControl} from '../server/backup/progress.ts';
import {tableOf} from '../server/db/sqlNames.ts';
import {END_SIGNALS} from '../server/endSignals.ts';

const numberFormat = new Intl.NumberFormat('pt-BR');
const percentFormat = new Intl.NumberFormat('pt-BR', {style: 'percent'});

export const bytesText = (bytes: number): string => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const unitIndex = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat('pt-BR', {style: 'unit', unit: units[unitIndex], maximumFractionDigits: unitIndex < 2 ? 0 : 1})
    .format(bytes / 1000 ** unitIndex);
};

export const countText = (n: number, one: string, many: string): string => `${numberFormat.format(n)} ${n === 1 ? one : many}`;

/**
 * Formats `12 tickets`: record counts of resources with a life cycle, or of all resources without one.
 *
 * @param counts rows by table
 * @param config undefined for an invalid config, with which a copy is still made
 */
export const recordsText = (counts: Readonly<Record<string, number>>, config: Config | undefined): string => {
  const resources = Object.entries(config?.resources ?? {});
  const withStatus = resources.filter(([, {status}]) => status !== undefined);
  const texts = (withStatus.length > 0 ? withStatus : resources).map(([name, {label}]) =>
    countText(counts[tableOf(name)] ?? 0, label.one.toLowerCase(), label.many.toLowerCase()));
  return texts.join(', ') || countText(Object.values(counts).reduce((sum, count) => sum + count, 0), 'linha', 'linhas');
};

export const amountText = ({files, bytes}: FileAmount): string => `${countText(files, 'arquivo', 'arquivos')} (${bytesText(bytes)})`;

export const secondsText = (ms: number): string => `${(ms / 1000).toLocaleString('pt-BR', {maximumFractionDigits: 1})} s`;

/** Progress of a step from 0 to 1, by bytes where known because file sizes differ. */
const completedShare = (done: FileAmount, total: FileAmount): number => {
  if (total.bytes > 0) return Math.min(1, done.bytes / total.bytes);
  return total.files > 0 ? Math.min(1, done.files / total.files) : 1;
};

const formatLine = (step: string, done: FileAmount, total: FileAmount | undefined): string => {
  if (total === undefined) return done.bytes === 0 ? `${step}…` : `${step}: ${bytesText(done.bytes)}`;
  const files = `${numberFormat.format(done.files)} de ${countText(total.files, 'arquivo', 'arquivos')}`;
  return `${step}: ${percentFormat.format(completedShare(done, total))} · ${files} · ${bytesText(done.bytes)}`;
};

const DISPLAY_INTERVAL_MS = 100;
const LINES_PER_STEP = 10;

const terminalProgress = (out: NodeJS.WriteStream): TaskControl['progress'] => {
  let lastShown = {step: '', at: 0};
  return (step, done, total) => {
    const isComplete = total !== undefined && done.files === total.files;
    if (step === lastShown.step && !isComplete && performance.now() - lastShown.at < DISPLAY_INTERVAL_MS) return;
    lastShown = {step, at: performance.now()};
    out.write(`\r\u001B[K${formatLine(step, done, total)}`);
  };
};

const lineProgress = (out: NodeJS.WriteStream): TaskControl['progress'] => {
  let lastPart = '';
  return (step, done, total) => {
    const currentPart = `${step} ${total === undefined ? 0 : Math.floor(completedShare(done, total) * LINES_PER_STEP)}`;
    if (currentPart !== lastPart) out.write(`${formatLine(step, done, total)}\n`);
    lastPart = currentPart;
  };
};

/**
 * Runs a long task with progress display and cancellation by signal.
 *
 * @throws Error, one Portuguese sentence, when cancelled; the task has cleaned up by then
 */
export const runWithProgress = async <T>(task: (course: TaskControl) => Promise<T>): Promise<T> => {
  const out = process.stderr;
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Error('Cancelado: nada ficou pela metade.'));
  for (const signal of END_SIGNALS) process.on(signal, stop);
  const progress = out.isTTY ? terminalProgress(out) : lineProgress(out);
  try {
    return await task({progress, signal: controller.signal});
  } catch (error) {
    // Aborted streams and programs throw errors of their own.
    throw controller.signal.aborted ? controller.signal.reason : toSentence(error);
  } finally {
    if (out.isTTY) out.write('\r\u001B[K');
    for (const signal of END_SIGNALS) process.off(signal, stop);
  }
};

const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'Não há espaço em disco', EDQUOT: 'Não há espaço em disco', EACCES: 'Não há permissão', EPERM: 'Não há permissão',
  EROFS: 'O disco só permite leitura',
};

/** Converts file system errors to Portuguese sentences. */
const toSentence = (error: unknown): unknown => {
  const {code = '', path, dest = path} = error as NodeJS.ErrnoException & {dest?: string};
  const sentence = SENTENCES[code];
  return sentence === undefined ? error : new Error(`${sentence}${dest === undefined ? '' : `: ${dest}`}.`, {cause: error});
};

const MAX_LISTED_LINES = 20;

/** Indents lines, limited to the first ones and a count of the others. */
export const limitLines = (all: readonly string[]): string[] => {
  const lines = all.slice(0, MAX_LISTED_LINES).map(line => `  ${line}`);
  return all.length > MAX_LISTED_LINES ? [...lines, `  e mais ${all.length - MAX_LISTED_LINES}`] : lines;
};

export const faultLines = (faults: readonly FileFault[]): string[] =>
  limitLines(faults.map(({de, registro, chave, motivo}) => `${de} ${registro}, ${chave}: ${motivo}`));
