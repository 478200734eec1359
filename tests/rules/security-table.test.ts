import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
/** Requirement, what it is about, state, how, shown by. */
const rows = [...text.matchAll(/^\| (\d[\d.,– ]*) \| (.+) \| (\w+) \| (.*) \| ?(.*)\|$/gm)].map(([, ...cells]) => cells)

test('every chapter of the standard has its rows', () => {
  const chapters = new Set(rows.map(([id]) => Number(id?.split('.')[0])))
  expect([...chapters].sort((a, b) => a - b)).toEqual(Array.from({ length: 14 }, (_, at) => at + 1))
  expect(rows.length).toBeGreaterThan(130)
})

test('each test that is named is there', () => {
  const named = rows.flatMap(([, , , , shown = '']) => [...shown.matchAll(/`([\w/-]+)`/g)].map(([, name]) => name))
  expect(named.length).toBeGreaterThan(100)
  const missing = named.filter((name) => ![`tests/${name}.test.ts`, `tests/${name}.test.tsx`].some(existsSync))
  expect([...new Set(missing)]).toEqual([])
})

test('each row says how it stands, and why where it is not met', () => {
  for (const [id, about, state, how] of rows) {
    expect(['yes', 'partly', 'no', 'outside'], `${id} ${about}`).toContain(state)
    if (state === 'partly') expect(how, `${id} ${about}`).not.toBe('')
  }
})

test('what is not met stands at the top as well', () => {
  const top = text.slice(0, text.indexOf('## What this device keeps'))
  expect(top).toContain('V2.2.2')
  expect(rows.filter(([, , state]) => state === 'no').length).toBeGreaterThan(5)
})
