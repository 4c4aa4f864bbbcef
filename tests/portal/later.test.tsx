// What few screens need at first sight, fetched when it is drawn; and where it cannot be.
import {useState, type ComponentType} from 'react';
import {act, screen, waitFor} from '@testing-library/react';
import {expect, it, vi} from 'vitest';
import {ScreenErrorBoundary} from '../../src/portal/ui/ScreenErrorBoundary.tsx';
import {lazyComponent} from '../../src/portal/ui/lazyComponent.tsx';
import {expectConsole} from '../support/console.ts';
import {fakeApi} from './support/api.ts';
import {clickOn, expectRole, expectText} from './support/gestures.ts';
import {show} from './support/world.tsx';

interface Opened {
  open: boolean;
  onClose: () => void;
}
type Load = () => Promise<ComponentType<Opened>>;
const Panel = ({open, onClose}: Opened) => open && <button type="button" onClick={onClose}>Fechar</button>;

/** A button that opens what comes so; `stays`: it is there also when it is closed. */
const open = (load: Load, stays: boolean) => {
  const Part = lazyComponent(load);
  const Opener = () => {
    const [open, setOpen] = useState<boolean>();
    return (
      <>
        <button type="button" aria-expanded={open === true} onClick={() => setOpen(true)}>Abrir</button>
        {(stays ? open !== undefined : open) && <Part open={open === true} onClose={() => setOpen(false)} />}
      </>
    );
  };
  fakeApi({});
  return {...show(<Opener />), button: (expanded: boolean) => screen.findByRole('button', {name: 'Abrir', expanded})};
};
/** Nothing, so many times; then the part. */
const failing = <Props,>(times: number, part: ComponentType<Props>) => {
  const load = vi.fn<() => Promise<ComponentType<Props>>>(() => Promise.resolve(part));
  for (let time = 0; time < times; time++) load.mockRejectedValueOnce(new TypeError('no such chunk'));
  return load;
};

it('is fetched once, and opened and closed as often as somebody likes', async () => {
  const load = vi.fn<Load>(() => Promise.resolve(Panel));
  const {user, button} = open(load, true);
  expect(load).not.toHaveBeenCalled();
  for (let turn = 0; turn < 2; turn++) {
    await user.click(await button(false));
    await button(true);
    await clickOn(user, 'button', 'Fechar');
    await button(false);
  }
  expect(load).toHaveBeenCalledTimes(1);
});

it.each([true, false])('what a button opens is told not to have come, and fetched when it is opened again (it stays: %s)', async stays => {
  const load = failing(2, Panel);
  const {user, button} = open(load, stays);
  for (const times of [1, 2]) {
    await user.click(await button(false));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(times));
    await button(false);
    await expectText(/^Esta parte do portal não pôde ser carregada\./);
  }
  await user.click(await button(false));
  await expectRole('button', 'Fechar');
});

it('is not asked for without a line, of which a browser would keep the failure', async () => {
  const load = vi.fn<Load>(() => Promise.resolve(Panel));
  const {user, button} = open(load, false);
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(await button(false));
  await expectText(/^Esta parte do portal não pôde ser carregada\./);
  expect(load).not.toHaveBeenCalled();
  line.mockRestore();
  await user.click(await button(false));
  await expectRole('button', 'Fechar');
});

it('a part of a screen leaves the others in peace, and comes when the line is back', async () => {
  const load = failing(2, () => <p>Ao vivo</p>);
  const Part = lazyComponent(load);
  show(<><Part /><p>O resto</p></>);
  for (const times of [2, 3]) {
    await expectText('O resto');
    // It hears so once it is known not to have come.
    await waitFor(() => {
      act(() => void window.dispatchEvent(new Event('online')));
      expect(load).toHaveBeenCalledTimes(times);
    });
  }
  await expectText('Ao vivo');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a whole screen is said not to be had, and tried again by who comes back to it', async () => {
  expectConsole(/no such chunk/);
  const Part = lazyComponent(failing(1, () => <p>A tela</p>), 'screen');
  const screenOf = (key: string) => <ScreenErrorBoundary key={key}><Part /></ScreenErrorBoundary>;
  const Screens = () => {
    const [way, setWay] = useState('uma');
    return <><button type="button" onClick={() => setWay('outra')}>Voltar a ela</button>{screenOf(way)}</>;
  };
  const {user} = show(<Screens />);
  await expectRole('button', 'Tentar de novo');
  await clickOn(user, 'button', 'Voltar a ela');
  await expectText('A tela');
});

it('what somebody else\'s script broke is drawn anew, and said; broken again at once it is said to have stopped', async () => {
  expectConsole(/NotFoundError/);
  const moved = () => new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
  let faults = 0;
  const Screen = () => {
    const [pressed, setPressed] = useState(false);
    if (pressed && faults-- > 0) throw moved();
    return <button type="button" onClick={() => setPressed(true)}>{pressed ? 'Aceso' : 'Apagado'}</button>;
  };
  const {user} = show(<ScreenErrorBoundary><Screen /></ScreenErrorBoundary>);
  // React tries once more by itself.
  faults = 2;
  await clickOn(user, 'button', 'Apagado');
  await expectText('Uma extensão do navegador alterou a página; ela foi desenhada de novo.');
  faults = 2;
  await clickOn(user, 'button', 'Apagado');
  await expectText('Esta tela parou de funcionar.');
});
