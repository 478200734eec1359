import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Shutdown } from '../../src/server/app/shutdown.ts'

const log = pino({ level: 'silent' })
const never = () => new Promise<never>(() => {})

function started(...names: string[]) {
  const stopped: string[] = []
  const shutdown = new Shutdown(log)
  const add = (name: string) => shutdown.add(name, 1_000, async () => stopped.push(name))
  for (const name of names) add(name)
  return { shutdown, stopped, add }
}

test('what was started last is stopped first', async () => {
  const { shutdown, stopped } = started('database', 'requests', 'piles')
  await shutdown.run()
  expect(stopped).toEqual(['piles', 'requests', 'database'])
})

test('a part that hangs or fails keeps nobody from stopping', async () => {
  const { shutdown, stopped, add } = started('database')
  shutdown.add('hangs', 10, never)
  shutdown.add('fails', 1_000, () => Promise.reject(new Error('broken')))
  add('piles')
  await shutdown.run()
  expect(stopped).toEqual(['piles', 'database'])
})

test('going back a way and coming again stops each part once', async () => {
  const { shutdown, stopped, add } = started('database', 'requests')
  await shutdown.backTo(1)
  expect(stopped).toEqual(['requests'])
  expect(shutdown.begun).toBe(false)
  add('requests again')
  await Promise.all([shutdown.run(), shutdown.run()])
  expect(stopped).toEqual(['requests', 'requests again', 'database'])
})

test('a part that starts while all stops is stopped too', async () => {
  const { shutdown, stopped, add } = started()
  shutdown.add('start', 1_000, async () => add('database'))
  await shutdown.run()
  expect(stopped).toEqual(['database'])
})

test('by force, what must not outlive the process ends, even in the middle of its stop', () => {
  const ended: string[] = []
  const shutdown = new Shutdown(log)
  shutdown.add('database', 1_000, never, () => ended.push('database'))
  shutdown.add('requests', 1_000, never)
  void shutdown.run()
  shutdown.force()
  expect(ended).toEqual(['database'])
})
