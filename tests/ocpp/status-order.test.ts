import { describe, expect, test } from 'vitest'
import { ReportOrder } from '../../src/server/ocpp/report-order.ts'
import { GatewayRig } from './gateway-rig.ts'

const rig = new GatewayRig()
const MINUTE = 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

type Pile = Awaited<ReturnType<typeof rig.pile>>['pile']
const says = (pile: Pile, status: string, timestamp?: string, more: object = {}) =>
  pile.call('StatusNotification', {
    connectorId: 1,
    status,
    errorCode: 'NoError',
    ...more,
    ...(timestamp && { timestamp }),
  })
const told = () => rig.neighbours.reports.map(({ status }) => status)

describe('a state that is older than the one known', () => {
  test.each([
    ['an hour', 60 * MINUTE],
    ['five seconds', 5_000],
  ])('by %s changes nothing, and is noted', async (_, older) => {
    const { pile, id } = await rig.pile()
    await says(pile, 'Available', ago(0))
    await says(pile, 'Faulted', ago(older), { errorCode: 'GroundFailure' })
    expect(await rig.connector(id)).toMatchObject({ status: 'Available', error_code: 'NoError' })
    expect(told()).toEqual(['Available'])
    await rig.untilFlagged(id, 'old_status')
    expect((await rig.flags(id)).old_status).toContain('1: Faulted GroundFailure')
  })

  test('does not end an error that began later', async () => {
    const { pile, id } = await rig.pile()
    await says(pile, 'Faulted', ago(MINUTE), { errorCode: 'GroundFailure' })
    await says(pile, 'Available', ago(10 * MINUTE))
    expect(await rig.connector(id)).toMatchObject({ status: 'Faulted', error_code: 'GroundFailure' })
  })

  test('is told by each connector, the pile itself being one', async () => {
    const { pile, id } = await rig.pile()
    await says(pile, 'Available', ago(0), { connectorId: 0 })
    await says(pile, 'Faulted', ago(MINUTE), { connectorId: 0 })
    await says(pile, 'Charging', ago(MINUTE))
    expect((await rig.connector(id, 0)).status).toBe('Available')
    expect((await rig.connector(id)).status).toBe('Charging')
  })

  test('is known by the next socket too', async () => {
    const { pile, id, station } = await rig.pile()
    await says(pile, 'Available', ago(0))
    pile.drop()
    const again = await rig.connect({ station })
    await says(again, 'Faulted', ago(MINUTE))
    expect((await rig.connector(id)).status).toBe('Available')
  })
})

describe('the state that arrives last counts', () => {
  test('of two that were made at the same time, or that say no time', async () => {
    const { pile, id } = await rig.pile()
    const at = ago(0)
    for (const status of ['Preparing', 'Charging']) await says(pile, status, at)
    expect((await rig.connector(id)).status).toBe('Charging')
    await says(pile, 'Finishing')
    expect((await rig.connector(id)).status).toBe('Finishing')
  })

  test('of a pile whose clock nobody can believe', async () => {
    const { pile, id } = await rig.pile()
    await says(pile, 'Available', ago(0))
    await says(pile, 'Charging', '1970-01-01T00:00:10.000Z')
    await says(pile, 'Finishing', '1970-01-01T00:00:05.000Z')
    expect((await rig.connector(id)).status).toBe('Finishing')
  })

  test('after a boot, and only the first: what is older than that one is old again', async () => {
    const { pile, id } = await rig.pile()
    await says(pile, 'Charging', ago(0))
    await pile.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
    await says(pile, 'Available', ago(30 * MINUTE))
    expect((await rig.connector(id)).status).toBe('Available')
    await says(pile, 'Faulted', ago(40 * MINUTE))
    expect((await rig.connector(id)).status).toBe('Available')
  })

  test('of a clock that was fast and is set right', async () => {
    const { pile, id } = await rig.pile()
    await says(pile, 'Charging', ago(-4 * MINUTE))
    await says(pile, 'Finishing', ago(0))
    expect((await rig.connector(id)).status).toBe('Finishing')
  })
})

describe('a clock', () => {
  const NOW = Date.parse('2026-11-20T08:00:00Z')
  const order = () => new ReportOrder(new Map([[1, NOW]]), 0)
  const take = (reports: ReportOrder, at: number, received_at: number) => {
    reports.heard({ at, received_at })
    return reports.take(1, { at, received_at })
  }

  test('that was set back makes states old for a minute, not for ever', () => {
    const reports = order()
    const live = (after: number) => take(reports, NOW - 60 * MINUTE + after, NOW + after)
    expect([live(10_000), live(40_000), live(75_000), live(80_000)]).toEqual([false, false, true, true])
  })

  test('of a pile that empties its queue is not taken for one that was set back', () => {
    const reports = order()
    for (let minute = 1; minute < 30; minute++)
      expect(take(reports, NOW - 60 * MINUTE + minute * 20_000, NOW + minute * 30_000)).toBe(false)
  })

  test('that is always an hour slow orders states as any other', () => {
    const reports = new ReportOrder(new Map([[1, NOW - 60 * MINUTE]]), -60 * MINUTE)
    expect(take(reports, NOW - 59 * MINUTE, NOW + MINUTE)).toBe(true)
    expect(take(reports, NOW - 70 * MINUTE, NOW + 2 * MINUTE)).toBe(false)
  })
})
