import { expect, test } from 'vitest'
import { Admission } from '../../src/server/ocpp/admission.ts'
import { CommitTimes } from '../../src/server/ocpp/commit-times.ts'

/** A node whose commits take as long as a test says. */
function node() {
  const now = { commit_ms: 5, at: 60_000, random: 0 }
  const admission = new Admission({ commitMs: () => now.commit_ms, clock: () => now.at, random: () => now.random })
  const steps = (count: number) => {
    for (let step = 0; step < count; step++) admission.step()
  }
  /** How many of so many that come at once are let in; they are in at once. */
  const come = (count: number) => {
    let entered = 0
    for (let pile = 0; pile < count; pile++) if (admission.enters(`of ${pile}`)) entered++
    for (let pile = 0; pile < entered; pile++) admission.left(`of ${pile}`)
    return entered
  }
  return { now, admission, steps, come }
}

test('with quick commits as many come in at once as find room', () => {
  const { come, admission } = node()
  expect(come(6_000)).toBe(5_000)
  expect(admission.putOff).toBe(1_000)
})

test('while commits are slow ever fewer a second come in, and ten at least', () => {
  const { now, come, steps } = node()
  now.commit_ms = 1_001
  const entered: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    steps(2)
    now.at += 1_000
    entered.push(come(6_000))
  }
  expect(entered).toEqual([1_250, 312, 78, 19, 10, 10])
})

test('once they are quick again ever more come in, up to all', () => {
  const { now, come, steps } = node()
  now.commit_ms = 5_000
  steps(20)
  now.commit_ms = 5
  const entered: number[] = []
  for (let turn = 0; turn < 16; turn++) {
    steps(4)
    now.at += 1_000
    entered.push(come(6_000))
  }
  expect(entered.every((count, at) => at === 0 || count > (entered[at - 1] ?? 0) || count === 5_000)).toBe(true)
  expect(entered.at(-1)).toBe(5_000)
})

test('those on their way in hold their places, however long ago they came', () => {
  const { now, admission, steps } = node()
  now.commit_ms = 5_000
  steps(20)
  for (let pile = 0; pile < 10; pile++) expect(admission.enters(`of ${pile}`)).toBe(true)
  now.at += 5_000
  expect([admission.enters('another'), admission.waiting]).toEqual([false, 10])
  admission.left('of 0')
  expect(admission.enters('another')).toBe(true)
})

test('however quickly they are in, only so many begin within a second', () => {
  const { now, admission, steps } = node()
  now.commit_ms = 5_000
  steps(20)
  const comeOneByOne = (_: unknown, pile: number) => {
    const isIn = admission.enters(`of ${pile}`)
    if (isIn) admission.left(`of ${pile}`)
    return isIn
  }
  const entered = () => Array.from({ length: 30 }, comeOneByOne).filter(Boolean).length
  expect(entered()).toBe(10)
  now.at += 999
  expect(entered()).toBe(0)
  now.at += 1
  expect(entered()).toBe(10)
})

test('one network has half of the places at most, and the others the rest', () => {
  const { now, admission, steps } = node()
  now.commit_ms = 5_000
  steps(20)
  const enter = (network: string, count: number) =>
    Array.from({ length: count }, () => admission.enters(network)).filter(Boolean).length
  expect([enter('a stranger', 1_000), enter('a site', 4), enter('another', 4)]).toEqual([5, 4, 1])
  // Those who are refused at the door have had their second.
  for (let one = 0; one < 5; one++) admission.left('a stranger')
  expect(enter('a stranger', 1_000)).toBe(0)
  now.at += 1_000
  expect([enter('a stranger', 1_000), admission.waiting]).toEqual([5, 10])
  now.at += 1_000
  expect(enter('a stranger', 1_000)).toBe(0)
})

test('those that are put off come again over as long as it takes to let in all of them', () => {
  const { now, admission, come, steps } = node()
  now.commit_ms = 5_000
  steps(20)
  come(410)
  expect(admission.putOff).toBe(400)
  const after = (random: number) => {
    now.random = random
    return admission.retryAfter()
  }
  expect([after(0), after(0.5), after(0.999)]).toEqual([1, 21, 40])
  now.at += 61_000
  expect([admission.putOff, after(0.999), admission.total]).toEqual([0, 2, 400])
})

test('a commit counts from its beginning, for a second after its end, and for ever too long where it failed', async () => {
  let now = 0
  const times = new CommitTimes(() => now)
  expect(times.longest).toBe(0)
  let end = () => {}
  const first = times.timed(() => new Promise<void>((resolve) => (end = resolve)))
  now = 700
  expect(times.longest).toBe(700)
  end()
  await first
  await times.timed(async () => {})
  expect(times.longest).toBe(700)
  now = 1_700
  expect(times.longest).toBe(0)
  await times.timed(() => Promise.reject(Object.assign(new Error('no'), { code: '22003' }))).catch(() => {})
  expect(times.longest).toBe(0)
  await times.timed(() => Promise.reject(new Error('the database is away'))).catch(() => {})
  expect(times.longest).toBe(Number.POSITIVE_INFINITY)
  now = 2_700
  expect(times.longest).toBe(0)
})
