/** What a person does with what the screen has, and reads there; react-admin's screens name their buttons, links and choices. */
import {screen, type Screen} from '@testing-library/react';
import type {UserEvent} from '@testing-library/user-event';
import {expect} from 'vitest';

/** Presses the button that is there now, in the screen or in a part of it. */
export const press = (user: UserEvent, name: string | RegExp, where: Pick<Screen, 'getByRole'> = screen): Promise<void> =>
  user.click(where.getByRole('button', {name}));

/** Clicks on what has the role and the name, as soon as it is there. */
export const clickOn = async (
  user: UserEvent, role: string, name: string | RegExp, where: Pick<Screen, 'findByRole'> = screen,
): Promise<void> => user.click(await where.findByRole(role, {name}));

/** The text is to be read, as soon as it is there. */
export const expectText = async (text: string | RegExp): Promise<void> => {
  expect(await screen.findByText(text)).toBeVisible();
};

/** What has the role and the name is to be seen, as soon as it is there. */
export const expectRole = async (role: string, name: string | RegExp): Promise<void> => {
  expect(await screen.findByRole(role, {name})).toBeVisible();
};

/** Does it in the very moment in which that is drawn, as somebody quick does: before React's effects that come after it. */
export const atOnce = (isDrawn: () => boolean, does: () => void): Promise<void> => new Promise(resolve => {
  const watch = new MutationObserver(() => {
    if (!isDrawn()) return;
    watch.disconnect();
    does();
    resolve();
  });
  watch.observe(document.body, {childList: true, subtree: true});
});
