import type { Reply } from '../../shared/kit/endpoint.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Refusal } from './refusal.ts'
import { say } from './words.ts'

/** The answer to a request that was done. `message` is a key of the locales. */
export const ok = <D>(data: D, language: Language, message = 'done'): Reply<D> => ({
  code: 200,
  message: say(language, { key: message }),
  data,
})

/** The answer to a request that was not done: `data.errors` says what is wrong with each field. */
export function refused(refusal: Refusal, language: Language): Reply<Record<string, unknown> | null> {
  const fields = Object.entries(refusal.fields)
  const errors = Object.fromEntries(fields.map(([name, message]) => [name, say(language, message)]))
  const data = { ...refusal.data, ...(fields.length ? { errors } : {}) }
  return {
    code: refusal.code,
    message: say(language, refusal),
    data: Object.keys(data).length ? data : null,
  }
}
