import { HOURS_OF_DAY } from '../../shared/domain/coverage.ts'
import css from './hour-input.module.css'

interface Props {
  label: string
  hour: number
  /** A day ends at 24 where it begins at 0. */
  end?: boolean
  onChange: (hour: number) => void
}

const HOURS = Array.from({ length: HOURS_OF_DAY }, (_, hour) => hour)
const two = (hour: number) => String(hour).padStart(2, '0')

/** An hour of the day, typed or picked: the platform's own list takes both. */
export function HourInput({ label, hour, end, onChange }: Props) {
  return (
    <select
      className={css.hour}
      aria-label={label}
      value={hour}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {(end ? [...HOURS.slice(1), 0] : HOURS).map((one) => (
        <option key={one} value={one}>
          {end && one === 0 ? '24' : two(one)}
        </option>
      ))}
    </select>
  )
}
