/** The strength of a password, told while it is typed; it never blocks saving (rules: Session 12). */
type Strength = 'Forte' | 'Média' | 'Fraca' | 'Muito Fraca';

/** The least characters of a strong password (rules: Session 12). */
const STRONG_MIN = 8;

/**
 * Empty counts as Fraca (rules: Session 12).
 *
 * @param minLength the least characters of a new password
 */
export const strengthOf = (password: string, minLength: number): Strength => {
  if (password === '') return 'Fraca';
  if (password.length < minLength) return 'Muito Fraca';
  const letter = /[a-z]/i.test(password);
  const digit = /\d/.test(password);
  const sign = /[!@#$%^&*]/.test(password);
  const known = /^[a-z\d!@#$%^&*]+$/i.test(password);
  if (password.length >= STRONG_MIN && letter && digit && sign && known) return 'Forte';
  return letter && digit && /^[a-z\d]+$/i.test(password) ? 'Média' : 'Fraca';
};
