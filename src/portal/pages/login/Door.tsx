/**
 * The public screens (rules: Session 4, 9, 10): the sign-in, the forgotten password over it, the new password of a link. Plain
 * React: no theme engine is loaded here.
 */
import {useEffect, useEffectEvent, useState} from 'react';
import type {Front} from '../../../schema/config/front.ts';
import {LOGIN} from '../addresses.ts';
import type {Counter} from './counter.ts';
import {LoginForm} from './LoginForm.tsx';
import type {Notice} from './notice.ts';
import {Unreachable} from './Unreachable.tsx';
import drawing from './drawing.svg?no-inline';
import './door.css';

interface DoorProps {
  front: Front;
  /** Fetches the rest, once somebody does something. */
  loadCounter: () => Promise<Counter>;
  /** Opens the shell at this address, for whoever has signed in. */
  enter: (address: string) => void;
  /** The last session ended by itself. */
  ended?: boolean;
  /** Opened by a link for a new password. */
  reset?: boolean;
}

const focused = (): HTMLElement | undefined => (document.activeElement instanceof HTMLElement ? document.activeElement : undefined);

export const Door = ({front, loadCounter, enter, ended = false, reset = false}: DoorProps) => {
  const [counter, setCounter] = useState<Counter>();
  const [unreachable, setUnreachable] = useState(false);
  const [resetting, setResetting] = useState(reset);
  const [notice, setNotice] = useState<Notice>();
  const [forgot, setForgot] = useState<{opener: HTMLElement | undefined}>();
  // A new object for each toast, also for one that says the same.
  const show = (next: Notice) => setNotice({...next});

  /** Undefined where it cannot be fetched: the page says so. */
  const fetchCounter = async (): Promise<Counter | undefined> => {
    try {
      const fetched = await loadCounter();
      setCounter(fetched);
      return fetched;
    } catch {
      setUnreachable(true);
      return undefined;
    }
  };
  const begin = useEffectEvent((fetched: Counter) => {
    setCounter(fetched);
    // The shared toast (rules: Session 8), beside the page's own line.
    if (ended) show({type: 'warning', message: fetched.words.messages.unauthorized});
  });
  const atOnce = ended || reset;
  useEffect(() => {
    if (atOnce) loadCounter().then(begin, () => setUnreachable(true));
  }, [atOnce, loadCounter]);

  const openForgot = () => {
    setForgot({opener: focused()});
    void fetchCounter();
  };
  const toLogin = () => {
    window.history.replaceState(null, '', LOGIN);
    setResetting(false);
  };

  const over = forgot !== undefined && counter !== undefined;
  return (
    <>
      <div className="door" inert={over}>
        <div className="door-picture" aria-hidden>
          {/* A file of its own, so that it weighs nothing on the script; its colours come from the page's theme. */}
          <svg className="drawing" viewBox="0 0 520 420" role="presentation" focusable="false"><use href={`${drawing}#balcao`} /></svg>
        </div>
        <main className="door-main">
          {!resetting && (
            <LoginForm
              front={front} counter={counter} fetchCounter={fetchCounter} show={show} enter={enter} onForgot={openForgot}
              ended={ended} unreachable={unreachable}
            />
          )}
          {resetting && counter && (
            <counter.ResetForm front={front} words={counter.words} show={show} onForgot={openForgot} onLogin={toLogin} />
          )}
          {resetting && unreachable && <Unreachable />}
        </main>
      </div>
      {over && <counter.ForgotDialog words={counter.words} show={show} onClose={() => setForgot(undefined)} opener={forgot.opener} />}
      {notice && counter && <counter.SignInToasts config={counter.words} notice={notice} />}
    </>
  );
};
