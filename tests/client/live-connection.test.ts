import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveConnection } from '../../src/client/live/live-connection.ts'
import type { LiveState } from '../../src/client/live/live-state.ts'

class FakeSocket {
  static readonly OPEN = 1
  static made: FakeSocket[] = []
  readyState = 0
  sent: { type: string; token?: string }[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    FakeSocket.made.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }
  tell(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  end(code: number) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

const last = () => FakeSocket.made.at(-1) as FakeSocket

function connection(over: { token?: () => string | null; renew?: () => Promise<boolean> } = {}) {
  const states: LiveState[] = []
  const changes: string[] = []
  let caughtUp = 0
  const live = new LiveConnection({
    token: () => 'first',
    renew: async () => true,
    changed: ({ entity }) => changes.push(entity),
    caughtUp: () => caughtUp++,
    rightsChanged: () => changes.push('rights'),
    state: (state) => states.push(state),
    ...over,
  })
  live.start()
  return { live, states, changes, caughtUp: () => caughtUp }
}

const online = (is: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is)
  dispatchEvent(new Event(is ? 'online' : 'offline'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.made = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('sends the token first and is live once the server is ready', () => {
  const { live, states, changes, caughtUp } = connection()
  last().open()
  expect(last().sent).toEqual([{ type: 'sign_in', token: 'first' }])
  last().tell({ type: 'ready' })
  last().tell({ type: 'changed', entity: 'pile', ids: [1] })
  expect(states).toEqual(['connecting', 'live'])
  expect(changes).toEqual(['pile'])
  expect(caughtUp()).toBe(1)
  live.stop()
})

test('comes back by itself after a loss, ever more patiently, and then catches up', () => {
  const { live, states, caughtUp } = connection()
  last().open()
  last().tell({ type: 'ready' })
  last().end(1006)
  expect(states.at(-1)).toBe('reconnecting')
  vi.advanceTimersByTime(500)
  expect(FakeSocket.made).toHaveLength(2)
  last().end(1006)
  vi.advanceTimersByTime(490)
  expect(FakeSocket.made).toHaveLength(2)
  vi.advanceTimersByTime(510)
  expect(FakeSocket.made).toHaveLength(3)
  last().open()
  last().tell({ type: 'ready' })
  expect(states.at(-1)).toBe('live')
  expect(caughtUp()).toBe(2)
  live.stop()
})

test('renews a refused token and goes on at once', async () => {
  let token = 'old'
  const renew = async () => {
    token = 'new'
    return true
  }
  const { live } = connection({ token: () => token, renew })
  last().open()
  last().tell({ type: 'ready' })
  last().end(4401)
  await vi.advanceTimersByTimeAsync(0)
  last().open()
  expect(last().sent).toEqual([{ type: 'sign_in', token: 'new' }])
  live.stop()
})

test('does not come back when the session is over', async () => {
  const { live, states } = connection({ renew: async () => false })
  last().open()
  last().end(4401)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states.at(-1)).toBe('ended')
  expect(FakeSocket.made).toHaveLength(1)
  live.stop()
})

test('shows a token that was renewed elsewhere on the open socket', () => {
  let token = 'old'
  const { live } = connection({ token: () => token })
  last().open()
  last().tell({ type: 'ready' })
  token = 'new'
  vi.advanceTimersByTime(25_000)
  expect(last().sent.at(-1)).toEqual({ type: 'sign_in', token: 'new' })
  live.stop()
})

test('takes silence after a ping for a dead socket', () => {
  const { live, states } = connection()
  last().open()
  last().tell({ type: 'ready' })
  vi.advanceTimersByTime(25_000)
  expect(last().sent.at(-1)).toEqual({ type: 'ping' })
  vi.advanceTimersByTime(8_000)
  expect(states.at(-1)).toBe('reconnecting')
  live.stop()
})

test('waits for the network instead of knocking in vain', () => {
  const { live, states } = connection()
  last().open()
  last().tell({ type: 'ready' })
  online(false)
  vi.advanceTimersByTime(120_000)
  expect(states.at(-1)).toBe('offline')
  expect(FakeSocket.made).toHaveLength(1)
  online(true)
  expect(FakeSocket.made).toHaveLength(2)
  live.stop()
})
