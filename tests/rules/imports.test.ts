import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { afterEach, beforeAll, expect, test } from 'vitest'
import config from '../../.dependency-cruiser.mjs'

const options: ICruiseOptions = { ...config.options, ruleSet: { forbidden: config.forbidden ?? [] }, validate: true }

const COMPUTED = /\bimport\(\s*(?!['"\s])/

async function read(folder: string) {
  const { output } = await cruise(['src'], { ...options, baseDir: folder })
  const { summary, modules } = output as ICruiseResult
  return { modules, found: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).sort() }
}

/** Of all that there is, read once, which takes longer than any test. */
let whole: Awaited<ReturnType<typeof read>>
beforeAll(async () => {
  whole = await read(process.cwd())
})

let planted = ''
afterEach(() => rmSync(planted, { recursive: true, force: true }))

function plant(files: Record<string, string>): string {
  planted = mkdtempSync(join(tmpdir(), 'chargedeck-imports-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(planted, path)), { recursive: true })
    writeFileSync(join(planted, path), content)
  }
  return planted
}

test('nothing imports what it may not', () => {
  expect(whole.found).toEqual([])
})

test('every source file is read, with the imports it has', () => {
  const { modules } = whole
  const read_ = new Map(modules.map(({ source, dependencies }) => [source, dependencies]))
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  expect(sources.filter((path) => !read_.has(`src/${path}`))).toEqual([])
  expect(read_.get('src/server/app/main.ts')?.map(({ resolved }) => resolved)).toEqual(['src/server/app/run-server.ts'])
})

test.each([
  ['a screen that reaches into the server', 'client', 'src/client/pile/page.tsx', '../../server/piles/rows.ts'],
  ['a server that reaches into the client', 'server', 'src/server/piles/rows.ts', '../../client/pile/page.tsx'],
  ['shared code that knows a side', 'shared-alone', 'src/shared/kit/field.ts', '../../server/kit/reply.ts'],
  ['a feature that imports another', 'features-apart', 'src/server/orders/close.ts', '../billing/rules.ts'],
  ['a kit that knows a feature', 'kit-knows-no-feature', 'src/server/kit/reply.ts', '../orders/close.ts'],
  ['something that imports the top', 'nothing-imports-app', 'src/server/live/channel.ts', '../app/compose.ts'],
  ['a virtual pile that looks into the database', 'fleet', 'src/fleet/pile.ts', '../server/kit/reply.ts'],
  ['a gateway that knows one protocol', 'protocol-is-a-folder', 'src/server/ocpp/inward.ts', './v16/messages.ts'],
  ['a protocol that knows another', 'protocols-apart', 'src/server/ocpp/v201/messages.ts', '../v16/messages.ts'],
  ['a version that knows its next', 'protocols-apart', 'src/server/ocpp/v201/messages.ts', '../v21/messages.ts'],
  ['a version that knows an older one', 'v21-stands-on-v201', 'src/server/ocpp/v21/messages.ts', '../v16/messages.ts'],
  ['a screen that imports the router', 'nothing-imports-client-app', 'src/client/orders/page.tsx', '../app/router.tsx'],
  ['a button that knows a list', 'client-kit-layers-ui', 'src/client/kit/ui/button.tsx', '../records/list.tsx'],
  ['a button that knows a field', 'client-kit-layers-ui', 'src/client/kit/ui/button.tsx', '../fields/cell.tsx'],
  ['a field that knows a form', 'client-kit-layers-fields', 'src/client/kit/fields/cell.tsx', '../forms/form.tsx'],
  ['a form that knows a list', 'client-kit-layers-forms', 'src/client/kit/forms/form.tsx', '../records/list.tsx'],
  ['a screen that imports another', 'screens-apart', 'src/client/orders/page.tsx', '../alarms/page.tsx'],
])('%s is seen, even by its types alone', async (_, rule, from, to) => {
  const target = join(dirname(from), to)
  const jsx = from.endsWith('x') ? 'export const view = <p>{1}</p>\n' : ''
  const folder = plant({
    [from]: `import type { T } from '${to}'\n${jsx}export type U = T\n`,
    [target]: 'export type T = 1\n',
  })
  expect((await read(folder)).found).toEqual([`${rule}: ${from} → ${target}`])
})

test('a feature may implement what another declares that it needs', async () => {
  const folder = plant({
    'src/server/orders/close.ts': "import type { Orders } from '../ocpp/ports.ts'\nexport type A = Orders\n",
    'src/server/ocpp/ports.ts': 'export type Orders = 1\n',
  })
  expect((await read(folder)).found).toEqual([])
})

test('a library of workbooks outside of its file is seen', async () => {
  const folder = plant({
    'src/server/sheets/a.ts': "import { writeXlsx } from 'hucre/xlsx'\nexport const a = writeXlsx\n",
  })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  expect((await read(folder)).found).toEqual([expect.stringMatching(/^workbooks-behind-one-file: src\/server\/sheets/)])
})

test('the schema library whole is seen', async () => {
  const folder = plant({ 'src/shared/kit/a.ts': "import { z } from 'zod'\nexport const a = z\n" })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  expect((await read(folder)).found).toEqual([expect.stringMatching(/^small-schema-library: src\/shared\/kit\/a\.ts/)])
})

// What is imported is then not known before it happens, by these rules or by the bundler.
test('the console and the server import by fixed names', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const code = sources
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(`src/${path}`, 'utf8')] as const)
  expect(code.filter(([, text]) => COMPUTED.test(text)).map(([path]) => path)).toEqual([])
  expect(COMPUTED.test('const load = () => import(name)')).toBe(true)
  expect(COMPUTED.test("const load = () => import('./a.ts')")).toBe(false)
})

// Its hooks read a store of their own, and draw what appears twice: `kit/session/store.ts` has ours.
test('of Jotai the console takes atoms and the store, and none of its hooks', () => {
  const sources = readdirSync('src/client', { recursive: true, encoding: 'utf8' })
  const hooked = sources.filter(
    (path) => /\.tsx?$/.test(path) && /from 'jotai(?!\/vanilla)/.test(readFileSync(`src/client/${path}`, 'utf8')),
  )
  expect(hooked).toEqual([])
})

test('a cycle and a file that is not there are seen', async () => {
  const folder = plant({
    'src/shared/a.ts': "import { b } from './b.ts'\nexport const a = () => b\n",
    'src/shared/b.ts': "import { a } from './a.ts'\nexport const b = () => a\n",
    'src/shared/c.ts': "import { d } from './gone.ts'\nexport const c = d\n",
  })
  expect((await read(folder)).found).toEqual([
    'no-cycles: src/shared/a.ts → src/shared/b.ts',
    'no-missing: src/shared/c.ts → ./gone.ts',
  ])
})
