import { expect } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import type { SentProfile } from '../../src/shared/domain/charging-profiles/profile.ts'
import { makeChargingProfile } from '../make.ts'
import type { FreshDatabase } from '../setup/database.ts'
import { count, doneTargets, type Kind, pause } from './campaign-kinds.ts'

type Db = FreshDatabase['db']

export interface OneCall extends Pick<Kind, 'action' | 'payload'> {
  call: string
  answer?: object
  /** What the pile tells when it did it, and again when it is back. */
  tells?: { action: string; payload: object }
  once?: true
}

/** A campaign of one call a pile: what that did is seen in the answer, or in what the pile tells after it. */
export const oneCall = ({ call, answer = { status: 'Accepted' }, tells, once, ...kind }: OneCall): Kind => ({
  ...kind,
  ...(once && { once }),
  at_once: 1,
  behave(pile: ScriptedPile, life) {
    const tell = async () => {
      if (tells) await pile.call(tells.action, { ...tells.payload }).catch(() => {})
    }
    pile.onCall(call, async () => {
      count(life, call)
      await pause()
      // Once the answer is on its way.
      setImmediate(() => void tell())
      return { ...answer }
    })
    if (life.asked.get(call)) void tell()
  },
  known: doneTargets(call),
  isDone: ({ asked }) => expect(asked.get(call)).toBeGreaterThan(0),
  most: (kills) => (once ? 1 : kills + 1),
})

const HASH = {
  algorithm: 'SHA256' as const,
  issuer_name_hash: 'a'.repeat(64),
  issuer_key_hash: 'b'.repeat(64),
  serial_number: '01ab',
}

/** Deletes a root of which each pile told. */
async function deletesRoot(db: Db): Promise<Kind> {
  const { id: root_certificate_id } = await db
    .insertInto('root_certificate')
    .values({
      ...{ name: 'Old network', pem: 'none', serial: HASH.serial_number },
      hashes: JSON.stringify({ [HASH.algorithm]: HASH.issuer_name_hash }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    ...oneCall({ action: 'delete_certificate', payload: { root_certificate_id }, call: 'DeleteCertificate' }),
    prepare: (pile_id) =>
      db
        .insertInto('pile_root')
        .values({ pile_id, use: 'central', ...HASH })
        .execute(),
  }
}

/** The pile has it, as far as the server knows, when its target is done. */
async function setsProfile(db: Db): Promise<Kind> {
  const { id, version } = await makeChargingProfile(db)
  const profile = {
    ...{ id, transaction_id: null, stack_level: 0, charging_profile_purpose: 'pile_max', recurrency_kind: null },
    ...{ charging_profile_kind: 'absolute', valid_from: null, valid_to: null, duration: null, start_schedule: null },
    ...{ charging_rate_unit: 'W', min_charging_rate: null, periods: [{ start: 0, limit: 60_000, phases: null }] },
  } satisfies SentProfile
  return oneCall({ action: 'set_profile', payload: { profile, version }, call: 'SetChargingProfile' })
}

/** The kinds of campaign that call each pile once. */
export const callKindsOf = async (db: Db): Promise<Kind[]> => [
  await setsProfile(db),
  oneCall({ action: 'clear_profile', payload: { profile: { id: 1 }, version: 1 }, call: 'ClearChargingProfile' }),
  await deletesRoot(db),
  oneCall({
    action: 'install_certificate',
    payload: { ask: 'install_certificate', use: 'central', certificate: 'none' },
    call: 'InstallCertificate',
  }),
  oneCall({
    action: 'list_certificates',
    payload: { ask: 'list_certificates', use: 'manufacturer' },
    call: 'GetInstalledCertificateIds',
    answer: { status: 'NotFound' },
  }),
  oneCall({
    action: 'availability',
    payload: { ask: 'availability', connector_number: 0, type: 'Inoperative' },
    call: 'ChangeAvailability',
    tells: {
      action: 'StatusNotification',
      payload: { connectorId: 0, status: 'Unavailable', errorCode: 'NoError' },
    },
  }),
  oneCall({
    action: 'unlock',
    payload: { ask: 'unlock' },
    call: 'UnlockConnector',
    answer: { status: 'Unlocked' },
  }),
  oneCall({
    action: 'trigger',
    payload: { ask: 'trigger', message: 'heartbeat', connector_number: null },
    call: 'TriggerMessage',
    tells: { action: 'Heartbeat', payload: {} },
  }),
  oneCall({
    action: 'reset',
    payload: { ask: 'reset', type: 'Soft' },
    call: 'Reset',
    tells: { action: 'BootNotification', payload: { chargePointVendor: 'Test', chargePointModel: 'Test' } },
    once: true,
  }),
]
