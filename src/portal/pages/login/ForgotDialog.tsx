/**
 * 'Esqueci minha senha' (rules: Session 9). Only its buttons close it. `showModal()` is avoided, because browsers close such a dialog at
 * a second Escape and make toasts outside it unreachable and silent. The page behind is inert.
 */
import {useEffect, useLayoutEffect, useRef, useState, type SubmitEvent} from 'react';
import type {PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import {validateValue} from '../../../schema/fields/validate.ts';
import {request} from '../../api/http.ts';
import {PublicPageInput} from './PublicPageInput.tsx';
import type {ShowPublicToast} from './publicToasts.ts';
import {useFieldRefusal} from './useFieldRefusal.tsx';

/** Maximum length of the e-mail (rules: Session 9). */
const EMAIL_MAX_LENGTH = 100;
const TITLE_ID = 'esqueci-minha-senha';

interface ForgotDialogProps {
  words: PublicConfig;
  show: ShowPublicToast;
  onClose: () => void;
  opener: HTMLElement | undefined;
}

export const ForgotDialog = ({words, show, onClose, opener}: ForgotDialogProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const {atField, notSent, refuse} = useFieldRefusal(words, show, 'email', email);
  const field = {kind: 'email', label: 'E-mail', maxLength: EMAIL_MAX_LENGTH, messages: {required: words.messages.resetEmail}} as const;
  const fieldError = validateValue(field, email.trim(), true);
  const shownError = atField ?? (tried ? fieldError : undefined);
  // A layout effect, so that the first keystroke already reaches the input.
  useLayoutEffect(() => input.current?.focus(), []);
  // At unmount, because an inert element takes no focus before.
  useEffect(() => () => opener?.focus(), [opener]);

  const send = async () => {
    setBusy(true);
    try {
      await request('POST resetSenha/forgot-password', {body: {email: email.trim()}});
      show({type: 'success', message: words.messages.resetSent});
      onClose();
    } catch (error) {
      if (refuse(error)) input.current?.focus();
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (fieldError !== undefined) input.current?.focus();
    else if (!busy) void send();
  };

  return (
    <div className="door-backdrop">
      <dialog open className="door-dialog" aria-modal aria-labelledby={TITLE_ID}>
        <form className="door-form" noValidate onSubmit={submit}>
          <div className="door-dialog-head">
            <h2 id={TITLE_ID}>Esqueci minha senha</h2>
            <button type="button" className="door-close" aria-label="Fechar" onClick={onClose}>
              <svg aria-hidden viewBox="0 0 14 14" width={14} height={14} stroke="currentColor" strokeWidth={2}>
                <path d="M2 2l10 10M12 2L2 12" />
              </svg>
            </button>
          </div>
          <p className="door-prompt">Para recuperar seu acesso, informe seu e-mail.</p>
          <PublicPageInput
            ref={input}
            name="email"
            label="E-mail"
            type="email"
            autoComplete="username"
            value={email}
            error={shownError}
            onChange={setEmail}
          />
          {notSent}
          <div className="door-dialog-buttons">
            <button type="button" className="door-button door-button-quiet" onClick={onClose}>Voltar</button>
            <button type="submit" className="door-button" aria-disabled={busy} data-busy={busy || undefined}>Enviar</button>
          </div>
        </form>
      </dialog>
    </div>
  );
};
