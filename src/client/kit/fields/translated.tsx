import type { Field } from '../../../shared/kit/fields.ts'
import { LANGUAGES, languageName, type Translations } from '../../../shared/kit/languages.ts'
import { RichTextView } from './rich-text-view.tsx'
import css from './translated.module.css'

/** A text in each language that it is said in. */
export function Translated({ field, texts }: { field: Field; texts: Translations }) {
  const said = LANGUAGES.filter((language) => texts[language])
  return (
    <div className={css.languages}>
      {said.map((language) => (
        <div key={language} lang={language}>
          <small>{languageName(language)}</small>
          {field.rich ? <RichTextView html={texts[language] ?? ''} /> : <div>{texts[language]}</div>}
        </div>
      ))}
    </div>
  )
}
