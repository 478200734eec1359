import { isSecretKey } from '../../shared/domain/configuration-keys.ts'
import type { Intent } from '../../shared/domain/intent.ts'

/** In place of a password, wherever people see it or it is kept. */
export const SECRET_MASK = '***'

/** A pile that quotes its password in an error is not quoted. */
export const withoutPassword = (text: string, password: string | null): string =>
  password ? text.replaceAll(new RegExp(escaped(password), 'gi'), SECRET_MASK) : text

const escaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** An intent as it may be kept. */
export function withoutSecret(intent: Intent): Intent {
  if (intent.ask === 'set_password') return { ...intent, password: SECRET_MASK }
  return intent.ask === 'configure' && isSecretKey(intent.key) ? { ...intent, value: SECRET_MASK } : intent
}

/** The password that a call gives the pile; null for any other, and for one as it is kept. */
export const passwordGiven = (intent: Intent | null): string | null =>
  intent?.ask === 'set_password' && intent.password !== SECRET_MASK ? intent.password : null
