import * as z from 'zod/mini'
import { CONNECTOR_STATES } from '../domain/connector-states.ts'
import { command } from '../entities/command.ts'
import { pile } from '../entities/pile.ts'
import { pageNumber, pageSize } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowSchema, rowWith } from '../kit/schema.ts'
import { deviceNames } from './device-names.ts'
import { filled, gunNumber, identity, pageOf, titled } from './inputs.ts'
import { outsideLimit } from './outside-limits.ts'

/** The nine that piles report, and ours: there is no socket, or nothing was reported that anybody knows. */
export const connectorStates = [...CONNECTOR_STATES, 'Offline', 'Unknown'] as const

/** What a session has come to. Money is null for anyone who may not see orders; `abnormal` says why none is billed. */
const cameTo = {
  id: z.int(),
  number: z.string(),
  status: z.string(),
  energy_wh: z.int(),
  total_cents: z.nullable(z.int()),
  abnormal: z.nullable(z.string()),
}

/** A connector as it is now. Figures are the latest reported, null when never. */
export const connectorNow = z.object({
  number: z.int(),
  status: z.enum(connectorStates),
  status_at: z.nullable(z.string()),
  error_code: z.nullable(z.string()),
  vendor_code: z.nullable(z.string()),
  info: z.nullable(z.string()),
  power_w: z.nullable(z.int()),
  current_ma: z.nullable(z.int()),
  voltage_mv: z.nullable(z.int()),
  soc: z.nullable(z.int()),
  temperature_c: z.nullable(z.number()),
  measured_at: z.nullable(z.string()),
  order: z.nullable(
    z.object({
      ...cameTo,
      started_at: z.string(),
      ended_at: z.nullable(z.string()),
      customer: z.nullable(z.string()),
      balance_cents: z.nullable(z.int()),
      /** Since when the occupation fee runs. */
      occupation_from: z.nullable(z.string()),
      /** It began before anybody said who pays: a card, or a start from here, may follow. */
      awaits_payer: z.boolean(),
    }),
  ),
})
export type ConnectorNow = z.output<typeof connectorNow>

/** The session that ended last at a connector. */
const endedSession = z.object({ connector_number: z.int(), ...cameTo, ended_at: z.string() })
export type EndedSession = z.output<typeof endedSession>

/** The list: rows carry their connectors, the summary counts piles by state over all other filters. Serves the entity's list call. */
export const pileRow = rowWith(pile, {
  site: z.nullable(titled),
  pile_type: z.nullable(titled),
  connectors: z.array(connectorNow),
  /** Under planned maintenance until then. */
  maintenance_until: z.nullable(z.string()),
  ...deviceNames,
})

/** One pile with its connectors as they are now and what its page shows around them. */
export const pileView = endpoint({
  method: 'GET',
  path: '/system/device/view',
  permission: 'pile.list',
  reaches: 'itself',
  body: z.object({ id: z.optional(z.coerce.number()), station_number: z.optional(z.string()) }),
  data: z.object({
    pile: pileRow,
    connectors: z.array(connectorNow),
    /** Of each connector at which none goes on the session that ended last. */
    ended_sessions: z.array(endedSession),
    /**
     * Anomalies of this pile that were accepted (a serial too long, a missing time zone), and its words of updates, uploads
     * and security: of each kind what it is about, the newest first. An empty subject counts those of the kind that are
     * not kept one by one any more.
     */
    flags: z.array(
      z.object({
        flag: z.string(),
        subject: z.string(),
        detail: z.string(),
        first_at: z.string(),
        at: z.string(),
        times: z.int(),
      }),
    ),
    /** The name of the node that it is connected to; null where there is one node, and for a pile that is away. */
    node: z.nullable(z.string()),
    /** The pile's clock minus ours, in milliseconds; null before its first timed report. */
    clock_skew_ms: z.nullable(z.int()),
    /** What can be asked of it: the names of `src/shared/commands` that its protocol can say. */
    commands: z.array(z.string()),
    /** What other systems limit it to, beside its charging profiles. */
    outside_limits: z.array(outsideLimit),
    /** Of its site; null where it has none. */
    time_zone: z.nullable(z.string()),
    open_alarms: z.int(),
    orders_today: z.int(),
    offline_this_month: z.int(),
  }),
})

/** Curves of a connector for its charts: points of at most the last hour, or of the order that is open. */
export const pileSeries = endpoint({
  method: 'POST',
  path: '/system/device/series',
  permission: 'pile.list',
  reaches: { pile: 'id' },
  body: z.object({ id: identity, connector_number: gunNumber() }),
  data: z.object({
    points: z.array(
      z.object({
        at: z.string(),
        power_w: z.nullable(z.int()),
        current_ma: z.nullable(z.int()),
        voltage_mv: z.nullable(z.int()),
        soc: z.nullable(z.int()),
        energy_wh: z.nullable(z.number()),
      }),
    ),
  }),
})

