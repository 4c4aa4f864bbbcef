/** One input of the login page, its error in words below it. */
import {useId} from 'react';
import {LOGIN_MAX} from './signIn.ts';

interface LoginFieldProps {
  label: string;
  name: string;
  type: 'email' | 'password';
  autoComplete: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export const LoginField = ({label, error, onChange, type, ...input}: LoginFieldProps) => {
  const id = useId();
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        // Not `email`: that one trims and judges by itself.
        type={type === 'email' ? 'text' : type}
        inputMode={type === 'email' ? 'email' : undefined}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LOGIN_MAX}
        aria-required
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-erro`}
        onChange={event => onChange(event.target.value)}
      />
      {error !== undefined && <span id={`${id}-erro`} className="login-error">{error}</span>}
    </div>
  );
};
