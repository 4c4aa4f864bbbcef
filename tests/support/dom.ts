// Setup of every portal test file: matchers, a clean page between tests, and a console that must stay silent.
import '@testing-library/jest-dom/vitest';
import {cleanup, configure} from '@testing-library/react';
import {afterAll, afterEach, vi} from 'vitest';
import './cheapDiagnostics.ts';
import {watchConsole} from './console.ts';

// A wait ends as soon as what it waits for is there; on a busy machine that is later than the library's one second.
configure({asyncUtilTimeout: 60_000});

// jsdom has no layout and says so on the console; react-admin scrolls on every change of page.
window.scrollTo = () => undefined;

// react-admin is silent about a request that is given up, which it tells by this class; requests are given up by Node here.
const {reason: givenUp} = AbortSignal.abort() as {reason: DOMException};
globalThis.DOMException = givenUp.constructor as typeof DOMException;

// Registered before `cleanup`, so these run after it (hooks after a test run in reverse): they also see what unmounting prints and keeps.
watchConsole();
// A draft of one test is none of the next, nor the place where it was in a list.
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);
// Files of one worker share its page: what one has replaced is there again for the next, which begins at the front door.
afterAll(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});
