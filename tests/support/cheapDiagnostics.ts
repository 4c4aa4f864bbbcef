/**
 * Setup of the portal's tests, a quarter of their time: what React and Testing Library keep of every element and of every look
 * at the page in case something is to be told about it, and a style element for every rule, which only source maps want.
 */
import createCache from '@emotion/cache';
import {configure, prettyDOM} from '@testing-library/react';
import * as React from 'react';

/** `findBy…` looks at the page until it finds something; each look that did not has the whole page printed, which only the last one tells. */
class NotFound extends Error {
  override name = 'TestingLibraryElementError';
}
configure({
  getElementError: (message, container) => {
    const error = new NotFound();
    let told: string | undefined;
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => (told ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
      set: (text: string) => {
        told = text;
      },
    });
    return error;
  },
});

/**
 * In development React records where each element was made, a stack of ten places, for the stacks of its warnings; the first
 * ten thousand of each second. This says that those have been made. The warnings themselves, which fail a test, stay.
 */
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const shared = (React as unknown as Record<string, {recentlyCreatedOwnerStacks?: number} | undefined>)[INTERNALS];
if (shared?.recentlyCreatedOwnerStacks === undefined) throw new Error('React counts the stacks of its elements elsewhere.');
Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', {configurable: true, get: () => Infinity, set: () => {}});

/**
 * In development emotion gives every rule a style element of its own; some thousand of them, each of which jsdom reads twice and looks
 * through whenever it is asked how something looks. This has them in one sheet, as in production.
 */
const sheets = Object.getPrototypeOf(createCache({key: 'medida'}).sheet) as object;
Object.defineProperty(sheets, 'isSpeedy', {configurable: true, get: () => true, set: () => {}});
