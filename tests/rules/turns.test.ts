import { expect, test } from 'vitest'
import { Turns } from '../../src/server/sites/turns.ts'

function counted() {
  const ends: (() => void)[] = []
  let begun = 0
  const turns = new Turns(() => {
    const number = ++begun
    return new Promise<number>((resolve) => ends.push(() => resolve(number)))
  })
  const end = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { turns, end, begun: () => begun }
}

test('anyone who asks while it is worked out gets the next one, and all of them the same', async () => {
  const { turns, end, begun } = counted()
  const first = turns.ask()
  const [second, third] = [turns.ask(), turns.ask()]
  expect(begun()).toBe(1)
  await end()
  expect(await first).toBe(1)
  await end()
  expect([await second, await third, begun()]).toEqual([2, 2, 2])
})

test('anyone who asks when nothing is under way begins it at once', async () => {
  const { turns, end } = counted()
  const first = turns.ask()
  await end()
  expect(await first).toBe(1)
  const second = turns.ask()
  await end()
  expect(await second).toBe(2)
})

test('a failure is told to those who asked for it, and the next one is tried', async () => {
  let times = 0
  const turns = new Turns(async () => {
    if (++times === 1) throw new Error('no database')
    return times
  })
  const [first, second] = [turns.ask(), turns.ask()]
  await expect(first).rejects.toThrow('no database')
  expect(await second).toBe(2)
})
