import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../src/shared/kit/endpoint.ts'
import { allEntities, declaredEndpoints, everyEndpoint, nameOf } from '../../setup/contract.ts'
import { startServer, type TestServer } from '../../setup/server.ts'
import type { Side } from '../../setup/two-sides.ts'
import { BY_ITSELF } from './by-itself.ts'
import { BESIDE, INPUTS, NOBODYS } from './calls.ts'
import { plainCallsOf } from './plain-calls.ts'
import { SCOPES, World } from './world.ts'

/** Every route there is, from both sides: what lies on the other one is not there. */

const NOWHERE = 987_654_321

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** What no side has of its own: an entity comes here when someone has thought about it. */
const EVERYBODYS = [
  'billing_rule',
  'check_list',
  'configuration_template',
  'fault_code',
  'menu',
  'pile_type',
  'role',
  'root_certificate',
  'strategy',
  'vendor_message',
  'wall_display',
]

const naming = declaredEndpoints.filter(({ reaches }) => typeof reaches === 'object')
const narrowing = declaredEndpoints.filter(({ reaches }) => reaches === 'itself')

test('knows of every route what is to be expected of it', () => {
  const known = new Set(everyEndpoint.map(({ method, path }) => `${method} /api${path}`))
  const beside = server.app.everyRoute
    .flatMap(({ method, url }) => [method].flat().map((one) => ({ name: `${one} ${url}`, url })))
    .filter(({ name }) => !name.startsWith('HEAD ') && !name.startsWith('OPTIONS ') && !known.has(name))
  expect(beside.filter(({ url }) => !BESIDE.test(url)).map(({ name }) => name)).toEqual([])
  expect(naming.map(({ path }) => path).filter((path) => !(path in INPUTS))).toEqual([])
  expect(narrowing.map(nameOf).filter((name) => !(name in BY_ITSELF))).toEqual([])
  const nobodys = declaredEndpoints.filter(({ reaches }) => reaches === 'nothing').map(({ path }) => path)
  expect(nobodys.filter((path) => !NOBODYS.has(path))).toEqual([])
  const everybodys = allEntities.filter((entity) => entity.within === 'everybody').map(({ name }) => name)
  expect(everybodys.sort()).toEqual(EVERYBODYS)
})

const CALLERS = [
  ...SCOPES.map((scope) => [`anyone who reaches by ${scope}`, scope, World.make] as const),
  // What a client app cannot do at all is refused before: see `client-app-calls.test.ts`.
  ['a client app that reaches by department', 'department', World.ofApp] as const,
]

describe.each(CALLERS)('%s', (_, scope, make) => {
  let world: World
  beforeAll(async () => {
    world = await make(server, scope)
  })

  test.each(allEntities.map((entity) => [entity.name, entity] as const))(
    'finds of %s in the plain calls what is theirs',
    async (_, entity) => {
      const before = await world.everythingOf(world.south)
      await plainCallsOf(entity, world)
      expect(await world.everythingOf(world.south)).toEqual(before)
    },
  )

  test.each(narrowing.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'sees by %s what is theirs',
    async (name, { permission }) => {
      if (world.may(permission)) await BY_ITSELF[name]?.(world)
    },
  )

  test.each(naming.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'is refused by %s what is not theirs as what is nowhere',
    async (name, endpoint) => {
      if (!world.may(endpoint.permission)) return
      const before = await world.everythingOf(world.south)
      for (const field of fieldsOf(endpoint)) await refusesStrange(world, endpoint, field)
      expect(await world.everythingOf(world.south)).toEqual(before)
      const entities = Object.keys(endpoint.reaches)
      if (!entities.every((entity) => entity in world.north.ids && world.reaches(entity))) return
      const own = await world.call(name, INPUTS[endpoint.path]?.(world.north))
      expect([404, 401, 403], `${name} with what is theirs: ${own.message}`).not.toContain(own.code)
      const errors = Object.values(own.data?.errors ?? {})
      expect(errors, name).not.toContain('What was chosen here does not exist any more.')
    },
  )

  test('gets no content of a file that is not theirs', async () => {
    const kept = async ({ ids }: Side) => {
      const { data } = await world.upload('/pub/upload/singleFile', {}, 'what it says', server.administrator)
      const hold = { file_id: data.id, entity: 'site', entity_id: ids.site as number, field: 'main_image' }
      await server.db.insertInto('file_use').values(hold).execute()
      return data.key as string
    }
    const headers = { authorization: `Bearer ${world.person.token}` }
    const codeOf = async (key: string) => (await fetch(`${server.url}/api/files/${key}`, { headers })).status
    expect([await codeOf(await kept(world.north)), await codeOf(await kept(world.south))]).toEqual([200, 404])
  })
})

/** Fields that name records of someone; a role is everybody's, what may be done to it is another matter. */
const fieldsOf = ({ reaches }: Endpoint): string[] =>
  typeof reaches === 'object'
    ? Object.entries(reaches).flatMap(([name, fields]) =>
        allEntities.find((entity) => entity.name === name)?.within === 'everybody' ? [] : fields,
      )
    : []

async function refusesStrange(world: World, endpoint: Endpoint, field: string) {
  const input = INPUTS[endpoint.path]
  if (!input) throw new Error(`${endpoint.path} has no input`)
  const own = input(world.north)
  const strange = input(world.south)[field]
  const isList = Array.isArray(own[field])
  const named = typeof strange === 'number' ? strange : NOWHERE - 1
  const answers = []
  for (const id of [named, NOWHERE]) {
    const answer = await world.call(nameOf(endpoint), { ...own, [field]: isList ? [id] : id })
    answers.push([answer.code, answer.message, answer.data?.errors])
  }
  const [other, nowhere] = answers
  expect([404, 422], `${nameOf(endpoint)} ${field}: ${JSON.stringify(other)}`).toContain(other?.[0])
  expect(other, `${nameOf(endpoint)} ${field}`).toEqual(nowhere)
}
