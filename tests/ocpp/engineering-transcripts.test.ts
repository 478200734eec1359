import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../src/fleet/frame.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { checkProfiles, pushProfile } from '../../src/shared/endpoints/charging-profiles.ts'
import { applyTemplate } from '../../src/shared/endpoints/configuration-templates.ts'
import { pileDiagnostics } from '../../src/shared/endpoints/diagnostics.ts'
import { pushFirmware } from '../../src/shared/endpoints/firmware.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { cancelReservation, reservationOutcome } from '../../src/shared/endpoints/reservations.ts'
import { makeCard, makePile, makePileType, makeSite, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Frames of a charge-point simulator by others; a clone elsewhere does not have them. */
const file = new URL('../../../shared/fixtures/ocpp/sap-sim-16-scripted.jsonl', import.meta.url)
const isHere = existsSync(file)

type Payload = Record<string, unknown>
interface Line {
  cp: string
  dir: 'rx' | 'tx' | 'event'
  frame: [number, string, string | Payload, Payload]
}

/** What one of its piles answered to each call, the first time, and what it told of its own. */
function saidBy(station: string) {
  const lines: Line[] = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ cp, dir }: Line) => cp === station && dir !== 'event')
  const asked = new Map<string, string>()
  const answers = new Map<string, Payload | CallError>()
  const told: { action: string; payload: Payload }[] = []
  for (const { dir, frame } of lines) {
    const [kind, id, word, payload] = frame
    if (kind === 2 && dir === 'tx') asked.set(id, String(word))
    if (kind === 2 && dir === 'rx') told.push({ action: String(word), payload })
    const action = asked.get(id)
    if (!action || dir !== 'rx' || answers.has(action)) continue
    if (kind === 3) answers.set(action, word as Payload)
    if (kind === 4) answers.set(action, new CallError(String(word), String(payload)))
  }
  return { answers, told }
}

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
const sockets: ScriptedPile[] = []
afterAll(async () => {
  for (const pile of sockets) pile.drop()
  await server.stop()
})

/** One of ours that answers as theirs did, and goes on as theirs did after what takes several steps. */
async function standIn(theirs: string) {
  const { answers, told } = saidBy(theirs)
  const site = await makeSite(server.db)
  const type = await makePileType(server.db, { keeps_card_list: true })
  const { id, station_number: station } = await makePile(server.db, { site_id: site.id, pile_type_id: type.id })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  sockets.push(pile)
  const tell = async (wanted: string) => {
    for (const { action, payload } of told) if (action === wanted) await pile.call(action, payload)
  }
  const after: Record<string, string> = {
    UpdateFirmware: 'FirmwareStatusNotification',
    GetDiagnostics: 'DiagnosticsStatusNotification',
  }
  for (const [action, answer] of answers)
    pile.onCall(action, () => {
      if (answer instanceof CallError) throw answer
      const then = after[action]
      // Once the answer is on its way.
      if (then) setImmediate(() => void tell(then))
      return answer
    })
  const boot = told.find(({ action }) => action === 'BootNotification')?.payload ?? {}
  await pile.call('BootNotification', boot)
  return { id, pile, type, site, boot }
}

const becomes = (campaign_id: number, wanted: object) =>
  vi.waitFor(async () => {
    const target = server.db.selectFrom('campaign_target').selectAll().where('campaign_id', '=', campaign_id)
    expect(await target.executeTakeFirst()).toMatchObject(wanted)
  })

describe.skipIf(!isHere)(`a simulator by others${isHere ? '' : ' (not in this clone)'}`, () => {
  test.each(['CS-KEBA-00001', 'CS-BASIC-00001'])(
    '%s is given what an engineer gives piles',
    async (theirs) => {
      const { id, type, site, pile, boot } = await standIn(theirs)
      const ask = async (name: keyof typeof pileCommands, body: object = {}) =>
        (await server.call(pileCommands[name], { id, ...body } as never)).data.command.status
      expect(await ask('read_settings')).toBe('done')
      expect(await ask('clear_cards')).toBe('refused')
      expect(await ask('unlock', { connector_number: 1 })).toBe('done')
      expect(await ask('send_data', { vendor_id: 'com.example', message_id: 'ping', data: 'x' })).toBe('refused')

      // Its list is off, which it says by its settings and by its answer.
      await vi.waitFor(async () => {
        const list = server.db.selectFrom('card_list').select(['state', 'said']).where('pile_id', '=', id)
        expect(await list.executeTakeFirst()).toEqual({ state: 'failed', said: 'Failed' })
      })

      const profile = await server.call('/system/charging_profile/add', {
        ...{ name: `Night ${next()}`, site_id: site.id, charging_profile_kind: 'recurring', recurrency_kind: 'daily' },
        ...{ charging_rate_unit: 'A', start_schedule: '2026-11-01T16:00:00.000Z', duration: 86_400, stack_level: 0 },
        periods: [{ start: 0, limit: 16, phases: null }],
      })
      const pushed = await server.call(pushProfile, { id: profile.data.id } as never)
      await becomes(pushed.data.campaign_id, { state: 'done', said: 'Accepted' })
      // A schedule without a step limits nothing.
      const check = await server.call(checkProfiles, { pile_id: id })
      expect(check.data).toMatchObject({ state: 'differs', differences: [{ connector_number: 1, theirs_w: null }] })

      const template = await server.call('/system/configuration_template/add', {
        ...{ name: `Template ${next()}`, pile_type_id: type.id },
        expected: [{ key: 'HeartbeatInterval', value: '60', tolerance: null, also: [] }],
      })
      const applied = await server.call(applyTemplate, { id: template.data.id } as never)
      // It says the same as before, whatever it took.
      await becomes(applied.data.campaign_id, { state: 'failed', said: 'HeartbeatInterval = 15' })

      const { number: card_number } = await makeCard(server.db)
      const expires_at = new Date(Date.now() + 3_600_000).toISOString()
      const wanted = { pile_id: id, connector_number: 1, card_number, expires_at }
      const { data: reserved } = await server.call('/system/reservation/add', wanted)
      expect((await server.call(reservationOutcome, { id: reserved.id })).data).toMatchObject({ state: 'accepted' })
      await server.call(cancelReservation, { id: reserved.id })
      await vi.waitFor(async () => {
        const { data } = await server.call(reservationOutcome, { id: reserved.id })
        expect(data.state).toBe('cancelled')
      })

      const task = await server.call('/system/firmware/add', {
        ...{ name: `Firmware ${next()}`, site_id: site.id, firmware_version: '1.11.0' },
        file_path: 'ftp://127.0.0.1:2121/fw.bin',
      })
      const update = await server.call(pushFirmware, { id: task.data.id })
      await becomes(update.data.campaign_id, { state: 'accepted', said: 'Downloaded', step: 'downloaded' })
      await pile.call('BootNotification', { ...boot, firmwareVersion: '1.11.0' })
      await becomes(update.data.campaign_id, { state: 'done', said: 'Installed' })

      // It names no file, and says a moment later that the upload failed.
      await ask('upload_diagnostics', { what: 'diagnostics', address: 'ftp://127.0.0.1:2121/diag' })
      await vi.waitFor(async () => {
        const { data } = await server.call(pileDiagnostics, { id })
        expect(data.rows).toMatchObject([{ state: 'failed', said: 'UploadFailed' }])
      })
    },
    120_000,
  )
})
