/** The first impression: the product's name, the form, nothing else (§2). */
import {useRef, useState, type SubmitEvent} from 'react';
import type {Front} from '../../../schema/front.ts';
import {takeAddress} from '../../session/leaving.ts';
import {DoorField} from './DoorField.tsx';
import type {ShowNotice} from './notice.ts';
import {LOGIN_MAX, missing, refusal, signIn, type Credentials} from './signIn.ts';

interface LoginFormProps {
  front: Front;
  ended: boolean;
  enter: (address: string) => void;
  show: ShowNotice;
  onTyping: () => void;
  onForgot: () => void;
}

const FIELDS = [
  {name: 'email', label: 'E-mail', type: 'email', autoComplete: 'username', message: 'loginUserInline'},
  {name: 'senha', label: 'Senha', type: 'password', autoComplete: 'current-password', message: 'loginPasswordInline'},
] as const;

export const LoginForm = ({front, ended, enter, show, onTyping, onForgot}: LoginFormProps) => {
  const {product} = front;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Credentials>({email: '', senha: ''});
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);

  const signInNow = async () => {
    setBusy(true);
    try {
      const home = await signIn(front, values);
      // The button stays busy until the next screen is there.
      enter(takeAddress(product.basename) ?? home);
    } catch (error) {
      const said = refusal(front, error);
      if (said) show(said);
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const gap = missing(front, values);
    if (gap === undefined) return void signInNow();
    show(gap);
    const empty = values.email.trim() === '' ? 'email' : 'senha';
    form.current?.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus();
  };

  return (
    <form ref={form} className="door-form" noValidate onSubmit={submit}>
      <title>{product.name}</title>
      <img src="/favicon.svg" alt="" width={44} height={44} />
      <h1>{product.name}</h1>
      {ended && <p className="door-note" role="status">Sua sessão terminou. O que você digitou está guardado.</p>}
      <p className="door-prompt">{product.subtitle}</p>
      {FIELDS.map(({name, message, ...field}) => (
        <DoorField
          key={name}
          {...field}
          name={name}
          maxLength={LOGIN_MAX}
          value={values[name]}
          error={tried && values[name].trim() === '' ? front.messages[message] : undefined}
          onChange={value => {
            onTyping();
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
