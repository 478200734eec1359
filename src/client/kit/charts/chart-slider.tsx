import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import css from './chart-slider.module.css'
import { ChartTip, type TipLine } from './chart-tip.tsx'

const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
}

interface Props {
  label: string
  /** All that the chart shows, in words, for anyone who does not see it. */
  summary?: string
  /** How many places there are from left to right. */
  count: number
  /** What is said of a place. */
  tipOf: (at: number) => { title: string; lines: readonly TipLine[] }
  /** Where a place stands, from the left: `40%`, `12px`. */
  leftOf: (at: number) => string
  /** What Enter does at a place. */
  onEnter?: (at: number) => void
  /** The place under an element of a chart whose own tips a finger cannot reach: it points first, and presses what it pointed at. */
  placeOf?: (element: Element) => number | null
  children: ReactNode
}

/** A chart whose places are gone through by keys like the values of a slider, each told as under a pointer. It begins with the last. */
export function ChartSlider({ label, summary, count, tipOf, leftOf, onEnter, placeOf, children }: Props) {
  const last = count - 1
  const [chosen, setChosen] = useState(last)
  const [isShown, setShown] = useState(false)
  const at = Math.min(chosen, last)
  const { title, lines } = tipOf(at)
  function show(place: number) {
    setChosen(place)
    setShown(true)
  }
  function move(event: KeyboardEvent) {
    if (event.key === 'Escape') return setShown(false)
    if (event.key === 'Enter' && isShown) return onEnter?.(at)
    const to = MOVES[event.key]?.(at, last)
    if (to === undefined) return
    event.preventDefault()
    show(to)
  }
  function point(event: MouseEvent) {
    const isMouse = (event.nativeEvent as PointerEvent).pointerType === 'mouse'
    const place = isMouse ? null : (placeOf?.(event.target as Element) ?? null)
    if (place === null || (isShown && place === at)) return
    event.preventDefault()
    event.stopPropagation()
    show(place)
  }
  return (
    <div
      className={css.slider}
      role="slider"
      tabIndex={0}
      aria-label={[label, summary].filter(Boolean).join('. ')}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={`${title}: ${lines.map((line) => `${line.label} ${line.value}`).join(', ')}`}
      onKeyDown={move}
      onFocus={({ currentTarget, target }) => setShown(target === currentTarget && target.matches(':focus-visible'))}
      onBlur={() => setShown(false)}
      onClickCapture={point}
    >
      <div aria-hidden="true">{children}</div>
      {isShown && (
        <div
          className={css.told}
          data-left={at > last / 2 || undefined}
          style={{ left: leftOf(at) }}
          aria-hidden="true"
        >
          <ChartTip title={title} lines={lines} />
        </div>
      )}
    </div>
  )
}
