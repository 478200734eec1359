import { expect, test, vi } from 'vitest'
import { GroupCommit } from '../../src/server/ocpp/group-commit.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A database whose commits end when a test says so. */
function database() {
  const commits: { items: number[]; end: (error?: Error) => void }[] = []
  const group = new GroupCommit<number>({
    write: (items) =>
      new Promise<void>((resolve, reject) => {
        commits.push({ items, end: (error) => (error ? reject(error) : resolve()) })
      }),
    inFlight: 2,
    most: 4,
  })
  const done: string[] = []
  const add = (...items: number[]) => {
    for (const item of items) group.add(item, (error) => done.push(`${item}${error ? ' refused' : ''}`))
  }
  return { group, commits, done, add }
}

const refused = (code: string) => Object.assign(new Error('no'), { code })

test('what comes in one turn shares a commit, what comes meanwhile the next two', async () => {
  const { commits, done, add } = database()
  add(1, 2)
  await turn()
  add(3)
  await turn()
  add(4, 5)
  await turn()
  expect(commits.map(({ items }) => items)).toEqual([[1, 2], [3]])
  expect(done).toEqual([])
  commits[0]?.end()
  await turn()
  expect(done).toEqual(['1', '2'])
  expect(commits[2]?.items).toEqual([4, 5])
})

test('a commit holds no more than it may', async () => {
  const { commits, add } = database()
  add(1, 2, 3, 4, 5, 6)
  await turn()
  expect(commits.map(({ items }) => items)).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ])
})

test('nobody is told of success where a commit failed, and the next one goes on', async () => {
  const { commits, done, add } = database()
  add(1, 2)
  await turn()
  commits[0]?.end(new Error('Connection terminated'))
  await turn()
  expect(done).toEqual(['1 refused', '2 refused'])
  expect(commits).toHaveLength(1)
  add(3)
  await turn()
  commits[1]?.end()
  await turn()
  expect(done).toEqual(['1 refused', '2 refused', '3'])
})

test('what the database cannot keep is found by halving, and stands alone', async () => {
  const written: number[] = []
  const group = new GroupCommit<number>({
    write: async (items) => {
      if (items.includes(3)) throw refused('22003')
      written.push(...items)
    },
    inFlight: 2,
    most: 100,
  })
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => group.put(item)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(written.sort()).toEqual([1, 2, 4, 5])
})

test('draining waits for everything that was added', async () => {
  const { group, commits, done, add } = database()
  add(1)
  await turn()
  add(2)
  const drained = group.drain().then(() => done.push('drained'))
  for (let index = 0; index < 2; index++) {
    await turn()
    commits[index]?.end()
  }
  await drained
  expect(done).toEqual(['1', '2', 'drained'])
  await group.drain()
})

test('what may wait shares a commit with what comes meanwhile, and goes with one that begins before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { group, commits, done, add } = database()
    const soon = (item: number) => group.addSoon(item, 40, () => done.push(`${item}`))
    soon(1)
    vi.advanceTimersByTime(39)
    soon(2)
    await turn()
    expect(commits).toHaveLength(0)
    vi.advanceTimersByTime(1)
    await turn()
    expect(commits.map(({ items }) => items)).toEqual([[1, 2]])
    soon(3)
    add(4)
    await turn()
    expect(commits[1]?.items).toEqual([3, 4])
    commits[0]?.end()
    commits[1]?.end()
    await turn()
    soon(5)
    const drained = group.drain()
    await turn()
    expect(commits[2]?.items).toEqual([5])
    commits[2]?.end()
    await drained
    expect(done).toEqual(['1', '2', '3', '4', '5'])
  } finally {
    vi.useRealTimers()
  }
})
