import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { hashPassword, passwordFits } from '../../src/server/kit/password.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})

test('a password of nobody costs the same look as anybody’s, and fits never', async () => {
  const kept = await hashPassword('correct horse 1')
  expect(kept).toMatch(/^\$argon2id\$/)
  expect(await passwordFits(kept, 'correct horse 1')).toBe(true)
  expect(await passwordFits(kept, 'another horse 1')).toBe(false)
  expect(verify).toHaveBeenCalledTimes(2)
  for (const nobody of [null, undefined]) expect(await passwordFits(nobody, 'nobody has this password')).toBe(false)
  expect(verify).toHaveBeenCalledTimes(4)
})
