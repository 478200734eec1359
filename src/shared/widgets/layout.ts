import type { Size } from './declare.ts'
import { isWidget, type WidgetKey, widgetOf } from './index.ts'

/** The dashboard's grid: 18 columns for what is looked at, 6 beside them for what is to be done. */
export const COLUMNS = 24
/** As many as a person can tell apart. */
export const MOST_WIDGETS = 40
export const MOST_ROWS = 500
export const TALLEST = 60

export interface Place extends Size {
  readonly x: number
  readonly y: number
}

/** What a person set of a widget, by field. */
export type WidgetSettings = Readonly<Record<string, unknown>>

/** A widget in its place; one widget may stand in several, each with settings of its own. */
export interface Placed extends Place {
  readonly id: string
  readonly widget: string
  readonly settings: WidgetSettings
}

/** One that this version knows. */
export type Known = Placed & { readonly widget: WidgetKey }

const at = (widget: WidgetKey, x: number, y: number, w: number, h: number): Known => ({
  ...{ id: widget, widget, x, y, w, h },
  settings: {},
})

/**
 * The 18/6 of the specification: data, map, line and bar, and beside them what needs a person. A phone shows them one below
 * the other in this order.
 */
export const BUILT_IN: readonly Known[] = [
  at('figures', 0, 0, 24, 3),
  at('sites', 0, 20, 24, 7),
  at('attention', 18, 3, 6, 9),
  at('failure_map', 0, 3, 9, 9),
  at('income_trend', 0, 12, 18, 8),
  at('income_by_kind', 9, 3, 9, 9),
  at('worst_piles', 18, 12, 6, 8),
]

/** Of anyone who puts faults right and sees no money: what is broken and whose it is, what they have to do, then their sites. */
const TECHNICAL: readonly Known[] = [
  at('faults', 0, 0, 12, 12),
  at('own_work', 12, 0, 6, 12),
  at('sites', 0, 12, 24, 7),
  at('attention', 18, 0, 6, 12),
  at('failure_map', 0, 19, 9, 9),
  at('worst_piles', 9, 19, 9, 9),
  at('offline_piles', 18, 19, 6, 9),
]

/** What a person begins with for whom no layout is kept. */
export const builtInFor = (may: (permission: string) => boolean): readonly Known[] =>
  may('alarm.handle') && !may('order.list') ? TECHNICAL : BUILT_IN

export const overlap = (one: Place, other: Place): boolean =>
  one !== other &&
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h

/** From left to right, from above to below. */
export const inReadingOrder = <P extends Place>(placed: readonly P[]): P[] =>
  [...placed].sort((one, other) => one.y - other.y || one.x - other.x)

/** Each as far up as there is room, in the order in which they came: that is a phone's. */
export function compacted<P extends Place & { readonly id: string }>(placed: readonly P[]): P[] {
  const done = new Map<string, P>()
  for (const each of inReadingOrder(placed)) {
    let y = 0
    for (const above of done.values())
      if (above.x < each.x + each.w && each.x < above.x + above.w) y = Math.max(y, above.y + above.h)
    done.set(each.id, { ...each, y })
  }
  return placed.flatMap(({ id }) => done.get(id) ?? [])
}

/** Leaves a widget out; what stood beside it, as high as it was, takes its place: on its left, else on its right. */
function without(placed: readonly Placed[], gone: Placed): Placed[] {
  const others = placed.filter((one) => one !== gone)
  const alike = others.filter(({ y, h }) => y === gone.y && h === gone.h)
  const beside = alike.find(({ x, w }) => x + w === gone.x) ?? alike.find(({ x }) => gone.x + gone.w === x)
  if (!beside) return others
  const wider = { ...beside, x: Math.min(beside.x, gone.x), w: beside.w + gone.w }
  return others.map((one) => (one === beside ? wider : one))
}

/** What of a layout a person may see: what is unknown by now, or not for them, is left out without a gap. */
export function permitted(placed: readonly Placed[], may: (permission: string) => boolean): Known[] {
  const isTheirs = ({ widget }: Placed) => isWidget(widget) && widgetOf(widget).needs.every(may)
  let left = [...placed]
  for (let gone = left.find((one) => !isTheirs(one)); gone; gone = left.find((one) => !isTheirs(one)))
    left = without(left, gone)
  return compacted(left) as Known[]
}
