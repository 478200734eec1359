import { type Kysely, sql } from 'kysely'
import type { TariffTakes } from '../../shared/domain/pile-tariff.ts'
import type { Database } from '../kit/database/tables.ts'

/** Where a pile says what it can do with tariffs. */
const KEYS = {
  available: 'TariffCostCtrlr/Available[Tariff]',
  enabled: 'TariffCostCtrlr/Enabled[Tariff]',
  reckons: 'TariffCostCtrlr/Enabled[Cost]',
  conditions: 'TariffCostCtrlr/ConditionsSupported[Tariff]',
  most_elements: 'TariffCostCtrlr/MaxElements[Tariff]',
  currency: 'TariffCostCtrlr/Currency',
  time_zone: 'ClockCtrlr/TimeZone',
} as const satisfies Record<keyof TariffTakes, string>
export const TAKES_KEYS: readonly string[] = Object.values(KEYS)

/** What a pile told last of that. */
export async function takesOf(db: Kysely<Database>, pile_id: number): Promise<TariffTakes> {
  const rows = await db
    .selectFrom('pile_setting')
    .select([sql<string>`lower(key)`.as('key'), 'value'])
    .where('pile_id', '=', pile_id)
    .where(
      sql<string>`lower(key)`,
      'in',
      TAKES_KEYS.map((key) => key.toLowerCase()),
    )
    .execute()
  const said = (name: keyof TariffTakes) =>
    rows.find(({ key }) => key === KEYS[name].toLowerCase())?.value?.trim() || null
  const isOn = (name: keyof TariffTakes) => {
    const text = said(name)
    return text === null ? null : text.toLowerCase() === 'true'
  }
  return {
    available: isOn('available'),
    enabled: isOn('enabled'),
    reckons: isOn('reckons'),
    conditions: isOn('conditions'),
    most_elements: Number(said('most_elements')) || null,
    currency: said('currency'),
    time_zone: said('time_zone'),
  }
}
