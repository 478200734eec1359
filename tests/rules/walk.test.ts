import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** docs/walk.md against the tree: what it says a change costs is what it costs. */

const walk = readFileSync('docs/walk.md', 'utf8')
const part = (heading: string) => walk.split(/^## /m).find((text) => text.startsWith(heading)) ?? expect.fail(heading)

/** The files of a part's table. */
const listed = (text: string) =>
  [...text.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, files = '']) =>
    [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
  )

const files = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|json)$/.test(path))
    .map((path) => join(root, path))

/** The walk's command (other languages fall back to English), as it is named in the code, in the API and in OCPP 1.6. */
const NAMES = /clear_cards|clearCards|clear-cards|ClearCache/
/** The server asks for it by itself as well, which no button needs; a version's own lists have all of its actions. */
const BESIDE = [/stale-piles\.ts$/, /v\d+\/examples\.ts$/, /\/schemas\//]

const command = part('Add a command')
const own = 'src/shared/commands/clear-cards.ts'
const naming = ['src/shared', 'src/server', 'src/client', 'locales/en', 'locales/zh-CN']
  .flatMap(files)
  .filter((path) => NAMES.test(readFileSync(path, 'utf8')) && !BESIDE.some((beside) => beside.test(path)))

test('a command is named in the files that the walk lists, and nowhere else', () => {
  expect([...new Set([...naming, own])].sort()).toEqual(listed(command).sort())
})

test('it costs as many files and lines as the walk says', () => {
  const lines = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => (path === own ? line.trim() : NAMES.test(line))).length
  const [, said] = /(\d+ files, \d+ lines)/.exec(command) ?? []
  const all = [...new Set([...naming, own])]
  expect(said).toBe(`${all.length} files, ${all.reduce((sum, path) => sum + lines(path), 0)} lines`)
})

test('what the walk shows of it stands in those files', () => {
  const shown = [...command.matchAll(/```(?:ts|json)\n([\s\S]*?)```/g)].flatMap(([, code = '']) =>
    code.trim().split('\n'),
  )
  const kept = listed(command).map((path) => readFileSync(path ?? '', 'utf8').replaceAll(/\s+/g, ' '))
  const bare = (line: string) =>
    line
      .trim()
      .replaceAll(/^"\w+": \{ | \}$/g, '')
      .replaceAll(/\s+/g, ' ')
  expect(shown.length).toBeGreaterThan(4)
  expect(shown.filter((line) => !kept.some((text) => text.includes(bare(line))))).toEqual([])
})

/** The walk's widget; the layout that an installation starts with may name it as well, and so may screens on walls. */
const widget = part('Add a widget')
const WIDGET = /\bworst_piles\b|'\.\/worst-piles\./
const MAY_NAME = /shared\/widgets\/layout\.ts$|shared\/entities\/wall-display\.ts$|\/more_entities\.json$/
const component = ['src/client/dashboard/worst-piles.tsx', 'src/client/dashboard/worst-piles.module.css']
const namingWidget = ['src/shared', 'src/server', 'src/client/dashboard', 'locales/en', 'locales/zh-CN']
  .flatMap(files)
  .filter((path) => !component.includes(path) && !MAY_NAME.test(path))
  .filter((path) => WIDGET.test(readFileSync(path, 'utf8')))

test('a widget is named in the files that the walk lists, and costs what it says', () => {
  expect([...namingWidget, ...component].sort()).toEqual(listed(widget).sort())
  const lines = namingWidget.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => WIDGET.test(line)),
  )
  const [, said] = /(\d+ files, \d+ lines)/.exec(widget) ?? []
  expect(said).toBe(`${listed(widget).length} files, ${lines.length} lines`)
  const shown = [...widget.matchAll(/```(?:ts|json)\n([\s\S]*?)```/g)].map(([, code = '']) => code.trim())
  expect(shown.filter((code) => !lines.some((line) => line.includes(code)))).toEqual([])
})
