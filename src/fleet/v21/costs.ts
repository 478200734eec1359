import type { Payload } from '../frame.ts'
import type { KnownTransaction, PileMemory } from '../memory.ts'
import { showCost } from '../transaction-messages.ts'
import { TIME_ZONE } from '../v201/controllers.ts'
import type { CostWords, ToldEvent } from '../v201/dialect.ts'
import { costDetails, type Tariff, wallClock } from './tariff-cost.ts'
import { isOn, validFrom } from './tariffs.ts'

const clock = wallClock(TIME_ZONE)

/** By which tariff a session at an EVSE begins now: of those that hold already the one that began last (I07.FR.19 to 21). */
export function tariffAt({ tariffs = [] }: PileMemory, evse: number, now: number): Tariff | undefined {
  return tariffs
    .filter((one) => one.evse === evse && validFrom(one) <= now)
    .toSorted((a, b) => validFrom(a) - validFrom(b))
    .at(-1)?.tariff
}

/** Notes what was told: the register, and whether energy flows. */
function note({ counted }: KnownTransaction, { at, charging, wh, isEnd }: ToldEvent): void {
  if (!counted) return
  if (wh !== undefined) counted.points.push({ at, wh })
  const flows = charging === 'Charging'
  if (charging !== undefined && !flows) counted.idle_since ??= at
  if (counted.idle_since === undefined || !(flows || isEnd)) return
  counted.idle.push({ from: counted.idle_since, to: at })
  counted.idle_since = undefined
}

/** The default tariff is a transaction's once its card is known (I07.FR.14, FR.32), and stays it (I07.FR.24). */
export const costs: CostWords = {
  tell({ memory, wrong }, transaction, event) {
    const isNew = !transaction.counted && transaction.id_tag !== '' && isOn(memory, 'Tariff')
    const tariff = isNew ? tariffAt(memory, event.evse, event.at) : undefined
    if (tariff) {
      const { started_at: at, meter_start: wh } = transaction
      transaction.counted = { tariff, points: [{ at, wh }], idle: [] }
    }
    note(transaction, event)
    const { counted } = transaction
    const reckons = counted && isOn(memory, 'Cost')
    // Nobody tells it what it comes to (E16.FR.16).
    if (reckons && (transaction.limit?.cost !== undefined || event.isEnd)) {
      transaction.cost = totalOf(costDetails(counted.tariff, counted, clock))
      showCost(memory, transaction.connector, transaction.cost)
    }
    const isReckoned = reckons && event.isEnd
    return {
      ...(tariff && { info: { tariffId: tariff.tariffId } }),
      ...(isReckoned && {
        more: { costDetails: miscounted(costDetails(counted.tariff, counted, clock), wrong.miscounts_cents) },
      }),
    }
  },
}

const totalOf = ({ totalCost }: Payload) => (totalCost as { total: { exclTax: number } }).total.exclTax

/** As a pile tells it that reckons its energy wrongly. */
function miscounted(details: Payload, cents: number): Payload {
  if (cents === 0) return details
  const { totalCost, ...rest } = details as { totalCost: Record<string, unknown> }
  const more = (price: unknown) => {
    const money = Math.round((price as { exclTax: number }).exclTax * 100 + cents) / 100
    return { exclTax: money, inclTax: money }
  }
  return { ...rest, totalCost: { ...totalCost, energy: more(totalCost.energy), total: more(totalCost.total) } }
}
