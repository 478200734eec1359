import { expect, test } from 'vitest'
import type { Connection } from '../../src/server/ocpp/connection.ts'
import { handOver } from '../../src/server/ocpp/hand-over.ts'

const WAVE_MS = 20

/** So many piles, what of them was ended, and which of those are elsewhere. */
function node(count: number) {
  const [ended, elsewhere] = [new Set<number>(), new Set<number>()]
  const connections = Array.from(
    { length: count },
    (_, id) => ({ pile: { id }, end: () => void ended.add(id) }) as unknown as Connection,
  )
  return { ended, elsewhere, connections, isElsewhere: (id: number) => elsewhere.has(id) }
}

test('of piles that know no other node one wave is hung up on, until some of it are elsewhere', async () => {
  const { ended, elsewhere, connections, isElsewhere } = node(120)
  let goesOn = true
  const waves = { withinMs: Number.POSITIVE_INFINITY, waveMs: WAVE_MS, waitsForSome: true, goesOn: () => goesOn }
  const handing = handOver(connections, { isElsewhere, ...waves })
  await new Promise((resolve) => setTimeout(resolve, 10 * WAVE_MS))
  expect(ended.size).toBe(50)
  // The others of the wave are slow.
  elsewhere.add(7)
  await expect.poll(() => ended.size).toBe(100)
  goesOn = false
  await handing
  expect(ended.size).toBe(100)
})

test('a node that stops ends all of them in time, whether they came elsewhere or not', async () => {
  const { ended, connections, isElsewhere } = node(120)
  await handOver(connections, { isElsewhere, withinMs: 5 * WAVE_MS, waveMs: WAVE_MS })
  expect(ended.size).toBe(120)
})

test('a node that stops ends the rest when its time is over, however late it was', async () => {
  const { ended, connections, isElsewhere } = node(500)
  await handOver(connections, { isElsewhere, withinMs: 0, waveMs: WAVE_MS })
  expect(ended.size).toBe(500)
})
