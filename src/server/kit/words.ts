import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import i18next, { type Resource, type ResourceLanguage } from 'i18next'
import { ownWord } from './own-choices.ts'
import type { Message } from './refusal.ts'

export const LANGUAGES = ['en', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]

const resources = byLanguage()
const words = i18next.createInstance()
await words.init({
  resources,
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'errors',
  interpolation: { escapeValue: false },
})

/** The message in a language: the operator's own word for a choice, where it has one. An unknown key comes back as it is. */
export const say = (language: Language, message: Message): string =>
  ownWord(language, message.key) ?? consoleWord(language, message)

/** The same as the console says it by itself. */
export const consoleWord = (language: Language, { key, figures }: Message): string =>
  words.t(key, { lng: language, ...figures })

/** Every word of a language, by namespace. */
export const wordsOf = (language: Language) => (resources[language] ?? {}) as Record<string, Record<string, unknown>>

/** The language a caller prefers (Accept-Language, RFC 9110 12.5.4); English when theirs is not here. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q\s*=\s*/))
    .map(([tag = '', weight = '1']) => ({ tag: tag.toLowerCase(), weight: Number(weight) || 0 }))
    .sort((a, b) => b.weight - a.weight)
    .find(({ tag, weight }) => weight > 0 && /^(en|zh)(-|$)/.test(tag))
  return wanted?.tag.startsWith('zh') ? 'zh-CN' : 'en'
}

function byLanguage(): Resource {
  const found: Resource = {}
  for (const [path, content] of Object.entries(files())) {
    const [, language, namespace] = /([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
    if (language && namespace) found[language] = { ...found[language], [namespace]: content }
  }
  return found
}

function files(): Record<string, ResourceLanguage> {
  // `import.meta.env` exists only where the bundler has been; tsx runs the sources as they lie.
  if (import.meta.env) return import.meta.glob('../../../locales/*/*.json', { import: 'default', eager: true })
  const folder = fileURLToPath(new URL('../../../locales/', import.meta.url))
  const paths = LANGUAGES.flatMap((language) => readdirSync(folder + language).map((file) => `${language}/${file}`))
  return Object.fromEntries(paths.map((path) => [path, JSON.parse(readFileSync(folder + path, 'utf8'))]))
}
