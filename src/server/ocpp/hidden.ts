import { isSecretKey } from '../../shared/domain/configuration-keys.ts'
import type { Asking, Intent } from '../../shared/domain/intent.ts'

/** In place of a password, wherever people see it or it is kept. */
export const SECRET_MASK = '***'

/** A pile that quotes its password in an error is not quoted. */
export function withoutQuoted(text: string, secrets: Iterable<string>): string {
  let kept = text
  for (const secret of secrets) if (secret) kept = kept.replaceAll(new RegExp(escaped(secret), 'gi'), SECRET_MASK)
  return kept
}

const escaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The secret part of our own address for an upload (`diagnostics/ask.ts`), and the password in any other. */
const IN_ADDRESSES = [/(\/diagnostics\/)[\w-]{32}/g, /(:\/\/[^\s"/@:]*:)[^\s"/@]+(?=@)/g]

/** A text in which addresses open nothing. */
export function withoutKeys(text: string): string {
  if (!text.includes('://')) return text
  return IN_ADDRESSES.reduce((kept, key) => kept.replace(key, `$1${SECRET_MASK}`), text)
}

/** Settings, by their keys in small letters. */
export type SettingKeys = ReadonlySet<string>
export const NO_SETTINGS: SettingKeys = new Set()

/** What an intent sets in a pile, as keys in small letters. */
export function keysSetBy(intent: Intent | null): string[] {
  if (intent?.ask === 'configure') return [intent.key.toLowerCase()]
  return intent?.ask === 'configure_all' ? intent.settings.map(({ key }) => key.toLowerCase()) : []
}

/** An intent as it may be kept. `hides`: settings that their pile tells nobody. */
export function withoutSecret(intent: Intent, hides: SettingKeys = NO_SETTINGS): Intent {
  if (intent.ask === 'set_password') return { ...intent, password: SECRET_MASK }
  if (intent.ask === 'write_network') return withoutApnPassword(intent)
  if ('location' in intent) return { ...intent, location: withoutKeys(intent.location) }
  const hidden = <S extends { key: string; value: string }>(setting: S): S =>
    isSecretKey(setting.key) || hides.has(setting.key.toLowerCase()) ? { ...setting, value: SECRET_MASK } : setting
  if (intent.ask === 'configure') return hidden(intent)
  return intent.ask === 'configure_all' ? { ...intent, settings: intent.settings.map(hidden) } : intent
}

const withoutApnPassword = ({ connection, ...intent }: Asking<'write_network'>): Intent => ({
  ...intent,
  connection: {
    ...connection,
    apn: connection.apn && { ...connection.apn, password: connection.apn.password && SECRET_MASK },
  },
})

/** The password that a call gives the pile; null for any other, and for one as it is kept. */
export const passwordGiven = (intent: Intent | null): string | null =>
  intent?.ask === 'set_password' && intent.password !== SECRET_MASK ? intent.password : null
