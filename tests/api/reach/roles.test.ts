import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyEndpoint, nameOf } from '../../setup/contract.ts'
import { type SignedIn, startServer, type TestServer } from '../../setup/server.ts'
import { makeSide } from '../../setup/two-sides.ts'

/** Every call as every role that an installation starts with, whatever it reaches: done or refused as its permissions say. */

let server: TestServer
const people = new Map<string, { person: SignedIn | null; codes: ReadonlySet<string> }>()

const ROLES = ['admin', 'Auditor', 'business administrator', 'technician', 'finance'] as const
const SCOPES = { technician: 'sites', finance: 'merchants', 'business administrator': 'department' } as const

beforeAll(async () => {
  server = await startServer()
  const { ids } = await makeSide(server.db, 'north')
  for (const alias of ROLES) {
    const { role_id, permissions } = await server.db
      .selectFrom('role')
      .innerJoin('role_grant', 'role_grant.role_id', 'role.id')
      .select(['role_grant.role_id', 'role_grant.permissions'])
      .where('alias', '=', alias)
      .executeTakeFirstOrThrow()
    const person = await server.signIn({ permissions: [], dept_id: ids.dept as number })
    const data_scope = SCOPES[alias as keyof typeof SCOPES] ?? 'all'
    await server.db.updateTable('role').set({ data_scope }).where('id', '=', role_id).execute()
    await server.db.updateTable('user_role').set({ role_id }).where('user_id', '=', person.id).execute()
    people.set(alias, { person, codes: new Set(permissions) })
  }
  people.set('nobody', { person: null, codes: new Set() })
  people.set('without a role', { person: await server.signIn(), codes: new Set() })
  people.set('SA', { person: server.administrator, codes: new Set(everyEndpoint.map(({ permission }) => permission)) })
})
afterAll(() => server.stop())

// Each of these ends sign-ins, its caller's own among them.
const ENDS = new Set(['/system/login_out', '/system/user/sessions/end_others', '/system/user/end_all_sign_ins'])
const calls = everyEndpoint.filter(({ path }) => !ENDS.has(path))

describe.each(['nobody', 'without a role', ...ROLES, 'SA'])('%s', (name) => {
  test('may call what the permissions say and nothing else', async () => {
    const { person, codes } = people.get(name) as { person: SignedIn | null; codes: ReadonlySet<string> }
    const wrong: string[] = []
    for (const endpoint of calls) {
      const { permission } = endpoint
      const allowed = permission === 'public' || (person && (permission === 'signed_in' || codes.has(permission)))
      const expected = allowed ? 'done' : person ? 403 : 401
      const { code } = await server.call(nameOf(endpoint), {}, { as: person })
      // What is asked for within a call, of an entity that its body names, is its own to refuse.
      const told = code === 401 || (code === 403 && !(allowed && permission === 'signed_in')) ? code : 'done'
      if (told !== expected) wrong.push(`${nameOf(endpoint)} (${permission}): ${code} instead of ${expected}`)
    }
    expect(wrong).toEqual([])
  })
})

test('an auditor reads, and changes nothing but what is their own', () => {
  const { codes } = people.get('Auditor') as { codes: ReadonlySet<string> }
  const writes = everyEndpoint.filter(
    ({ permission, repeatable, changes }) => codes.has(permission) && (repeatable || changes),
  )
  // Only who asked takes a request back, and an auditor asks for nothing.
  expect(writes.map(nameOf)).toEqual(['POST /system/balance-request/withdraw'])
  expect(codes.size).toBeGreaterThan(30)
})
