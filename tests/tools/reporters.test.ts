// What a run says at its end: people and machines read only the last line.
import {describe, expect, it, vi} from 'vitest';
import type {TestModule, TestRunEndReason} from 'vitest/node';
import type {Tally} from '../faults/support/cases.ts';
import TableReporter from '../faults/support/tableReporter.ts';
import SumReporter from '../support/sumReporter.ts';

interface Ran {
  state: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped. */
  note?: string;
  fault?: Tally;
}

/** A file of tests as the reporters see it. */
const moduleOf = (tests: readonly Ran[]): TestModule => ({
  ok: () => tests.every(({state}) => state !== 'failed'),
  children: {allTests: () => tests.map(({state, note, fault}, index) => ({
    fullName: `what > case ${index + 1}`, meta: () => ({fault}), result: () => ({state, note}),
  }))},
}) as unknown as TestModule;

/** What the two say after a run. */
const said = async (tests: readonly Ran[], errors: readonly unknown[] = [], reason: TestRunEndReason = 'passed'): Promise<string[]> => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const modules = [moduleOf(tests)];
    const table = new TableReporter({keep: false}).onTestRunEnd(modules);
    new SumReporter().onTestRunEnd(modules, errors, reason);
    await table;
    await new Promise(setImmediate);
    return write.mock.calls.map(([text]) => String(text)).join('').split('\n').filter(line => line !== '');
  } finally {
    write.mockRestore();
  }
};

describe('the end of a run', () => {
  const fault: Tally = {times: 3, acknowledged: 40, lost: 0, recovered: [1000, 3000, 2000], remark: 'memory +3 MB'};

  it('closes with how many passed and failed', async () => {
    expect(await said([{state: 'passed'}, {state: 'passed'}, {state: 'failed'}])).toEqual(['2 passed, 1 failed']);
  });

  it('does not count what could not be run here as passed: it names it, and why', async () => {
    expect(await said([{state: 'passed'}, {state: 'skipped', note: 'PostgreSQL is not on this machine'}])).toEqual([
      '- not run: what: case 2 (PostgreSQL is not on this machine)', '1 passed, 0 failed, 1 skipped',
    ]);
  });

  it('does not read as a success where it broke outside any test', async () => {
    expect(await said([{state: 'passed'}], [new Error('worker')], 'failed')).toEqual(['1 passed, 1 failed']);
  });

  it('shows what was broken on purpose: how often, what was acknowledged, what was lost, how long until it worked again', async () => {
    expect(await said([{state: 'passed', fault}, {state: 'failed', fault: {times: 0, acknowledged: 7, lost: 2, recovered: []}}])).toEqual([
      expect.stringContaining('| Case |'), expect.stringContaining('|---|'),
      '| what: case 1 | 3 | 40 | 0 | 2.0 s, at most 3.0 s | memory +3 MB |',
      '| what: case 2 (**failed**) | 0 | 7 | 2 | – |  |',
      '1 passed, 1 failed',
    ]);
  });
});
