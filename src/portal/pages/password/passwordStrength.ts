/** The strength of a password, shown while typing; it never blocks saving (rules: Session 12). */
type Strength = 'Forte' | 'Média' | 'Fraca' | 'Muito Fraca';

const STRONG_MIN_LENGTH = 8;

/**
 * The strength of a password; an empty one is Fraca (rules: Session 12).
 *
 * @param minLength minimum length of a new password
 */
export const passwordStrength = (password: string, minLength: number): Strength => {
  if (password === '') return 'Fraca';
  if (password.length < minLength) return 'Muito Fraca';
  const hasLetter = /[a-z]/i.test(password);
  const hasDigit = /\d/.test(password);
  const hasSpecial = /[!@#$%^&*]/.test(password);
  const hasOnlyAllowed = /^[a-z\d!@#$%^&*]+$/i.test(password);
  if (password.length >= STRONG_MIN_LENGTH && hasLetter && hasDigit && hasSpecial && hasOnlyAllowed) return 'Forte';
  return hasLetter && hasDigit && /^[a-z\d]+$/i.test(password) ? 'Média' : 'Fraca';
};
