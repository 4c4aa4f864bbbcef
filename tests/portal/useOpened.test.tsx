// What a button opens, fetched when it is first asked for.
import type {ReactNode} from 'react';
import {screen, waitFor} from '@testing-library/react';
import {expect, it, vi} from 'vitest';
import config from '../../resources.config.ts';
import {useOpened} from '../../src/portal/ui/useOpened.ts';
import {fakeApi} from './support/api.ts';
import {clickOn, expectRole, expectText} from './support/gestures.ts';
import {show} from './support/world.tsx';

interface Props {
  onClose: () => void;
}

type Load = () => Promise<(props: Props) => ReactNode>;

const open = (load: Load) => {
  const Opener = () => {
    const {Opened, open: isOpen, show: ask, close} = useOpened<Props>(load);
    return (
      <>
        <button type="button" aria-expanded={isOpen} onClick={ask}>Abrir</button>
        {Opened && isOpen && <Opened onClose={close} />}
      </>
    );
  };
  fakeApi({});
  return {...show(<Opener />), button: (expanded: boolean) => screen.findByRole('button', {name: 'Abrir', expanded})};
};
const Panel = ({onClose}: Props) => <button type="button" onClick={onClose}>Fechar</button>;

it('is fetched once, and opened and closed as often as somebody likes', async () => {
  const load = vi.fn<Load>(() => Promise.resolve(Panel));
  const {user, button} = open(load);
  expect(load).not.toHaveBeenCalled();
  for (let turn = 0; turn < 2; turn++) {
    await user.click(await button(false));
    await button(true);
    await clickOn(user, 'button', 'Fechar');
    await button(false);
  }
  expect(load).toHaveBeenCalledTimes(1);
});

it('tells that it could not be fetched, closes it, and fetches it when it is asked for again', async () => {
  const load = vi.fn<Load>(() => Promise.resolve(Panel)).mockRejectedValueOnce(new TypeError('no such chunk'));
  const {user, button} = open(load);
  await user.click(await button(false));
  await expectText(config.messages.offline);
  await user.click(await button(false));
  await expectRole('button', 'Fechar');
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});
