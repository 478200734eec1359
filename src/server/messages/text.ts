import type { Language } from '../../shared/kit/languages.ts'
import { say } from '../kit/words.ts'

/** What a template is filled with. */
export type Words = Readonly<Record<string, string | number>>

/** The word that anyone who reads it could sign in with. */
export const SECRET = 'code'
const DOTS = '••••••'

export interface Text {
  subject: string
  body: string
}

interface Filled {
  template: string
  language: Language
  words: Words
}

/** A message's words in a language. Throws for a template that the locales do not know: that is ours to mend. */
export function textOf({ template, language, words }: Filled): Text {
  const at = (part: keyof Text) => {
    const key = `messages:templates.${template}.${part}`
    const text = say(language, { key, figures: words })
    if (text === key || text === key.split(':')[1]) throw new Error(`There is no message ${template}`)
    return text
  }
  return { subject: at('subject'), body: at('body').trim() }
}

interface Written {
  template: string
  language: Language
  /** Null once its code has done its service. */
  words: unknown
}

/** What a message says, its code included. */
export const inClear = ({ template, language, words }: Written): Text =>
  textOf({ template, language, words: (words ?? {}) as Words })

/** The same words with dots for the secret. */
export const hidden = (words: Words): Words => (SECRET in words ? { ...words, [SECRET]: DOTS } : words)
