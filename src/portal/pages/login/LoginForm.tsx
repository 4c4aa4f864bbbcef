/** The first impression: the product's name, the form, nothing else (rules: Session 4). */
import {useEffect, useEffectEvent, useRef, useState, type SubmitEvent} from 'react';
import type {Front} from '../../../schema/config/front.ts';
import type {Counter} from './counter.ts';
import {DoorField} from './DoorField.tsx';
import type {ShowNotice} from './notice.ts';
import type {Credentials} from './signIn.ts';
import {Unreachable} from './Unreachable.tsx';

/** The most characters of both fields (rules: Session 4). */
const LOGIN_MAX = 45;

interface LoginFormProps {
  front: Front;
  counter: Counter | undefined;
  fetchCounter: () => Promise<Counter | undefined>;
  show: ShowNotice;
  enter: (address: string) => void;
  onForgot: () => void;
  ended: boolean;
  unreachable: boolean;
}

const FIELDS = [
  {name: 'email', label: 'E-mail', type: 'email', autoComplete: 'username', message: 'loginUserInline'},
  {name: 'senha', label: 'Senha', type: 'password', autoComplete: 'current-password', message: 'loginPasswordInline'},
] as const;

export const LoginForm = ({front, counter, fetchCounter, show, enter, onForgot, ended, unreachable}: LoginFormProps) => {
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
      {ended && <p className="door-note" role="status">Sua sessão terminou. O que você digitou está guardado.</p>}
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
