/** /reset-senha?token=…: whom the link is for, and their new password (rules: Session 10, 11). Invitations open the same screen. */
import {useEffect, useEffectEvent, useRef, useState, type SubmitEvent} from 'react';
import type {PublicProduct, PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import {validateValue} from '../../../schema/fields/validate.ts';
import type {LinkOwner} from '../../../schema/wire.ts';
import {dropSession} from '../../session/session.ts';
import {bodyOfError, statusOfError} from '../../wire/errors.ts';
import {request} from '../../wire/http.ts';
import {DoorField} from '../login/DoorField.tsx';
import {tellFailure, type ShowNotice} from '../login/notice.ts';
import {useRefusal} from '../login/useRefusal.tsx';
import {strengthOf} from './strength.ts';

/**
 * The token of a reset link. It leaves the address at once, so that no screen, bookmark or history list shows it; the
 * history entry keeps it, for whoever reloads the page.
 */
const PARAMETER = 'token';

/** The token this page was opened with; '' for none. */
export const takeResetToken = (): string => {
  const {pathname, search} = window.location;
  const given = new URLSearchParams(search).get(PARAMETER);
  if (given !== null) window.history.replaceState({[PARAMETER]: given}, '', pathname);
  const kept: unknown = (window.history.state as Record<string, unknown> | null)?.[PARAMETER];
  return typeof kept === 'string' ? kept : '';
};

/** What every server's lookup answers (rules: Session 10). */
type Person = Pick<LinkOwner, 'nome' | 'email'> & Partial<LinkOwner>;
type Looked = 'looking' | 'spent' | 'unknown' | Person;

interface ResetFormProps {
  front: PublicProduct;
  words: PublicConfig;
  show: ShowNotice;
  onForgot: () => void;
  onLogin: () => void;
}

/** What a link that is not valid any more says, and the way to a new one. */
const SpentLink = ({onForgot}: {onForgot: () => void}) => (
  <>
    <p className="door-note" role="status">
      Este link não vale mais: ele vale por pouco tempo, uma única vez, e um link mais novo toma o lugar dele.
    </p>
    <button type="button" className="door-button" onClick={onForgot}>Pedir um novo link</button>
  </>
);

/** What the screen and its button say: nobody resets what they never had. */
const WORDS: Readonly<Record<'reset' | 'first', {title: string; button: string; done?: string}>> = {
  reset: {title: 'Reset de Senha', button: 'Alterar'}, first: {title: 'Crie sua senha', button: 'Criar', done: 'Senha criada com sucesso'},
};
const wordsFor = (person: Person) => WORDS[person.convite === true ? 'first' : 'reset'];

/** The link itself is refused: used, too old, replaced by a newer one, or none. */
const isSpent = (error: unknown): boolean => bodyOfError(error).codigo === 'TOKEN' || statusOfError(error) === 404;

export const ResetForm = ({front, words, show, onForgot, onLogin}: ResetFormProps) => {
  const [token] = useState(takeResetToken);
  const [looked, setLooked] = useState<Looked>(token === '' ? 'spent' : 'looking');
  const failed = useEffectEvent((error: unknown) => {
    tellFailure(words, show, error);
    setLooked(isSpent(error) ? 'spent' : 'unknown');
  });
  useEffect(() => {
    if (looked !== 'looking') return undefined;
    const leaving = new AbortController();
    request<Person>('GET usuarios/busca-usuario-reset-senha/:token', {params: {token}, signal: leaving.signal}).then(
      ({body}) => setLooked(body),
      (error: unknown) => {
        if (!leaving.signal.aborted) failed(error);
      },
    );
    return () => leaving.abort();
  }, [looked, token]);

  // Which of the two it is, is not known before the link was looked up.
  const {title} = looked === 'looking' ? {title: 'Conferindo o link…'} : typeof looked === 'object' ? wordsFor(looked) : WORDS.reset;
  return (
    <div className="door-form">
      <title>{`${title} · ${front.product.name}`}</title>
      <img src="/favicon.svg" alt="" width={44} height={44} />
      <h1>{title}</h1>
      {looked === 'spent' && <SpentLink onForgot={onForgot} />}
      {looked === 'unknown' && (
        <>
          <p className="door-note" role="status">Não foi possível conferir o link agora.</p>
          <button type="button" className="door-button" onClick={() => setLooked('looking')}>Tentar de novo</button>
        </>
      )}
      {typeof looked === 'object' && (
        <NewPassword words={words} token={token} person={looked} show={show} onLogin={onLogin} onSpent={() => setLooked('spent')} />
      )}
      <a
        className="door-link"
        href="/login"
        onClick={event => {
          event.preventDefault();
          onLogin();
        }}
      >
        Voltar ao login
      </a>
    </div>
  );
};

interface NewPasswordProps extends Pick<ResetFormProps, 'words' | 'show' | 'onLogin'> {
  token: string;
  person: Person;
  onSpent: () => void;
}

const NewPassword = ({words, token, person, show, onLogin, onSpent}: NewPasswordProps) => {
  const [senha, setSenha] = useState('');
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const {atField, notSent, refuse} = useRefusal(words, show, 'novaSenha', senha);
  const gap = validateValue(words.password, senha, true);
  const change = async () => {
    setBusy(true);
    try {
      await request('POST resetSenha/reset-senha', {body: {token, novaSenha: senha}});
      // Whoever had signed in here did it with a password of before, or is another person.
      dropSession();
      show({type: 'success', message: wordsFor(person).done ?? words.messages.passwordReset});
      onLogin();
    } catch (error) {
      if (refuse(error)) input.current?.focus();
      setBusy(false);
      if (isSpent(error)) onSpent();
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (gap === undefined && !busy) void change();
  };
  return (
    <form className="door-form" noValidate onSubmit={submit}>
      <DoorField label="Nome" type="text" value={person.nome} />
      <DoorField label="E-mail" type="email" autoComplete="username" value={person.email} />
      <DoorField
        ref={input}
        label="Nova Senha"
        type="password"
        autoComplete="new-password"
        value={senha}
        error={atField ?? (touched ? gap : undefined)}
        onBlur={() => setTouched(true)}
        onChange={setSenha}
      />
      <p className="door-strength" role="status">Força da senha: {strengthOf(senha, words.password.minLength)}</p>
      {notSent}
      <button type="submit" className="door-button" disabled={gap !== undefined} aria-disabled={busy} data-busy={busy || undefined}>
        {wordsFor(person).button}
      </button>
    </form>
  );
};
