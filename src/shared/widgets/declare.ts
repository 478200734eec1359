import type { Entity } from '../kit/entity.ts'
import type { Fields } from '../kit/fields.ts'

/** Columns and rows of the dashboard's grid. */
export interface Size {
  readonly w: number
  readonly h: number
}

interface Offer<F extends Fields> {
  /** An icon of the console's. */
  icon: string
  /** As wide and high as it is added. */
  size: readonly [number, number]
  /** No smaller than this. */
  least: readonly [number, number]
  /** Shown to anyone who holds all of these; what it shows is held by the calls that it makes. */
  needs?: readonly string[]
  /** What a person sets of it, by the field kinds that entities use. */
  settings?: F
}

/** A part of the dashboard that a person adds, moves and resizes. */
export interface Widget<F extends Fields = Fields> {
  readonly icon: string
  readonly size: Size
  readonly least: Size
  readonly needs: readonly string[]
  readonly settings: F
}

/** Declares a widget, once: its words are `widgets.<key>` of the dashboard's, its component stands in `src/client/dashboard/widgets.ts`. */
// biome-ignore lint/complexity/noBannedTypes: without settings there are none
export function widget<const F extends Fields = {}>({ icon, size, least, needs, settings }: Offer<F>): Widget<F> {
  return {
    icon,
    size: { w: size[0], h: size[1] },
    least: { w: least[0], h: least[1] },
    needs: needs ?? [],
    settings: settings ?? ({} as F),
  }
}

/** A widget's settings as the kit's schemas and forms take them; their words stand under `dashboard` of `more_entities`. */
export const formOf = ({ settings }: Pick<Widget, 'settings'>): Entity => ({
  name: 'dashboard',
  now: false,
  table: '',
  path: '',
  listBy: 'POST',
  calls: {},
  fields: settings,
  sort: { prop: 'id', order: 'desc' },
  offers: {},
  archives: false,
  tally: null,
  within: 'everybody',
  maskedTitle: false,
  called: null,
  over: null,
  filters: {},
})
