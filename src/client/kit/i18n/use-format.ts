import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { type Format, formats } from './format.ts'

function subscribe(changed: () => void) {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}

const known = new Map<string, Format>()

/** Its words are those of the first screens, which are there in each language before it shows. */
function formatsIn(language: string): Format {
  const format = known.get(language) ?? formats(language, i18next.getFixedT(language, 'common') as never)
  known.set(language, format)
  return format
}

/** Figures, money, energy and times as the language that shows writes them: asked for by nearly all that a list draws. */
export const useFormat = (): Format => formatsIn(useSyncExternalStore(subscribe, () => i18next.language))
