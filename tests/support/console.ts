import {afterEach, beforeEach, expect, vi} from 'vitest';
import {format} from 'node:util';

let seen: string[] = [];
let expected: RegExp[] = [];

/** Says that this test makes the console speak: a message matching `pattern` must come, and does not fail the test. */
export function expectConsole(pattern: RegExp): void {
  expected.push(pattern);
}

/** A failed request is logged wherever one is made (rules: Errors 3); tests/portal/failures.test.tsx holds what the line says. */
const FAILED_REQUEST = /^console\.warn: (?:GET|POST|PUT|DELETE) \S+: (?:sem conexão|\d{3}\b)/;

/** Makes `console.error` and `console.warn` fail the test they come from. Called once, by the setup file. */
export function watchConsole(): void {
  beforeEach(() => {
    seen = [];
    expected = [];
    for (const level of ['error', 'warn'] as const) {
      vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
        seen.push(`console.${level}: ${format(...args)}`);
      });
    }
  });

  afterEach(() => {
    vi.mocked(console.error).mockRestore();
    vi.mocked(console.warn).mockRestore();
    expect(seen.filter(line => ![FAILED_REQUEST, ...expected].some(pattern => pattern.test(line))), 'unexpected console output')
      .toEqual([]);
    expect(expected.filter(pattern => !seen.some(line => pattern.test(line))), 'console output that did not come').toEqual([]);
  });
}
