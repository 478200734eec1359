import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { skippedWithout } from '../../src/tools/debian.mjs'
import { KillRig } from '../ocpp/kill-rig.ts'
import { READINGS, SESSIONS, StubbornPile, work, work201 } from '../ocpp/stubborn-pile.ts'

/** Two nodes, each a process of its own, one of them on a machine whose clock is an hour wrong. The database's and the piles' are right. */

const MINUTE = 60_000
const NONE = skippedWithout('faketime')

function wrongClock(hours: number): Record<string, string> {
  const folders = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
  return {
    LD_PRELOAD: folders.find((path) => existsSync(path)) ?? expect.fail('faketime has no library'),
    FAKETIME: `${hours < 0 ? '-' : '+'}${Math.abs(hours) * 3_600}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

describe.skipIf(NONE).each([1, -1])(`a node whose clock is %i hour off${NONE}`, (hours) => {
  const rig = new KillRig()
  const piles: ScriptedPile[] = []
  afterEach(() => {
    for (const pile of piles.splice(0)) pile.drop()
  })

  async function bothNodes() {
    const right = await rig.addNode({ CAPTCHA: 'off' })
    // What this node plans anew it plans by its own idea of now.
    await sql`update task set next_at = null where name in (select name from task order by name limit 3)`.execute(
      rig.database.db,
    )
    return [right, await rig.addNode({ CAPTCHA: 'off', ...wrongClock(hours) })] as const
  }

  const isNow = (at: string | null | undefined) => Math.abs(Date.parse(at ?? '') - Date.now()) < MINUTE
  const rows = async <Row>(query: { execute(db: typeof rig.database.db): Promise<{ rows: Row[] }> }) =>
    (await query.execute(rig.database.db)).rows

  async function call(url: string, path: string, body: object, token = ''): Promise<Record<string, never>> {
    const answer = await fetch(`${url.replace('ws', 'http').replace('/ocpp', '')}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    const { data, message } = (await answer.json()) as { data: Record<string, never>; message: string }
    expect([answer.status, message], path).toEqual([200, expect.anything()])
    return data
  }

  test('charges what the piles’ times say, loses nothing and doubles nothing', async () => {
    const urls = await bothNodes()
    const network = await rig.network(4)
    await Promise.all(
      network.piles.map(async ({ station_number, card }, at) => {
        const charge = at % 2 ? work201 : work
        const pile = new StubbornPile(urls, station_number, at % 2 ? 'ocpp2.0.1' : 'ocpp1.6', at < 2 ? 1 : 0)
        let said = 0
        // It goes over to the other node in the middle of its sessions.
        await charge(pile, card, () => {
          if (++said % 4 === 0) pile.elsewhere()
        })
        expect(pile.errors).toEqual([])
        await pile.close()
      }),
    )
    const orders = await rig.orders()
    expect(orders.map(({ abnormal, timed_by }) => [abnormal, timed_by])).toEqual(orders.map(() => [null, 'pile']))
    expect(orders.every(({ received_at, paid_at }) => isNow(received_at) && isNow(paid_at))).toBe(true)
    expect(orders).toHaveLength(4 * SESSIONS)
    const wh = 100 * READINGS + (READINGS * (READINGS + 1)) / 2
    expect(orders.every((order) => order.status === 'paid' && order.energy_wh === wh && order.total_cents === wh)).toBe(
      true,
    )
    expect(await rows(sql`select code from alarm where code <> 'FirmwareUpdated'`)).toEqual([])
  })

  test('tells piles the right time, and signs people in at both', async () => {
    const [right, wrong] = await bothNodes()
    const { piles: made } = await rig.network(1)
    const station = made[0]?.station_number ?? ''
    const pile = await connectPile({ url: wrong, station })
    piles.push(pile)
    const boot = await pile.call<{ currentTime: string }>('BootNotification', {
      chargePointModel: 'M',
      chargePointVendor: 'V',
    })
    expect(isNow(boot.currentTime)).toBe(true)
    await pile.call('StatusNotification', {
      connectorId: 1,
      status: 'Faulted',
      errorCode: 'GroundFailure',
      timestamp: new Date().toISOString(),
    })
    await vi.waitFor(async () => {
      const raised = await rows<{ at: string }>(sql`select raised_at as at from alarm where code = 'GroundFailure'`)
      expect(raised.map(({ at }) => isNow(at))).toEqual([true])
    })
    pile.onCall('ClearCache', { status: 'Accepted' })
    const person = { username: 'admin', password: 'correct horse 1' }
    for (const [at, other] of [
      [right, wrong],
      [wrong, right],
    ] as const) {
      const { token } = await call(at, '/system/login', person)
      for (const url of [at, other]) {
        const { command } = await call(url, '/system/device/clear_cards', { id: made[0]?.id }, token)
        expect(command).toMatchObject({ status: 'done' })
      }
    }
    expect(pile.received.filter(({ action }) => action === 'ClearCache')).toHaveLength(4)
    const commands = await rows<Record<string, string>>(
      sql`select created_at, sent_at, answered_at, updated_at from command where action = 'clear_cards'`,
    )
    expect(commands.flatMap((command) => Object.values(command).map(isNow))).toEqual(Array(16).fill(true))
  })

  test('plans what has a set time and knows how long a pile was away by the database’s clock', async () => {
    const [, wrong] = await bothNodes()
    const tasks = await rows<{ name: string; soon: boolean }>(
      sql`select name, next_at > now() as soon from task where enabled`,
    )
    expect(tasks.filter(({ soon }) => !soon)).toEqual([])
    const seen = await rows<{ name: string; off: number }>(sql`select name, clock_off_s as off from node order by name`)
    expect(seen.map(({ off }) => Math.abs(off - 3_600) < 5)).toEqual([false, true])
    const { piles: made } = await rig.network(1)
    const station = made[0]?.station_number ?? ''
    const pile = await connectPile({ url: wrong, station })
    await pile.close()
    const spells = () =>
      rows<{ offline_at: string; online_at: string | null; offline_seconds: number | null }>(
        sql`select * from offline_record`,
      )
    await vi.waitFor(async () => expect(await spells()).toHaveLength(1))
    piles.push(await connectPile({ url: wrong, station }))
    await vi.waitFor(async () => {
      const [spell] = await spells()
      expect([isNow(spell?.offline_at), isNow(spell?.online_at), Number(spell?.offline_seconds) < 60]).toEqual([
        true,
        true,
        true,
      ])
    })
  })
})
