import type { WallPage } from '../../../shared/endpoints/wall.ts'
import { COLUMNS, inReadingOrder, type Known } from '../../../shared/widgets/layout.ts'
import { GAP } from '../room.ts'

/** A row of the grid and what is around a page, before it is scaled to the screen; px. */
const ROW = 32
export const AROUND = 14
/** The line above the pages. */
export const BAR = 38

/** How large a part of the console fills a screen: what stays readable from five metres. A tall screen shows half as many columns. */
const SIZES = { wide: { width: 1_100, height: 600 }, tall: { width: 640, height: 1_000 } } as const
const TALL_COLUMNS = COLUMNS / 2
/** A short page is drawn larger, unless that leaves a narrow card too narrow; one widget alone much larger, but not so that little of a list is left. */
const LARGER = { short: 1.35, widget: 3 } as const
const NARROW = 9
/** The figures stand in two rows where the screen is tall. */
const TALL_FIGURES = 6

export interface Screen {
  width: number
  height: number
}

/** What stands on the screen at once. Widgets are laid out in px of `width` × `height`, and drawn `scale` times as large. */
export interface FittedPage {
  id: string
  of: WallPage['of']
  title: string | null
  scale: number
  width: number
  height: number
  columns: number
  rowPx: number
  widgets: Known[]
}

const rowsPx = (rows: number) => rows * ROW + (rows - 1) * GAP + 2 * AROUND
const rowsOf = (widgets: readonly Known[]) => Math.max(...widgets.map(({ y, h }) => y + h))
const isTall = ({ width, height }: Screen) => height > width

/** How much larger than the console a screen shows it. */
export function scaleOf(screen: Screen): number {
  const { width, height } = isTall(screen) ? SIZES.tall : SIZES.wide
  return Math.min(screen.width / width, screen.height / height)
}

/** Pages as they fit on a screen without scrolling: one that is too long becomes several. */
export function fitPages(pages: readonly WallPage[], screen: Screen): FittedPage[] {
  const scale = scaleOf(screen)
  const room = { width: screen.width, height: screen.height - BAR * scale }
  const most = Math.max(1, Math.floor((room.height / scale - 2 * AROUND + GAP) / (ROW + GAP)))
  const columns = isTall(screen) ? TALL_COLUMNS : COLUMNS
  return pages.flatMap(({ id, of, title, widgets }): FittedPage[] => {
    const known = widgets as Known[]
    if (of === 'widget') return [{ ...alone(known, room, { scale, columns }), id, of, title }]
    const laidOut = isTall(screen) ? stacked(known) : known
    return grouped(bandsOf(laidOut), most).map((part, at) => {
      const rows = rowsOf(part)
      const larger = part.some(({ w }) => w < NARROW) ? 1 : LARGER.short
      const fits = Math.min(scale * larger, room.height / rowsPx(rows))
      return { ...placed(part, room, { scale: fits, columns }), id: `${id}-${at}`, of, title }
    })
  })
}

interface Drawn {
  scale: number
  columns: number
}

type Placed = Omit<FittedPage, 'id' | 'of' | 'title'>

function placed(widgets: Known[], room: Screen, { scale, columns }: Drawn): Placed {
  const [width, height] = [room.width / scale, room.height / scale]
  const rows = rowsOf(widgets)
  return { widgets, columns, scale, width, height, rowPx: (height - 2 * AROUND - (rows - 1) * GAP) / rows }
}

/** One widget fills the page, as much larger as it then may be. */
function alone(widgets: Known[], room: Screen, { scale, columns }: Drawn): Placed {
  const [widget] = widgets
  if (!widget) return placed(widgets, room, { scale, columns })
  const column = (room.width / scale - 2 * AROUND - (columns - 1) * GAP) / columns
  const w = Math.min(widget.w, columns)
  const natural = w * column + (w - 1) * GAP + 2 * AROUND
  const larger = Math.min(room.width / natural, room.height / rowsPx(widget.h), scale * LARGER.widget)
  return placed([{ ...widget, x: 0, y: 0, w: 1 }], room, { scale: larger, columns: 1 })
}

/** On a tall screen small widgets stand in pairs, others below each other. */
function stacked(widgets: readonly Known[]): Known[] {
  const half = TALL_COLUMNS / 2
  const done: Known[] = []
  let waiting: Known | null = null
  let y = 0
  for (const widget of inReadingOrder(widgets)) {
    if (widget.w <= half && waiting) {
      const h: number = Math.max(waiting.h, widget.h)
      done.push({ ...waiting, x: 0, y, w: half, h }, { ...widget, x: half, y, w: half, h })
      waiting = null
      y += h
    } else if (widget.w <= half) waiting = widget
    else {
      const h = widget.widget === 'figures' ? Math.max(widget.h, TALL_FIGURES) : widget.h
      done.push({ ...widget, x: 0, y, w: TALL_COLUMNS, h })
      y += h
    }
  }
  return waiting ? [...done, { ...waiting, x: 0, y, w: TALL_COLUMNS }] : done
}

/** Where no widget stands across a line from left to right a layout can be cut. */
function bandsOf(widgets: readonly Known[]): Known[][] {
  const bands: Known[][] = []
  let until = 0
  for (const widget of [...widgets].sort((one, other) => one.y - other.y)) {
    if (widget.y >= until) bands.push([])
    bands.at(-1)?.push(widget)
    until = Math.max(until, widget.y + widget.h)
  }
  return bands
}

/** As many bands a page as it has rows for, each page's beginning at its top. */
function grouped(bands: readonly Known[][], most: number): Known[][] {
  const pages: Known[][] = []
  let rows = 0
  for (const band of bands) {
    const top = Math.min(...band.map(({ y }) => y))
    const high = rowsOf(band) - top
    const page = pages.at(-1)
    const fits = page && rows + high <= most
    const from = fits ? rows : 0
    const moved = band.map((widget) => ({ ...widget, y: widget.y - top + from }))
    if (fits) page.push(...moved)
    else pages.push(moved)
    rows = from + high
  }
  return pages
}
