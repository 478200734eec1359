import * as z from 'zod/mini'
import { type ChargingProfile, PURPOSES, UNITS } from '../domain/charging-profiles/profile.ts'
import { CANNOT_TAKE } from '../domain/charging-profiles/takes.ts'
import { campaignTarget, type TargetState } from '../entities/campaign-target.ts'
import { chargingProfile } from '../entities/charging-profile.ts'
import { identities, pageNumber, pageSize } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { inputOf } from '../kit/schema.ts'
import { gunNumber, identity, pageOf, titled } from './inputs.ts'
import { outsideLimit } from './outside-limits.ts'

export const PUSH = 'charging_profile.push'

const { fields } = chargingProfile

/** A profile as it was sent. */
const sentProfile = z.object({
  stack_level: z.int(),
  charging_profile_purpose: z.enum(PURPOSES),
  charging_profile_kind: inputOf(fields.charging_profile_kind) as z.ZodMiniType<
    ChargingProfile['charging_profile_kind']
  >,
  recurrency_kind: inputOf(fields.recurrency_kind) as z.ZodMiniType<'daily' | 'weekly' | null>,
  valid_from: z.nullable(z.string()),
  valid_to: z.nullable(z.string()),
  duration: z.nullable(z.int()),
  start_schedule: z.nullable(z.string()),
  charging_rate_unit: z.enum(UNITS),
  min_charging_rate: z.nullable(z.number()),
  periods: z.array(z.object({ start: z.int(), limit: z.number(), phases: z.nullable(z.int()) })),
  // Absent in what was sent before they were known.
  dyn_update_interval: z.optional(z.nullable(z.int())),
  max_offline_duration: z.optional(z.nullable(z.int())),
  invalid_after_offline_duration: z.optional(z.nullable(z.boolean())),
})

const difference = z.object({
  connector_number: z.int(),
  from: z.string(),
  to: z.string(),
  ours_w: z.nullable(z.number()),
  theirs_w: z.nullable(z.number()),
})

/** What a pile last said that its profiles come to, held against what they should. */
const profileCheck = z.object({
  state: z.enum(['same', 'differs', 'refused']),
  /** Its own word, where it does not say. */
  said: z.nullable(z.string()),
  checked_at: z.string(),
  differences: z.array(difference),
})

/** By whose clock a site's profiles are drawn, and which stack levels its piles take. */
export const profileSite = endpoint({
  method: 'POST',
  path: '/system/charging_profile/site',
  permission: 'charging_profile.list',
  reaches: { site: 'site_id' },
  body: z.object({ site_id: identity }),
  data: z.object({
    time_zone: z.string(),
    /** The highest that all its piles take, and that any takes, of those that said; null where none did. */
    stack_levels: z.nullable(z.object({ all: z.int(), some: z.int() })),
  }),
})

