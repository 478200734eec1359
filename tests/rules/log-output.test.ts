import type fs from 'node:fs'
import { expect, test } from 'vitest'
import { LogOutput } from '../../src/server/app/log-output.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** A reader: `takes` says of each write how many bytes it takes, or how it fails. */
function reader(takes: (bytes: number, write: number) => number) {
  let text = ''
  let writes = 0
  const taken = (part: Buffer): number => {
    const count = takes(part.length, writes++)
    text += part.subarray(0, count)
    return count
  }
  const output = {
    writeSync: (_: number, part: Buffer) => taken(part),
    write: (_: number, part: Buffer, done: (error: Error | null, written: number) => void) =>
      setImmediate(() => {
        try {
          done(null, taken(part))
        } catch (error) {
          done(error as Error, 0)
        }
      }),
  } as unknown as typeof fs
  return { output: new LogOutput(1, output), text: () => text, writes: () => writes }
}

const fail = (code: string): number => {
  throw failure(code)
}

test('lines come whole and in their order, however little is taken at once', async () => {
  const { output, text } = reader((bytes, write) => (write % 5 === 3 ? fail('EAGAIN') : Math.min(bytes, 3)))
  for (const line of ['one\n', 'two\n', 'three\n']) output.write(line)
  await expect.poll(text).toBe('one\ntwo\nthree\n')
})

test.each(['EPIPE', 'EAGAIN', 'ENOSPC'])('a process that ends is not held by a reader that fails with %s', (code) => {
  const { output, writes } = reader(() => fail(code))
  output.write('one\n')
  output.flushSync()
  expect(writes()).toBeLessThan(30)
})

test('a reader that is gone is written to no more', async () => {
  const { output, writes } = reader(() => fail('EPIPE'))
  output.write('one\n')
  await expect.poll(writes).toBe(1)
  await new Promise((resolve) => setImmediate(resolve))
  output.write('two\n')
  output.flushSync()
  expect(writes()).toBe(1)
})

test('what waits at the end is written then', () => {
  const { output, text } = reader((bytes) => bytes)
  output.write('one\n')
  output.flushSync()
  expect(text()).toBe('one\n')
})
