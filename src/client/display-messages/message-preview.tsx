import { useTranslation } from 'react-i18next'
import type { Format } from '../../shared/domain/screen/message.ts'
import { languageName, spoken, type Translations } from '../../shared/kit/languages.ts'
import type { FormPreview } from '../kit/forms/entity-form.tsx'
import { PileScreen } from '../kit/ui/pile-screen.tsx'
import css from './messages.module.css'

interface ScreensProps {
  texts: Translations | null
  language: string
  format: Format
}

/** How a message looks on a pile's small screen, in each of its languages; first the one of piles that know no other. */
export function Screens({ texts, language, format }: ScreensProps) {
  const { t } = useTranslation('screens')
  const said = Object.entries(texts ?? {}).filter(([, text]) => text)
  const first = said.filter(([tag]) => tag === language)
  const all = [...first, ...said.filter(([tag]) => tag !== language)]
  if (all.length === 0) return <PileScreen shown={[]} nothing={t('preview')} />
  return (
    <div className={css.screens}>
      {all.map(([tag, text]) => (
        <div key={tag}>
          <PileScreen shown={[{ text, format }]} nothing={t('preview')} />
          {all.length > 1 && <small>{languageName(tag)}</small>}
        </div>
      ))}
    </div>
  )
}

/** Below the form, as it is typed. */
export const MessagePreview: FormPreview = ({ draft }) => {
  const { i18n } = useTranslation()
  const texts = (draft.texts ?? null) as Translations | null
  const language = String(draft.language ?? '')
  const format = (draft.format ?? 'utf8') as Format
  // While it is typed the first language is the one under the hand.
  const shown = spoken(texts, i18n.language) ? texts : null
  return <Screens texts={shown} language={language} format={format} />
}
