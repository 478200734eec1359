import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import i18next, { type Resource, type ResourceLanguage } from 'i18next'
import { closestLanguage, FALLBACK, fallbacksOf, LANGUAGES, type Language } from '../../shared/kit/languages.ts'
import { MORE_ENTITIES } from '../../shared/kit/more-entities.ts'
import { namedLanguages } from '../../shared/kit/named-languages.ts'
import { addWordFormats } from '../../shared/kit/word-formats.ts'
import { ownWord } from './own-choices.ts'
import type { Message } from './refusal.ts'

const resources = byLanguage()
const words = i18next.createInstance()
await words.init({
  resources,
  lng: FALLBACK,
  fallbackLng: fallbacksOf,
  defaultNS: 'errors',
  interpolation: { escapeValue: false },
})
addWordFormats(words)

/** The message in a language: the operator's own word for a choice, where it has one. An unknown key comes back as it is. */
export const say = (language: Language, message: Message): string =>
  ownWord(language, message.key) ?? fallbackWord(language, message.key) ?? consoleWord(language, message)

/** The operator's own word in the fallback goes before the console's, not before one of the language itself. */
function fallbackWord(language: Language, key: string): string | undefined {
  if (language === FALLBACK) return undefined
  const own = ownWord(FALLBACK, key)
  return own !== undefined && !knows(language, key) ? own : undefined
}

/** Whether a language has a word of its own. */
export const knows = (language: Language, key: string): boolean => words.exists(key, { lng: language, fallbackLng: [] })

/** The same as the console says it by itself. */
export const consoleWord = (language: Language, { key, figures }: Message): string =>
  words.t(key, { lng: language, ...figures })

type Words = Record<string, unknown>

/** Every word of a language, by namespace; those that it lacks as the fallback says them. */
export function wordsOf(language: Language): Record<string, Words> {
  const [fallback, own] = [resources[FALLBACK], resources[language]] as Record<string, Words>[]
  return (fallbacksOf(language).length ? merged(fallback ?? {}, own ?? {}) : own) as Record<string, Words>
}

function isWords(value: unknown): value is Words {
  return typeof value === 'object' && value !== null
}

function merged(under: Words, over: Words): Words {
  return Object.fromEntries(
    Object.keys({ ...under, ...over }).map((key) => {
      const [a, b] = [under[key], over[key]]
      return [key, isWords(a) && isWords(b) ? merged(a, b) : (b ?? a)]
    }),
  )
}

/** The language a caller prefers (Accept-Language, RFC 9110 12.5.4); the fallback when theirs is not here. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q\s*=\s*/))
    .map(([tag = '', weight = '1']) => ({ language: closestLanguage(tag), weight: Number(weight) || 0 }))
    .sort((a, b) => b.weight - a.weight)
    .find(({ language, weight }) => weight > 0 && language !== undefined)
  return wanted?.language ?? FALLBACK
}

function byLanguage(): Resource {
  const found: Resource = {}
  for (const [path, content] of Object.entries(files())) {
    const [, language, file] = /([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
    if (!language || !file) continue
    // In two files for browsers, which load one of them first.
    const namespace = file === MORE_ENTITIES ? 'entities' : file
    const words = merged((found[language]?.[namespace] as Words | undefined) ?? {}, namedLanguages(file, content))
    found[language] = { ...found[language], [namespace]: words }
  }
  return found
}

function files(): Record<string, ResourceLanguage> {
  // `import.meta.env` exists only where the bundler has been; tsx runs the sources as they lie.
  if (import.meta.env)
    return import.meta.glob(['../../../locales/*/*.json', '!**/language.json'], { import: 'default', eager: true })
  const folder = fileURLToPath(new URL('../../../locales/', import.meta.url))
  const paths = LANGUAGES.flatMap((language) =>
    readdirSync(folder + language)
      .filter((file) => file !== 'language.json')
      .map((file) => `${language}/${file}`),
  )
  return Object.fromEntries(paths.map((path) => [path, JSON.parse(readFileSync(folder + path, 'utf8'))]))
}
