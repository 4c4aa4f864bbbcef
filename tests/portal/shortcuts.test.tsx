// The keys of a screen are its own again as soon as what stood over it is closed, however long that takes to fade out.
import {useEffect, useState} from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import {fireEvent, screen, waitFor} from '@testing-library/react';
import {describe, expect, it, vi} from 'vitest';
import {GlobalShortcuts} from '../../src/portal/app/layout/GlobalShortcuts.tsx';
import {SUBMIT_KEY} from '../../src/portal/shortcuts/handleShortcut.ts';
import {useRegisterShortcut} from '../../src/portal/shortcuts/registry.ts';
import {lazyComponent} from '../../src/portal/ui/lazyComponent.tsx';
import {atOnce, press} from './support/gestures.ts';
import {show} from './support/world.tsx';

/** However busy the machine: what is closed fades out for longer than a test takes. */
const transitionDuration = {enter: 0, exit: 600_000};
const KINDS = {
  dialog: (open: boolean, close: () => void) => (
    <Dialog open={open} onClose={close} transitionDuration={transitionDuration}>
      <form aria-label="em cima"><button type="submit">Enviar</button></form>
    </Dialog>
  ),
  popover: (open: boolean, close: () => void) => (
    <Popover open={open} onClose={close} anchorEl={document.body} transitionDuration={transitionDuration}>
      <div role="dialog" aria-label="painel"><Button>Dentro</Button></div>
    </Popover>
  ),
  menu: (open: boolean, close: () => void) => (
    <Menu open={open} onClose={close} anchorEl={document.body} transitionDuration={transitionDuration}><MenuItem>Dentro</MenuItem></Menu>
  ),
};
/** Whether something stood over the screen when the key was heard. */
const heard = vi.fn<(covered: boolean) => void>();
const modal = () => document.querySelector('.MuiModal-root');

const Screen = ({kind}: {kind: keyof typeof KINDS}) => {
  const [open, setOpen] = useState(false);
  useRegisterShortcut('x', 'Fazer', () => heard(modal() !== null));
  return (
    <>
      <GlobalShortcuts />
      <Button onClick={() => setOpen(true)}>Abrir</Button>
      {KINDS[kind](open, () => setOpen(false))}
    </>
  );
};

it.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('hears a key pressed right after a %s is closed, and none before', async kind => {
  heard.mockClear();
  const {user} = show(<Screen kind={kind} />);
  await press(user, 'Abrir');
  await user.keyboard('x');
  expect(heard).not.toHaveBeenCalled();
  await user.keyboard('{Escape}x');
  // It was there still, else nothing was shown.
  expect(heard.mock.calls).toEqual([[true]]);
});

it('hears a key as soon as what has it is seen', async () => {
  heard.mockClear();
  const Late = () => {
    const [isThere, setThere] = useState(false);
    useEffect(() => void setTimeout(() => setThere(true)), []);
    useRegisterShortcut('x', 'Fazer', () => heard(false), isThere);
    return <><GlobalShortcuts />{isThere && <p>Pronto</p>}</>;
  };
  const pressed = atOnce(() => screen.queryByText('Pronto') !== null, () => fireEvent.keyDown(document.body, {key: 'x'}));
  show(<Late />);
  await pressed;
  expect(heard).toHaveBeenCalledOnce();
});

it('does not send again what fades out, but what is filled in on the screen', async () => {
  const sent: string[] = [];
  const {user} = show(
    <main onSubmit={event => {
      event.preventDefault();
      sent.push('a tela');
    }}>
      <Screen kind="dialog" />
      <form><button type="submit">Salvar</button></form>
    </main>,
  );
  await press(user, 'Abrir');
  const over = screen.getByRole('form', {name: 'em cima'});
  over.addEventListener('submit', event => {
    event.preventDefault();
    event.stopPropagation();
    sent.push('o diálogo');
  });
  expect(SUBMIT_KEY).toBe('Mod+enter');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.keyboard('{Escape}{Control>}{Enter}{/Control}');
  expect(modal()).toBeInTheDocument();
  expect(sent).toEqual(['o diálogo', 'a tela']);
});

describe('typed before the dialog of a shortcut has the focus', () => {
  type Open = Parameters<typeof Reason>[0];
  const Reason = ({open, onClose, most, focus = true}: {open: boolean; onClose: () => void; most?: number; focus?: boolean}) => {
    const focusInput = (dialog: HTMLElement) => focus && dialog.querySelector('textarea')?.focus();
    return (
      <Dialog open={open} onClose={onClose} slotProps={{transition: {onEntered: focusInput}}}>
        <form onSubmit={event => event.preventDefault()}>
          {focus && <textarea aria-label="Motivo" maxLength={most} />}
          <button type="submit" onClick={() => heard(true)}>Enviar</button>
        </form>
      </Dialog>
    );
  };
  /** A list with a row that is a button, and the dialog of `p`, whose script comes when `arrive` is called. */
  const open = (props: Pick<Open, 'most' | 'focus'> = {}) => {
    heard.mockClear();
    const script = Promise.withResolvers<typeof Reason>();
    const Part = lazyComponent(() => script.promise);
    const Rows = () => {
      const [isOpen, setOpen] = useState(false);
      useRegisterShortcut('p', 'Registrar', () => setOpen(true));
      useRegisterShortcut('q', 'Recusado', () => undefined);
      useRegisterShortcut('x', 'Fazer', () => heard(false));
      return (
        <>
          <GlobalShortcuts />
          <button type="button" onClick={() => heard(false)}>Linha</button>
          {isOpen && <Part open {...props} onClose={() => setOpen(false)} />}
        </>
      );
    };
    const {user} = show(<Rows />);
    screen.getByRole('button', {name: 'Linha'}).focus();
    return {user, arrive: () => script.resolve(Reason)};
  };

  it('goes into it in order, with accents, blanks, corrections and lines, and does nothing else', async () => {
    const {user, arrive} = open();
    await user.keyboard('pFalta x ção{Backspace}.{Enter}');
    await user.keyboard('{Control>}{Enter}{/Control}');
    arrive();
    const input = await screen.findByLabelText('Motivo');
    await user.keyboard('Só');
    await waitFor(() => expect(input).toHaveValue('Falta x çã.\nSó'));
    await user.keyboard('!');
    expect(input).toHaveValue('Falta x çã.\nSó!');
    expect(heard).not.toHaveBeenCalled();
  });

  it('is cut where the input ends', async () => {
    const {user, arrive} = open({most: 5});
    await user.keyboard('pFalta a placa.');
    arrive();
    await waitFor(() => expect(screen.getByLabelText('Motivo')).toHaveValue('Falta'));
  });

  it('is dropped where nothing is written in the dialog, and where a click follows', async () => {
    const {user, arrive} = open({focus: false});
    await user.keyboard('pabc');
    arrive();
    const button = await screen.findByRole('button', {name: 'Enviar'});
    await user.keyboard('x');
    await user.click(button);
    expect(heard.mock.calls).toEqual([[true]]);
  });

  it('means what it always means where the shortcut opened nothing', async () => {
    const {user} = open();
    await user.keyboard('qx');
    expect(heard.mock.calls).toEqual([[false]]);
  });
});
