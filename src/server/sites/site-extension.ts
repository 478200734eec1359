import { siteRow } from '../../shared/endpoints/sites.ts'
import type { site } from '../../shared/entities/site.ts'
import type { Row, Titled } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { refuseReachingMore } from '../kit/more-than-own.ts'
import { wrongField } from '../kit/refusal.ts'
import { refuseHalfPlace } from '../kit/whole-place.ts'
import type { Regions } from './needs.ts'
import { countsOf, type SiteCounts } from './site-states.ts'

const NOTHING: SiteCounts = { piles: 0, connectors: 0, states: {} }
const NOWHERE = { region: null, province: null, city: null, area: null }

/** What sites have besides their fields: their divisions by name, what stands there, and the specification's names of it all. */
export const siteExtension = (regions: Regions): Extension<typeof site> => ({
  row: siteRow,
  async extend(rows, { db, person, language }) {
    const counts = await countsOf(
      { db, person },
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({
      ...row,
      ...(row.region_id === null ? NOWHERE : regions.divisions(row.region_id, language)),
      ...named(row, counts.get(row.id) ?? NOTHING),
    }))
  },
  async check(site) {
    refuseHalfPlace(site)
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

/** Sites to choose from, with their types and fee standards. */
async function kindsAndFees(titled: Titled[], { db }: Context) {
  if (titled.length === 0) return []
  const ids = titled.map(({ id }) => id)
  const found = await db
    .selectFrom('site')
    .leftJoin('strategy', 'strategy.id', 'site.strategy_id')
    .select(['site.id', 'site.name', 'site.kind', 'strategy.id as strategy_id', 'strategy.name as strategy'])
    .where('site.id', 'in', ids)
    .execute()
  const more = new Map(
    found.map(({ id, name, kind, strategy_id, strategy }) => [
      id,
      {
        park_name: name,
        park_type: kind,
        charge_rule_id: strategy_id,
        strategy: strategy_id === null ? null : { id: strategy_id, title: String(strategy) },
      },
    ]),
  )
  return titled.map((one) => ({ ...one, ...more.get(one.id) }))
}
