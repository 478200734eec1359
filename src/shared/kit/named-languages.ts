import { LANGUAGES, languageName } from './languages.ts'

type Words = Record<string, unknown>

const NAMES = Object.fromEntries(LANGUAGES.map((language) => [language, languageName(language)]))

/** A language is called by its own name in all of them: the words of a field `language` come from the list, not from the locales. */
export const namedLanguages = <W extends Words>(namespace: string, words: W): W =>
  namespace === 'entities' ? { ...words, choices: { ...(words.choices as Words), language: NAMES } } : words
