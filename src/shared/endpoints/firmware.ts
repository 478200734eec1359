import * as z from 'zod/mini'
import { UPGRADE_STATUSES, type UpgradeStatus } from '../domain/upgrade-status.ts'
import { type Campaign, campaign } from '../entities/campaign.ts'
import { type Firmware, firmware } from '../entities/firmware.ts'
import { identities } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowWith } from '../kit/schema.ts'
import { identity, titled } from './inputs.ts'

export const PUSH_FIRMWARE = 'firmware.push'

const inEach = <V>(value: V) =>
  Object.fromEntries(UPGRADE_STATUSES.map((status) => [status, value])) as Record<UpgradeStatus, V>
export const NO_UPGRADES = inEach(0)
const STATES = Object.keys(campaign.fields.state.tones) as [Campaign['state'], ...Campaign['state'][]]

/** The list: each task with how many of its piles, as far as its reader reaches them, are in which state. */
export const firmwareRow = rowWith(firmware, {
  upgrades: z.object(inEach(z.int())),
  /** The latest. */
  campaign: z.nullable(z.object({ id: z.int(), state: z.enum(STATES) })),
  /** Of its upload. */
  sha256: z.nullable(z.string()),
  /** By whose certificate. */
  signed_by: z.nullable(z.object({ subject: z.string(), valid_to: z.string() })),
})
export interface FirmwareRow extends Firmware {
  upgrades: Record<UpgradeStatus, number>
  campaign: Pick<Campaign, 'id' | 'state'> | null
  sha256: string | null
  signed_by: { subject: string; valid_to: string } | null
}

/** Has piles fetch and install what a task brings: all that it is for when none are named. */
export const pushFirmware = endpoint({
  method: 'POST',
  path: '/system/firmware/push',
  permission: PUSH_FIRMWARE,
  reaches: { firmware: 'id', pile: 'pile_ids' },
  body: z.object({ id: identity, pile_ids: z.optional(identities(500)) }),
  data: z.object({ campaign_id: z.int(), piles: z.int() }),
  repeatable: true,
  changes: 'firmware',
})

/** Where piles fetch uploads from: as it is set, or else the address that the caller has open. */
export const firmwareAddress = endpoint({
  method: 'POST',
  path: '/system/firmware/address',
  permission: PUSH_FIRMWARE,
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ address: z.string(), is_set: z.boolean() }),
})

/** How many piles of each type run what; null: they never said. */
export const firmwareMatrix = endpoint({
  method: 'POST',
  path: '/system/firmware/matrix',
  permission: 'firmware.list',
  reaches: 'itself',
  body: z.object({}),
  data: z.array(
    z.object({
      pile_type: z.nullable(titled),
      versions: z.array(z.object({ firmware_version: z.nullable(z.string()), piles: z.int() })),
    }),
  ),
})
