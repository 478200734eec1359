import { afterEach, expect, test, vi } from 'vitest'
import type { Decision } from '../../src/client/offline/outbox.ts'
import { decideAbout, NotKept, sayMoreOf } from '../../src/client/offline/sending.ts'
import { actOnAlarm } from '../../src/shared/endpoints/alarms.ts'
import { signIn } from './stage.tsx'

const decide = vi.hoisted(() => vi.fn(async (decision: unknown) => decision))
vi.mock('../../src/client/offline/outbox.ts', async (load) => ({
  ...(await load<object>()),
  ...{
    decide,
    retry: async () => {},
    decisionsOf: async () => [],
    sendWaiting: async () => ({ sent: [], again: false }),
  },
}))

afterEach(() => vi.unstubAllGlobals())

function phone({ onLine = true } = {}) {
  const vibrate = vi.fn()
  vi.stubGlobal('navigator', { onLine, vibrate })
  return vibrate
}
const about = { subject: 'alarm:5', label: 'Ground failure', decided_at: '2026-11-29T08:00:00.000Z' }
const said = { id: 5, act: 'on_my_way', said_at: about.decided_at } as const

test('a phone buzzes shortly for each answer that is kept, whatever it is', async () => {
  signIn()
  const vibrate = phone()
  await decideAbout(about, actOnAlarm, said)
  expect(vibrate).toHaveBeenCalledOnce()
  await decideAbout({ ...about, photo: 'p' }, actOnAlarm, said)
  await sayMoreOf({ ...about, key: 'k' } as unknown as Decision, actOnAlarm, said)
  expect(vibrate).toHaveBeenCalledTimes(3)
})

test('it does not for one that is neither kept nor sent', async () => {
  signIn()
  const vibrate = phone({ onLine: false })
  decide.mockRejectedValue(new Error('no room'))
  await expect(decideAbout(about, actOnAlarm, said)).rejects.toThrow(NotKept)
  expect(vibrate).not.toHaveBeenCalled()
})
