import { useTranslation } from 'react-i18next'
import { languageName, spoken, type Translations } from '../../../shared/kit/languages.ts'
import { Input } from '../ui/input.tsx'
import { EachLanguage, withText } from './each-language.tsx'
import type { KindInputProps } from './field-input-props.ts'
import { RichTextInput } from './rich-text-input.tsx'

/** A text in several languages. What a reader's own lacks shows as it would be read. */
export function TranslatedInput(props: KindInputProps) {
  const { i18n } = useTranslation()
  const { field, label, invalid, disabled, describedBy, onChange } = props
  const texts = (props.value ?? null) as Translations | null
  return (
    <EachLanguage id={props.id} texts={texts}>
      {(language, id) => {
        const change = (text: unknown) => onChange(withText(texts, language, text === null ? null : String(text)))
        const value = texts?.[language] ?? ''
        const named = language === i18n.language ? label : `${label} (${languageName(language)})`
        if (field.rich) return <RichTextInput {...props} id={id} label={named} value={value} onChange={change} />
        return (
          <Input
            {...{ id, invalid, disabled, value }}
            aria-describedby={describedBy}
            aria-label={named}
            autoComplete="off"
            maxLength={field.max}
            placeholder={spoken(texts, language) ?? ''}
            onChange={(event) => change(event.target.value)}
          />
        )
      }}
    </EachLanguage>
  )
}
