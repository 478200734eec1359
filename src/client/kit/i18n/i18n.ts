import i18next, { type BackendModule } from 'i18next'
import { initReactI18next, setI18n } from 'react-i18next'
import { FALLBACK, factsOf, fallbacksOf, isLanguage, LANGUAGES, type Language } from '../../../shared/kit/languages.ts'
import { MORE_ENTITIES } from '../../../shared/kit/more-entities.ts'
import { namedLanguages } from '../../../shared/kit/named-languages.ts'
import { addWordFormats } from '../../../shared/kit/word-formats.ts'
import { loaded } from '../ui/lazy.ts'
import { FIRST_WORDS } from './first-words.ts'
import { askForLostWords } from './lost-words.ts'

const KEY = 'language'
/** Those of the first screens, and of the two that most open first; where all others are is in a file of its own. */
const first = import.meta.glob<Record<string, unknown>>(
  '../../../../locales/*/{common,errors,shell,sign_in,menu,entities,offline,alarms,alarm_cases,views,dashboard,figures,tasks}.json',
  { import: 'default' },
)

/** Of a language that is not complete a whole file may be missing. */
async function load(language: Language, namespace: string): Promise<Record<string, unknown>> {
  const path = `../../../../locales/${language}/${namespace}.json`
  const file = first[path] ?? (await loaded(() => import('./more-words.ts'))).files[path]
  if (file) return namedLanguages(namespace, await loaded(file))
  if (fallbacksOf(language).length) return {}
  throw new Error(`no words for ${namespace} in ${language}`)
}

/** What shows as soon as a language's own words are there finds those that it lacks there as well. */
async function loadBeneath(language: Language, namespace: string) {
  for (const fallback of fallbacksOf(language)) {
    const words = await load(fallback, namespace)
    if (!i18next.hasResourceBundle(fallback, namespace)) i18next.addResourceBundle(fallback, namespace, words)
  }
}

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    Promise.all([load(language, namespace), loadBeneath(language, namespace)]).then(
      ([words]) => done(null, words),
      (error: Error) => done(error, null),
    )
  },
}

export function keptLanguage(): Language {
  const kept = localStorage.getItem(KEY)?.replaceAll('"', '')
  return isLanguage(kept) ? kept : FALLBACK
}

/** Fonts, line breaks and reading aloud follow it. */
function mark(language: Language) {
  document.documentElement.lang = language
  document.documentElement.dir = factsOf(language).direction ?? 'ltr'
}

function named(language: Language) {
  mark(language)
  localStorage.setItem(KEY, JSON.stringify(language))
}

/** `signsIn`: the sign-in page is the first, as far as is known. */
export async function startI18n(signsIn: boolean) {
  const language = keptLanguage()
  askForLostWords(i18next)
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: fallbacksOf,
      supportedLngs: [...LANGUAGES],
      ns: [...FIRST_WORDS.start, ...(signsIn ? FIRST_WORDS['sign-in'] : [])],
      defaultNS: 'common',
      fallbackNS: MORE_ENTITIES,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      returnNull: false,
    })
  // Each component that asks for words copies what its instance has of its own: of this one that is nothing. In 18 it copies no more.
  setI18n(Object.create(i18next))
  addWordFormats(i18next)
  mark(language)
  i18next.on('languageChanged', named)
}

/** Loads every namespace in use, then switches without a reload. */
export const switchLanguage = (language: Language) => i18next.changeLanguage(language)
