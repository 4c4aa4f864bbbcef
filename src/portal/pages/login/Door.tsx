/**
 * The public screens (rules: Session 4, 9, 10): the sign-in, the forgotten password over it, the new password of a link. Plain
 * React: no theme engine is loaded here.
 */
import {useEffect, useEffectEvent, useRef, useState, type SubmitEvent} from 'react';
import type {PublicProduct} from '../../../schema/shapes/publicConfig.ts';
import type {Ending} from '../../session/comingBack.ts';
import {LOGIN} from '../addresses.ts';
import {DoorField} from './DoorField.tsx';
import type {Counter} from './counter.ts';
import type {Notice, ShowNotice} from './notice.ts';
import {Unreachable} from './Unreachable.tsx';
import drawing from './drawing.svg?no-inline';
import './door.css';
import type {Credentials} from './signIn.ts';

/** The most characters of both fields (rules: Session 4). */
const LOGIN_MAX = 45;

interface LoginFormProps {
  front: PublicProduct;
  counter: Counter | undefined;
  fetchCounter: () => Promise<Counter | undefined>;
  show: ShowNotice;
  enter: (address: string) => void;
  onForgot: () => void;
  ending: Ending | undefined;
  unreachable: boolean;
}

const ENDINGS: Readonly<Record<Ending, string>> = {
  ended: 'Sua sessão terminou.', kept: 'Sua sessão terminou. O que você digitou está guardado.', signedOut: 'Você saiu em outra janela.',
};

const FIELDS = [
  {name: 'email', label: 'E-mail', type: 'email', autoComplete: 'username', message: 'loginUserInline'},
  {name: 'senha', label: 'Senha', type: 'password', autoComplete: 'current-password', message: 'loginPasswordInline'},
] as const;

/** The first impression: the product's name, the form, nothing else (rules: Session 4). */
const LoginForm = ({front, counter, fetchCounter, show, enter, onForgot, ending, unreachable}: LoginFormProps) => {
  const {product} = front;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Credentials>({email: '', senha: ''});
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);

  /** To what is to be typed: what is empty, else the password, to be typed anew. */
  const toGap = () => {
    const {name} = FIELDS.find(one => values[one.name].trim() === '') ?? {name: 'senha'};
    const input = form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
    input?.focus();
    input?.select();
  };
  const begin = useEffectEvent(toGap);
  useEffect(() => begin(), []);
  const signIn = async () => {
    const fetched = counter ?? await fetchCounter();
    const address = await fetched?.signIn(fetched.words, values, show);
    // The button stays busy until the next screen is there.
    if (address !== undefined) return enter(address);
    setBusy(false);
    toGap();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    setBusy(true);
    toGap();
    void signIn();
  };

  return (
    <form ref={form} className="door-form" noValidate onSubmit={submit}>
      <title>{product.name}</title>
      <img src="/favicon.svg" alt="" width={44} height={44} />
      <h1>{product.name}</h1>
      {ending && <p className="door-note" role="status">{ENDINGS[ending]}</p>}
      {unreachable && <Unreachable />}
      <p className="door-prompt">{product.subtitle}</p>
      {FIELDS.map(({name, message, ...field}) => (
        <DoorField
          key={name}
          {...field}
          name={name}
          maxLength={LOGIN_MAX}
          value={values[name]}
          error={tried && values[name].trim() === '' ? counter?.words.messages[message] : undefined}
          onChange={value => {
            if (counter === undefined) void fetchCounter();
            setValues({...values, [name]: value});
          }}
        />
      ))}
      <button type="submit" className="door-button" aria-disabled={busy} data-busy={busy || undefined}>Login</button>
      <a
        className="door-link"
        href="#esqueci-minha-senha"
        aria-haspopup="dialog"
        onClick={event => {
          event.preventDefault();
          onForgot();
        }}
      >
        Esqueceu sua senha?
      </a>
    </form>
  );
};

interface DoorProps {
  front: PublicProduct;
  /** Fetches the rest, once somebody does something. */
  loadCounter: () => Promise<Counter>;
  /** Opens the shell at this address, for whoever has signed in. */
  enter: (address: string) => void;
  /** How the last session ended. */
  ending?: Ending | undefined;
  /** Opened by a link for a new password. */
  reset?: boolean;
}

const focused = (): HTMLElement | undefined => (document.activeElement instanceof HTMLElement ? document.activeElement : undefined);

export const Door = ({front, loadCounter, enter, ending, reset = false}: DoorProps) => {
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
  const isOver = ending === 'ended' || ending === 'kept';
  const begin = useEffectEvent((fetched: Counter) => {
    setCounter(fetched);
    // The shared toast (rules: Session 8), beside the page's own line.
    if (isOver) show({type: 'warning', message: fetched.words.messages.unauthorized});
  });
  const atOnce = isOver || reset;
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
              ending={ending} unreachable={unreachable}
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
