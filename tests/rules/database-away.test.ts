import { readFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isUnavailable } from '../../src/server/kit/postgres-errors.ts'

const NOWHERE = join(tmpdir(), 'there-is-nothing-of-this-name')

test('a socket that is not there is a database that is away', async () => {
  const error = await new Promise((resolve) => createConnection(NOWHERE).once('error', resolve))
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(isUnavailable(error)).toBe(true)
})

test('a file that is not there is none', async () => {
  const error = await readFile(NOWHERE).catch((failure: Error) => failure)
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(isUnavailable(error)).toBe(false)
})
