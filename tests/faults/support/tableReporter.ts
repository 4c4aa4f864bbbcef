import {mkdir, writeFile} from 'node:fs/promises';
import type {Reporter, TestCase, TestModule} from 'vitest/node';
import type {Tally} from './cases.ts';

const FOLDER = new URL('../../../dist/', import.meta.url);

interface Row extends Tally {
  case: string;
  result: 'passed' | 'failed';
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
/** The middle one (of two the better) and the worst. */
const span = (all: readonly number[]): string => {
  const sorted = all.toSorted((a, b) => a - b);
  const [middle, worst] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  if (middle === undefined || worst === undefined) return '–';
  return sorted.length === 1 ? seconds(worst) : `${seconds(middle)}, at most ${seconds(worst)}`;
};

const rowOf = (test: TestCase): Row | undefined => {
  const {fault} = test.meta();
  const {state} = test.result();
  return fault === undefined || (state !== 'passed' && state !== 'failed')
    ? undefined
    : {case: test.fullName.replaceAll(' > ', ': '), result: state, ...fault};
};

const markdown = (rows: readonly Row[]): string => [
  '| Case | Times | Acknowledged | Lost | Recovered in | Measured |',
  '|---|--:|--:|--:|---|---|',
  ...rows.map(({case: name, result, times, acknowledged, lost, recovered, remark = ''}) =>
    `| ${name}${result === 'failed' ? ' (**failed**)' : ''} | ${times} | ${acknowledged} | ${lost} | ${span(recovered)} | ${remark} |`),
].join('\n');

/**
 * Ends a run that broke things on purpose with a table of what was broken and how it went, and with what could not be run
 * here. `npm run test:faults` keeps both in `dist/faults.md` and `dist/faults.json`.
 */
export default class TableReporter implements Reporter {
  readonly #keep: boolean;

  constructor({keep}: {keep: boolean}) {
    this.#keep = keep;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const tests = modules.flatMap(module => [...module.children.allTests()]);
    const rows = tests.flatMap(test => rowOf(test) ?? []);
    const notRun = tests.flatMap(test => {
      const result = test.result();
      return result.state === 'skipped' && result.note !== undefined
        ? [{case: test.fullName.replaceAll(' > ', ': '), reason: result.note}]
        : [];
    });
    if (rows.length === 0 && notRun.length === 0) return;
    const missing = notRun.map(one => `- not run: ${one.case} (${one.reason})`).join('\n');
    const text = `${[rows.length > 0 ? markdown(rows) : '', missing].filter(part => part !== '').join('\n\n')}\n`;
    // Before the sum, which comes last.
    setImmediate(() => process.stdout.write(`\n${text}\n`));
    if (!this.#keep) return;
    await mkdir(FOLDER, {recursive: true});
    await writeFile(new URL('faults.md', FOLDER), text);
    await writeFile(new URL('faults.json', FOLDER), `${JSON.stringify({rows, notRun}, undefined, 2)}\n`);
  }
}
