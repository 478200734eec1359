import { expect, test } from 'vitest'
import { GatewayRig, until } from './gateway-rig.ts'

const BEHIND_AFTER_MS = 150
const rig = new GatewayRig({ clockBehindAfterMs: BEHIND_AFTER_MS })

const MINUTE = 60_000
const raised: { code: string; message: string | null }[] = []
const cleared: string[] = []

/** A pile, and how it reports with a clock that is off by so many minutes. */
async function clock() {
  raised.splice(0)
  cleared.splice(0)
  Object.assign(rig.neighbours.alarms, {
    raise: async (_: object, { code, message }: { code: string; message: string | null }) =>
      void raised.push({ code, message }),
    clear: async (_: object, code: string) => void cleared.push(code),
  })
  const { pile } = await rig.pile()
  return (minutes: number) =>
    pile.call('StatusNotification', {
      connectorId: 1,
      status: 'Available',
      errorCode: 'NoError',
      timestamp: new Date(Date.now() + minutes * MINUTE).toISOString(),
    })
}
const aWhile = () => new Promise((resolve) => setTimeout(resolve, BEHIND_AFTER_MS + 50))

test.each([
  [12.5, '12 min'],
  [26 * 60 + 3.5, '1 d 2 h'],
  [3 * 24 * 60 + 4.5, '3 d'],
])('a clock that is %s minutes fast raises one alarm until it is right', async (minutes, message) => {
  const report = await clock()
  for (const _ of [1, 2, 3]) await report(minutes)
  await until(() => raised.length > 0)
  expect([raised, cleared]).toEqual([[{ code: 'ClockAhead', message }], []])
  for (const _ of [1, 2]) await report(0)
  await until(() => cleared.length > 0)
  await report(minutes)
  await until(() => raised.length > 1)
  expect([raised.length, cleared]).toEqual([2, ['ClockAhead']])
})

test('a clock is slow when nothing but old reports came for a while', async () => {
  const report = await clock()
  await report(-125.5)
  await report(-90)
  expect(raised).toEqual([])
  await aWhile()
  await report(-125.5)
  await until(() => raised.length > 0)
  await report(-90)
  expect(raised).toEqual([{ code: 'ClockBehind', message: '2 h 5 min' }])
  await report(20)
  await until(() => raised.length > 1)
  expect([raised[1]?.code, cleared]).toEqual(['ClockAhead', ['ClockBehind']])
})

test('what a pile kept while it was away is no slow clock, nor is a clock that is four minutes off', async () => {
  const report = await clock()
  await report(-125)
  await aWhile()
  await report(-4)
  await report(-120)
  await report(4)
  await report(-115)
  expect([raised, cleared]).toEqual([[], []])
})
