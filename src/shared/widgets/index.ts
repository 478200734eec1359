import { order } from '../entities/order.ts'
import { pileRanking } from '../entities/pile-ranking.ts'
import { site } from '../entities/site.ts'
import { permissionOf } from '../kit/entity.ts'
import { longText, text } from '../kit/fields.ts'
import { type Widget, widget } from './declare.ts'

const listing = (entity: { name: string }) => permissionOf(entity, 'list')

/** Every widget of the dashboard, in the order in which they are offered. */
export const widgets = {
  figures: widget({ icon: 'gauge', size: [18, 3], least: [12, 3] }),
  failure_map: widget({ icon: 'map', size: [9, 9], least: [6, 6], needs: [listing(site)] }),
  income_by_kind: widget({ icon: 'chart', size: [9, 9], least: [6, 9], needs: [listing(order)] }),
  income_trend: widget({ icon: 'chart', size: [18, 8], least: [9, 8], needs: [listing(order)] }),
  sites: widget({ icon: 'pin', size: [12, 6], least: [6, 4] }),
  attention: widget({ icon: 'bell', size: [6, 9], least: [5, 4] }),
  text: widget({
    icon: 'document',
    size: [6, 4],
    least: [4, 3],
    settings: { title: text({ optional: true }), text: longText({ max: 2_000 }) },
  }),
  worst_piles: widget({ icon: 'gauge', size: [6, 9], least: [5, 4], needs: [listing(pileRanking)] }),
}

export type WidgetKey = keyof typeof widgets
export const isWidget = (key: string): key is WidgetKey => Object.hasOwn(widgets, key)
export const widgetOf = (key: WidgetKey): Widget => widgets[key]
