import { siteRow } from '../../shared/endpoints/sites.ts'
import type { site } from '../../shared/entities/site.ts'
import type { Row, Titled } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { refuseReachingMore } from '../kit/more-than-own.ts'
import { plansOf, pricesNow } from '../kit/price-plan/plan.ts'
import { refuseInvalidStrategy } from '../kit/price-plan/refuse-gap.ts'
import { plannedFor, strategiesAt } from '../kit/price-plan/strategy-at.ts'
import { wrongField } from '../kit/refusal.ts'
import { refuseHalfPlace } from '../kit/whole-place.ts'
import type { Regions } from './ports.ts'
import { countsOf, maintenanceOf, type SiteCounts } from './site-states.ts'

const NOTHING: SiteCounts = { piles: 0, connectors: 0, states: {} }
const NOWHERE = { region: null, province: null, city: null, area: null }

/** What sites have besides their fields: their divisions by name, what stands there, and the specification's names of it all. */
export const siteExtension = (regions: Regions): Extension<typeof site> => ({
  row: siteRow,
  async extend(rows, { db, person, language }) {
    const ids = rows.map(({ id }) => id)
    const [counts, plans, planned] = await Promise.all([
      countsOf({ db, person }, ids),
      plansOf(db, ids),
      maintenanceOf(db, ids),
    ])
    const now = Date.now()
    const prices = new Map(plans.map((plan) => [plan.id, pricesNow(plan, now)]))
    return rows.map((row) => ({
      ...row,
      prices: prices.get(row.id),
      maintenance_until: planned.get(row.id) ?? null,
      ...(row.region_id === null ? NOWHERE : regions.divisions(row.region_id, language)),
      ...named(row, counts.get(row.id) ?? NOTHING),
    }))
  },
  filters: { strategy_id: plannedFor },
  async check(site, { db }, before) {
    refuseHalfPlace(site)
    if (site.strategy_id !== before?.strategy_id || site.time_zone !== before?.time_zone)
      await refuseInvalidStrategy(db, site, before?.id ?? null)
    if (site.region_id && !regions.known(site.region_id)) throw wrongField('region_id', 'unknown_reference')
  },
  async updated({ dept_id }, before, { db, person }) {
    if (dept_id !== before.dept_id) await refuseReachingMore(db, person)
  },
  offered: kindsAndFees,
})

const named = (row: Row<typeof site>, { piles, connectors, states }: SiteCounts) => ({
  states,
  park_device_number: piles,
  device_type_number: connectors,
  park_name: row.name,
  park_type: row.kind,
  park_space_num: row.spaces,
  charge_rule_id: row.strategy_id,
})

/** Sites to choose from, with their types and the fee standards that hold now. */
async function kindsAndFees(titled: Titled[], { db }: Context) {
  if (titled.length === 0) return []
  const ids = titled.map(({ id }) => id)
  const found = await db.selectFrom('site').select(['id', 'name', 'kind']).where('id', 'in', ids).execute()
  const strategies = await strategiesAt(db, ids, Date.now())
  const more = new Map(
    found.map(({ id, name, kind }) => {
      const strategy = strategies.get(id) ?? null
      return [id, { park_name: name, park_type: kind, charge_rule_id: strategy?.id ?? null, strategy }]
    }),
  )
  return titled.map((one) => ({ ...one, ...more.get(one.id) }))
}