/** What is in a pile as far as it confirmed it, and what a limit there depends on. */
export const profilesInPile = endpoint({
  method: 'POST',
  path: '/system/charging_profile/in_pile',
  permission: 'charging_profile.list',
  reaches: { pile: 'pile_id' },
  body: z.object({ pile_id: identity }),
  data: z.object({
    /** Of its site; null where it has none. */
    time_zone: z.nullable(z.string()),
    /** Null where its type is not known. */
    rated_w: z.nullable(z.int()),
    phases: z.int(),
    connectors: z.array(
      z.object({
        number: z.int(),
        /** Since when a session runs there. */
        session_since: z.nullable(z.string()),
        /** It charges with priority. */
        priority: z.boolean(),
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
    /** What other systems limit it to. */
    outside: z.array(outsideLimit),
    /** What it takes, as far as it said. */
    takes: z.object({
      units: z.nullable(z.readonly(z.array(z.enum(UNITS)))),
      max_stack_level: z.nullable(z.int()),
      max_periods: z.nullable(z.int()),
      max_installed: z.nullable(z.int()),
      priority: z.nullable(z.boolean()),
      dynamic: z.nullable(z.boolean()),
      offline: z.nullable(z.boolean()),
    }),
    check: z.nullable(profileCheck),
  }),
})

/** Asks a pile now what its profiles come to, as is done by itself every few hours; null when it gave no answer. */
export const checkProfiles = endpoint({
  method: 'POST',
  path: '/system/charging_profile/check',
  permission: PUSH,
  reaches: { pile: 'pile_id' },
  body: z.object({ pile_id: identity }),
  data: z.nullable(profileCheck),
})

/** Which piles of a profile's site said that they would not take it, each with the word why (`campaigns:why`) and its figure. */
export const profileFit = endpoint({
  method: 'POST',
  path: '/system/charging_profile/fit',
  permission: PUSH,
  reaches: { charging_profile: 'id' },
  body: z.object({ id: identity }),
  data: z.object({
    piles: z.int(),
    cannot: z.array(
      z.object({
        pile: titled,
        code: z.enum(CANNOT_TAKE),
        figure: z.union([z.string(), z.number()]),
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
    connector_number: gunNumber(),
    seconds: z.int().check(z.gte(60, { error: 'out_of_range' }), z.lte(7 * 86_400, { error: 'out_of_range' })),
    unit: z.nullable(z.enum(UNITS, { error: 'not_a_choice' })),
  }),
  data: z.object({
    /** How it answered: Accepted, Rejected, NotSupported; null when it gave none. */
    word: z.nullable(z.string()),
    schedule: z.nullable(
      z.object({
        starts_at: z.string(),
        duration: z.nullable(z.int()),
        charging_rate_unit: z.enum(UNITS),
        periods: z.array(z.object({ start: z.int(), limit: z.number(), phases: z.nullable(z.int()) })),
      }),
    ),
  }),
})

/**
 * Sends a profile to piles, or has them let go of it (`clear`): all of its site when none are named. A limit of sessions goes to each that
 * runs there, with its transaction, or to the one at the gun `connector_number`; of others null stands for the whole pile.
 */
export const pushProfile = endpoint({
  method: 'POST',
  path: '/system/charging_profile/push',
  permission: PUSH,
  reaches: { charging_profile: 'id', pile: 'pile_ids' },
  body: z.object({
    id: identity,
    pile_ids: z.optional(identities(500)),
    connector_number: z._default(z.nullable(gunNumber()), null),
    clear: z._default(z.boolean({ error: 'invalid' }), false),
  }),
  /** `sessions`: of a limit of sessions. */
  data: z.object({ campaign_id: z.int(), piles: z.int(), sessions: z.nullable(z.int()) }),
  repeatable: true,
  changes: 'charging_profile',
})

/**
 * Changes the limit of a dynamic profile now: it is kept, and all piles that hold the profile are told, those that are away when they are back
 * (OCPP 2.1, K28).
 */
export const changeLimit = endpoint({
  method: 'POST',
  path: '/system/charging_profile/change_limit',
  permission: PUSH,
  reaches: { charging_profile: 'id' },
  body: z.object({ id: identity, limit: inputOf(fields.limit_now) as z.ZodMiniType<number | null> }),
  data: z.object({ campaign_id: z.int(), piles: z.int() }),
  repeatable: true,
  changes: 'charging_profile',
})

const STATES = Object.keys(campaignTarget.fields.state.tones) as [TargetState, ...TargetState[]]
const state = z.enum(STATES)
const action = z.enum(['set_profile', 'clear_profile', 'change_limit'])

/** What became of each pile that a profile was pushed to or taken from: the latest push first, in it first what went wrong. */
export const pushLog = endpoint({
  method: 'POST',
  path: '/system/charging_profile/push_log',
  permission: 'charging_profile.list',
  reaches: { charging_profile: 'id' },
  body: z.object({ id: identity, page_num: pageNumber, page_size: pageSize }),
  data: z.extend(
    pageOf(
      z.object({
        id: z.int(),
        campaign_id: z.int(),
        action,
        pile: titled,
        connector_number: z.nullable(z.int()),
        state,
        waits_for: z.nullable(z.string()),
        /** The pile's own word, or why it could not be asked. */
        said: z.nullable(z.string()),
        sent_at: z.nullable(z.string()),
        ended_at: z.nullable(z.string()),
        created_at: z.string(),
        /** How what the pile says stands to it since; null where it was not asked. */
        check: z.nullable(z.enum(['same', 'differs', 'refused'])),
        checked_at: z.nullable(z.string()),
        /** Where it says another limit than it should; of a limit of one session at that gun alone. */
        differences: z.array(difference),
      }),
    ),
    {
      /** The latest push as a whole; null before the first. */
      last: z.nullable(
        z.object({
          campaign_id: z.int(),
          action,
          created_at: z.string(),
          /** How many piles are how far. */
          targets: z.partialRecord(state, z.int()),
          /** How many of those that took it say other limits since. */
          differ: z.int(),
        }),
      ),
    },
  ),
})
