/** /reset-senha?token=…: the link's owner and a new password (rules: Session 10, 11). Invitations open the same screen. */
import {useEffect, useEffectEvent, useRef, useState, type SubmitEvent} from 'react';
import type {ProductConfig, PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import {validateValue} from '../../../schema/fields/validate.ts';
import type {LinkOwner} from '../../../schema/apiShapes.ts';
import {dropSession} from '../../session/session.ts';
import {readErrorBody, statusOfError} from '../../api/errors.ts';
import {request} from '../../api/http.ts';
import {PublicPageInput} from '../login/PublicPageInput.tsx';
import {showErrorToast, type ShowPublicToast} from '../login/publicToasts.ts';
import {useFieldRefusal} from '../login/useFieldRefusal.tsx';
import {passwordStrength} from './passwordStrength.ts';

/**
 * The link's token. The page moves it from the address to the history entry's state: screens, bookmarks and history lists do not show it,
 * but a reload restores it.
 */
const TOKEN_PARAM = 'token';

/** Takes the token out of the address; '' for none. */
export const takeResetToken = (): string => {
  const {pathname, search} = window.location;
  const param = new URLSearchParams(search).get(TOKEN_PARAM);
  if (param !== null) window.history.replaceState({[TOKEN_PARAM]: param}, '', pathname);
  const token: unknown = (window.history.state as Record<string, unknown> | null)?.[TOKEN_PARAM];
  return typeof token === 'string' ? token : '';
};

/** The lookup's answer; other servers send only name and e-mail (rules: Session 10). */
type Person = Pick<LinkOwner, 'nome' | 'email'> & Partial<LinkOwner>;
type LookupState = 'looking' | 'spent' | 'unknown' | Person;

interface ResetFormProps {
  front: ProductConfig;
  words: PublicConfig;
  show: ShowPublicToast;
  onForgot: () => void;
  onLogin: () => void;
}

const SpentLink = ({onForgot}: {onForgot: () => void}) => (
  <>
    <p className="door-note" role="status">
      Este link não vale mais: ele vale por pouco tempo, uma única vez, e um link mais novo toma o lugar dele.
    </p>
    <button type="button" className="door-button" onClick={onForgot}>Pedir um novo link</button>
  </>
);

const TEXTS: Readonly<Record<'reset' | 'first', {title: string; button: string; done?: string}>> = {
  reset: {title: 'Reset de Senha', button: 'Alterar'}, first: {title: 'Crie sua senha', button: 'Criar', done: 'Senha criada com sucesso'},
};
const textsFor = (person: Person) => TEXTS[person.convite === true ? 'first' : 'reset'];

const isSpent = (error: unknown): boolean => readErrorBody(error).codigo === 'TOKEN' || statusOfError(error) === 404;

export const ResetForm = ({front, words, show, onForgot, onLogin}: ResetFormProps) => {
  const [token] = useState(takeResetToken);
  const [lookup, setLookup] = useState<LookupState>(token === '' ? 'spent' : 'looking');
  const onFailure = useEffectEvent((error: unknown) => {
    showErrorToast(words, show, error);
    setLookup(isSpent(error) ? 'spent' : 'unknown');
  });
  useEffect(() => {
    if (lookup !== 'looking') return undefined;
    const controller = new AbortController();
    request<Person>('GET usuarios/busca-usuario-reset-senha/:token', {params: {token}, signal: controller.signal}).then(
      ({body}) => setLookup(body),
      (error: unknown) => {
        if (!controller.signal.aborted) onFailure(error);
      },
    );
    return () => controller.abort();
  }, [lookup, token]);

  const {title} = lookup === 'looking' ? {title: 'Conferindo o link…'} : typeof lookup === 'object' ? textsFor(lookup) : TEXTS.reset;
  return (
    <div className="door-form">
      <title>{`${title} · ${front.product.name}`}</title>
      <img src="/favicon.svg" alt="" width={44} height={44} />
      <h1>{title}</h1>
      {lookup === 'spent' && <SpentLink onForgot={onForgot} />}
      {lookup === 'unknown' && (
        <>
          <p className="door-note" role="status">Não foi possível conferir o link agora.</p>
          <button type="button" className="door-button" onClick={() => setLookup('looking')}>Tentar de novo</button>
        </>
      )}
      {typeof lookup === 'object' && (
        <NewPassword words={words} token={token} person={lookup} show={show} onLogin={onLogin} onSpent={() => setLookup('spent')} />
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
  const {atField, notSent, refuse} = useFieldRefusal(words, show, 'novaSenha', senha);
  const fieldError = validateValue(words.password, senha, true);
  const change = async () => {
    setBusy(true);
    try {
      await request('POST resetSenha/reset-senha', {body: {token, novaSenha: senha}});
      // A session in this browser used the old password or belongs to another person.
      dropSession();
      show({type: 'success', message: textsFor(person).done ?? words.messages.passwordReset});
      onLogin();
    } catch (error) {
      if (refuse(error)) input.current?.focus();
      setBusy(false);
      if (isSpent(error)) onSpent();
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (fieldError === undefined && !busy) void change();
  };
  return (
    <form className="door-form" noValidate onSubmit={submit}>
      <PublicPageInput label="Nome" type="text" value={person.nome} />
      <PublicPageInput label="E-mail" type="email" autoComplete="username" value={person.email} />
      <PublicPageInput
        ref={input}
        label="Nova Senha"
        type="password"
        autoComplete="new-password"
        value={senha}
        error={atField ?? (touched ? fieldError : undefined)}
        onBlur={() => setTouched(true)}
        onChange={setSenha}
      />
      <p className="door-strength" role="status">Força da senha: {passwordStrength(senha, words.password.minLength)}</p>
      {notSent}
      <button type="submit" className="door-button" disabled={fieldError !== undefined} aria-disabled={busy} data-busy={busy || undefined}>
        {textsFor(person).button}
      </button>
    </form>
  );
};