/** A station number nobody has: CD-, ten characters without look-alikes, the last one a check. */
export const generateStationNumber = endpoint({
  method: 'POST',
  path: '/system/device/generate-station-no',
  permission: 'pile.create',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ station_number: z.string() }),
})

/**
 * A fresh password for HTTP Basic: 40 hexadecimal digits, shown this once. It and the old one count until one of them is used. `told`: what the pile
 * made of it. `taken`: it accepted it; `refused`: it does not take one by itself, there is no new one (null); `no_answer`: it may have it or not, and
 * the one that it connects with next counts; `not_connected` and `by_hand`: someone has to enter it there. `by_hand` asks for the last.
 */
export const resetPilePassword = endpoint({
  method: 'POST',
  path: '/system/device/reset-password',
  permission: 'pile.update',
  reaches: { pile: 'id' },
  body: z.object({ id: identity, by_hand: z.optional(z.boolean()) }),
  data: z.object({
    password: z.nullable(z.string()),
    told: z.enum(['taken', 'refused', 'no_answer', 'not_connected', 'by_hand']),
  }),
})

/**
 * Takes a pile that tried to connect into the network, with exactly the password that the row stands for: `fingerprint` is the row's as it was
 * shown, 409 when it is another one. `password` is set when it offered none or a weak one: then one is made. A pile that is known keeps its password
 * until the adopted one is used, and is adopted with `replace_password` only and the permission to change piles: without it 409 says whose it is
 * (`data.pile`). While it is connected it is not adopted at all.
 */
export const adoptPile = endpoint({
  method: 'POST',
  path: '/system/rejected-connection/adopt',
  permission: 'pile.create',
  reaches: { rejected_connection: 'id', site: 'site_id' },
  body: z.object({
    id: identity,
    fingerprint: z.nullable(z.string()),
    replace_password: z.optional(z.boolean()),
    site_id: z.optional(z.nullable(z.int())),
    pile_type_id: z.optional(z.nullable(z.int())),
  }),
  data: z.object({ id: z.int(), password: z.nullable(z.string()) }),
  changes: 'rejected_connection',
})

/** For engineers: calls of the protocol that the pile speaks, each with a payload to begin with. */
export const callExamples = endpoint({
  method: 'POST',
  path: '/system/device/call-examples',
  permission: 'pile.call',
  reaches: { pile: 'id' },
  body: z.object({ id: identity }),
  data: z.object({ calls: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})

/** For engineers: what such a call takes (`FormNode`), made from the protocol's schema; null where it does not say. */
export const callForm = endpoint({
  method: 'POST',
  path: '/system/device/call-form',
  permission: 'pile.call',
  reaches: { pile: 'id' },
  body: z.object({ id: identity, action: filled(60) }),
  data: z.object({ form: z.nullable(z.looseObject({ kind: z.string() })) }),
})

/** For engineers: any call of the protocol. `answer` is the pile's payload, or `error` says why there is none. */
export const callPile = endpoint({
  method: 'POST',
  path: '/system/device/call',
  permission: 'pile.call',
  reaches: 'itself',
  body: z.object({
    station_number: z
      .string({ error: 'required' })
      .check(z.minLength(1, { error: 'required' }), z.maxLength(255, { error: 'too_long' })),
    action: z
      .string({ error: 'required' })
      .check(z.minLength(1, { error: 'required' }), z.maxLength(60, { error: 'too_long' })),
    payload: z.record(z.string(), z.unknown()),
    /** The person was told that the pile may be lost, and wants it all the same. */
    sure: z.optional(z.boolean()),
  }),
  data: z.object({
    command: z.nullable(rowSchema(command)),
    answer: z.nullable(z.record(z.string(), z.unknown())),
    error: z.nullable(z.object({ code: z.string(), description: z.string(), details: z.unknown() })),
  }),
  repeatable: true,
})

/** A report that belonged to no open order. It is kept for a person to look at. */
export const setAsideList = endpoint({
  method: 'POST',
  path: '/system/device/set-aside',
  permission: 'pile.list',
  reaches: { pile: 'id' },
  body: z.object({ id: identity, page_num: pageNumber, page_size: pageSize }),
  data: pageOf(
    z.object({
      id: z.int(),
      action: z.string(),
      reason: z.string(),
      payload: z.unknown(),
      /** When it came first. */
      received_at: z.string(),
      /** How often the pile said the same, and when it did last. */
      times: z.int(),
      last_received_at: z.string(),
    }),
  ),
})
