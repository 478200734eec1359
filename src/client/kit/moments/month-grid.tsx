import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { datesOf } from '../../../shared/kit/languages.ts'
import { Button } from '../ui/button.tsx'
import css from './moments.module.css'

interface Props {
  /** A day, or empty. */
  value: string
  today: string
  onChoose: (day: string) => void
}

const DAY_MS = 86_400_000
const WEEK = 7

/** Days are counted in UTC, where each has 24 hours. */
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const moved = (day: string, days: number) => dayAt(Date.parse(day) + days * DAY_MS)

/** The same day of another month; its last one where that has fewer days. */
function inMonth(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

const KEYS: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => moved(day, -1),
  ArrowRight: (day) => moved(day, 1),
  ArrowUp: (day) => moved(day, -WEEK),
  ArrowDown: (day) => moved(day, WEEK),
  PageUp: (day) => inMonth(day, -1),
  PageDown: (day) => inMonth(day, 1),
}

/** The weeks of a month, from Monday on, with the days of its neighbours that fill them. */
function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const before = (new Date(first).getUTCDay() + 6) % WEEK
  const start = moved(first, -before)
  const weeks = Math.ceil((before + Number(moved(inMonth(first, 1), -1).slice(8))) / WEEK)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: WEEK }, (_, at) => moved(start, week * WEEK + at)),
  )
}

function useNames() {
  const { i18n } = useTranslation('common')
  const language = datesOf(i18n.language)
  const said = (form: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' })
    return (day: string) => format.format(Date.parse(day))
  }
  return {
    month: said({ month: 'long', year: 'numeric' }),
    weekday: said({ weekday: 'narrow' }),
    whole: said({ dateStyle: 'full' }),
  }
}

/** A month to choose a day of: arrows move by days and weeks, Page up and down by months. */
export function MonthGrid({ value, today, onChoose }: Props) {
  const { t } = useTranslation('common')
  const names = useNames()
  const grid = useRef<HTMLTableElement>(null)
  const [shown, setShown] = useState(value || today)
  const byKey = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day that the keys went to takes the focus
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    byKey.current = false
  }, [shown])
  function press(event: KeyboardEvent) {
    const to = KEYS[event.key]
    if (!to) return
    event.preventDefault()
    byKey.current = true
    setShown(to(shown))
  }
  const turn = (months: number) => setShown(inMonth(shown, months))
  const weeks = weeksOf(shown)
  return (
    <>
      <div className={css.head}>
        <Button look="quiet" icon="left" label={t('moment.month_before')} onClick={() => turn(-1)} />
        <b aria-live="polite">{names.month(shown)}</b>
        <Button look="quiet" icon="right" label={t('moment.month_after')} onClick={() => turn(1)} />
      </div>
      <table ref={grid} className={css.grid} aria-label={names.month(shown)}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {names.weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={[css.day, day.slice(0, 7) !== shown.slice(0, 7) && css.other].filter(Boolean).join(' ')}
                    tabIndex={day === shown ? 0 : -1}
                    aria-label={names.whole(day)}
                    aria-pressed={day === value}
                    aria-current={day === today ? 'date' : undefined}
                    onKeyDown={press}
                    onClick={() => {
                      setShown(day)
                      onChoose(day)
                    }}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
