import {useId, type InputHTMLAttributes, type Ref} from 'react';

interface DoorFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'autoComplete' | 'maxLength' | 'onBlur'> {
  label: string;
  type: 'email' | 'password' | 'text';
  value: string;
  error?: string | undefined;
  /** Absent: the input is read-only. */
  onChange?: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

export const PublicPageInput = ({label, error, onChange, type, ...input}: DoorFieldProps) => {
  const id = useId();
  return (
    <div className="door-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        // Not `email`, because browsers trim and validate that type themselves.
        type={type === 'password' ? 'password' : 'text'}
        inputMode={type === 'email' ? 'email' : undefined}
        autoCapitalize="none"
        spellCheck={false}
        disabled={onChange === undefined}
        aria-required={onChange !== undefined || undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-erro`}
        onChange={event => onChange?.(event.target.value)}
      />
      {error !== undefined && <span id={`${id}-erro`} className="door-error">{error}</span>}
    </div>
  );
};
