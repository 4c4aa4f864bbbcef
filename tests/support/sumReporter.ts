import type {Reporter, TestModule, TestRunEndReason} from 'vitest/node';

/** Told to who started the run, once its last line is written (`tests/support/all.ts`). */
const SUMMED = 'summed';

/**
 * Ends every run with one plain line, `N passed, N failed`, for people and machines that read only the last one. Tests that
 * could not be run here (`skip` with its reason) are neither, and follow as `, N skipped` where there are any.
 */
export default class SumReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    let passed = 0;
    let failed = 0;
    let skipped = 0;
    for (const module of modules) {
      const before = failed;
      for (const test of module.children.allTests()) {
        const result = test.result();
        const {state} = result;
        if (state === 'passed') passed += 1;
        if (state === 'failed') failed += 1;
        if (result.state === 'skipped' && result.note !== undefined) skipped += 1;
      }
      // A file that could not be loaded, or whose hooks failed, has no failed test of its own.
      if (!module.ok() && failed === before) failed += 1;
    }
    // A run that broke outside any test must not read as a success.
    if (failed === 0 && (errors.length > 0 || reason !== 'passed')) failed = Math.max(1, errors.length);
    // After the other reporters, which write in the same turn.
    setImmediate(() => {
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
      process.send?.(SUMMED);
    });
  }
}
