import type { TipLine } from './chart-tip.tsx'
import type { DayKind } from './day-card.tsx'

/** What every chart of days is given. */
export interface DayChartProps<D extends { day: string }> {
  /** What the chart is of. */
  label: string
  /** What all days come to, in words. */
  summary?: string
  /** Each, `2026-11-21`, with the figure of each kind under its key. */
  days: readonly D[]
  kinds: readonly DayKind[]
  height: number
  /** How many steps the axis has. */
  steps: number
  /** How much of the figures is one of what the axis counts: 100 where they are cents. */
  per?: number
  /** What is said of the day under the pointer, from the ground up. */
  linesOf: (day: D) => readonly TipLine[]
  /** Each stands for the month that begins on it. */
  areMonths?: boolean
}
