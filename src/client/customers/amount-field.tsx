import { useTranslation } from 'react-i18next'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'

interface Props {
  label: string
  error: string | undefined
  /** Cents; what was typed while it is no figure. */
  value: number | string | null
  onChange: (value: number | string | null) => void
}

/** The amount that a dialog is about: large, and first to be typed. */
export function AmountField({ label, error, value, onChange }: Props) {
  const { t } = useTranslation('common')
  return (
    <Labelled label={`${label}, ${t('unit.money')}`} required error={error}>
      {({ invalid, 'aria-describedby': describedBy, id }) => (
        <FigureInput
          id={id}
          scale={100}
          digits={2}
          size="large"
          autoFocus
          before="¥"
          value={value}
          onChange={onChange}
          invalid={invalid}
          describedBy={describedBy}
        />
      )}
    </Labelled>
  )
}
