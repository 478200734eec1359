import * as z from 'zod/mini'
import { LIMIT_SOURCES } from '../domain/charging-profiles/outside-limit.ts'
import { UNITS } from '../domain/charging-profiles/profile.ts'

const period = z.object({ start: z.number(), limit: z.nullable(z.number()), phases: z.nullable(z.number()) })

/** A limit that another system set at a pile; see `OutsideLimit`. Figures of its schedules are as the pile said them, of any size. */
export const outsideLimit = z.object({
  evse: z.int(),
  source: z.enum(LIMIT_SOURCES),
  grid_critical: z.nullable(z.boolean()),
  local_generation: z.boolean(),
  since: z.string(),
  told_at: z.string(),
  schedules: z.readonly(
    z.array(
      z.object({
        starts_at: z.nullable(z.string()),
        duration: z.nullable(z.number()),
        charging_rate_unit: z.enum(UNITS),
        periods: z.readonly(z.array(period)),
      }),
    ),
  ),
})
