import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { settingsTable } from '../../src/server/app/settings.ts'

const documents = [
  'README.md',
  'docs/operating.md',
  'docs/security.md',
  'docs/signing-in.md',
  'docs/reach.md',
  'docs/client-apps.md',
  'docs/architecture.md',
  'docs/walk.md',
  'docs/glossary.md',
  'docs/dependencies.md',
]
const read = (path: string) => readFileSync(path, 'utf8')

test('README lists the settings as the server takes them', () => {
  const rows = [...read('README.md').matchAll(/^\| `([A-Z0-9_]+)` \| (.+) \| (.+) \|$/gm)].map(([, ...cells]) => cells)
  expect(rows.map(([name, , takes]) => [name, takes])).toEqual(settingsTable.map(({ name, takes }) => [name, takes]))
  const defaults = settingsTable.filter(({ initial }) => initial !== undefined)
  for (const { name, initial } of defaults) expect(rows.find(([row]) => row === name)?.[1]).toBe(`\`${initial}\``)
})

test('each command that README names is there, and each there is is named', () => {
  const named = documents.flatMap((path) =>
    [...read(path).matchAll(/\bnpm (?:run ([a-z-]+)|(start|test)\b)/g)].map(([, run, own]) => run ?? own),
  )
  const scripts = Object.keys(manifest.scripts)
  expect([...new Set(named)].sort()).toEqual(scripts.sort())
})

test('each dependency has a line that says why', () => {
  const text = read('docs/dependencies.md')
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const explained = (name: string) =>
    text.includes(name) ||
    (name.startsWith('@types/') && text.includes('@types/')) ||
    text.includes(`${name.replace(/-.*/, '')}-*`)
  expect(names.filter((name) => !explained(name))).toEqual([])
})

test('what the console alone is built of is not installed with the server', () => {
  const textOf = (folder: string) =>
    (readdirSync(`src/${folder}`, { recursive: true }) as string[])
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => read(join('src', folder, name)))
      .join('\n')
  const imports = (text: string, name: string) => text.includes(`'${name}'`) || text.includes(`'${name}/`)
  const [console, others] = [textOf('client'), ['server', 'shared', 'fleet', 'tools'].map(textOf).join('\n')]
  expect(imports(console, 'react')).toBe(true)
  const misplaced = Object.keys(manifest.dependencies).filter(
    (name) => imports(console, name) && !imports(others, name),
  )
  expect(misplaced).toEqual([])
})

test.each(documents)('%s points at what is there', (path) => {
  const places = [...read(path).matchAll(/(?:\]\(|src=")([^)#":]+)/g)].map(([, place]) =>
    join(dirname(path), place as string),
  )
  expect(places.filter((place) => !existsSync(place))).toEqual([])
  const files = [...read(path).matchAll(/`((?:src|tests|docs)\/[\w./-]+\.\w+)`/g)].map(([, file]) => file as string)
  // What a walk makes is not there before.
  const made = /NNNN-|lease\.ts|leases-ending\.tsx|data-transfer\.test/
  expect(files.filter((file) => !made.test(file) && !existsSync(file))).toEqual([])
})
