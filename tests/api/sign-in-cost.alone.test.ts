import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashPassword } from '../../src/server/kit/password.ts'
import { makeUser } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

vi.mock('@node-rs/argon2', { spy: true })

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const enter = (username: string, password: string) => server.call('/system/login', { username, password }, { as: null })

test('a sign-in does not tell a wrong name from a wrong password, not even by its time: each costs one hash of one kind', async () => {
  const { id, user_name } = await makeUser(server.db)
  const password_hash = await hashPassword('correct horse 1')
  await server.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  const checked = async (name: string) => {
    vi.mocked(verify).mockClear()
    const { code, message, data } = await enter(name, 'wrong password')
    const costs = vi.mocked(verify).mock.calls.map(([kept]) => String(kept).split('$').slice(0, 4))
    return { answer: { code, message, data }, costs }
  }
  const known = await checked(user_name)
  expect(known.answer.code).toBe(422)
  expect(known.costs).toEqual([['', 'argon2id', 'v=19', 'm=19456,t=2,p=1']])
  expect(await checked('nobody at all')).toEqual(known)
})
