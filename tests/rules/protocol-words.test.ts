import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plainId } from '../../src/server/ocpp/every-version/schema-set.ts'
import schemas16 from '../../src/server/ocpp/v16/schemas/ocpp1.6.json' with { type: 'json' }
import schemas21 from '../../src/server/ocpp/v21/schemas/ocpp2_1.json' with { type: 'json' }
import schemas201 from '../../src/server/ocpp/v201/schemas/ocpp2_0_1.json' with { type: 'json' }

const ids = [...schemas16, ...schemas201, ...schemas21].map(({ $id }) => plainId($id))
const actions = [...new Set(ids.filter((id) => id.endsWith('.req')).map((id) => id.replace('.req', '')))]

/** Actions that stand as text in a source, but for comments. */
function actionsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const texts = [...code.matchAll(/'([A-Za-z]+)'|"([A-Za-z]+)"|`([^`]*)`/g)].flatMap(([, a, b, c]) => [
    a,
    b,
    ...(c?.match(/[A-Za-z]+/g) ?? []),
  ])
  const keys = [...code.matchAll(/^\s*([A-Z][A-Za-z]+):/gm)].map(([, key]) => key)
  const found = new Set([...texts, ...keys])
  return actions.filter((action) => found.has(action))
}

const sources = ['src/server', 'src/shared', 'src/client'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(root, path)),
)
const outside = sources.filter((path) => !/^src\/server\/ocpp\/v\d+\//.test(path))
const naming = outside.filter((path) => actionsIn(readFileSync(path, 'utf8')).length > 0)

test('no action of OCPP is named outside the folders of its versions', () => {
  expect(actions.length).toBeGreaterThan(30)
  expect(naming).toEqual([])
})

test.each([
  ["if (action === 'RemoteStartTransaction') return", 'RemoteStartTransaction'],
  ["sql`where c.action in ('ReserveNow')`", 'ReserveNow'],
  ['const told = {\n  UpdateFirmware: 1,\n}', 'UpdateFirmware'],
  ['call("Reset", {})', 'Reset'],
  ["call('UsePriorityCharging', {})", 'UsePriorityCharging'],
])('%s is seen', (source, action) => {
  expect(actionsIn(source)).toEqual([action])
})

test('a comment may name one', () => {
  expect(actionsIn("/** As 'StartTransaction' does. */\nconst a = 1 // like 'Reset'")).toEqual([])
})
