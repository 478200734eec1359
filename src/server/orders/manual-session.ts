import { sql } from 'kysely'
import { tariffOf } from '../../shared/domain/bands.ts'
import { EARLIEST, isJump } from '../../shared/domain/meter-checks.ts'
import { type Amounts, energyLines, sumOf } from '../../shared/domain/tariff.ts'
import { siteClock } from '../../shared/domain/time-zone.ts'
import type { priceOrder } from '../../shared/endpoints/order-money.ts'
import type { OrderLine } from '../../shared/endpoints/orders.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { ms } from '../kit/instants.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import type { Place } from './frozen-rules.ts'
import { placeThen } from './prices-then.ts'

type Given = Parsed<typeof priceOrder>

/** A session that a person describes, priced as if its pile had reported it. */
export interface ManualSession {
  place: Place
  from: number
  to: number
  energy_wh: number
  lines: OrderLine[]
  amounts: Amounts
  /** More than the pile could deliver in that time. */
  isTooMuch: boolean
}

const LONGEST_MS = 30 * 86_400_000

/** Prices it at the rules that held when it began; refused at the field that cannot be. */
export async function sessionOf(given: Given, { db }: Pick<Context, 'db'>): Promise<ManualSession> {
  const { from, to } = timesOf(given)
  const energy_wh = energyOf(given)
  await refuseUnknownConnector(given, db)
  const place = await placeThen(db, given.pile_id, from)
  const tariff = tariffOf(place.rules, siteClock(place.time_zone))
  if (!tariff) throw new Refusal(409, 'refusals:no_price_yet')
  const points = [
    { at: from, wh: 0 },
    { at: to, wh: energy_wh },
  ] as const
  const lines = energyLines(tariff, points)
  return { place, from, to, energy_wh, lines, amounts: sumOf(lines), isTooMuch: isJump(...points, place.rated_power_w) }
}

function timesOf({ started_at, ended_at }: Given): { from: number; to: number } {
  const from = ms(started_at)
  const to = ms(ended_at)
  if (from < EARLIEST) throw wrongField('started_at', 'refusals:too_long_ago')
  if (to <= from) throw wrongField('ended_at', 'refusals:ends_before_start')
  if (to > Date.now()) throw wrongField('ended_at', 'refusals:in_the_future')
  if (to - from > LONGEST_MS) throw wrongField('ended_at', 'refusals:too_long_a_session', { days: 30 })
  return { from, to }
}

/** What the meter's two figures say goes before a figure that is given beside them, and they may not contradict each other. */
function energyOf({ energy_wh, meter_start_wh, meter_stop_wh }: Given): number {
  const start = meter_start_wh ?? null
  const stop = meter_stop_wh ?? null
  if (start !== null && stop === null) throw wrongField('meter_stop_wh', 'required')
  if (start === null && stop !== null) throw wrongField('meter_start_wh', 'required')
  const drawn = start !== null && stop !== null ? stop - start : energy_wh
  if (drawn === null || drawn === undefined) throw wrongField('energy_wh', 'required')
  if (drawn < 1) throw wrongField(start === null ? 'energy_wh' : 'meter_stop_wh', 'refusals:nothing_drawn')
  if (drawn > 10_000_000) throw wrongField('meter_stop_wh', 'refusals:more_than_any_session')
  if (energy_wh && energy_wh !== drawn) throw wrongField('energy_wh', 'refusals:meter_says_otherwise')
  return drawn
}

/** A pile that was never connected has no connectors yet; then its type says how many guns there are. */
async function refuseUnknownConnector({ pile_id, connector_number }: Given, db: Context['db']): Promise<void> {
  const { rows } = await sql<{ hasGun: boolean }>`
    select ${connector_number} <= greatest(guns, 1)
      or exists (select from connector where pile_id = pile.id and number = ${connector_number}) as "hasGun"
    from pile left join pile_type on pile_type.id = pile.pile_type_id where pile.id = ${pile_id}`.execute(db)
  const [pile] = rows
  if (!pile) throw wrongField('pile_id', 'unknown_reference')
  if (!pile.hasGun) throw wrongField('connector_number', 'refusals:no_such_gun')
}
