import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeOwnPassword } from '../../src/shared/endpoints/own-sessions.ts'
import { makeCustomer, makeUser, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const COMMON = 'P@ssword2024'
const twice = (password: string) => ({ password, password_again: password })

/** Every way in which a password of a person is set by hand; registering and resetting come with their codes elsewhere. */
const WAYS: [string, (password: string) => Promise<{ code: number; data: unknown }>][] = [
  [
    'a new user',
    (password) => server.call('/system/user/add', { user_name: `staff${next()}`, name: 'Ann', role_ids: [], password }),
  ],
  [
    'someone else’s',
    async (password) =>
      server.call('/system/user/reset_pwd', { id: (await makeUser(server.db)).id, ...twice(password) }),
  ],
  [
    'one’s own',
    async (password) => {
      const as = await server.signIn()
      return server.call(changeOwnPassword, { old_password: as.password, ...twice(password) }, { as })
    },
  ],
  [
    'a new customer',
    (password) => server.call('/system/client/create', { account: `driver${next()}`, ...twice(password) }),
  ],
  [
    'a customer’s',
    async (password) =>
      server.call('/system/client/reset-password', { id: (await makeCustomer(server.db)).id, ...twice(password) }),
  ],
]

test.each(WAYS)('a common password is refused at its field: %s', async (_, set) => {
  expect(await set(COMMON)).toMatchObject({
    code: 422,
    data: { errors: { password: 'This is one of the passwords that are tried first. Please choose another.' } },
  })
  expect((await set('a pass phrase 1')).code).toBe(200)
})

test('a password is not to be one’s own name', async () => {
  const draft = { user_name: `operator${next()}`, name: 'Ann', role_ids: [] }
  const refused = await server.call('/system/user/add', { ...draft, password: `${draft.user_name}!` })
  expect(refused).toMatchObject({ code: 422, data: { errors: { password: expect.any(String) } } })
})
