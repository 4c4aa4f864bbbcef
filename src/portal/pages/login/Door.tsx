/**
 * The public screens (§2): the sign-in, the forgotten password over it, the new password of a link. Plain React: no theme
 * engine is loaded here.
 */
import {lazy, Suspense, useState} from 'react';
import type {Front} from '../../../schema/front.ts';
import {dropSession} from '../../session/session.ts';
import {LOGIN} from '../addresses.ts';
import {ForgotDialog} from './ForgotDialog.tsx';
import {Illustration} from './Illustration.tsx';
import {LoginForm} from './LoginForm.tsx';
import type {Notice} from './notice.ts';
import './door.css';

/** Fetched with the first toast, or as soon as somebody starts typing. */
const loadToasts = () => import('../../toasts/SignInToasts.tsx');
const SignInToasts = lazy(async () => ({default: (await loadToasts()).SignInToasts}));
const ResetForm = lazy(async () => ({default: (await import('../password/ResetForm.tsx')).ResetForm}));

interface DoorProps {
  front: Front;
  /** Opens the shell at this address, for whoever has signed in. */
  enter: (address: string) => void;
  /** The last session ended by itself. */
  ended?: boolean;
  /** Of the link the page was opened with: `''` where a link has none; absent: no link, but the sign-in. */
  resetToken?: string | undefined;
}

/** §8's toast stands beside the page's own line. */
const endedNotice = ({messages}: Front): Notice => ({type: 'warning', message: messages['unauthorized'] ?? ''});

export const Door = ({front, enter, ended = false, resetToken}: DoorProps) => {
  const [token, setToken] = useState(resetToken);
  const [notice, setNotice] = useState<Notice | undefined>(() => (ended ? endedNotice(front) : undefined));
  const [forgot, setForgot] = useState<{opener: HTMLElement | undefined}>();
  // A new object for each toast, also for one that says the same.
  const show = (next: Notice) => setNotice({...next});

  const openForgot = () => {
    void loadToasts();
    setForgot({opener: document.activeElement instanceof HTMLElement ? document.activeElement : undefined});
  };
  const toLogin = () => {
    window.history.replaceState(null, '', LOGIN);
    setToken(undefined);
  };
  const finishReset = () => {
    // Whoever had signed in here did it with a password of before, or is another person.
    dropSession();
    toLogin();
    show({type: 'success', message: front.messages['passwordReset'] ?? ''});
  };

  return (
    <>
      <div className="door" inert={forgot !== undefined}>
        <div className="door-picture" aria-hidden><Illustration /></div>
        <main className="door-main">
          {token === undefined
            ? <LoginForm front={front} ended={ended} enter={enter} show={show} onTyping={() => void loadToasts()} onForgot={openForgot} />
            : <Suspense><ResetForm front={front} token={token} show={show} onDone={finishReset} onForgot={openForgot} onLogin={toLogin} /></Suspense>}
        </main>
      </div>
      {forgot && <ForgotDialog front={front} show={show} onClose={() => setForgot(undefined)} opener={forgot.opener} />}
      {notice && <Suspense><SignInToasts config={front} notice={notice} /></Suspense>}
    </>
  );
};
