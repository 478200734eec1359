import { useTranslation } from 'react-i18next'
import css from './labelled.module.css'

interface Props {
  phrases: readonly string[]
  value: string
  onChange: (value: string) => void
}

/** What the operator says often: a press puts it behind what is written already. */
export function Phrases({ phrases, value, onChange }: Props) {
  const { t } = useTranslation('common')
  const left = phrases.filter((phrase) => !value.includes(phrase))
  if (left.length === 0) return null
  return (
    <fieldset className={css.phrases} aria-label={t('phrases')}>
      {left.map((phrase) => (
        <button
          key={phrase}
          type="button"
          className={css.phrase}
          onClick={() => onChange(value.trim() ? `${value.trim()} ${phrase}` : phrase)}
        >
          {phrase}
        </button>
      ))}
    </fieldset>
  )
}
