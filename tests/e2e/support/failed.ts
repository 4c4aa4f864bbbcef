// Setup of the browser's tests: of a test that fails it is told what was in sight, where a machine has no other eyes.
import {afterEach} from 'vitest';
import {openPages} from './portal.ts';

/** A page that hangs is told by its address alone. */
const TIMEOUT = 5000;

afterEach(async ({task}) => {
  if (task.result?.state !== 'fail') return;
  for (const page of await openPages()) {
    const seen = await page.ariaSnapshot({timeout: TIMEOUT}).catch(String);
    console.error(`In sight at ${page.url()}:\n${seen}`);
  }
});
