/**
 * The public screens (rules: Session 4, 9, 10): sign-in, forgotten password, and new password by link. Plain React without the theme
 * engine, because the login must load fast.
 */
import {useEffect, useEffectEvent, useRef, useState, type SubmitEvent} from 'react';
import type {ProductConfig} from '../../../schema/shapes/publicConfig.ts';
import type {SessionEnding} from '../../session/returnAfterSignIn.ts';
import {LOGIN_PATH} from '../pagePaths.ts';
import {PublicPageInput} from './PublicPageInput.tsx';
import type {PublicPageModules} from './publicPageModules.ts';
import type {PublicToast, ShowPublicToast} from './publicToasts.ts';
import {LoadFailedNote} from './FailureNotes.tsx';
import drawing from './drawing.svg?no-inline';
import './door.css';
import type {Credentials} from './signIn.ts';

/** Maximum length of both fields (rules: Session 4). */
const LOGIN_MAX_LENGTH = 45;

interface LoginFormProps {
  front: ProductConfig;
  counter: PublicPageModules | undefined;
  fetchCounter: () => Promise<PublicPageModules | undefined>;
  show: ShowPublicToast;
  enter: (address: string) => void;
  onForgot: () => void;
  ending: SessionEnding | undefined;
  unreachable: boolean;
}

const ENDING_TEXTS: Readonly<Record<SessionEnding, string>> = {
  ended: 'Sua sessão terminou.', kept: 'Sua sessão terminou. O que você digitou está guardado.', signedOut: 'Você saiu em outra janela.',
};

const FIELDS = [
  {name: 'email', label: 'E-mail', type: 'email', autoComplete: 'username', message: 'loginUserInline'},
  {name: 'senha', label: 'Senha', type: 'password', autoComplete: 'current-password', message: 'loginPasswordInline'},
] as const;

const LoginForm = ({front, counter, fetchCounter, show, enter, onForgot, ending, unreachable}: LoginFormProps) => {
  const {product} = front;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Credentials>({email: '', senha: ''});
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);

  /** Focuses the first empty field, else the password, which has to be typed again. */
  const focusFirstGap = () => {
    const {name} = FIELDS.find(field => values[field.name].trim() === '') ?? {name: 'senha'};
    const input = form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
    input?.focus();
    input?.select();
  };
  const onMount = useEffectEvent(focusFirstGap);
  useEffect(() => onMount(), []);
  const signIn = async () => {
    const modules = counter ?? await fetchCounter();
    const address = await modules?.signIn(modules.words, values, show);
    if (address !== undefined) return enter(address);
    setBusy(false);
    focusFirstGap();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    setBusy(true);
    focusFirstGap();
    void signIn();
  };

  return (
    <form ref={form} className="door-form" noValidate onSubmit={submit}>
      <title>{product.name}</title>
      <img src="/favicon.svg" alt="" width={44} height={44} />
      <h1>{product.name}</h1>
      {ending && <p className="door-note" role="status">{ENDING_TEXTS[ending]}</p>}
      {unreachable && <LoadFailedNote />}
      <p className="door-prompt">{product.subtitle}</p>
      {FIELDS.map(({name, message, ...field}) => (
        <PublicPageInput
          key={name}
          {...field}
          name={name}
          maxLength={LOGIN_MAX_LENGTH}
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
  front: ProductConfig;
  /** Loads the chunk that the first interaction needs. */
  loadCounter: () => Promise<PublicPageModules>;
  enter: (address: string) => void;
  ending?: SessionEnding | undefined;
  reset?: boolean;
}

const focusedElement = (): HTMLElement | undefined => (document.activeElement instanceof HTMLElement ? document.activeElement : undefined);

export const PublicPage = ({front, loadCounter, enter, ending, reset = false}: DoorProps) => {
  const [counter, setCounter] = useState<PublicPageModules>();
  const [unreachable, setUnreachable] = useState(false);
  const [resetting, setResetting] = useState(reset);
  const [notice, setNotice] = useState<PublicToast>();
  const [forgot, setForgot] = useState<{opener: HTMLElement | undefined}>();
  // A new object, so that a repeated toast is shown again.
  const show = (toast: PublicToast) => setNotice({...toast});

  const fetchCounter = async (): Promise<PublicPageModules | undefined> => {
    try {
      const modules = await loadCounter();
      setCounter(modules);
      return modules;
    } catch {
      setUnreachable(true);
      return undefined;
    }
  };
  const isSessionOver = ending === 'ended' || ending === 'kept';
  const onLoaded = useEffectEvent((modules: PublicPageModules) => {
    setCounter(modules);
    // The toast (rules: Session 8) is shown in addition to the page's note.
    if (isSessionOver) show({type: 'warning', message: modules.words.messages.unauthorized});
  });
  const isEager = isSessionOver || reset;
  useEffect(() => {
    if (isEager) loadCounter().then(onLoaded, () => setUnreachable(true));
  }, [isEager, loadCounter]);

  const openForgot = () => {
    setForgot({opener: focusedElement()});
    void fetchCounter();
  };
  const goToLogin = () => {
    window.history.replaceState(null, '', LOGIN_PATH);
    setResetting(false);
  };

  const isForgotOpen = forgot !== undefined && counter !== undefined;
  return (
    <>
      <div className="door" inert={isForgotOpen}>
        <div className="door-picture" aria-hidden>
          {/* A separate file, which keeps the script small; its colours come from CSS variables. */}
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
            <counter.ResetForm front={front} words={counter.words} show={show} onForgot={openForgot} onLogin={goToLogin} />
          )}
          {resetting && unreachable && <LoadFailedNote />}
        </main>
      </div>
      {isForgotOpen
        && <counter.ForgotDialog words={counter.words} show={show} onClose={() => setForgot(undefined)} opener={forgot.opener} />}
      {notice && counter && <counter.SignInToasts config={counter.words} notice={notice} />}
    </>
  );
};
