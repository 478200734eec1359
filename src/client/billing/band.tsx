import type { Band as BandName } from '../../shared/entities/billing-rule.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import css from './billing.module.css'

/** A price band: its hue beside its word. */
export function Band({ band }: { band: BandName }) {
  const words = useWords(billingRule)
  return (
    <span className={css.band}>
      <i style={{ background: `var(--${band})` }} aria-hidden="true" />
      {words.choice('band', band)}
    </span>
  )
}

const two = (hour: number) => String(hour).padStart(2, '0')

/** 22 – 06; equal hours are the whole day. */
export const hoursOf = ({ start_hour, end_hour }: { start_hour: number; end_hour: number }) =>
  start_hour === end_hour ? '00 – 24' : `${two(start_hour)} – ${two(end_hour)}`
