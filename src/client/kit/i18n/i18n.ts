import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { loaded } from '../ui/lazy.ts'

export const LANGUAGES = ['en', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]
/** Each language by its own name, for people who cannot read the one that shows. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' }

const KEY = 'language'
const files = import.meta.glob<Record<string, unknown>>('../../../../locales/*/*.json', { import: 'default' })

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = files[`../../../../locales/${language}/${namespace}.json`]
    if (!load) return done(new Error(`no words for ${namespace} in ${language}`), null)
    loaded(load).then(
      (words) => done(null, words),
      (error: Error) => done(error, null),
    )
  },
}

export function keptLanguage(): Language {
  const kept = localStorage.getItem(KEY)?.replaceAll('"', '')
  return LANGUAGES.find((language) => language === kept) ?? 'en'
}

function named(language: string) {
  document.documentElement.lang = language
  localStorage.setItem(KEY, JSON.stringify(language))
}

/** The words of the first screens, which are one file: asked for one after the other, each would hold up what stands there. */
const FIRST_WORDS = ['common', 'errors', 'shell', 'sign_in']

export async function startI18n(language: Language = keptLanguage()) {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: LANGUAGES,
      ns: FIRST_WORDS,
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      returnNull: false,
    })
  document.documentElement.lang = language
  i18next.on('languageChanged', named)
}

/** Loads every namespace in use, then switches without a reload. */
export const switchLanguage = (language: Language) => i18next.changeLanguage(language)
