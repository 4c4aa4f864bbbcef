/** The first impression: the product's name, a quiet drawing, the form, nothing else (§2). Plain React: no theme engine is loaded here. */
import {lazy, Suspense, useEffect, useRef, useState, type SubmitEvent} from 'react';
import type {Config} from '../../../schema/config.ts';
import {takeAddress, takeNotice, type GoTo} from '../../session/leaving.ts';
import {Illustration} from './Illustration.tsx';
import {LoginField} from './LoginField.tsx';
import {missing, refusal, signIn, type Credentials, type Notice} from './signIn.ts';
import './login.css';

/** Fetched with the first toast, or as soon as somebody starts typing. */
const loadToasts = () => import('../../toasts/SignInToasts.tsx');
const SignInToasts = lazy(async () => ({default: (await loadToasts()).SignInToasts}));

interface LoginPageProps {
  config: Config;
  goTo: GoTo;
}

const FIELDS = [
  {name: 'email', label: 'E-mail', type: 'email', autoComplete: 'username', message: 'loginUserInline'},
  {name: 'senha', label: 'Senha', type: 'password', autoComplete: 'current-password', message: 'loginPasswordInline'},
] as const;

/** A session that ended by itself is said once, here (§4). */
const useFirstNotice = (config: Config, show: (notice: Notice) => void) => {
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    if (takeNotice()) show({type: 'warning', message: config.messages['unauthorized'] ?? ''});
  });
};

export const LoginPage = ({config, goTo}: LoginPageProps) => {
  const {product} = config;
  const form = useRef<HTMLFormElement>(null);
  const [notice, setNotice] = useState<Notice & {turn: number}>();
  const [values, setValues] = useState<Credentials>({email: '', senha: ''});
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const show = (next: Notice) => setNotice(before => ({...next, turn: (before?.turn ?? 0) + 1}));
  useFirstNotice(config, show);

  const enter = async () => {
    setBusy(true);
    try {
      const home = await signIn(config, values);
      // The button stays busy until the next page is there.
      goTo(takeAddress(product.basename) ?? home);
    } catch (error) {
      const said = refusal(config, error);
      if (said) show(said);
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const gap = missing(config, values);
    if (gap === undefined) return void enter();
    show(gap);
    const empty = values.email.trim() === '' ? 'email' : 'senha';
    form.current?.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus();
  };

  return (
    <div className="login">
      <title>{product.name}</title>
      <div className="login-picture" aria-hidden><Illustration /></div>
      <main className="login-main">
        <form ref={form} className="login-form" noValidate onSubmit={submit}>
          <img src="/favicon.svg" alt="" width={44} height={44} />
          <h1>{product.name}</h1>
          <p>{product.subtitle}</p>
          {FIELDS.map(({name, message, ...field}) => (
            <LoginField
              key={name}
              {...field}
              name={name}
              value={values[name]}
              error={tried && values[name].trim() === '' ? config.messages[message] : undefined}
              onChange={value => {
                void loadToasts();
                setValues({...values, [name]: value});
              }}
            />
          ))}
          <button type="submit" className="login-button" aria-disabled={busy} data-busy={busy || undefined}>Login</button>
        </form>
      </main>
      {notice && <Suspense><SignInToasts config={config} notice={notice} /></Suspense>}
    </div>
  );
};
