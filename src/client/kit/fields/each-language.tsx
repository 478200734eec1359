import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguage, LANGUAGES, type Language, languageName, type Translations } from '../../../shared/kit/languages.ts'
import { Icon } from '../ui/icon.tsx'
import css from './translated.module.css'

/** A text as it is said in one language more or less; null when none is left. Languages that are no longer here go. */
export function withText(texts: Translations | null, language: Language, text: string | null): Translations | null {
  const all = Object.entries({ ...texts, [language]: text ?? '' }).filter(([tag, one]) => isLanguage(tag) && one !== '')
  return all.length ? Object.fromEntries(all) : null
}

interface Props {
  /** Of the reader's own control; the others have the language's tag behind it. */
  id: string
  texts: Translations | null
  children: (language: Language, id: string) => ReactNode
}

/** A control for each language: the reader's, and the others folded below it. */
export function EachLanguage({ id, texts, children }: Props) {
  const { t, i18n } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const others = LANGUAGES.filter((language) => language !== i18n.language)
  const filled = others.filter((language) => texts?.[language]).length
  return (
    <div className={css.languages}>
      <div lang={i18n.language}>{children(i18n.language, id)}</div>
      <button type="button" className={css.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'down' : 'right'} size={14} />
        {t('languages.others', { n: filled, all: others.length })}
      </button>
      {open &&
        others.map((language) => (
          <div key={language} lang={language}>
            <small>
              <label htmlFor={`${id}-${language}`}>{languageName(language)}</label>
            </small>
            {children(language, `${id}-${language}`)}
          </div>
        ))}
    </div>
  )
}
