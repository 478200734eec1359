import { DOES_WORK } from '../domain/work-order.ts'
import { SEES_PREPAID } from '../endpoints/dashboard-parts.ts'
import { alarm } from '../entities/alarm.ts'
import { order } from '../entities/order.ts'
import { pile } from '../entities/pile.ts'
import { pileRanking } from '../entities/pile-ranking.ts'
import { site } from '../entities/site.ts'
import { permissionOf } from '../kit/entity.ts'
import { cents, choice, longText, reference, text } from '../kit/fields.ts'
import { type Widget, widget } from './declare.ts'

const listing = (entity: { name: string }) => permissionOf(entity, 'list')

const counts = ['statistics.view']
/** Of one site alone. */
const ofSite = { site_id: reference('site', { optional: true }) }

/** Every widget of the dashboard, in the order in which they are offered. */
export const widgets = {
  figures: widget({ icon: 'gauge', size: [18, 3], least: [12, 3] }),
  power: widget({ icon: 'bolt', size: [6, 5], least: [4, 5] }),
  failure_map: widget({ icon: 'map', size: [9, 9], least: [6, 6], needs: [listing(site)] }),
  income_by_kind: widget({ icon: 'chart', size: [9, 9], least: [6, 9], needs: [listing(order)] }),
  income_trend: widget({ icon: 'chart', size: [18, 8], least: [9, 8], needs: [listing(order)] }),
  sites: widget({ icon: 'pin', size: [12, 6], least: [6, 4] }),
  attention: widget({ icon: 'bell', size: [6, 9], least: [5, 4] }),
  faults: widget({ icon: 'warning', size: [9, 10], least: [6, 6], needs: [listing(alarm)] }),
  offline_piles: widget({ icon: 'offline', size: [6, 6], least: [5, 4], needs: [listing(pile)] }),
  own_work: widget({ icon: 'wrench', size: [6, 8], least: [5, 4], needs: [DOES_WORK] }),
  worst_piles: widget({ icon: 'gauge', size: [6, 9], least: [5, 4], needs: [listing(pileRanking)] }),
  best_worst: widget({
    icon: 'sort',
    size: [6, 12],
    least: [5, 6],
    needs: [listing(pileRanking)],
    settings: { by: choice(['sessions', 'down_share'], { initial: 'sessions' }) },
  }),
  hours: widget({ icon: 'chart', size: [9, 7], least: [6, 6], needs: counts, settings: ofSite }),
  heat: widget({ icon: 'calendar', size: [9, 7], least: [7, 7], needs: counts, settings: ofSite }),
  balances: widget({
    icon: 'card',
    size: [6, 8],
    least: [5, 5],
    needs: SEES_PREPAID,
    settings: { low_cents: cents({ initial: 2_000 }) },
  }),
  watch_site: widget({
    icon: 'pin',
    size: [6, 6],
    least: [5, 5],
    needs: [listing(site)],
    settings: { site_id: reference('site') },
  }),
  watch_pile: widget({
    icon: 'plug',
    size: [6, 6],
    least: [5, 4],
    needs: [listing(pile)],
    settings: { pile_id: reference('pile') },
  }),
  text: widget({
    icon: 'document',
    size: [6, 4],
    least: [4, 3],
    settings: { title: text({ optional: true }), text: longText({ max: 2_000 }) },
  }),
}

export type WidgetKey = keyof typeof widgets
export const isWidget = (key: string): key is WidgetKey => Object.hasOwn(widgets, key)
export const widgetOf = (key: WidgetKey): Widget => widgets[key]
