// The theme: chosen in the user menu, kept, the system's while none is chosen; marked before the first paint.
import {readFile} from 'node:fs/promises';
import {act, render, screen, waitFor} from '@testing-library/react';
import {userEvent} from '@testing-library/user-event';
import {createMemoryRouter, RouterProvider} from 'react-router-dom';
import {beforeEach, expect, it, vi} from 'vitest';
import {PortalAdmin} from '../../src/portal/app/AdminApp.tsx';
import {fakeApi} from './support/api.ts';
import {clickOn, press} from './support/gestures.ts';
import {signIn} from './support/signedIn.ts';
import {product} from './support/world.tsx';

/** The system's theme, which a test turns. */
const system = () => {
  let dark = false;
  const listeners = new Set<() => void>();
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    get matches() {
      return media.includes('prefers-color-scheme: dark') && dark;
    },
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }));
  return (next: boolean) => act(() => {
    dark = next;
    for (const listener of listeners) listener();
  });
};
const marked = () => document.documentElement.dataset['tema'];

beforeEach(() => {
  document.documentElement.removeAttribute('data-tema');
  document.documentElement.style.colorScheme = '';
});

const open = async () => {
  fakeApi({});
  signIn('adm');
  const router = createMemoryRouter([{path: '/adm/*', element: <PortalAdmin config={product} goTo={() => undefined} />}], {
    initialEntries: ['/adm/home'],
  });
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  const choose = async (name: string) => {
    await clickOn(user, 'button', 'Ana (Adm)');
    await clickOn(user, 'menuitemradio', name);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  };
  const checked = async () => {
    await press(user, 'Ana (Adm)');
    const name = (await screen.findByRole('menuitemradio', {checked: true})).textContent;
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    return name;
  };
  await screen.findByRole('button', {name: 'Ana (Adm)'});
  return {choose, checked};
};

it('is the system\'s, as it changes, until one is chosen, and again after Tema do sistema', async () => {
  const turn = system();
  const {choose, checked} = await open();
  expect(marked()).toBe('light');
  expect(await checked()).toBe('Tema do sistema');
  turn(true);
  await waitFor(() => expect(marked()).toBe('dark'));
  await choose('Tema claro');
  expect(marked()).toBe('light');
  turn(false);
  turn(true);
  expect(marked()).toBe('light');
  expect(await checked()).toBe('Tema claro');
  expect(localStorage.getItem('RaStore.theme')).toBe('"light"');
  await choose('Tema do sistema');
  await waitFor(() => expect(marked()).toBe('dark'));
  turn(false);
  await waitFor(() => expect(marked()).toBe('light'));
  expect(localStorage.getItem('RaStore.theme')).toBeNull();
});

/** What the page runs before its first paint. */
const beforePaint = async () => {
  const page = await readFile('index.html', 'utf8');
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(page.slice(0, page.indexOf('</head>'))) ?? [];
  expect(script).not.toBe('');
  // oxlint-disable-next-line typescript/no-implied-eval -- no module, as the browser runs it
  new Function(script)();
};

it.each([
  ['nothing chosen, a light system', undefined, false, 'light'],
  ['nothing chosen, a dark system', undefined, true, 'dark'],
  ['light chosen, a dark system', '"light"', true, 'light'],
  ['dark chosen, a light system', '"dark"', false, 'dark'],
  ['something else stored', '"sepia"', false, 'light'],
])('is marked before the first paint: %s', async (_what, stored, dark, expected) => {
  const turn = system();
  turn(dark);
  if (stored !== undefined) localStorage.setItem('RaStore.theme', stored);
  await beforePaint();
  expect(marked()).toBe(expected);
  expect(document.documentElement.style.colorScheme).toBe(expected);
});

it('follows the system on the login page, where nothing was chosen', async () => {
  const turn = system();
  await beforePaint();
  turn(true);
  expect(marked()).toBe('dark');
});
