/** What a language says of itself in `locales/<tag>/language.json`. The folder is all that makes it one of the console's. */
export interface LanguageFacts {
  /** By its own name, for people who cannot read the one that shows. */
  name: string
  /** Every word is there, and the tests see to it. What another language lacks is said in `FALLBACK`. */
  complete?: boolean
  /** Right to left; left to right when it does not say. */
  direction?: 'rtl'
  /** Whose dates and figures it writes, where its tag alone does not say. */
  dates?: string
  /** Writes figures with signs of its own, not with 0 to 9. */
  own_digits?: boolean
  /** How names are ordered (ICU); by its tag, numbers by their value, when it does not say. */
  collation?: string
  /** Divisions and cities of China are called as Chinese writes them; by their Latin names when it does not say. */
  chinese_places?: boolean
  /** Said before any script runs. */
  needs_javascript: string
}

/** A language's tag (BCP 47): the name of its folder. */
export type Language = string

/** What is said where a language has no word of its own. */
export const FALLBACK: Language = 'en'

const known = byTag(read())

/** The fallback first, the others by their tags. */
export const LANGUAGES: readonly Language[] = [
  FALLBACK,
  ...Object.keys(known)
    .filter((tag) => tag !== FALLBACK)
    .sort(),
]

export const isLanguage = (tag: unknown): tag is Language => typeof tag === 'string' && Object.hasOwn(known, tag)

/** A language's own facts; the fallback's for one that is no longer here. */
export const factsOf = (language: Language): LanguageFacts => (known[language] ?? known[FALLBACK]) as LanguageFacts

export const languageName = (language: Language): string => factsOf(language).name

/** The locale that dates and figures are written by (Intl). */
export const datesOf = (language: Language): string => factsOf(language).dates ?? language

/** Where words of a language are looked for, one after the other. */
export const fallbacksOf = (language: Language): Language[] =>
  language === FALLBACK || known[language]?.complete ? [] : [FALLBACK]

/** A text in some of the languages. */
export type Translations = Readonly<Record<Language, string>>

/** A text for a reader of `language`: in it, else in the fallback, else in any; null when there is none. */
export function spoken(texts: Translations | null | undefined, language: Language): string | null {
  if (!texts) return null
  return texts[language] || texts[FALLBACK] || LANGUAGES.map((tag) => texts[tag]).find(Boolean) || null
}

/** Whichever language comes closest to a tag of a browser: itself, one that it is a kind of, one of the same tongue. */
export function closestLanguage(tag: string): Language | undefined {
  const wanted = tag.toLowerCase()
  const tongue = (of: string) => of.toLowerCase().split('-')[0]
  return (
    LANGUAGES.find((language) => language.toLowerCase() === wanted) ??
    LANGUAGES.find((language) => wanted.startsWith(`${language.toLowerCase()}-`)) ??
    LANGUAGES.find((language) => tongue(language) === tongue(wanted))
  )
}

function byTag(files: Record<string, LanguageFacts>): Record<Language, LanguageFacts> {
  return Object.fromEntries(Object.entries(files).map(([path, facts]) => [path.split('/').at(-2), facts]))
}

function read(): Record<string, LanguageFacts> {
  // `import.meta.env` exists only where the bundler has been; tsx runs the sources as they lie, on a server.
  if (import.meta.env)
    return import.meta.glob<LanguageFacts>('../../../locales/*/language.json', { import: 'default', eager: true })
  const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')
  const here = import.meta.url
  const folder = new URL('../../../locales/', here)
  const paths = readdirSync(folder).map((tag) => `${tag}/language.json`)
  return Object.fromEntries(paths.map((path) => [path, JSON.parse(readFileSync(new URL(path, folder), 'utf8'))]))
}
