import type { WidgetKey } from '../../../shared/widgets/index.ts'
import { widgetOf } from '../../../shared/widgets/index.ts'
import {
  COLUMNS,
  compacted,
  inReadingOrder,
  type Known,
  overlap,
  type Place,
  TALLEST,
  type WidgetSettings,
} from '../../../shared/widgets/layout.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const sideBySide = (one: Place, other: Place) => one.x < other.x + other.w && other.x < one.x + one.w

/** As far up as nothing is in its way, of what has its place already. */
function firstFree(one: Known, taken: readonly Known[]): Known {
  for (let y = 0; ; y++) {
    const placed = { ...one, y }
    if (!taken.some((other) => overlap(placed, other))) return placed
  }
}

/** The layout with `held` where it was put: the others make way for it, then all go up as far as there is room. */
export function makeWay(placed: readonly Known[], held: Known): Known[] {
  const taken = [held]
  for (const other of inReadingOrder(placed.filter(({ id }) => id !== held.id))) taken.push(firstFree(other, taken))
  const byId = new Map(taken.map((one) => [one.id, one]))
  return compacted(placed.flatMap(({ id }) => byId.get(id) ?? []))
}

/** Where it goes by one press; null at the edge. Up and down it changes places with what is in its way. */
function stepOf(placed: readonly Known[], one: Known, direction: Direction): Place | null {
  if (direction === 'left') return one.x > 0 ? { ...one, x: one.x - 1 } : null
  if (direction === 'right') return one.x + one.w < COLUMNS ? { ...one, x: one.x + 1 } : null
  const others = placed.filter((other) => other.id !== one.id && sideBySide(one, other))
  if (direction === 'up') {
    const above = others.filter(({ y, h }) => y + h <= one.y)
    return above.length ? { ...one, y: Math.max(...above.map(({ y }) => y)) } : null
  }
  const below = inReadingOrder(others.filter(({ y }) => y >= one.y + one.h))[0]
  return below ? { ...one, y: below.y + below.h } : null
}

export function moved(placed: readonly Known[], id: string, direction: Direction): Known[] | null {
  const one = placed.find((other) => other.id === id)
  const to = one && stepOf(placed, one, direction)
  return to ? makeWay(placed, { ...one, ...to }) : null
}

const GROWTH: Record<Direction, readonly [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }

/** Null where it can be no smaller or larger. */
export function resized(placed: readonly Known[], id: string, direction: Direction): Known[] | null {
  const one = placed.find((other) => other.id === id)
  if (!one) return null
  const { least } = widgetOf(one.widget)
  const [w, h] = [one.w + GROWTH[direction][0], one.h + GROWTH[direction][1]]
  if (w < least.w || h < least.h || one.x + w > COLUMNS || h > TALLEST) return null
  return makeWay(placed, { ...one, w, h })
}

export const removed = (placed: readonly Known[], id: string): Known[] =>
  compacted(placed.filter((one) => one.id !== id))

/** An id that none of them has. */
function freeId(placed: readonly Known[], widget: WidgetKey): string {
  for (let at = 1; ; at++) {
    const id = at === 1 ? widget : `${widget}-${at}`
    if (!placed.some((one) => one.id === id)) return id
  }
}

/** A new one where it was dropped, or at the end. */
export function added(
  placed: readonly Known[],
  widget: WidgetKey,
  settings: WidgetSettings,
  at?: Pick<Place, 'x' | 'y'>,
) {
  const { size } = widgetOf(widget)
  const end = Math.max(0, ...placed.map(({ y, h }) => y + h))
  const { x, y } = at ?? { x: 0, y: end }
  const one: Known = { id: freeId(placed, widget), widget, ...size, x: Math.min(x, COLUMNS - size.w), y, settings }
  return { id: one.id, placed: makeWay([...placed, one], one) }
}

export const withSettings = (placed: readonly Known[], id: string, settings: WidgetSettings): Known[] =>
  placed.map((one) => (one.id === id ? { ...one, settings } : one))

/** A phone's order; where they stand on a wide screen stays. */
export function reordered(placed: readonly Known[], id: string, step: -1 | 1): Known[] | null {
  const at = placed.findIndex((one) => one.id === id)
  const [one, other] = [placed[at], placed[at + step]]
  if (!one || !other) return null
  return placed.map((each) => (each === one ? other : each === other ? one : each))
}
