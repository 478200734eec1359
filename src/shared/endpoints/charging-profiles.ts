import * as z from 'zod/mini'
import { PURPOSES, UNITS } from '../domain/charging-profiles/profile.ts'
import { chargingProfile } from '../entities/charging-profile.ts'
import { endpoint } from '../kit/endpoint.ts'
import { inputOf } from '../kit/schema.ts'
import { identity, titled } from './inputs.ts'

export const PUSH = 'charging_profile.push'

const { fields } = chargingProfile
const connector = z.int({ error: 'whole_number' }).check(z.gte(0), z.lte(1000))

/** A profile as it was sent. */
const sentProfile = z.object({
  stack_level: z.int(),
  charging_profile_purpose: z.enum(PURPOSES),
  charging_profile_kind: inputOf(fields.charging_profile_kind) as z.ZodMiniType<'recurring' | 'relative' | 'absolute'>,
  recurrency_kind: inputOf(fields.recurrency_kind) as z.ZodMiniType<'daily' | 'weekly' | null>,
  valid_from: z.nullable(z.string()),
  valid_to: z.nullable(z.string()),
  duration: z.nullable(z.int()),
  start_schedule: z.nullable(z.string()),
  charging_rate_unit: z.enum(UNITS),
  min_charging_rate: z.nullable(z.number()),
  periods: z.array(z.object({ start: z.int(), limit: z.number(), phases: z.nullable(z.int()) })),
})

/** What is in a pile as far as it confirmed it, and what a limit there depends on. */
export const profilesInPile = endpoint({
  method: 'POST',
  path: '/system/charging_profile/in_pile',
  permission: 'charging_profile.list',
  reaches: { pile: 'pile_id' },
  body: z.object({ pile_id: identity }),
  data: z.object({
    /** Null where its type is not known. */
    rated_w: z.nullable(z.int()),
    phases: z.int(),
    connectors: z.array(
      z.object({
        number: z.int(),
        /** Since when a session runs there. */
        session_since: z.nullable(z.string()),
      }),
    ),
    installed: z.array(
      z.object({
        connector_number: z.int(),
        charging_profile: titled,
        confirmed_at: z.string(),
        /** It says something else by now. */
        outdated: z.boolean(),
        profile: sentProfile,
      }),
    ),
  }),
})

/** Asks a pile what its profiles come to at a gun, or (0) for all of it. */
export const askSchedule = endpoint({
  method: 'POST',
  path: '/system/charging_profile/ask',
  permission: PUSH,
  reaches: { pile: 'pile_id' },
  body: z.object({
    pile_id: identity,
    connector_number: connector,
    seconds: z.int().check(z.gte(60, { error: 'out_of_range' }), z.lte(7 * 86_400, { error: 'out_of_range' })),
    unit: z.nullable(z.enum(UNITS, { error: 'not_a_choice' })),
  }),
  data: z.object({
    /** How it answered: Accepted, Rejected, NotSupported; null when it gave none. */
    word: z.nullable(z.string()),
    schedule: z.nullable(
      z.object({
        starts_at: z.string(),
        charging_rate_unit: z.enum(UNITS),
        periods: z.array(z.object({ start: z.int(), limit: z.number(), phases: z.nullable(z.int()) })),
      }),
    ),
  }),
})
