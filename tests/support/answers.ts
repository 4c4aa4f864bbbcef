/** `expect(answer).toAnswer(400, {codigo: 'VERSAO'})`: what a call answered, told whole where it is another. */
import {expect} from 'vitest';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** @param body what its body has among other things; absent: whatever it is */
    toAnswer(status: unknown, body?: unknown): R;
  }
}

expect.extend({
  toAnswer({status, body}: {status: number; body?: unknown}, ...wanted: readonly unknown[]) {
    const expected = Object.fromEntries(['status', 'body'].slice(0, wanted.length).map((name, at) => [name, wanted[at]]));
    const {iterableEquality, subsetEquality} = this.utils;
    return {
      pass: this.equals({status, body}, expected, [...this.customTesters, iterableEquality, subsetEquality]),
      message: () => `${this.isNot ? 'no ' : ''}other answer was expected`, expected, actual: {status, body},
    };
  },
});
