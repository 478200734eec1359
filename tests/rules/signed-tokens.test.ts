import { createSecretKey, randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { SignedTokens } from '../../src/server/kit/signed-tokens.ts'

afterEach(() => void vi.useRealTimers())

const key = createSecretKey(randomBytes(32))

test('a token that was verified before ends at its time all the same', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
  const tokens = new SignedTokens(key, 'console')
  const token = await tokens.sign({ sub: '7' }, { issued: 1_700_000_000, seconds: 10 })
  expect(await tokens.read(token)).toMatchObject({ sub: '7' })
  vi.setSystemTime(1_700_000_009_999)
  expect(await tokens.read(token)).toMatchObject({ sub: '7' })
  vi.setSystemTime(1_700_000_010_000)
  expect(await tokens.read(token)).toBeNull()
})

test('what is for others is read by them alone, also when they know it already', async () => {
  const [ours, theirs] = [new SignedTokens(key, 'console'), new SignedTokens(key, 'client_app')]
  const token = await ours.sign({ sub: '7' }, { issued: Math.floor(Date.now() / 1000), seconds: 60 })
  expect(await ours.read(token)).toMatchObject({ sub: '7' })
  expect(await theirs.read(token)).toBeNull()
  const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  expect(await ours.read(changed)).toBeNull()
  expect(await ours.read(changed)).toBeNull()
})
