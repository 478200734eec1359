import * as z from 'zod/mini'
import { ratedPowerWarning } from '../../shared/domain/rated-power.ts'
import { pileType } from '../../shared/entities/pile-type.ts'
import { rowWith } from '../../shared/kit/schema.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { wrongField } from '../kit/refusal.ts'

const row = rowWith(pileType, {
  /** Its rated power contradicts its voltage and current, which allow what lies between these watts. */
  power_doubt: z.nullable(
    z.object({ kind: z.enum(['power_too_high', 'power_too_low']), from_w: z.int(), to_w: z.int() }),
  ),
})

/** What pile types have besides their fields: a doubt about what was entered, which is said and not refused. */
export const pileTypeExtension: Extension<typeof pileType> = {
  row,
  async extend(rows) {
    return rows.map((type) => ({ ...type, power_doubt: ratedPowerWarning(type) }))
  },
  async check({ voltage_min_v: lowest = null, voltage_max_v: highest = null }) {
    if (lowest !== null && highest !== null && lowest > highest)
      throw wrongField('voltage_max_v', 'refusals:voltage_order', { lowest })
  },
}
