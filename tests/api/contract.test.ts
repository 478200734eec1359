import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnOf } from '../../src/server/kit/postgres-errors.ts'
import { catalogue, type Place } from '../../src/server/menus/catalogue.ts'
import { type Entity, fieldsOf } from '../../src/shared/kit/entity.ts'
import { allEntities, everyEndpoint, nameOf } from '../setup/contract.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('registers every endpoint of the contract, with its method', () => {
  const missing = everyEndpoint.filter(({ method, path }) => !server.app.hasRoute({ method, url: `/api${path}` }))
  expect(missing.map(nameOf)).toEqual([])
})

test('declares no path twice', () => {
  const names = everyEndpoint.map(nameOf)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

describe('permissions', () => {
  const open = ['public', 'signed_in']
  const codesOf = (places: readonly Place[]): string[] =>
    places.flatMap(({ permission, children }) => [...(permission ? [permission] : []), ...codesOf(children)])

  test("are all in the menu's catalogue, and it knows no others", () => {
    const fields = allEntities.flatMap((entity) => fieldsOf(entity).map(([, field]) => field))
    const read = fields.flatMap(({ masked, needs }) => [masked ?? [], needs ?? []].flat())
    const calls = everyEndpoint.map(({ permission }) => permission).filter((code) => !open.includes(code))
    const asked = new Set([...calls, ...read])
    expect([...new Set(codesOf(catalogue))].sort()).toEqual([...asked].sort())
  })

  test('are held on every call: 401 without a token, 403 without the permission, neither with it', async () => {
    const nobody = await server.signIn()
    const codes = new Set(everyEndpoint.map(({ permission }) => permission))
    // One after the other: more than thirty at an instant from one address are slowed down.
    const holders = new Map<string, SignedIn>()
    for (const code of codes) holders.set(code, await server.signIn({ permissions: [code] }))
    // These would end the sign-ins that the others use; the second asks for more than its permission (`end-sign-ins.test.ts`).
    const ends = ['/system/login_out', '/system/user/end_all_sign_ins']
    for (const endpoint of everyEndpoint.filter(({ path }) => !ends.includes(path))) {
      const answers = []
      for (const as of [null, nobody, holders.get(endpoint.permission) ?? null])
        answers.push((await server.call(nameOf(endpoint), {}, { as })).code)
      const expected = { public: [false, false, false], signed_in: [401, false, false] }[endpoint.permission] ?? [
        401,
        403,
        false,
      ]
      const refused = answers.map((code) => (code === 401 || code === 403 ? code : false))
      expect(refused, nameOf(endpoint)).toEqual(expected)
    }
    // A sign-in for each permission there is, and each costs what a password's hash costs.
  }, 300_000)
})

describe('the table of', () => {
  const columnsOf = async ({ table }: Entity) => {
    const { rows } = await sql<{ name: string; nullable: boolean }>`
      select attname as name, not attnotnull as nullable from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(server.db)
    return new Map(rows.map(({ name, nullable }) => [name, nullable]))
  }

  test.each(allEntities.map((entity) => [entity.name, entity] as const))(
    '%s has the columns that it declares',
    async (_, entity) => {
      const columns = await columnsOf(entity)
      for (const common of ['id', 'version', 'created_at', 'updated_at']) expect(columns.has(common), common).toBe(true)
      for (const [name, field] of fieldsOf(entity)) {
        if (field.kind === 'references') continue
        const column = field.kind === 'secret' ? `${name}_hash` : name
        expect(columns.has(column), column).toBe(true)
        if (field.kind !== 'secret' && field.edit !== 'server')
          expect(columns.get(column), `${column} may be empty`).toBe(field.optional ?? false)
      }
    },
  )

  test.each(allEntities.map((entity) => [entity.name, entity] as const))(
    '%s names its constraints so that a refusal finds the field',
    async (_, entity) => {
      const { rows } = await sql<{ constraint: string; columns: string[] }>`
      select c.conname as constraint, array(select attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
      from pg_constraint c where c.conrelid = ${entity.table}::regclass and c.contype in ('u', 'f', 'c')
      union all
      select i.indexrelid::regclass::text, array(select attname::text from pg_attribute a where a.attrelid = i.indrelid
        and pg_get_indexdef(i.indexrelid) like '%' || a.attname || '%' and a.attnum > 0)
      from pg_index i where i.indrelid = ${entity.table}::regclass and i.indisunique and not i.indisprimary
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(server.db)
      const edited = fieldsOf(entity)
        .filter(([, field]) => field.edit !== 'server')
        .map(([name]) => name)
      for (const { constraint, columns } of rows) {
        if (columns.length !== 1 || !edited.includes(String(columns[0]))) continue
        expect(columnOf({ table: entity.table, constraint })).toBe(columns[0])
      }
    },
  )
})

describe('the API page', () => {
  test('documents every endpoint from the schemas that validate it', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`)
    const { openapi, paths } = (await response.json()) as {
      openapi: string
      paths: Record<string, Record<string, object>>
    }
    expect(openapi).toBe('3.1.0')
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(
      everyEndpoint.map(({ method, path }) => `${method} /api${path}`).filter((name) => !documented.includes(name)),
    ).toEqual([])
    expect(paths['/api/system/login']?.post).toMatchObject({ security: [] })
    expect(paths['/api/system/park-lot/create']?.post).toMatchObject({
      tags: ['system/park-lot'],
      parameters: ['idempotency-key', 'instead-of', 'client-time'].map((name) => ({
        in: 'header',
        name,
        required: false,
      })),
      requestBody: {
        content: { 'application/json': { schema: { required: expect.arrayContaining(['name']) } } },
      },
    })
  })

  test('says which calls take a form’s fields as well as JSON', async () => {
    const { paths } = await (await fetch(`${server.url}/api/openapi.json`)).json()
    const typesOf = (path: string) => Object.keys(paths[`/api${path}`].post.requestBody.content)
    expect(typesOf('/system/strategy/allot')).toEqual(['application/x-www-form-urlencoded', 'application/json'])
    expect(typesOf('/system/strategy/create')).toEqual(['application/json'])
    expect(typesOf('/pub/upload/singleImg')).toEqual(['multipart/form-data'])
  })

  test('is served with scripts of our own only, and asks nobody to use TLS', async () => {
    const page = await fetch(`${server.url}/api/docs/`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(page.status).toBe(200)
    expect(policy).toMatch(/default-src 'self'/)
    expect(policy).not.toMatch(/upgrade-insecure-requests|unsafe-eval/)
    const scripts = [...(await page.text()).matchAll(/<script[^>]*>([^<]*)<\/script>/g)].map(([, inline]) =>
      inline?.trim(),
    )
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter(Boolean)).toEqual([])
  })
})
