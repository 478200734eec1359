import { useTranslation } from 'react-i18next'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Button } from '../kit/ui/button.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'

interface Props {
  label: string
  /** Cents, or what was typed while it is no amount. */
  value: number | string | null
  onChange: (cents: number | string | null) => void
  /** The whole of what is there, offered in one press. */
  most: number
  error: string | undefined
}

/** An amount of what is there, usually all of it. */
export function AmountInput({ label, value, onChange, most, error }: Props) {
  const { t } = useTranslation(['orders', 'common'])
  const format = useFormat()
  const all = value !== most && (
    <Button look="link" size="small" onClick={() => onChange(most)}>
      {t('amount.all', { amount: format.money(most) })}
    </Button>
  )
  return (
    <Labelled
      label={`${label}, ${t('common:unit.money')}`}
      required
      error={error}
      hint={t('amount.most', { amount: format.money(most) })}
    >
      {({ id, invalid, 'aria-describedby': describedBy }) => (
        <FigureInput
          {...{ id, invalid, describedBy }}
          scale={100}
          digits={2}
          before="¥"
          after={all}
          value={value}
          onChange={onChange}
        />
      )}
    </Labelled>
  )
}

/** Whether an amount can be sent at all. */
export const isAmount = (value: number | string | null): value is number => typeof value === 'number' && value > 0
