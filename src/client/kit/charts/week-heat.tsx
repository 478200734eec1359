import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useFormat } from '../i18n/use-format.ts'
import css from './week-heat.module.css'
import { weekdayOf } from './weekday.ts'

const HOURS = 24
const WEEKDAYS = 7
const MARKS = [0, 6, 12, 18]
const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -HOURS, ArrowDown: HOURS }

/** An hour of the week: from Monday at midnight on. */
export interface WeekHour {
  /** Null: nothing is known of it. */
  value: number | null
  text: string
  /** Where it leads; missing or null where it leads nowhere. */
  to?: string | null
}

interface Props {
  label: string
  /** The word before the largest, which shows until another hour is pointed at. */
  largest: string
  /** 168. */
  hours: readonly WeekHour[]
  /** The words of the way that an hour leads. */
  lead?: string
}

const two = (hour: number) => String(hour).padStart(2, '0')

/** Hours of the week, each the darker the more; one is told in words: the largest, or the one that is pointed at or moved to. */
export function WeekHeat({ label, largest, hours, lead }: Props) {
  const { locale } = useFormat()
  const navigate = useNavigate()
  const most = Math.max(0, ...hours.map(({ value }) => value ?? 0))
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = pointed ?? Math.max(0, most > 0 ? hours.findIndex(({ value }) => value === most) : 0)
  const way = hours[shown]?.to
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && way) return navigate(way)
    const to = shown + (MOVES[event.key] ?? 0)
    if (!(event.key in MOVES) || to < 0 || to >= hours.length) return
    event.preventDefault()
    setPointed(to)
  }
  const point = ({ target }: PointerEvent) => {
    const { hour } = (target as HTMLElement).dataset
    if (hour) setPointed(Number(hour))
  }
  // A finger points first, and takes the way that is written below.
  const follow = ({ target, nativeEvent }: MouseEvent) => {
    const { hour } = (target as HTMLElement).dataset
    const to = hour && hours[Number(hour)]?.to
    if (to && (nativeEvent as globalThis.PointerEvent).pointerType === 'mouse') navigate(to)
  }
  const days = Array.from({ length: WEEKDAYS }, (_, day) => weekdayOf(day + 1, locale))
  const hour = shown % HOURS
  const when = `${days[Math.floor(shown / HOURS)]} ${two(hour)}:00–${two(hour + 1)}:00`
  return (
    <figure className={css.heat}>
      {/* A picture whose hours are gone through like the values of a slider. */}
      <div
        className={css.grid}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={hours.length - 1}
        aria-valuenow={shown}
        aria-valuetext={`${when} ${hours[shown]?.text}`}
        onKeyDown={move}
        onPointerMove={point}
        onPointerDown={point}
        onClick={follow}
      >
        {days.map((name, day) => (
          <div key={name} className={css.day}>
            <span>{name}</span>
            {hours.slice(day * HOURS, (day + 1) * HOURS).map(({ value }, at) => {
              const index = day * HOURS + at
              return (
                <i
                  key={index}
                  data-hour={index}
                  data-shown={index === shown || undefined}
                  data-leads={Boolean(hours[index]?.to) || undefined}
                  style={{ '--share': `${most > 0 ? Math.round(((value ?? 0) / most) * 100) : 0}%` } as object}
                />
              )
            })}
          </div>
        ))}
        <div className={css.marks} aria-hidden="true">
          {MARKS.map((mark) => (
            <span key={mark}>{two(mark)}:00</span>
          ))}
        </div>
      </div>
      <figcaption data-leads={lead !== undefined || undefined}>
        <span aria-hidden="true">
          {pointed === null && `${largest} · `}
          {when} <b>{hours[shown]?.text}</b>
        </span>
        {way && (
          <Link to={way} aria-label={`${lead}: ${when}`}>
            {lead}
          </Link>
        )}
      </figcaption>
    </figure>
  )
}
