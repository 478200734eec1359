import { expect, test } from 'vitest'
import { withoutSchemas } from '../../src/tools/without-schemas.mjs'

const sourcesOf = (found: Record<string, unknown>) =>
  Object.entries(found as Record<string, string>).map(
    ([path, source]) => [path.replace(/^.*\/src\//, ''), source] as const,
  )

const endpoints = sourcesOf(
  import.meta.glob('../../src/shared/endpoints/*.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)
const users = sourcesOf(
  import.meta.glob(['../../src/client/**/*.{ts,tsx}', '../../src/shared/{kit,domain,entities}/**/*.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)

const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

test.each([
  [
    'an endpoint keeps what it is called by',
    `export const saveIt = endpoint({
      method: 'POST', path: '/it', permission: 'it.update', reaches: { it: 'id' },
      body: z.object({ id: identity }), data: z.int(), repeatable: true, changes: 'it', answers: 'file',
    })`,
    `export const saveIt = /* @__PURE__ */ (() => (endpoint({ method: 'POST', path: '/it', permission: 'it.update', repeatable: true, answers: 'file' })))()`,
  ],
  [
    'and so does what several have in common',
    `const ofOne = { ...saving, reaches: { it: 'id' }, body: z.object({}), data: z.int() } as const
     export const a = endpoint({ ...ofOne, path: '/a' })`,
    `const ofOne = /* @__PURE__ */ (() => ({ ...saving } as const))() export const a = /* @__PURE__ */ (() => (endpoint({ ...ofOne, path: '/a' })))()`,
  ],
  [
    'also where a function makes them',
    `const control = (path: string) => endpoint({ method: 'POST', path, permission: 'x', body: z.object({}), data: z.int() })`,
    `const control = (path: string) => endpoint({ method: 'POST', path, permission: 'x' })`,
  ],
  [
    'a schema is nothing, and a word of a record is no declaration',
    `export const row: z.ZodMiniType<Row> = z.object({ path: z.string(), data: z.string() })
     export const WORDS = { data: 'what was said' }
     export const MOST = 500`,
    `export const row = undefined export const WORDS = /* @__PURE__ */ (() => ({ data: 'what was said' }))() export const MOST = 500`,
  ],
  [
    'what is imported for schemas alone is not',
    `import * as z from 'zod/mini'
     import { alarm } from '../entities/alarm.ts'
     import { MOST } from '../domain/alarm-case.ts'
     const entry = z.object({ alarm: rowSchema(alarm) })
     export type Entry = z.output<typeof entry>
     export const most = MOST + 1`,
    `import { MOST } from '../domain/alarm-case.ts'
     const entry = undefined
     export type Entry = z.output<typeof entry>
     export const most = /* @__PURE__ */ (() => (MOST + 1))()`,
  ],
])('%s', (_, source, expected) => {
  expect(flat(withoutSchemas(source, 'src/shared/endpoints/it.ts'))).toBe(flat(expected))
})

test('outside of the endpoints, where forms find what they check by, a schema stays, and goes where nobody asks for it', () => {
  expect(flat(withoutSchemas('export const outcome = z.object({ id: z.int() })', 'src/shared/kit/sheets.ts'))).toBe(
    'export const outcome = /* @__PURE__ */ (() => (z.object({ id: z.int() })))()',
  )
})

const GONE = /^(?:export )?const (\w+)(?:: .+)? = undefined$/gm
const IMPORTS = /^import \{([^}]*)\} from '[^']*\/endpoints\/([\w-]+\.ts)'/gm

/** The values that a source takes of endpoints, as `file: name`. */
const taken = (source: string) =>
  [...source.matchAll(IMPORTS)].flatMap(([, names = '', file]) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => `${file}: ${name.replace(/ as .*/, '')}`),
  )

test('the console takes no schema of an endpoint, which it would find there in development alone', () => {
  const gone = endpoints.flatMap(([path, source]) =>
    [...withoutSchemas(source, path).matchAll(GONE)].map(([, name]) => `${path.split('/').at(-1)}: ${name}`),
  )
  expect(gone.length).toBeGreaterThan(100)
  const asked = users.flatMap(([path, source]) => taken(source).map((name) => ({ path, name })))
  expect(asked.length).toBeGreaterThan(300)
  expect(asked.filter(({ name }) => gone.includes(name))).toEqual([])
})

/** Those that check what a person typed, or what came in an answer that is read as it comes. */
const CHECKING = ['client/kit/fields/draft.ts', 'client/kit/sheets/use-import.ts']

test('nor does it check anything by one outside of forms', () => {
  const checking = users
    .filter(([path, source]) => path.startsWith('client/') && /import \* as z from|[sS]afeParse\(/.test(source))
    .map(([path]) => path)
  expect(checking.sort()).toEqual(CHECKING)
})

test('nor does it ask an endpoint for what only the server has of it', () => {
  const OWN = /\b(\w*[eE]ndpoint|removal)\??\.(body|data|reaches|changes|lags|a_minute|says|enrolling)\b/g
  const asking = users
    .filter(([path]) => path.startsWith('client/'))
    .flatMap(([path, source]) => [...source.matchAll(OWN)].map(([found]) => `${path}: ${found}`))
  expect(asking).toEqual([])
})
