import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { coverage, isComplete } from '../../shared/domain/coverage.ts'
import type { GivenTariff } from '../../shared/domain/intent.ts'
import { CURRENCY, type NoTariff, nameOfId, type PricedHours, pileTariffOf } from '../../shared/domain/pile-tariff.ts'
import type { Database } from '../kit/database/tables.ts'
import { strategiesAt } from '../kit/price-plan/strategy-at.ts'

type Db = Kysely<Database>

/** What the piles of a site are to have, and by which strategy; or why there is none for them. */
export type Wanted = { tariff: GivenTariff; strategy: string } | { why: NoTariff; strategy: string | null }

export const NO_PRICE: Wanted = { why: 'no_price', strategy: null }

/** What is wanted, in a word: it changes with what a tariff says, and with nothing else. */
export const wordOf = (wanted: Wanted): string => ('why' in wanted ? wanted.why : wanted.tariff.id)

/** Of each site by what it charges at an instant (epoch ms). One that is not there has no price. */
export async function wantedAt(db: Db, site_ids: readonly number[], at: number): Promise<Map<number, Wanted>> {
  const strategies = await strategiesAt(db, [...new Set(site_ids)], at)
  const rules = await rulesOf(db, [...new Set([...strategies.values()].map(({ id }) => id))])
  const made = new Map<number, Wanted>()
  return new Map(
    [...strategies].map(([site_id, { id, title }]) => {
      const wanted = made.get(id) ?? wantedOf(rules.get(id) ?? [], title)
      made.set(id, wanted)
      return [site_id, wanted]
    }),
  )
}

async function rulesOf(db: Db, strategy_ids: readonly number[]): Promise<Map<number, PricedHours[]>> {
  const rows = await db
    .selectFrom('strategy_rule')
    .innerJoin('billing_rule as r', 'r.id', 'strategy_rule.rule_id')
    .select(['strategy_id', 'r.start_hour', 'r.end_hour', 'r.electricity_fee', 'r.service_fee'])
    .select(['r.occupation_fee', 'r.free_minutes'])
    .where('strategy_id', 'in', [0, ...strategy_ids])
    .where('r.status', '=', 'enabled')
    .orderBy('r.start_hour')
    .execute()
  return new Map(strategy_ids.map((id) => [id, rows.filter(({ strategy_id }) => strategy_id === id)]))
}

/** Rules that leave an hour out, or price one twice, bill nothing either. */
function wantedOf(rules: readonly PricedHours[], strategy: string): Wanted {
  const made = pileTariffOf(isComplete(coverage(rules)) ? rules : [])
  if ('why' in made) return { ...made, strategy }
  const { bands, free_minutes } = made.tariff
  const said = { currency: CURRENCY, bands, free_minutes }
  return { tariff: { id: nameOf(said), ...said }, strategy }
}

const NAME_DIGITS = 24

/** Another content has another name (I08.FR.08), and the same content the same one. */
const nameOf = ({ currency, bands, free_minutes }: Omit<GivenTariff, 'id'>): string => {
  const said = JSON.stringify([currency, free_minutes, bands.map((band) => BAND.map((part) => band[part]))])
  return `CD${createHash('sha256').update(said).digest('hex').slice(0, NAME_DIGITS)}`
}

const BAND = ['start_hour', 'end_hour', 'energy_fee', 'occupation_fee'] as const

/** Whether it was made here, of some site's prices. */
export const isMadeHere = (tariff: GivenTariff): boolean => nameOfId(tariff.id) === nameOf(tariff)
